//! The trace functions as C calls them, for Miri to watch, and what a reader finds in the region afterwards.
#![allow(clippy::enum_glob_use, clippy::wildcard_imports, reason = "the names are those of C, and as many")]

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU64, Ordering};

use glassbox::trace::file::{RecordSlot, ThreadSlot, TraceFile};
use glassbox::trace::recorder::size_for;
use glassbox_ffi::gbx_status_t::*;
use glassbox_ffi::trace::*;
use glassbox_ffi::{gbx_lock_t, gbx_str_t};

const SIZE: usize = 8192;

/// Bytes that the library writes through pointers.
#[repr(C, align(16))]
struct Bytes<T>(UnsafeCell<T>);

impl<T> Bytes<T> {
    fn start(&self) -> *mut T {
        self.0.get()
    }
}

/// Calls a function of the library.
macro_rules! call {
    ($call:expr) => {
        // SAFETY: every pointer in the call is NULL, or good for the whole call.
        unsafe { $call }
    };
}

const fn text(text: &str) -> gbx_str_t {
    gbx_str_t { data: text.as_ptr().cast(), size: text.len() }
}

extern "C" fn ticks(context: *mut c_void) -> u64 {
    // SAFETY: the test gives a counter.
    let count = unsafe { &*context.cast::<AtomicU64>() };
    count.fetch_add(1000, Ordering::Relaxed)
}

/// Calls a tracepoint of the context that is inside of one, which the context must refuse.
extern "C" fn callback(context: *mut c_void, component: gbx_str_t, id: u32) {
    assert_eq!((component.size, id), (3, 1));
    call!(gbx_trace_point(context.cast(), null(), 0, null(), 0));
    // SAFETY: that is what the test gives as the context of its hooks.
    let (context, component) = unsafe { *context.cast::<(*mut gbx_trace_context_t, *const gbx_trace_component_t)>() };
    call!(gbx_trace_point(context, component, 0, null(), 0));
}

#[test]
fn what_c_traces_is_what_a_reader_finds() {
    let count = AtomicU64::new(0);
    let region = Bytes(UnsafeCell::new([0_u8; SIZE]));
    let state = Bytes(UnsafeCell::new(MaybeUninit::<gbx_trace_t>::zeroed()));
    let context = Bytes(UnsafeCell::new(MaybeUninit::<gbx_trace_context_t>::zeroed()));
    let active = Bytes(UnsafeCell::new([0_u8; 2]));
    let counters = Bytes(UnsafeCell::new([0_u64; 2]));
    let members = [1_u16];
    let groups = [gbx_trace_group_t { name: text("odd"), members: members.as_ptr(), count: 1 }];
    let templates = [text("- first %d"), text("- second %s")];
    let component = gbx_trace_component_t {
        name: text("orc"),
        container: text(""),
        catalog: text("orc.dat"),
        active: active.start().cast(),
        levels: [1, 5].as_ptr(),
        types: [0, 0].as_ptr(),
        groups: groups.as_ptr(),
        parameters: null(),
        templates: templates.as_ptr(),
        counters: counters.start().cast(),
        points: 2,
        group_count: 1,
        auxiliary: 0,
    };
    let (state, context) = (state.start().cast::<gbx_trace_t>(), context.start().cast::<gbx_trace_context_t>());
    let both = (context, &raw const component);
    let hooks = gbx_trace_hooks_t {
        context: (&raw const both).cast_mut().cast(),
        full: None,
        line: None,
        callback: Some(callback),
        snap: None,
        fatal: None,
    };
    let config = gbx_trace_config_t {
        lock: gbx_lock_t { context: null_mut(), acquire: None, release: None },
        clock: gbx_trace_clock_t {
            context: (&raw const count).cast_mut().cast(),
            ticks: Some(ticks),
            frequency: 1_000_000,
        },
        wall_clock: 0,
        hooks: &raw const hooks,
        startup: text("ffi"),
        options: text(""),
        record_size: 1024,
        flags: GBX_TRACE_EXCEPTION_RING,
        architecture: 0,
        processors: 1,
        subtype: 0,
    };
    assert_eq!(call!(gbx_trace_init(state, region.start().cast(), SIZE, &raw const config)), GBX_OK);
    assert_eq!(call!(gbx_trace_register(state, &raw const component, null_mut())), GBX_OK);
    assert_eq!(call!(gbx_trace_attach(state, 0x1000, text("main"), context)), GBX_OK);

    let options = "maximal=orc{odd},orc.0:count=orc:exception=orc.0:print=orc:trigger=tpnid{orc.1,callback}";
    assert_eq!(call!(gbx_trace_set(state, text(options), null_mut())), GBX_OK);
    let number = 7_u32.to_le_bytes();
    let numbers = [gbx_trace_parameter_t { data: number.as_ptr().cast(), length: 4, kind: GBX_TRACE_BYTES }];
    let texts = [gbx_trace_parameter_t { data: c"seven".as_ptr().cast(), length: 0, kind: GBX_TRACE_TEXT }];
    call!(gbx_trace_point(context, &raw const component, 0, numbers.as_ptr(), 1));
    call!(gbx_trace_point(context, &raw const component, 1, texts.as_ptr(), 1));
    // No such point, and more parameters than any has.
    call!(gbx_trace_point(context, &raw const component, 2, numbers.as_ptr(), 1));
    let many = [numbers[0]; 40];
    call!(gbx_trace_point(context, &raw const component, 0, many.as_ptr(), 40));

    let mut counts = gbx_trace_counts_t { lost: 0, clipped: 0 };
    assert_eq!(call!(gbx_trace_counts(context, &raw mut counts)), GBX_OK);
    assert_eq!((counts.lost, counts.clipped), (1, 0), "the hook's own tracepoint is left out");
    let mut hits = 0;
    assert_eq!(call!(gbx_trace_hits(&raw const component, 0, &raw mut hits)), GBX_OK);
    assert_eq!(hits, 2);

    let mut bytes = vec![0_u8; SIZE];
    let mut taken = gbx_trace_snapshot_t { size: 0, torn: 0 };
    let (from, to) = (region.start().cast_const().cast(), bytes.as_mut_ptr().cast());
    assert_eq!(call!(gbx_trace_snapshot(from, SIZE, to, SIZE, &raw mut taken)), GBX_OK);
    bytes.truncate(taken.size);
    assert_eq!(call!(gbx_trace_detach(context)), GBX_OK);
    assert_eq!(call!(gbx_trace_deinit(state)), GBX_OK);

    let bytes = &bytes[..];
    let file = TraceFile::open(&bytes, &mut |problem| panic!("{problem:?}")).unwrap();
    let mut slots = vec![RecordSlot::EMPTY; file.records_to_index()];
    let index = file.index(&mut slots, &mut |problem| panic!("{problem:?}")).unwrap();
    let mut threads = vec![ThreadSlot::EMPTY; index.threads()];
    let mut scratch = vec![0; index.scratch_bytes()];
    let mut entries = index.entries(&mut threads, &mut scratch, &mut |problem| panic!("{problem:?}")).unwrap();
    let mut found = Vec::new();
    while let Some(entry) = entries.next(&mut |problem| panic!("{problem:?}")) {
        found.push((entry.thread == 0x1000, entry.id, entry.parameters.bytes.to_vec()));
    }
    let both_rings = |id: u32, parameters: &[u8]| [(true, id, parameters.to_vec()), (false, id, parameters.to_vec())];
    let mut expected = both_rings(0, &number).to_vec();
    expected.push((true, 1, b"seven\0".to_vec()));
    expected.extend(both_rings(0, &number.repeat(16)));
    assert_eq!(found, expected);
}

/// What the macro of the header says.
const fn trace_size(records: usize, record_size: usize, texts: usize) -> usize {
    (record_size.div_ceil(64) * 64 * records + 264 + texts + 8 * records).div_ceil(64) * 64
}

#[test]
fn the_macro_gives_the_size_that_is_needed() {
    let shapes = [(1, 256, 0), (3, 1000, 5), (4, 1024, 0), (7, 300, 63), (100, 4096, 1000)];
    for (records, size, texts) in shapes {
        let needed = size_for(u32::try_from(records).unwrap(), u32::try_from(size).unwrap(), texts);
        assert_eq!(trace_size(records, size, texts), needed);
    }
    let header = include_str!("../../include/glassbox.h");
    let formula =
        "((((record_size) + 63u) / 64u * 64u * (records) + 264u + (texts) + 8u * (records) + 63u) / 64u * 64u)";
    assert!(header.contains(formula));
}
