//! Where the file and the writer's book lie.

use glassbox::inspect::{BookPlace, Config, Writer};

use super::World;
use crate::scan::aligned;

/// How the caller lays out memory.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The region, in bytes.
    pub size: usize,
    /// What every byte of the memory is before the writer starts.
    pub filling: u8,
    pub place: Place,
    pub string_slots: Option<u32>,
    pub serials: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    InRegion,
    Elsewhere,
    Nowhere,
}

impl Setting {
    /// Whether a value's serial tells a stale handle.
    fn has_serials(&self) -> bool {
        self.serials && self.place != Place::Nowhere && !(self.place == Place::InRegion && self.size < 512)
    }

    /// Lays out the memory and runs `test` on a writer there.
    pub fn run(&self, test: impl FnOnce(World)) {
        let mut bytes = vec![self.filling; self.size + 8];
        let mut book = vec![self.filling; self.size / 4 + 256];
        let region = aligned(&mut bytes, self.size);
        let size = book.len() - 8;
        let book = aligned(&mut book, size);
        let config = Config {
            book: match self.place {
                Place::InRegion => BookPlace::InRegion,
                Place::Elsewhere => BookPlace::Elsewhere(book),
                Place::Nowhere => BookPlace::Nowhere,
            },
            string_slots: self.string_slots,
            serials: self.serials,
        };
        let writer = Writer::new(region, &config).unwrap();
        let generation = writer.generation();
        test(World {
            writer,
            region,
            book,
            config,
            serials: self.has_serials(),
            items: Vec::new(),
            depth: 0,
            generation,
            failed: 0,
            health: None,
            stats: None,
            list: None,
        });
    }
}
