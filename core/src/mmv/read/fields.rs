//! The bytes of a file, in either byte order and at any alignment.
//!
//! Every access says where it reads and gets nothing beyond the end; there is no other way to the bytes.

/// The byte order of the machine that wrote a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// The lowest byte first.
    Little,
    /// The highest byte first.
    Big,
}

impl ByteOrder {
    /// The byte order of this machine.
    pub const NATIVE: Self = if cfg!(target_endian = "big") { Self::Big } else { Self::Little };

    /// The name in lower case, as tools print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Little => "little",
            Self::Big => "big",
        }
    }
}

/// The bytes of a file and their order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields<'a> {
    bytes: &'a [u8],
    order: ByteOrder,
}

impl<'a> Fields<'a> {
    pub(crate) const fn new(bytes: &'a [u8], order: ByteOrder) -> Self {
        Self { bytes, order }
    }

    pub(crate) const fn order(self) -> ByteOrder {
        self.order
    }

    /// The number of bytes in the file.
    pub(crate) const fn len(self) -> usize {
        self.bytes.len()
    }

    /// The `count` bytes at `at`.
    #[inline]
    pub(crate) fn bytes(self, at: usize, count: usize) -> Option<&'a [u8]> {
        self.bytes.get(at..)?.get(..count)
    }

    #[inline]
    fn array<const N: usize>(self, at: usize) -> Option<[u8; N]> {
        self.bytes.get(at..)?.first_chunk().copied()
    }

    #[inline]
    pub(crate) fn u32(self, at: usize) -> Option<u32> {
        let bytes = self.array(at)?;
        Some(match self.order {
            ByteOrder::Little => u32::from_le_bytes(bytes),
            ByteOrder::Big => u32::from_be_bytes(bytes),
        })
    }

    #[inline]
    pub(crate) fn i32(self, at: usize) -> Option<i32> {
        Some(self.u32(at)?.cast_signed())
    }

    #[inline]
    pub(crate) fn u64(self, at: usize) -> Option<u64> {
        let bytes = self.array(at)?;
        Some(match self.order {
            ByteOrder::Little => u64::from_le_bytes(bytes),
            ByteOrder::Big => u64::from_be_bytes(bytes),
        })
    }

    /// Where an offset in the file leads, when `size` bytes from there on lie in the file and behind the header.
    #[inline]
    pub(crate) fn place(self, offset: u64, size: usize) -> Option<usize> {
        let at = usize::try_from(offset).ok()?;
        (at >= crate::mmv::codes::HEADER && at.checked_add(size)? <= self.len()).then_some(at)
    }
}
