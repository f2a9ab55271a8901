//! A region of a dump: where it is, and what its bytes are.

use std::fs::File;
use std::io::{self, Write};

use glassbox::inspect::reader::{Options, Sequence};

use super::Dump;
use crate::detect::{BEGINNING, Format};
use crate::links::Neighbours;
use crate::live::Copy;
use crate::report::{Failure, Problem, Stop, Summary};
use crate::{inspect, mmv, trace};

/// The most bytes that are looked at where nobody says how many there are.
const MOST: usize = 16 << 20;

/// A place in a dump where a file is, or seems to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The address of its first byte.
    pub address: u64,
    /// How many bytes it has, where that is known.
    pub size: Option<u64>,
    /// The format that it is said to be of.
    pub format: Format,
    /// The name under which a table lists it; none when it was found by its bytes alone.
    pub name: Option<String>,
}

impl Region {
    /// Its bytes, as far as the dump has them.
    pub fn bytes<'d>(&self, dump: &'d Dump) -> Option<&'d [u8]> {
        let rest = dump.at(self.address)?;
        let size = self.size.and_then(|size| usize::try_from(size).ok()).unwrap_or(rest.len());
        Some(rest.get(..size).unwrap_or(rest))
    }

    /// How many bytes of it are not in the dump.
    pub fn missing(&self, dump: &Dump) -> u64 {
        let present = self.bytes(dump).map_or(0, <[u8]>::len) as u64;
        self.size.map_or(0, |size| size.saturating_sub(present))
    }

    /// The bytes that are looked at to tell what it is: not all of the dump where nobody says how many there are.
    pub fn looked_at<'d>(&self, dump: &'d Dump) -> &'d [u8] {
        let bytes = self.bytes(dump).unwrap_or_default();
        let most = match (self.size, self.format) {
            (Some(_), _) => bytes.len(),
            // The header of an Inspect file that could be read would have told.
            (None, Format::Inspect) => BEGINNING,
            (None, _) => MOST,
        };
        bytes.get(..most).unwrap_or(bytes)
    }

    /// Reads what is there, and says what it is and what is wrong with it.
    pub fn check(&self, dump: &Dump) -> Result<(Summary, Vec<Problem>), Failure> {
        let bytes = self.looked_at(dump);
        let checked = match self.format {
            Format::Inspect => {
                let copy = Copy { bytes: bytes.to_vec(), attempts: 1, ..Copy::default() };
                let options = Options { sequence: Sequence::Blocks, ..Options::default() };
                inspect::read(&copy, Neighbours::none(), options, |tree, problems| {
                    Ok((Summary::Inspect(inspect::Summary::of(tree)), problems))
                })
            }
            Format::Trace => spooled(bytes)
                .map_err(|error| Failure::of_io(&error).into())
                .and_then(|bytes| trace::check(&bytes, &[]))
                .map(|(summary, problems)| (Summary::Trace(summary), problems)),
            _ => {
                let copy = Copy { bytes: bytes.to_vec(), attempts: 1, ..Copy::default() };
                mmv::read(&copy, false, |image, problems| Ok((Summary::Mmv(mmv::Summary::of(image)), problems)))
            }
        };
        checked.map_err(|stop| match stop {
            Stop::Failure(failure) => failure,
            Stop::Output(error) => Failure::of_io(&error),
        })
    }
}

fn spooled(bytes: &[u8]) -> io::Result<trace::Bytes> {
    let mut file: File = tempfile::tempfile()?;
    file.write_all(bytes)?;
    trace::Bytes::new(file)
}
