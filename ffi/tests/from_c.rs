//! The functions as C calls them, for Miri to watch: what `pointer.rs` makes of their pointers must be sound, also while
//! somebody else looks at the same memory.
#![allow(clippy::enum_glob_use, clippy::wildcard_imports, reason = "the names are those of C, and as many")]

use std::cell::UnsafeCell;
use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};

use glassbox_ffi::gbx_status_t::*;
use glassbox_ffi::inspect::*;
use glassbox_ffi::mmv::*;
use glassbox_ffi::{
    GBX_FORMAT_INSPECT, gbx_lock_t, gbx_registry_add, gbx_registry_remove, gbx_registry_slot_t, gbx_registry_t,
    gbx_sink_t, gbx_str_t,
};

const SIZE: usize = 4096;

/// Memory as C has it: nobody says what is in it or who looks at it.
#[repr(C, align(16))]
struct Region(UnsafeCell<[u8; SIZE]>);

// SAFETY: the threads of a test use it through the library only.
unsafe impl Sync for Region {}

impl Region {
    const fn new() -> Self {
        Self(UnsafeCell::new([0; SIZE]))
    }

    fn start(&self) -> *mut c_void {
        self.0.get().cast()
    }
}

/// A state that is shared as C shares it.
struct State(UnsafeCell<MaybeUninit<gbx_inspect_t>>);

// SAFETY: the threads of a test use it through the library only, which has a lock.
unsafe impl Sync for State {}

impl State {
    const fn new() -> Self {
        Self(UnsafeCell::new(MaybeUninit::zeroed()))
    }

    fn pointer(&self) -> *mut gbx_inspect_t {
        self.0.get().cast()
    }
}

const ROOT: gbx_node_t = gbx_node_t { block: 0, check: 1 };

fn text(text: &str) -> gbx_str_t {
    gbx_str_t { data: text.as_ptr().cast(), size: text.len() }
}

/// Calls a function of the library.
macro_rules! call {
    ($call:expr) => {
        // SAFETY: every pointer in the call is NULL, or good for the whole call.
        unsafe { $call }
    };
}

macro_rules! ok {
    ($call:expr) => {
        assert_eq!(call!($call), GBX_OK)
    };
}

/// A value of a type that C leaves uninitialised until the library puts something there.
fn out<T>() -> T {
    // SAFETY: used for plain numbers only.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

#[test]
fn a_program_writes_and_reads_its_state() {
    let (region, state) = (Region::new(), State::new());
    let (s, start) = (state.pointer(), region.start());
    ok!(gbx_inspect_init(s, start, SIZE, null()));
    let (mut node, mut uint, mut string, mut bytes) = (out(), out(), out(), out());
    ok!(gbx_inspect_create_node(s, ROOT, text("node"), &raw mut node));
    ok!(gbx_inspect_create_uint(s, node, text("uint"), 40, &raw mut uint));
    ok!(gbx_inspect_create_string(s, node, text("string"), text("é and more than one block"), &raw mut string));
    ok!(gbx_inspect_create_bytes(s, node, text("bytes"), [1_u8, 2, 3].as_ptr().cast(), 3, &raw mut bytes));
    ok!(gbx_inspect_uint_add(s, uint, 2));
    let (mut value, mut length, mut buffer) = (0, 0, [0_u8; 40]);
    ok!(gbx_inspect_uint_get(s, uint, &raw mut value));
    assert_eq!(value, 42);
    ok!(gbx_inspect_string_get(s, string, buffer.as_mut_ptr().cast(), buffer.len(), &raw mut length));
    assert_eq!(&buffer[..length], "é and more than one block".as_bytes());
    assert_eq!(call!(gbx_inspect_uint_add(s, uint_of(string), 1)), GBX_ERROR_WRONG_KIND);

    let (mut copy, mut scratch, mut snapshot) = ([0_u8; SIZE], [0_u32; SIZE / 8], out::<gbx_inspect_snapshot_t>());
    ok!(gbx_inspect_snapshot(start, SIZE, 0, copy.as_mut_ptr().cast(), SIZE, &raw mut snapshot));
    // Cursors refer to the tree, so it is reached through one pointer only, as in C.
    let mut tree: Box<MaybeUninit<gbx_inspect_tree_t>> = Box::new(MaybeUninit::uninit());
    let tree = tree.as_mut_ptr();
    let (image, size) = (copy.as_ptr().cast(), snapshot.size);
    ok!(gbx_inspect_tree_read(tree, image, size, scratch.as_mut_ptr().cast(), size_of_val(&scratch), null()));
    let mut json = String::new();
    let sink = gbx_sink_t { context: (&raw mut json).cast(), write: Some(append) };
    ok!(gbx_inspect_tree_json(tree, &raw const sink));
    assert_eq!(json, r#"{"root":{"node":{"bytes":"b64:AQID","string":"é and more than one block","uint":42}}}"#);

    let mut cursor: MaybeUninit<gbx_inspect_cursor_t> = MaybeUninit::uninit();
    let cursor = cursor.as_mut_ptr();
    ok!(gbx_inspect_cursor_walk(cursor, tree));
    let (mut steps, mut step) = (0, gbx_inspect_step_t::GBX_STEP_ENTER);
    while step != gbx_inspect_step_t::GBX_STEP_END {
        ok!(gbx_inspect_cursor_next(cursor, &raw mut step));
        steps += 1;
    }
    assert_eq!(steps, 8);
    ok!(gbx_inspect_cursor_find(cursor, tree, text("node/bytes")));
    ok!(gbx_inspect_cursor_bytes(cursor, buffer.as_mut_ptr().cast(), buffer.len(), &raw mut length));
    assert_eq!(buffer[..length], [1, 2, 3]);
    ok!(gbx_inspect_deinit(s));
    assert_eq!(call!(gbx_inspect_uint_add(s, uint, 1)), GBX_ERROR_NOT_INITIALISED);
}

#[test]
fn a_value_is_read_where_it_lies_and_linked_files_are_read_together() {
    let (region, state) = (Region::new(), State::new());
    let (s, start) = (state.pointer(), region.start());
    ok!(gbx_inspect_init(s, start, SIZE, null()));
    let (mut uint, mut string, mut link) = (out(), out(), out());
    ok!(gbx_inspect_create_uint(s, ROOT, text("uint"), 40, &raw mut uint));
    ok!(gbx_inspect_create_string(s, ROOT, text("string"), text("before"), &raw mut string));
    ok!(gbx_inspect_create_child_link(s, ROOT, text("link"), text("file"), &raw mut link));
    let (mut copy, mut scratch, mut snapshot) = ([0_u8; SIZE], [0_u32; 4000], out::<gbx_inspect_snapshot_t>());
    ok!(gbx_inspect_snapshot(start, SIZE, 0, copy.as_mut_ptr().cast(), SIZE, &raw mut snapshot));

    // The file is linked to by itself; scratch memory that is aligned to four bytes only will do.
    let (image, size) = (copy.as_ptr().cast(), snapshot.size);
    let file = gbx_inspect_linked_file_t { identifier: text("file"), image, size };
    let mut tree: Box<MaybeUninit<gbx_inspect_tree_t>> = Box::new(MaybeUninit::uninit());
    let tree = tree.as_mut_ptr();
    for misaligned in 0..2 {
        let rest = &mut scratch[misaligned..];
        let (memory, room) = (rest.as_mut_ptr().cast(), size_of_val(rest));
        ok!(gbx_inspect_tree_stitch(tree, image, size, &raw const file, 1, memory, room, null(), null_mut()));
    }
    let selectors = [text("*:root/link"), text("*:root:uint")];
    ok!(gbx_inspect_tree_select(tree, selectors.as_ptr(), selectors.len()));
    let mut json = String::new();
    let sink = gbx_sink_t { context: (&raw mut json).cast(), write: Some(append) };
    ok!(gbx_inspect_tree_json(tree, &raw const sink));
    assert_eq!(json, r#"{"root":{"uint":40,"link":{"string":"before","uint":40}}}"#);

    ok!(gbx_inspect_tree_read(tree, image, size, scratch.as_mut_ptr().cast(), size_of_val(&scratch), null()));
    let mut cursor: MaybeUninit<gbx_inspect_cursor_t> = MaybeUninit::uninit();
    let cursor = cursor.as_mut_ptr();
    let mut locations: [MaybeUninit<gbx_inspect_location_t>; 2] = [MaybeUninit::uninit(), MaybeUninit::uninit()];
    for (name, location) in ["uint", "string"].into_iter().zip(&mut locations) {
        ok!(gbx_inspect_cursor_find(cursor, tree, text(name)));
        ok!(gbx_inspect_cursor_locate(cursor, location.as_mut_ptr()));
    }
    ok!(gbx_inspect_uint_add(s, uint, 2));
    ok!(gbx_inspect_string_set(s, string, text("after")));
    let (mut value, mut buffer, mut length) = (out::<gbx_inspect_value_t>(), [0_u8; 8], 0);
    ok!(gbx_inspect_location_read(locations[0].as_ptr(), start, SIZE, 0, &raw mut value));
    // SAFETY: any bytes are an integer.
    assert_eq!(unsafe { value.number.as_uint }, 42);
    let (memory, room) = (buffer.as_mut_ptr().cast(), buffer.len());
    ok!(gbx_inspect_location_read_bytes(locations[1].as_ptr(), start, SIZE, 0, memory, room, &raw mut length));
    assert_eq!(&buffer[..length], b"after");
    ok!(gbx_inspect_deinit(s));
}

/// The same numbers as a handle to an unsigned integer.
fn uint_of(string: gbx_string_t) -> gbx_uint_t {
    gbx_uint_t { block: string.block, check: string.check }
}

extern "C" fn append(context: *mut c_void, data: *const c_char, size: usize) -> bool {
    // SAFETY: the context is the text that was given with the sink, and nobody else uses it meanwhile.
    let text = unsafe { &mut *context.cast::<String>() };
    // SAFETY: the library vouches for its output.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) };
    text.push_str(std::str::from_utf8(bytes).unwrap());
    true
}

static REGION: Region = Region::new();
static STATE: State = State::new();
static IS_HELD: AtomicBool = AtomicBool::new(false);

extern "C" fn acquire(_: *mut c_void, key: *mut usize) -> bool {
    while IS_HELD.swap(true, Ordering::Acquire) {
        std::thread::yield_now();
    }
    // SAFETY: the library gives room for a key.
    unsafe { *key = 7 };
    true
}

extern "C" fn release(_: *mut c_void, key: usize) {
    assert_eq!(key, 7, "the key comes back");
    IS_HELD.store(false, Ordering::Release);
}

#[test]
fn threads_share_a_state_over_a_lock_while_another_reads() {
    let rounds = if cfg!(miri) { 20 } else { 20_000 };
    let (s, start) = (STATE.pointer(), REGION.start());
    let mut config: gbx_inspect_config_t = out();
    config.lock = gbx_lock_t { context: null_mut(), acquire: Some(acquire), release: Some(release) };
    ok!(gbx_inspect_init(s, start, SIZE, &raw const config));
    let mut total = out();
    ok!(gbx_inspect_create_uint(s, ROOT, text("total"), 0, &raw mut total));
    let work = || {
        let s = STATE.pointer();
        for _ in 0..rounds {
            let mut made = out();
            ok!(gbx_inspect_uint_add(s, total, 1));
            ok!(gbx_inspect_create_node(s, ROOT, text("a node that comes and goes"), &raw mut made));
            ok!(gbx_inspect_node_delete(s, made));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
        for _ in 0..10 {
            let (mut copy, mut snapshot) = ([0_u8; SIZE], out());
            let buffer = copy.as_mut_ptr().cast();
            let status = call!(gbx_inspect_snapshot(REGION.start(), SIZE, 5, buffer, SIZE, &raw mut snapshot));
            assert!(matches!(status, GBX_OK | GBX_ERROR_CONTENDED | GBX_ERROR_LOCKED), "{status:?}");
        }
    });
    let mut sum = 0;
    ok!(gbx_inspect_uint_get(s, total, &raw mut sum));
    assert_eq!(sum, 2 * rounds);
    ok!(gbx_inspect_deinit(s));
}

fn metric(name: &'static str, item: u32, kind: gbx_mmv_type_t, indom: u32) -> gbx_mmv_metric_t {
    let (name, none) = (text(name), text(""));
    let semantics = gbx_mmv_semantics_t::GBX_MMV_INSTANT as i32;
    gbx_mmv_metric_t {
        name,
        item,
        type_code: kind as i32,
        semantics,
        units: 0,
        indom,
        short_help: none,
        long_help: none,
    }
}

#[test]
fn metrics_are_declared_in_tables_updated_by_threads_and_read() {
    static METRICS: Region = Region::new();
    let rounds = if cfg!(miri) { 20 } else { 20_000 };
    let metrics = [
        metric("sum", 1, gbx_mmv_type_t::GBX_MMV_U32, 0),
        metric("mode", 2, gbx_mmv_type_t::GBX_MMV_STRING, 0),
        metric("load", 3, gbx_mmv_type_t::GBX_MMV_DOUBLE, 1),
    ];
    let instances =
        [gbx_mmv_instance_t { name: text("core0"), id: 0 }, gbx_mmv_instance_t { name: text("core1"), id: 1 }];
    let indoms = [gbx_mmv_indom_t {
        instances: instances.as_ptr(),
        instance_count: 2,
        serial: 1,
        spares: 1,
        short_help: text("cores"),
        long_help: text(""),
    }];
    let mut tables: gbx_mmv_tables_t = out();
    (tables.metrics, tables.metric_count) = (metrics.as_ptr(), metrics.len());
    (tables.indoms, tables.indom_count) = (indoms.as_ptr(), indoms.len());
    let mut state: gbx_mmv_t = out();
    let s = &raw mut state;
    ok!(gbx_mmv_init(s, METRICS.start(), SIZE, &raw const tables, 1, null_mut()));
    let [mut sum_value, mut mode_value, mut load_value] = [out(); 3];
    let (mut sum, mut mode, mut load) = (out(), out(), out());
    let none = gbx_str_t { data: null(), size: 0 };
    ok!(gbx_mmv_find(s, text("sum"), none, &raw mut sum_value));
    ok!(gbx_mmv_u32(sum_value, &raw mut sum));
    ok!(gbx_mmv_find(s, text("mode"), none, &raw mut mode_value));
    ok!(gbx_mmv_string(mode_value, &raw mut mode));
    ok!(gbx_mmv_find(s, text("load"), text("core1"), &raw mut load_value));
    ok!(gbx_mmv_double(load_value, &raw mut load));
    ok!(gbx_mmv_call_double_set(load, 0.5));
    ok!(gbx_mmv_string_set(mode, text("idle")));
    let (cell, address) = (sum.cell.expose_provenance(), s.expose_provenance());
    let work = || {
        let sum = gbx_mmv_u32_t {
            cell: std::ptr::with_exposed_provenance_mut(cell),
            state: std::ptr::with_exposed_provenance(address),
            has_sentinel: 0,
        };
        for _ in 0..rounds {
            ok!(gbx_mmv_call_u32_add_shared(sum, 1));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let (mut copy, mut snapshot) = ([0_u8; SIZE], out());
    let buffer = copy.as_mut_ptr().cast();
    ok!(gbx_mmv_snapshot(METRICS.start(), SIZE, 5, buffer, SIZE, &raw mut snapshot));
    let mut image: gbx_mmv_image_t = out();
    let mut scratch = [0_u32; SIZE / 4];
    let (words, size) = (scratch.as_mut_ptr().cast(), size_of_val(&scratch));
    ok!(gbx_mmv_image_read(&raw mut image, copy.as_ptr().cast(), SIZE, words, size, 0));
    let mut value: gbx_mmv_value_info_t = out();
    ok!(gbx_mmv_image_find(&raw const image, text("sum"), none, &raw mut value));
    // SAFETY: all members are numbers.
    assert_eq!(unsafe { value.number.u32_value }, 2 * rounds);
    let mut printed = String::new();
    let sink = gbx_sink_t { context: (&raw mut printed).cast(), write: Some(append) };
    ok!(gbx_mmv_image_text(&raw const image, text("mmv."), &raw const sink));
    assert!(printed.contains("mmv.load") && printed.contains("idle"), "{printed}");
    ok!(gbx_mmv_stop(s));
}

/// What `GBX_REGISTRY(2)` defines.
#[repr(C)]
struct Table {
    head: gbx_registry_t,
    slots: [gbx_registry_slot_t; 2],
}

#[test]
fn a_table_is_changed_through_a_pointer_to_its_head() {
    let pointer_size = u8::try_from(size_of::<usize>()).unwrap();
    let head = gbx_registry_t { magic: *b"GBXTABLE", version: 1, pointer_size, reserved: 0, slots: 2 };
    let slot = gbx_registry_slot_t { name: [0; 6], address: 0, size: 0, format: 0, state: 0 };
    let table = UnsafeCell::new(Table { head, slots: [slot; 2] });
    let registry = table.get().cast::<gbx_registry_t>();
    let region = Region::new();
    let first = region.start().cast_const();
    let add = |address| call!(gbx_registry_add(registry, text("state"), GBX_FORMAT_INSPECT, address, SIZE));
    assert_eq!(add(first), GBX_OK);
    assert_eq!(add(first.wrapping_byte_add(16)), GBX_OK);
    assert_eq!(add(first.wrapping_byte_add(32)), GBX_ERROR_FULL);
    assert_eq!(call!(gbx_registry_remove(registry, first)), GBX_OK);
    // SAFETY: the pointer is good, and nobody changes the table meanwhile.
    let slots = unsafe { &raw const (*table.get()).slots };
    // SAFETY: as before.
    let [first_slot, second_slot] = unsafe { slots.read() };
    assert_eq!((first_slot.state, second_slot.state, second_slot.size), (0, 1, SIZE));
    assert_eq!(second_slot.address, first.addr() + 16);
}
