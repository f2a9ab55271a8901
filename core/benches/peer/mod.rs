//! The real `libpcp_mmv`, where there is one: `GLASSBOX_LIBPCP_MMV` names the library, which is loaded into this program.

use std::ffi::{CString, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: i32) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// A metric as the library takes it.
#[repr(C)]
struct MmvMetric {
    name: [u8; 64],
    item: u32,
    kind: i32,
    semantics: i32,
    units: u32,
    indom: u32,
    short_text: *const c_char,
    help_text: *const c_char,
}

type Init = unsafe extern "C" fn(*const c_char, i32, i32, *const MmvMetric, i32, *const c_void, i32) -> *mut c_void;
type LookUp = unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char) -> *mut c_void;

type Inc = unsafe extern "C" fn(*mut c_void, *mut c_void);
type SetValue = unsafe extern "C" fn(*mut c_void, *mut c_void, f64);
type SetString = unsafe extern "C" fn(*mut c_void, *mut c_void, *const c_char, i32);

/// A function of the library at an address.
macro_rules! function {
    ($address:expr, $function:ty) => {
        // SAFETY: this is the type of the function.
        unsafe { std::mem::transmute::<*mut c_void, $function>($address) }
    };
}

/// Functions of the library.
#[derive(Clone, Copy)]
pub struct Peer {
    init: Init,
    look_up: LookUp,
    inc: Inc,
    set_value: SetValue,
    set_string: SetString,
}

/// A file that the library has made and mapped.
#[derive(Clone, Copy)]
pub struct PeerFile {
    peer: Peer,
    address: usize,
}

/// The library, if it is there.
pub fn peer() -> Option<Peer> {
    static PEER: OnceLock<Option<Peer>> = OnceLock::new();
    *PEER.get_or_init(load)
}

fn load() -> Option<Peer> {
    let name = CString::new(std::env::var("GLASSBOX_LIBPCP_MMV").ok()?).ok()?;
    // SAFETY: the name is a text with a NUL, and loading the library does nothing else. 2 is RTLD_NOW.
    let library = unsafe { dlopen(name.as_ptr(), 2) };
    assert!(!library.is_null(), "{name:?} cannot be loaded");
    let symbol = |name: &str| {
        let name = CString::new(name).unwrap();
        // SAFETY: the library is loaded, and the name is a text with a NUL.
        let found = unsafe { dlsym(library, name.as_ptr()) };
        assert!(!found.is_null(), "libpcp_mmv has no {name:?}");
        found
    };
    Some(Peer {
        init: function!(symbol("mmv_stats_init"), Init),
        look_up: function!(symbol("mmv_lookup_value_desc"), LookUp),
        inc: function!(symbol("mmv_inc"), Inc),
        set_value: function!(symbol("mmv_set_value"), SetValue),
        set_string: function!(symbol("mmv_set_string"), SetString),
    })
}

impl Peer {
    /// Makes a file with these metrics: names and codes of types.
    pub fn file(self, name: &str, metrics: &[(String, i32)]) -> PeerFile {
        let metrics: Vec<_> = (0..)
            .zip(metrics)
            .map(|(item, (name, kind))| {
                let mut field = [0; 64];
                field[..name.len()].copy_from_slice(name.as_bytes());
                let (short_text, help_text) = (null(), null());
                MmvMetric { name: field, item, kind: *kind, semantics: 3, units: 0, indom: 0, short_text, help_text }
            })
            .collect();
        let name = CString::new(name).unwrap();
        let count = i32::try_from(metrics.len()).unwrap();
        // SAFETY: all pointers are good for the call.
        let address = unsafe { (self.init)(name.as_ptr(), 77, 0, metrics.as_ptr(), count, null(), 0) };
        assert!(!address.is_null(), "libpcp_mmv made no file; PCP_TMP_DIR says where it goes");
        PeerFile { peer: self, address: address.addr() }
    }
}

/// Where a value lies.
#[derive(Clone, Copy)]
pub struct PeerValue(usize);

impl PeerFile {
    fn start(self) -> *mut c_void {
        std::ptr::with_exposed_provenance_mut(self.address)
    }

    /// The first byte of the file.
    pub fn bytes(self) -> *mut u8 {
        self.start().cast()
    }

    #[inline]
    pub fn look_up(self, name: &CString) -> PeerValue {
        // SAFETY: the file is mapped, and the name is a text with a NUL.
        PeerValue(unsafe { (self.peer.look_up)(self.start(), name.as_ptr(), null_mut()) }.addr())
    }

    #[inline]
    pub fn inc(self, value: PeerValue) {
        // SAFETY: the file is mapped, and the value is one of it.
        unsafe { (self.peer.inc)(self.start(), std::ptr::with_exposed_provenance_mut(value.0)) };
    }

    #[inline]
    pub fn set(self, value: PeerValue, number: f64) {
        // SAFETY: as above.
        unsafe { (self.peer.set_value)(self.start(), std::ptr::with_exposed_provenance_mut(value.0), number) };
    }

    #[inline]
    pub fn set_string(self, value: PeerValue, text: &[u8]) {
        let length = i32::try_from(text.len()).unwrap_or(0);
        // SAFETY: as above, and the text has so many bytes.
        unsafe {
            (self.peer.set_string)(
                self.start(),
                std::ptr::with_exposed_provenance_mut(value.0),
                text.as_ptr().cast(),
                length,
            );
        }
    }

    /// The 64-bit number of a value.
    pub fn number(self, value: PeerValue) -> u64 {
        let at = self.start().wrapping_byte_add(self.offset(value)).cast::<u64>();
        // SAFETY: as above, the record is aligned to 8, and nobody updates it meanwhile.
        unsafe { at.read_volatile() }
    }

    /// How far a value's record is from the start of the file.
    pub fn offset(self, value: PeerValue) -> usize {
        value.0 - self.address
    }
}
