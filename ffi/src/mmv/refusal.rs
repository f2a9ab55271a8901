//! Why the writer does not make a file, and what it warns of.

use core::ffi::c_void;

use glassbox::mmv::{Refusal, Rule, Subject, Warning};

use super::Declarations;
use super::tables::gbx_mmv_tables_t;
use crate::pointer::{Pointer, vouched};
use crate::status::gbx_status_t::{self, GBX_ERROR_REFUSED};
use crate::text::gbx_str_t;

/// What a refusal or a warning is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum gbx_mmv_subject_t {
    /// The file as a whole.
    GBX_MMV_SUBJECT_FILE = 0,
    /// A metric.
    GBX_MMV_SUBJECT_METRIC = 1,
    /// An instance domain.
    GBX_MMV_SUBJECT_INDOM = 2,
    /// An instance.
    GBX_MMV_SUBJECT_INSTANCE = 3,
    /// A label.
    GBX_MMV_SUBJECT_LABEL = 4,
}

/// A rule that the declarations break, and where.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_refusal_t {
    /// The rule in one word of lower case: `duplicate_item`. The words are for ever, and so are their bytes.
    pub rule: gbx_str_t,
    /// The rule for people. Its bytes are for ever.
    pub message: gbx_str_t,
    /// The name of the metric, instance or label: the bytes of the declaration.
    pub name: gbx_str_t,
    /// What breaks it.
    pub subject: gbx_mmv_subject_t,
    /// Its place in its table, from 0.
    pub number: u32,
    /// For an instance domain and an instance: the serial of the domain.
    pub serial: u32,
    /// For an instance: its number.
    pub id: i32,
    /// For `memory_too_small`: the bytes that are needed. For `version_too_low`: the lowest version that can hold it.
    pub needed: usize,
}

/// Takes a warning. It is gone when the function returns.
pub type gbx_mmv_warning_function_t = Option<extern "C" fn(context: *mut c_void, warning: *const gbx_mmv_refusal_t)>;

impl gbx_mmv_refusal_t {
    fn new(rule: &'static str, message: &'static str, subject: Subject<'_>, needed: usize) -> Self {
        let mut refusal = Self {
            rule: rule.into(),
            message: message.into(),
            name: "".into(),
            subject: gbx_mmv_subject_t::GBX_MMV_SUBJECT_FILE,
            number: 0,
            serial: 0,
            id: 0,
            needed,
        };
        let (kind, number, name) = match subject {
            Subject::File => return refusal,
            Subject::Metric { number, name } => (gbx_mmv_subject_t::GBX_MMV_SUBJECT_METRIC, number, name.as_bytes()),
            Subject::Label { number, name } => (gbx_mmv_subject_t::GBX_MMV_SUBJECT_LABEL, number, name.as_bytes()),
            Subject::Indom { number, serial } => {
                refusal.serial = serial;
                (gbx_mmv_subject_t::GBX_MMV_SUBJECT_INDOM, number, &[][..])
            }
            Subject::Instance { serial, number, id, name } => {
                (refusal.serial, refusal.id) = (serial, id);
                (gbx_mmv_subject_t::GBX_MMV_SUBJECT_INSTANCE, number, name.as_bytes())
            }
        };
        (refusal.subject, refusal.number) = (kind, number);
        refusal.name = gbx_str_t { data: name.as_ptr().cast(), size: name.len() };
        refusal
    }
}

/// Puts out a refusal where the caller wants to know, and gives the status that says that there is one.
pub(super) fn tell(out: Pointer<gbx_mmv_refusal_t>, refusal: &Refusal<'_>) -> gbx_status_t {
    let needed = match refusal.rule {
        Rule::MemoryTooSmall { needed } => needed,
        Rule::VersionTooLow { needed } => usize::try_from(needed.number()).unwrap_or(0),
        _ => 0,
    };
    if let Ok(out) = out.output() {
        out.put(gbx_mmv_refusal_t::new(refusal.rule.name(), refusal.rule.message(), refusal.subject, needed));
    }
    GBX_ERROR_REFUSED
}

/// Tells what is allowed in declarations and may surprise all the same, to a function and in their order:
/// `large_serial` and `same_up_to_blank`.
///
/// Context: any. Time: for n instances of a domain n * n comparisons of names. Errors: `GBX_ERROR_NULL` (`tables`, one
/// of their pointers, or the function), `GBX_ERROR_INVALID_ARGUMENT` (what a table says is no version, scope, option or
/// number of spares).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_warnings(
    tables: *const gbx_mmv_tables_t,
    on_warning: gbx_mmv_warning_function_t,
    context: *mut c_void,
) -> gbx_status_t {
    vouched!(tables);
    super::status(|| {
        let declarations = Declarations::read(tables)?;
        let on_warning = on_warning.ok_or(gbx_status_t::GBX_ERROR_NULL)?;
        for Warning { surprise, subject } in glassbox::mmv::warnings(&declarations) {
            let warning = gbx_mmv_refusal_t::new(surprise.name(), surprise.message(), subject, 0);
            on_warning(context, &raw const warning);
        }
        Ok(())
    })
}
