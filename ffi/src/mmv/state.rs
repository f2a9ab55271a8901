//! The writer of an MMV file: how it is laid out, published, changed, moved and taken away.

use core::ffi::c_void;

use glassbox::Memory;
use glassbox::mmv::{Draft, Flags, NotMoved, Writer};

use super::refusal::{gbx_mmv_refusal_t, tell};
use super::tables::{Declarations, gbx_mmv_tables_t};
use super::{give, status};
use crate::pointer::{Constant, Holder, Pointer, holds, vouched};
use crate::status::gbx_status_t::{self, GBX_ERROR_UNSUPPORTED, GBX_ERROR_WRONG_STATE};
use crate::text::gbx_str_t;

/// The size of a state, in words of 64 bits.
pub const GBX_MMV_STATE_WORDS: usize = 32;

/// A writer of one MMV file. The caller owns it: a static, a member, anything that lives as long as it is used. Its
/// contents are the library's, it must not be copied or moved, and it must be all zero or initialised when it is first
/// given to a function other than `gbx_mmv_init`, `gbx_mmv_lay_out` and `gbx_mmv_adopt`.
///
/// Functions that take it as `const` change nothing in it, so that any number of contexts may call them at once. The
/// others are for one context, while no other uses the state.
#[derive(Debug)]
#[repr(C)]
pub struct gbx_mmv_t {
    /// The library's.
    pub opaque: [u64; GBX_MMV_STATE_WORDS],
}

impl Holder for gbx_mmv_t {
    type Held = Held;
    const MARK: usize = 0x4758_4d56;
}
static_assertions::const_assert!(holds::<gbx_mmv_t>());

/// What a state holds.
#[derive(Debug)]
pub struct Held {
    file: File,
    /// The start of the memory, for addresses that are given to C.
    start: *mut u8,
}

/// A file before and after readers see it.
#[derive(Debug)]
enum File {
    Draft(Draft<'static>),
    Live(Writer<'static>),
}

impl Held {
    /// What updates values.
    pub(super) fn writer(&self) -> &Writer<'static> {
        match &self.file {
            File::Draft(draft) => draft,
            File::Live(writer) => writer,
        }
    }

    /// The writer of a file that readers see.
    fn live(&self) -> Result<&Writer<'static>, gbx_status_t> {
        match &self.file {
            File::Draft(_) => Err(GBX_ERROR_WRONG_STATE),
            File::Live(writer) => Ok(writer),
        }
    }

    /// The place at byte `offset` of the memory.
    pub(super) fn address(&self, offset: usize) -> *mut u8 {
        self.start.wrapping_add(offset)
    }

    /// How far `address` is from the start of the memory.
    pub(super) fn offset<T>(&self, address: *mut T) -> usize {
        address.addr().wrapping_sub(self.start.addr())
    }
}

/// Whether an image has values that can be "not available".
pub(super) fn has_sentinel(held: &Held) -> bool {
    held.writer().flags().contains(Flags::SENTINEL)
}

/// The bytes of memory that the file needs: a multiple of 16. `GBX_MMV_SIZE` is the same for arrays.
///
/// Context: any. Time: as `gbx_mmv_lay_out`. Errors: as `gbx_mmv_lay_out`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_required_size(
    tables: *const gbx_mmv_tables_t,
    size: *mut usize,
    refusal: *mut gbx_mmv_refusal_t,
) -> gbx_status_t {
    vouched!(tables, size, refusal);
    give(size, || {
        let declarations = Declarations::read(tables)?;
        glassbox::mmv::required_size(&declarations).map_err(|refused| tell(refusal, &refused))
    })
}

/// Lays out a file at the start of `region`, whatever was there, and leaves it in flux, so that initial values can be set
/// before readers see it: all numbers are 0 and all texts empty. `gbx_mmv_publish` gives it to readers.
///
/// `region` is aligned to 8 bytes; until `gbx_mmv_stop` or `gbx_mmv_move` the program must not write to it, and read it
/// through this library only. `generation` is not 0 and differs from all earlier ones of this memory: a clock, or a
/// counter that survives resets. On machines without 64-bit atomics neither half of it is 0.
///
/// When a rule of the format is broken, `refusal` says which and by what. It may be NULL.
///
/// Context: one, before any other is given `state` or `region`. Time: that of clearing the region, and for n metrics,
/// and n instances of a domain that are not in rising order of number and name, n * n comparisons of names. Errors:
/// `GBX_ERROR_NULL` (`state`, `region`, `tables` or one of their pointers), `GBX_ERROR_INVALID_ARGUMENT` (misaligned; what
/// a table says is no version, scope, option or number of spares), `GBX_ERROR_BAD_REGION` (misaligned, or less than 64
/// bytes), `GBX_ERROR_TOO_LONG` (a text or table is longer than the address space), `GBX_ERROR_REFUSED`. After an error,
/// nothing has been written and `state` is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_lay_out(
    state: *mut gbx_mmv_t,
    region: *mut c_void,
    size: usize,
    tables: *const gbx_mmv_tables_t,
    generation: u64,
    refusal: *mut gbx_mmv_refusal_t,
) -> gbx_status_t {
    let start = region.cast::<u8>();
    let region = start;
    vouched!(state, region, tables, refusal);
    establish(state, region, start, size, tables, refusal, |memory, declarations, refusal| {
        let draft = Writer::lay_out(memory, declarations, generation);
        draft.map(File::Draft).map_err(|refused| tell(refusal, &refused))
    })
}

/// Lays out a file and publishes it at once.
///
/// Context, time and errors: as `gbx_mmv_lay_out`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_init(
    state: *mut gbx_mmv_t,
    region: *mut c_void,
    size: usize,
    tables: *const gbx_mmv_tables_t,
    generation: u64,
    refusal: *mut gbx_mmv_refusal_t,
) -> gbx_status_t {
    let start = region.cast::<u8>();
    let region = start;
    vouched!(state, region, tables, refusal);
    establish(state, region, start, size, tables, refusal, |memory, declarations, refusal| {
        let writer = Writer::new(memory, declarations, generation);
        writer.map(File::Live).map_err(|refused| tell(refusal, &refused))
    })
}

/// Takes over the file that lies in `region` from before a reset, with all its values.
///
/// The file must be complete, and be what laying out the same tables would give; instances that got their names later
/// stay. An interval that was open is still open; `gbx_mmv_elapsed_discard` closes it.
///
/// Context, time and errors: as `gbx_mmv_lay_out`; the refusal `different_layout` says that something else lies there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_adopt(
    state: *mut gbx_mmv_t,
    region: *mut c_void,
    size: usize,
    tables: *const gbx_mmv_tables_t,
    generation: u64,
    refusal: *mut gbx_mmv_refusal_t,
) -> gbx_status_t {
    let start = region.cast::<u8>();
    let region = start;
    vouched!(state, region, tables, refusal);
    establish(state, region, start, size, tables, refusal, |memory, declarations, refusal| {
        let writer = Writer::adopt(memory, declarations, generation);
        writer.map(File::Live).map_err(|refused| tell(refusal, &refused))
    })
}

fn establish(
    state: Pointer<gbx_mmv_t>,
    region: Pointer<u8>,
    start: *mut u8,
    size: usize,
    tables: Constant<gbx_mmv_tables_t>,
    refusal: Pointer<gbx_mmv_refusal_t>,
    make: impl FnOnce(Memory<'static>, &Declarations, Pointer<gbx_mmv_refusal_t>) -> Result<File, gbx_status_t>,
) -> gbx_status_t {
    status(|| {
        state.usable()?;
        let declarations = Declarations::read(tables)?;
        let file = make(region.region(size)?, &declarations, refusal)?;
        state.hold(Held { file, start })
    })
}

/// Makes every value of a file that is not published "not available".
///
/// Context: one. Time: that of a look at each value. Errors: of the state, `GBX_ERROR_WRONG_STATE` (it is published),
/// `GBX_ERROR_UNSUPPORTED` (the file has not `GBX_MMV_SENTINEL`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_set_all_unavailable(state: *const gbx_mmv_t) -> gbx_status_t {
    vouched!(state);
    status(|| match &state.held()?.file {
        File::Live(_) => Err(GBX_ERROR_WRONG_STATE),
        File::Draft(draft) if draft.set_unavailable() => Ok(()),
        File::Draft(_) => Err(GBX_ERROR_UNSUPPORTED),
    })
}

/// Gives a file that was laid out to readers.
///
/// Context: one. Time: constant. Errors: of the state, `GBX_ERROR_WRONG_STATE` (it is published).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_publish(state: *mut gbx_mmv_t) -> gbx_status_t {
    vouched!(state);
    status(|| {
        let Held { file, start } = state.take()?;
        let (file, status) = match file {
            File::Draft(draft) => (File::Live(draft.publish()), Ok(())),
            live @ File::Live(_) => (live, Err(GBX_ERROR_WRONG_STATE)),
        };
        state.hold(Held { file, start })?;
        status
    })
}

/// Lays out other tables in other memory, and carries the values over: those of metrics and instances of the same name
/// and type. The new file is in flux until `gbx_mmv_publish`; the old one stays as it is, for readers that have not
/// noticed the new one.
///
/// No update may be under way. Handles of the old layout are stale; an update of a number through one that is not
/// noticed goes to the old memory, which must stay for that long.
///
/// Context: one. Time and errors: as `gbx_mmv_lay_out`, and of the state, `GBX_ERROR_WRONG_STATE` (it is not published).
/// After an error the writer goes on as before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_move(
    state: *mut gbx_mmv_t,
    region: *mut c_void,
    size: usize,
    tables: *const gbx_mmv_tables_t,
    generation: u64,
    refusal: *mut gbx_mmv_refusal_t,
) -> gbx_status_t {
    let new_start = region.cast::<u8>();
    let region = new_start;
    vouched!(state, region, tables, refusal);
    status(|| {
        let declarations = Declarations::read(tables)?;
        let memory = region.region(size)?;
        let Held { file, start } = state.take()?;
        let (held, status) = match file {
            draft @ File::Draft(_) => (Held { file: draft, start }, Err(GBX_ERROR_WRONG_STATE)),
            File::Live(writer) => match writer.move_to(memory, &declarations, generation) {
                Ok(draft) => (Held { file: File::Draft(draft), start: new_start }, Ok(())),
                Err(NotMoved { writer, refusal: refused }) => {
                    (Held { file: File::Live(writer), start }, Err(tell(refusal, &refused)))
                }
            },
        };
        state.hold(held)?;
        status
    })
}

/// Gives a spare instance of the domain of serial `serial` its number and its name. The values of its metrics are 0, and
/// texts empty. PCP notices it by `generation`, which differs from all earlier ones; for the time of the call the file
/// is in flux.
///
/// `number` becomes the place of the instance in its domain, from 0, for `gbx_mmv_value_at`.
///
/// Context: one. Values may be updated meanwhile; look-ups may fail. Time: that of a look at all values and at the names
/// of the domain. Errors: of the state, `GBX_ERROR_NULL` (`name`, `number`), `GBX_ERROR_WRONG_STATE` (it is not
/// published), `GBX_ERROR_REFUSED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_name_instance(
    state: *const gbx_mmv_t,
    serial: u32,
    id: i32,
    name: gbx_str_t,
    generation: u64,
    number: *mut u32,
    refusal: *mut gbx_mmv_refusal_t,
) -> gbx_status_t {
    vouched!(state, name, number, refusal);
    give(number, || {
        let writer = state.held()?.live()?;
        let name = name.kept_bytes()?;
        let edit = writer.edit(generation).map_err(|refused| tell(refusal, &refused))?;
        edit.name_instance(serial, id, name).map_err(|refused| tell(refusal, &refused))
    })
}

/// Where the file lies, and how many bytes readers look at: what is to be written to PCP's directory.
///
/// Context: any. Time: constant. Errors: of the state, `GBX_ERROR_NULL` (`address` or `size`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_file(
    state: *const gbx_mmv_t,
    address: *mut *const c_void,
    size: *mut usize,
) -> gbx_status_t {
    vouched!(state, address, size);
    status(|| {
        let held = state.held()?;
        let (address, size) = (address.output()?, size.output()?);
        address.put(held.address(0).cast_const().cast());
        size.put(held.writer().file_size());
        Ok(())
    })
}

/// Takes the file away from readers for good: it stays in flux, and PCP stops exporting it. The state becomes one that
/// was never initialised, and the memory is the program's again.
///
/// Context: one. Time: constant. Errors: of the state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_stop(state: *mut gbx_mmv_t) -> gbx_status_t {
    vouched!(state);
    status(|| {
        if let File::Live(writer) = state.take()?.file {
            writer.stop();
        }
        Ok(())
    })
}

/// Whether a file in PCP's directory may be called `name`: it is visible, and can be a part of the names of its metrics
/// unless `flags` have `GBX_MMV_NO_PREFIX`.
///
/// Context: any. Time: short. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_UTF8`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_is_file_name(name: gbx_str_t, flags: u32, answer: *mut bool) -> gbx_status_t {
    vouched!(name, answer);
    give(answer, || Ok(glassbox::mmv::is_file_name(name.get()?, Flags::from_bits_retain(flags))))
}
