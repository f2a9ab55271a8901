//! Adopting: a new writer takes over a file that survived its old one, as after a warm reset.

use core::ffi::c_void;

use glassbox::inspect::{Adoption, Config, Error, Unfit, Writer};

use super::state::{Settings, settings};
use super::{both, gbx_inspect_config_t, gbx_inspect_t};
use crate::pointer::{Constant, Pointer, vouched};
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// What became of a file that was to be adopted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum gbx_inspect_outcome_t {
    /// It was adopted, as its writer left it.
    GBX_OUTCOME_WHOLE = 0,
    /// Its writer died inside a section. Nothing else was wrong, so the section was closed and the file adopted; what
    /// the section changed may be half done.
    GBX_OUTCOME_CLOSED = 1,
    /// It could not be adopted; an empty file was written in its place.
    GBX_OUTCOME_FRESH = 2,
    /// It could not be adopted, and is as it was. The status says more.
    GBX_OUTCOME_REFUSED = 3,
}

/// What became of a file that was to be adopted, and why. The texts live for ever.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_inspect_adoption_t {
    /// What became of it.
    pub outcome: gbx_inspect_outcome_t,
    /// The block of the first problem; 0 when it is the file as a whole, or when there is none.
    pub block: u32,
    /// The name of the first problem, as the reader names it, or `frozen`, `older`, `too_large`, `misplaced`. Empty when
    /// there is none.
    pub problem: gbx_str_t,
    /// The size of the scratch memory, in bytes, that was missing; 0 when it was large enough.
    pub scratch_size: usize,
}

impl gbx_inspect_adoption_t {
    fn new(outcome: gbx_inspect_outcome_t, unfit: Option<Unfit>) -> Self {
        let problem = unfit.map_or("", Unfit::name).into();
        Self { outcome, block: unfit.map_or(0, |unfit| unfit.block().get()), problem, scratch_size: 0 }
    }

    /// What is said about a refusal.
    fn refused(error: Error) -> Self {
        let unfit = if let Error::NotAdoptable(unfit) = error { Some(unfit) } else { None };
        let mut adoption = Self::new(gbx_inspect_outcome_t::GBX_OUTCOME_REFUSED, unfit);
        if let Error::ScratchTooSmall { needed } = error {
            adoption.scratch_size = needed.saturating_mul(size_of::<u32>());
        }
        adoption
    }
}

/// Takes over the file in `region`, with all that is in its tree, and makes `state` its writer. All values count as
/// recorded; `gbx_inspect_find_...` gives handles to them. The file is first read as a reader would: if anything is
/// wrong with it, it is refused, and not a byte of it changes.
///
/// `region` and `config` are as for `gbx_inspect_init`, with the same book. `scratch` is aligned to 4 bytes, and
/// `GBX_INSPECT_SCRATCH_SIZE` says its size; it is the caller's again when the function returns. `adoption` is also put
/// out when the status is `GBX_ERROR_NOT_ADOPTABLE`, and says why, or `GBX_ERROR_SCRATCH_TOO_SMALL`.
///
/// Context: one, before any other is given `state` or `region`. Time: that of some looks at each block of the file.
/// Errors: as `gbx_inspect_init`, `GBX_ERROR_NULL` (`scratch`, `adoption`), `GBX_ERROR_SCRATCH_TOO_SMALL`,
/// `GBX_ERROR_NOT_ADOPTABLE`. After an error, `state` is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_adopt(
    state: *mut gbx_inspect_t,
    region: *mut c_void,
    size: usize,
    config: *const gbx_inspect_config_t,
    scratch: *mut c_void,
    scratch_size: usize,
    adoption: *mut gbx_inspect_adoption_t,
) -> gbx_status_t {
    let (region, scratch) = (region.cast::<u8>(), scratch.cast::<u32>());
    vouched!(state, region, config, scratch, adoption);
    take_over(state, (region, size), config, (scratch, scratch_size), adoption, |writer, config, scratch| {
        writer.adopt(config, scratch).map(|()| Adoption::Whole)
    })
    .into()
}

/// As `gbx_inspect_adopt`, for a program that goes on in any case: a file whose writer died inside a section, and that
/// has no other fault, is adopted too; where nothing can be adopted, an empty file is written as by `gbx_inspect_init`.
/// `adoption` says which. Who wants to keep the old file copies it out first.
///
/// Context and time: as there. Errors: as there, but for `GBX_ERROR_NOT_ADOPTABLE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_adopt_or_start(
    state: *mut gbx_inspect_t,
    region: *mut c_void,
    size: usize,
    config: *const gbx_inspect_config_t,
    scratch: *mut c_void,
    scratch_size: usize,
    adoption: *mut gbx_inspect_adoption_t,
) -> gbx_status_t {
    let (region, scratch) = (region.cast::<u8>(), scratch.cast::<u32>());
    vouched!(state, region, config, scratch, adoption);
    take_over(state, (region, size), config, (scratch, scratch_size), adoption, |writer, config, scratch| {
        writer.adopt_or_start(config, scratch)
    })
    .into()
}

fn take_over(
    state: Pointer<gbx_inspect_t>,
    (region, size): (Pointer<u8>, usize),
    config: Constant<gbx_inspect_config_t>,
    (scratch, scratch_size): (Pointer<u32>, usize),
    adoption: Pointer<gbx_inspect_adoption_t>,
    adopt: impl FnOnce(&mut Writer<'static>, &Config<'static>, &mut [u32]) -> Result<Adoption, Error>,
) -> Result<(), gbx_status_t> {
    use gbx_inspect_outcome_t as Outcome;
    let Settings { region, lock, config } = settings(state, region, size, config)?;
    let (out, scratch) = both(adoption.output(), scratch.scratch(scratch_size))?;
    let mut writer = Writer::unstarted(region);
    match adopt(&mut writer, &config, scratch) {
        Ok(adopted) => {
            out.put(match adopted {
                Adoption::Whole => gbx_inspect_adoption_t::new(Outcome::GBX_OUTCOME_WHOLE, None),
                Adoption::Closed => gbx_inspect_adoption_t::new(Outcome::GBX_OUTCOME_CLOSED, None),
                Adoption::Fresh(unfit) => gbx_inspect_adoption_t::new(Outcome::GBX_OUTCOME_FRESH, Some(unfit)),
            });
            state.establish(lock, writer)
        }
        Err(error) => {
            out.put(gbx_inspect_adoption_t::refused(error));
            Err(error.into())
        }
    }
}
