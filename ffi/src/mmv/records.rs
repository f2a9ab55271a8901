//! What an MMV file says, record by record.

use glassbox::mmv::read::{Image, Instance, Value, ValueRecord};
use glassbox::mmv::{Scope, Text, Type};

use super::give;
use super::reader::gbx_mmv_image_t;
use super::tables::gbx_mmv_scope_t;
use crate::pointer::vouched;
use crate::status::gbx_status_t::{self, GBX_ERROR_NOT_FOUND};
use crate::text::gbx_str_t;

/// A metric of an MMV file. A text that is not there has NULL for its data. The bytes are those of the file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_metric_info_t {
    /// The name.
    pub name: gbx_str_t,
    /// One line of help.
    pub short_help: gbx_str_t,
    /// All of the help.
    pub long_help: gbx_str_t,
    /// The number in its file.
    pub item: u32,
    /// A `gbx_mmv_type_t`, or whatever the file says.
    pub type_code: i32,
    /// A `gbx_mmv_semantics_t`, or whatever the file says.
    pub semantics: i32,
    /// The units, as `GBX_MMV_UNITS` makes them.
    pub units: u32,
    /// The serial of the instance domain; 0 for a single value.
    pub indom: u32,
}

/// An instance domain of an MMV file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_indom_info_t {
    /// One line of help.
    pub short_help: gbx_str_t,
    /// All of the help.
    pub long_help: gbx_str_t,
    /// The serial.
    pub serial: u32,
    /// The number of its instances.
    pub instance_count: u32,
}

/// An instance of an MMV file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_instance_info_t {
    /// The name.
    pub name: gbx_str_t,
    /// The number.
    pub id: i32,
}

/// A label of an MMV file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_label_info_t {
    /// A JSON object, braces included.
    pub payload: gbx_str_t,
    /// What it is about.
    pub scope: gbx_mmv_scope_t,
    /// The cluster, item or serial, by the scope.
    pub identity: u32,
    /// The instance, when it is about one.
    pub instance: i32,
    /// Whether the identity of the metric does not depend on it.
    pub is_optional: bool,
}

/// A number of a value. Which member it is says the type.
#[derive(Clone, Copy)]
#[repr(C)]
pub union gbx_mmv_number_t {
    /// `GBX_MMV_I32`.
    pub i32_value: i32,
    /// `GBX_MMV_U32`.
    pub u32_value: u32,
    /// `GBX_MMV_I64`, and `GBX_MMV_ELAPSED`: microseconds in the intervals that have ended.
    pub i64_value: i64,
    /// `GBX_MMV_U64`.
    pub u64_value: u64,
    /// `GBX_MMV_FLOAT`.
    pub float_value: f32,
    /// `GBX_MMV_DOUBLE`.
    pub double_value: f64,
}

impl core::fmt::Debug for gbx_mmv_number_t {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("gbx_mmv_number_t")
    }
}

/// A value of an MMV file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_mmv_value_info_t {
    /// The number.
    pub number: gbx_mmv_number_t,
    /// For `GBX_MMV_ELAPSED`: when the interval that is open began, in microseconds since 1970; 0 when none is.
    pub open_since: u64,
    /// For `GBX_MMV_STRING`: the text.
    pub text: gbx_str_t,
    /// The name of the instance; NULL for a metric without instances.
    pub instance_name: gbx_str_t,
    /// The number of the instance; -1 for a metric without instances.
    pub instance_id: i32,
    /// The place of its metric in the file, from 0.
    pub metric: u32,
    /// A `gbx_mmv_type_t`. Of no other value is anything delivered.
    pub type_code: i32,
    /// Whether there is a value. If not, nothing of it is looked at.
    pub is_available: bool,
}

fn optional(text: Option<Text<'_>>) -> gbx_str_t {
    match text {
        Some(text) => gbx_str_t { data: text.as_bytes().as_ptr().cast(), size: text.as_bytes().len() },
        None => gbx_str_t { data: core::ptr::null(), size: 0 },
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn wide(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Metric `number` of a file, from 0.
///
/// Context: any. Time: short. Errors: of the image, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_NOT_FOUND` (there are not so
/// many).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_image_metric(
    image: *const gbx_mmv_image_t,
    number: u32,
    out: *mut gbx_mmv_metric_info_t,
) -> gbx_status_t {
    vouched!(image, out);
    give(out, || {
        let metric = image.held()?.metric(wide(number)).ok_or(GBX_ERROR_NOT_FOUND)?;
        Ok(gbx_mmv_metric_info_t {
            name: optional(metric.name),
            short_help: optional(metric.short_help),
            long_help: optional(metric.long_help),
            item: metric.item,
            type_code: metric.type_code,
            semantics: metric.semantics_code,
            units: metric.units.bits(),
            indom: metric.indom.unwrap_or(0),
        })
    })
}

/// Instance domain `number` of a file, from 0.
///
/// Context: any. Time: that of a look at the domains before it. Errors: of the image, `GBX_ERROR_NULL` (`out`),
/// `GBX_ERROR_NOT_FOUND` (there are not so many).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_image_indom(
    image: *const gbx_mmv_image_t,
    number: u32,
    out: *mut gbx_mmv_indom_info_t,
) -> gbx_status_t {
    vouched!(image, out);
    give(out, || {
        let image = image.held()?;
        let indom = image.indoms().nth(wide(number)).ok_or(GBX_ERROR_NOT_FOUND)?;
        Ok(gbx_mmv_indom_info_t {
            short_help: optional(indom.short_help),
            long_help: optional(indom.long_help),
            serial: indom.serial,
            instance_count: narrow(image.instances(&indom).count()),
        })
    })
}

/// Instance `number` of instance domain `indom` of a file, both from 0.
///
/// Context: any. Time: that of a look at the domains and instances before it. Errors: of the image, `GBX_ERROR_NULL`
/// (`out`), `GBX_ERROR_NOT_FOUND` (there are not so many).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_image_instance(
    image: *const gbx_mmv_image_t,
    indom: u32,
    number: u32,
    out: *mut gbx_mmv_instance_info_t,
) -> gbx_status_t {
    vouched!(image, out);
    give(out, || {
        let image = image.held()?;
        let indom = image.indoms().nth(wide(indom)).ok_or(GBX_ERROR_NOT_FOUND)?;
        let Instance { id, name, .. } = image.instances(&indom).nth(wide(number)).ok_or(GBX_ERROR_NOT_FOUND)?;
        Ok(gbx_mmv_instance_info_t { name: optional(name), id })
    })
}

/// Label `number` of a file, from 0.
///
/// Context: any. Time: that of a look at the labels before it. Errors: of the image, `GBX_ERROR_NULL` (`out`),
/// `GBX_ERROR_NOT_FOUND` (there are not so many).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_image_label(
    image: *const gbx_mmv_image_t,
    number: u32,
    out: *mut gbx_mmv_label_info_t,
) -> gbx_status_t {
    vouched!(image, out);
    give(out, || {
        let label = image.held()?.labels().nth(wide(number)).ok_or(GBX_ERROR_NOT_FOUND)?;
        Ok(gbx_mmv_label_info_t {
            payload: optional(Some(label.payload)),
            scope: match label.scope {
                Scope::Indom => gbx_mmv_scope_t::GBX_MMV_ABOUT_INDOM,
                Scope::Cluster => gbx_mmv_scope_t::GBX_MMV_ABOUT_CLUSTER,
                Scope::Item => gbx_mmv_scope_t::GBX_MMV_ABOUT_ITEM,
                Scope::Instances => gbx_mmv_scope_t::GBX_MMV_ABOUT_INSTANCE,
            },
            identity: label.identity,
            instance: label.instance.unwrap_or(-1),
            is_optional: label.optional,
        })
    })
}

/// Value `number` of a file, from 0. One that names no metric or no instance is left out.
///
/// Context: any. Time: short. Errors: of the image, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_NOT_FOUND` (it is left out, or
/// there are not so many: `gbx_mmv_image_value_count` says how many there are).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_image_value(
    image: *const gbx_mmv_image_t,
    number: u32,
    out: *mut gbx_mmv_value_info_t,
) -> gbx_status_t {
    vouched!(image, out);
    give(out, || {
        let image = image.held()?;
        let record = image.value(wide(number)).ok_or(GBX_ERROR_NOT_FOUND)?;
        described(image, &record).ok_or(GBX_ERROR_NOT_FOUND)
    })
}

/// The number of value records of a file.
///
/// Context: any. Time: constant. Errors: of the image, `GBX_ERROR_NULL` (`out`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_image_value_count(image: *const gbx_mmv_image_t, out: *mut u32) -> gbx_status_t {
    vouched!(image, out);
    give(out, || Ok(narrow(image.held()?.value_count())))
}

/// Finds the value of a metric by name. `instance` is for a metric with instances; `GBX_NO_STR` for one without.
///
/// Context: any. Time: with scratch memory that of a search for the metric and of a look at its values, without it of a
/// look at all. Errors: of the image, `GBX_ERROR_NULL` (`out`, a text), `GBX_ERROR_NOT_FOUND`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_mmv_image_find(
    image: *const gbx_mmv_image_t,
    metric: gbx_str_t,
    instance: gbx_str_t,
    out: *mut gbx_mmv_value_info_t,
) -> gbx_status_t {
    let has_instance = !instance.data.is_null() || instance.size != 0;
    vouched!(image, metric, instance, out);
    give(out, || {
        let image = image.held()?;
        let metric = image.metric_named(metric.kept_bytes()?).ok_or(GBX_ERROR_NOT_FOUND)?;
        let wanted = if has_instance { Some(instance.kept_bytes()?) } else { None };
        let is_it = |record: &ValueRecord<'_>| match record.instance {
            None => true,
            Some(Instance { name, .. }) => name.zip(wanted).is_some_and(|(name, wanted)| name.is(wanted)),
        };
        let record = image.values_of(&metric).find(is_it).ok_or(GBX_ERROR_NOT_FOUND)?;
        described(image, &record).ok_or(GBX_ERROR_NOT_FOUND)
    })
}

fn described(image: &Image<'static>, record: &ValueRecord<'static>) -> Option<gbx_mmv_value_info_t> {
    let type_code = image.metric(record.metric)?.type_code;
    let (instance_id, instance_name) = match record.instance {
        Some(Instance { id, name, .. }) => (id, name),
        None => (-1, None),
    };
    let mut info = gbx_mmv_value_info_t {
        number: gbx_mmv_number_t { u64_value: 0 },
        open_since: 0,
        text: optional(None),
        instance_name: optional(instance_name),
        instance_id,
        metric: narrow(record.metric),
        type_code: Type::new(type_code)?.code(),
        is_available: record.value.is_some(),
    };
    match record.value {
        Some(Value::I32(number)) => info.number.i32_value = number,
        Some(Value::U32(number)) => info.number.u32_value = number,
        Some(Value::I64(number)) => info.number.i64_value = number,
        Some(Value::U64(number)) => info.number.u64_value = number,
        Some(Value::Float(number)) => info.number.float_value = number,
        Some(Value::Double(number)) => info.number.double_value = number,
        Some(Value::String(text)) => info.text = optional(Some(text)),
        Some(Value::Elapsed { accumulated, open_since }) => {
            info.number.i64_value = accumulated;
            info.open_since = open_since.unwrap_or(0);
        }
        None => {}
    }
    Some(info)
}
