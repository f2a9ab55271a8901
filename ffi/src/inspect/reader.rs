//! Reading a file: a snapshot of live memory, then a tree over its bytes, and the tree as JSON or text.

use core::ffi::c_void;

use glassbox::inspect::reader::{
    LinkedFile, Options, Problem, ReadError, Selector, Sequence, Severity, Snapshot, Tree, copy_unlocked, scratch_words,
};

use super::both;
use super::location::patience;
use crate::pointer::{Constant, Holder, Pointer, carve, holds, vouched};
use crate::sink::{Sink, gbx_sink_t};
use crate::status::gbx_status_t::{
    self, GBX_ERROR_INVALID_ARGUMENT, GBX_ERROR_NOT_FOUND, GBX_ERROR_NULL, GBX_ERROR_SCRATCH_TOO_SMALL, GBX_OK,
};
use crate::text::gbx_str_t;

/// A copy of a live file, and when it was true.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_inspect_snapshot_t {
    /// The generation at which all of it was true.
    pub generation: u64,
    /// Its size in bytes.
    pub size: usize,
    /// How often the copy was begun.
    pub attempts: u32,
}

/// Copies the file in `region` to `buffer`, all of it as it was at one moment, while its writer runs.
///
/// `region` may be longer than the file, and be mapped for reading only. It is aligned to 8 bytes and has 64 of them at
/// least. When the file changes meanwhile the copy is begun again, `attempts` times in all; 0 means 1024 times. When
/// `capacity` bytes are too few, `snapshot->size` becomes what is needed.
///
/// Context: any. Time: that of `attempts` copies. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_BAD_REGION`,
/// `GBX_ERROR_BUFFER_TOO_SMALL`, `GBX_ERROR_LOCKED` (it was never at rest: its writer is in a long transaction or
/// dead), `GBX_ERROR_CONTENDED` (it changed every time), `GBX_ERROR_TOO_SHORT`, `GBX_ERROR_BAD_MAGIC`,
/// `GBX_ERROR_UNSUPPORTED_VERSION`, `GBX_ERROR_TRUNCATED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_snapshot(
    region: *const c_void,
    size: usize,
    attempts: u32,
    buffer: *mut c_void,
    capacity: usize,
    snapshot: *mut gbx_inspect_snapshot_t,
) -> gbx_status_t {
    let (region, buffer) = (region.cast_mut().cast::<u8>(), buffer.cast::<u8>());
    vouched!(region, buffer, snapshot);
    let take = |mut buffer: Pointer<u8>| {
        let out = snapshot.output()?;
        let taken = Snapshot::take(region.region(size)?, buffer.buffer(capacity)?, patience(attempts));
        match taken {
            Ok(taken) => out.put(gbx_inspect_snapshot_t {
                generation: taken.generation(),
                size: taken.bytes().len(),
                attempts: taken.attempts(),
            }),
            Err(ReadError::BufferTooSmall { needed }) => {
                out.put(gbx_inspect_snapshot_t { generation: 0, size: needed, attempts: 0 });
            }
            Err(_) => {}
        }
        taken.map(drop).map_err(gbx_status_t::from)
    };
    take(buffer).into()
}

/// Copies the file in `region` to `buffer` although its writer may be in the middle of something, to be read with
/// `GBX_INSPECT_RECOVER`. Puts out the size of the copy, or what is needed when `capacity` bytes are too few.
///
/// Context: any. Time: that of the copy. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_BAD_REGION`,
/// `GBX_ERROR_BUFFER_TOO_SMALL`, `GBX_ERROR_TOO_SHORT`, `GBX_ERROR_BAD_MAGIC`, `GBX_ERROR_UNSUPPORTED_VERSION`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_copy_unlocked(
    region: *const c_void,
    size: usize,
    buffer: *mut c_void,
    capacity: usize,
    length: *mut usize,
) -> gbx_status_t {
    let (region, buffer) = (region.cast_mut().cast::<u8>(), buffer.cast::<u8>());
    vouched!(region, buffer, length);
    let copy = |mut buffer: Pointer<u8>| {
        let out = length.output()?;
        match copy_unlocked(region.region(size)?, buffer.buffer(capacity)?) {
            Ok(bytes) => out.put(bytes.len()),
            Err(error) => {
                if let ReadError::BufferTooSmall { needed } = error {
                    out.put(needed);
                }
                return Err(error.into());
            }
        }
        Ok(())
    };
    copy(buffer).into()
}

/// The size of the scratch memory, in bytes, that a tree over a file of so many bytes takes. `GBX_INSPECT_SCRATCH_SIZE`
/// is the same for arrays.
///
/// Context: any. Time: constant.
#[unsafe(no_mangle)]
pub extern "C" fn gbx_inspect_scratch_size(image_size: usize) -> usize {
    scratch_words(image_size).saturating_mul(size_of::<u32>())
}

/// The size of a tree, in words of 64 bits.
#[cfg(target_pointer_width = "64")]
pub const GBX_INSPECT_TREE_WORDS: usize = 16;
/// The size of a tree, in words of 64 bits.
#[cfg(not(target_pointer_width = "64"))]
pub const GBX_INSPECT_TREE_WORDS: usize = 12;

/// The tree of a file. The caller owns it, its contents are the library's, and it must not be copied or moved. The
/// bytes and the scratch memory that it was made of must stay as they are for as long as it is used.
#[derive(Debug)]
#[repr(C)]
pub struct gbx_inspect_tree_t {
    /// The library's.
    pub opaque: [u64; GBX_INSPECT_TREE_WORDS],
}

impl Holder for gbx_inspect_tree_t {
    type Held = Tree<'static>;
    const MARK: usize = 0x4758_4254;
}
static_assertions::const_assert!(holds::<gbx_inspect_tree_t>());

/// For `flags` of how a file is read: read on although its writer is in the middle of something, or bytes are missing
/// at the end. Both are problems then and no errors.
pub const GBX_INSPECT_RECOVER: u32 = 1;
/// For `flags` of how a file is read: the properties and child nodes of a node come in the order of their blocks, which
/// saves sorting them by name.
pub const GBX_INSPECT_BLOCK_ORDER: u32 = 2;

/// Something that is wrong in a file. The texts live for ever, but for `file`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_inspect_problem_t {
    /// What it is, in one word of lower case: `name_missing`. The words are for ever.
    pub name: gbx_str_t,
    /// What is wrong and what became of it, for people.
    pub message: gbx_str_t,
    /// The identifier of the linked file that it is in; empty for the file that is read.
    pub file: gbx_str_t,
    /// The block that it was found at.
    pub block: u32,
    /// Whether something was lost. False for a mere note.
    pub is_loss: bool,
}

/// Takes a problem, as soon as it is found. Their order means nothing. The problem is gone when the function returns.
pub type gbx_inspect_problem_function_t =
    Option<extern "C" fn(context: *mut c_void, problem: *const gbx_inspect_problem_t)>;

/// How a file is to be read. All zero is right for most.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_inspect_reading_t {
    /// Given to the function.
    pub context: *mut c_void,
    /// Takes the problems; NULL when nobody wants to know.
    pub on_problem: gbx_inspect_problem_function_t,
    /// `GBX_INSPECT_RECOVER` and `GBX_INSPECT_BLOCK_ORDER`, joined by `|`.
    pub flags: u32,
    /// How many times a file may be put in place of a link, at most; 0 means 4096 times. What is linked beyond is left
    /// out, and told as the problem `link_limit`.
    pub link_limit: u32,
}

/// What a file says about itself.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_inspect_tree_info_t {
    /// The generation.
    pub generation: u64,
    /// The size of the file in bytes.
    pub size: usize,
    /// The version of the format, 1 or 2.
    pub version: u32,
    /// Whether nobody will change it any more.
    pub is_frozen: bool,
    /// Whether it was read with `GBX_INSPECT_RECOVER` although its writer was in the middle of something.
    pub was_locked: bool,
}

/// Reads a file: bytes that nobody changes, such as a snapshot, aligned in any way. Any bytes will do; what is wrong
/// with them is told to `reading->on_problem`, and what can be trusted is in the tree.
///
/// `scratch` is for the index, `gbx_inspect_scratch_size(size)` bytes aligned to 4. `reading` may be NULL, which is as
/// good as all zero. After an error, `tree` is no tree.
///
/// Context: any, each with a tree of its own. Time: that of a look at all bytes of the file, and of sorting the names.
/// Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (an unknown flag, a misaligned pointer),
/// `GBX_ERROR_SCRATCH_TOO_SMALL`, `GBX_ERROR_TOO_SHORT`, `GBX_ERROR_BAD_MAGIC`, `GBX_ERROR_UNSUPPORTED_VERSION`,
/// `GBX_ERROR_LOCKED`, `GBX_ERROR_TRUNCATED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_tree_read(
    tree: *mut gbx_inspect_tree_t,
    image: *const c_void,
    size: usize,
    scratch: *mut c_void,
    scratch_size: usize,
    reading: *const gbx_inspect_reading_t,
) -> gbx_status_t {
    let (image, scratch) = (image.cast::<u8>(), scratch.cast::<u32>());
    vouched!(tree, image, scratch, reading);
    let read = || {
        tree.release()?;
        let reading = reading.copied()?;
        let (image, scratch) = (image.slice(size)?, scratch.scratch(scratch_size)?);
        tree.hold(Tree::read(image, scratch, options(reading)?, &mut |problem| tell(reading, problem))?)
    };
    read().into()
}

/// A file that links may lead to.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_inspect_linked_file_t {
    /// What links call it.
    pub identifier: gbx_str_t,
    /// Its bytes, aligned in any way, which nobody changes.
    pub image: *const c_void,
    /// The number of bytes.
    pub size: usize,
}

/// Reads a file and, in place of its links, the files that they lead to: those of `count` files whose identifiers the
/// links name. All of them must stay as they are for as long as the tree is used, and so must the texts of the
/// identifiers.
///
/// The scratch memory takes `gbx_inspect_scratch_size` of each file, 64 bytes for each of `files`, and more for each
/// time that a file is put in place of a link. When it is too small, `needed`, if it is not NULL, becomes what to try
/// next.
///
/// Context: any, each with a tree of its own. Time: that of a look at all bytes of the files, of sorting the names, and
/// of copying the outline of a file each time it is linked to. Errors: as `gbx_inspect_tree_read`,
/// `GBX_ERROR_INVALID_UTF8`. What is wrong with a link or a linked file is a problem, not an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_tree_stitch(
    tree: *mut gbx_inspect_tree_t,
    image: *const c_void,
    size: usize,
    files: *const gbx_inspect_linked_file_t,
    count: usize,
    scratch: *mut c_void,
    scratch_size: usize,
    reading: *const gbx_inspect_reading_t,
    needed: *mut usize,
) -> gbx_status_t {
    let (image, scratch) = (image.cast::<u8>(), scratch.cast::<u32>());
    vouched!(tree, image, files, scratch, reading, needed);
    let read = || {
        tree.release()?;
        let needed = needed.optional_output()?;
        let reading = reading.copied()?;
        let (image, files, scratch) = (image.slice(size)?, files.slice(count)?, scratch.scratch(scratch_size)?);
        let options = options(reading)?;
        let carved = carve(scratch, count, |index| files.get(index).map_or(Err(GBX_ERROR_NULL), linked_file))?;
        let front = size_of::<LinkedFile<'_>>().saturating_mul(count).saturating_add(size_of::<u64>());
        let (result, words) = match carved {
            Some((files, scratch)) => {
                let result = Tree::stitch(image, files, scratch, options, &mut |problem| tell(reading, problem));
                let words = if let Err(ReadError::ScratchTooSmall { needed }) = result { needed } else { 0 };
                (result.map_err(gbx_status_t::from), words)
            }
            None => (Err(GBX_ERROR_SCRATCH_TOO_SMALL), scratch_words(size)),
        };
        if let (Some(needed), Err(GBX_ERROR_SCRATCH_TOO_SMALL)) = (needed, &result) {
            needed.put(words.saturating_mul(size_of::<u32>()).saturating_add(front));
        }
        tree.hold(result?)
    };
    read().into()
}

fn linked_file(file: &gbx_inspect_linked_file_t) -> Result<LinkedFile<'static>, gbx_status_t> {
    // The promise for the files includes what they point to.
    let (identifier, image) = (file.identifier, file.image.cast::<u8>());
    vouched!(identifier, image);
    Ok(LinkedFile::new(identifier.kept()?, image.slice(file.size)?))
}

fn options(reading: Option<gbx_inspect_reading_t>) -> Result<Options, gbx_status_t> {
    let flags = reading.map_or(0, |reading| reading.flags);
    if flags & !(GBX_INSPECT_RECOVER | GBX_INSPECT_BLOCK_ORDER) != 0 {
        return Err(GBX_ERROR_INVALID_ARGUMENT);
    }
    let by_name = flags & GBX_INSPECT_BLOCK_ORDER == 0;
    let usual = Options::default();
    Ok(Options {
        recover: flags & GBX_INSPECT_RECOVER != 0,
        sequence: if by_name { Sequence::Canonical } else { Sequence::Blocks },
        link_limit: match reading {
            Some(gbx_inspect_reading_t { link_limit: limit @ 1.., .. }) => limit,
            _ => usual.link_limit,
        },
    })
}

/// The selectors that a tree can be cut down to at once.
pub const GBX_INSPECT_MOST_SELECTORS: usize = 16;

/// Cuts a tree down to what at least one of `count` selectors selects, and the nodes above it. There are 1 to
/// `GBX_INSPECT_MOST_SELECTORS`. A selector is `component:root/node:property`, or without the property for all that is
/// below a node; `*` stands for any run of characters in a name, and a backslash makes a character ordinary. The
/// component is not looked at. Cursors must be put into the tree anew.
///
/// Context: that of the tree. Time: that of a walk over the tree for each selector. Errors: of the tree, of a text,
/// `GBX_ERROR_INVALID_ARGUMENT` (no selectors or too many, or one that is none), and nothing has changed then;
/// `GBX_ERROR_NOT_FOUND` (nothing was selected; the tree is a bare root then).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_tree_select(
    tree: *mut gbx_inspect_tree_t,
    selectors: *const gbx_str_t,
    count: usize,
) -> gbx_status_t {
    vouched!(tree, selectors);
    let select = |mut tree: Pointer<gbx_inspect_tree_t>| {
        let tree = tree.held_mut()?;
        if !(1..=GBX_INSPECT_MOST_SELECTORS).contains(&count) {
            return Err(GBX_ERROR_INVALID_ARGUMENT);
        }
        let mut parsed = [const { None }; GBX_INSPECT_MOST_SELECTORS];
        for (&text, place) in selectors.slice(count)?.iter().zip(&mut parsed) {
            vouched!(text);
            *place = Some(Selector::parse(text.kept()?).map_err(|_| GBX_ERROR_INVALID_ARGUMENT)?);
        }
        if tree.keep(parsed.iter().flatten()) { Ok(()) } else { Err(GBX_ERROR_NOT_FOUND) }
    };
    select(tree).into()
}

fn tell(reading: Option<gbx_inspect_reading_t>, problem: Problem<'_>) {
    let Some(gbx_inspect_reading_t { context, on_problem: Some(on_problem), .. }) = reading else { return };
    let problem = gbx_inspect_problem_t {
        name: problem.kind.name().into(),
        message: problem.kind.message().into(),
        file: problem.file.unwrap_or_default().into(),
        block: problem.block.get(),
        is_loss: problem.kind.severity() == Severity::Problem,
    };
    on_problem(context, &raw const problem);
}

/// What the file of a tree says about itself.
///
/// Context: any. Time: constant. Errors: of the tree, `GBX_ERROR_NULL` (`info`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_tree_info(
    tree: *const gbx_inspect_tree_t,
    info: *mut gbx_inspect_tree_info_t,
) -> gbx_status_t {
    vouched!(tree, info);
    match both(tree.held(), info.output()) {
        Ok((tree, info)) => {
            info.put(gbx_inspect_tree_info_t {
                generation: tree.generation(),
                size: tree.len(),
                version: tree.version().into(),
                is_frozen: tree.is_frozen(),
                was_locked: tree.was_locked(),
            });
            GBX_OK
        }
        Err(status) => status,
    }
}

/// Prints a tree as JSON in one line, `{"root":{...}}`, piece by piece into a sink.
///
/// Context: any. Time: that of what is printed. Errors: of the tree, `GBX_ERROR_NULL` (`sink` or its function),
/// `GBX_ERROR_STOPPED` (the sink).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_tree_json(
    tree: *const gbx_inspect_tree_t,
    sink: *const gbx_sink_t,
) -> gbx_status_t {
    vouched!(tree, sink);
    print(tree, sink, |tree, to| tree.json().write(to))
}

/// Prints a tree as text for people, piece by piece into a sink. It ends with a newline.
///
/// Context: any. Time: that of what is printed. Errors: of the tree, `GBX_ERROR_NULL` (`sink` or its function),
/// `GBX_ERROR_STOPPED` (the sink).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_tree_text(
    tree: *const gbx_inspect_tree_t,
    sink: *const gbx_sink_t,
) -> gbx_status_t {
    vouched!(tree, sink);
    print(tree, sink, |tree, to| tree.text().write(to))
}

fn print(
    tree: Constant<gbx_inspect_tree_t>,
    sink: Constant<gbx_sink_t>,
    f: impl FnOnce(&Tree<'_>, &mut dyn core::fmt::Write) -> core::fmt::Result,
) -> gbx_status_t {
    let print = || {
        let tree = tree.held()?;
        let sink = sink.copied()?.ok_or(gbx_status_t::GBX_ERROR_NULL)?;
        Sink::print(sink, |to| f(tree, to))
    };
    print().into()
}
