//! The panic handler of the archive, which is never linked.
//!
//! It calls a function that nobody defines. So a program that links the archive proves that no path to a panic is left
//! in what it uses; one that fails to link names `glassbox_panic_is_linked`.
#![allow(unsafe_code)]

use core::panic::PanicInfo;

unsafe extern "C" {
    safe fn glassbox_panic_is_linked() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    glassbox_panic_is_linked()
}
