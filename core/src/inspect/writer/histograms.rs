//! Histograms: arrays whose first slots are parameters, and whose other slots count.

use super::super::block::ArrayFormat;
use super::super::buckets::{Bucketed, EXPONENTIAL_FIRST, LINEAR_FIRST};
use super::super::error::Error;
use super::super::handle::{Handle, NodeHandle};
use super::super::kind::{Array, Histogram, Scalar};
use super::Writer;
use super::arrays::{first_slot, slots_of};

/// The number that a histogram of kind `K` counts.
type Element<K> = <<K as Histogram>::Element as Scalar>::Value;

/// The largest number of buckets of a linear histogram.
pub const MAXIMUM_LINEAR_BUCKETS: usize = 250;
/// The largest number of buckets of an exponential histogram.
pub const MAXIMUM_EXPONENTIAL_BUCKETS: usize = 249;

impl Writer<'_> {
    /// Creates a histogram of `buckets` buckets of width `step`, from `floor` on, below `parent`.
    ///
    /// `K` is one of [`IntLinear`](crate::inspect::kind::IntLinear), `UintLinear`, `DoubleLinear`.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for no bucket, a step that is not above zero, and numbers that are not finite, or when
    /// `K` is not linear; [`Error::TooManySlots`] above 250 buckets; as [`create_node`](Self::create_node).
    pub fn create_linear_histogram<K: Histogram>(
        &mut self,
        parent: NodeHandle,
        name: &str,
        floor: Element<K>,
        step: Element<K>,
        buckets: usize,
    ) -> Result<Handle<K>, Error> {
        if K::FORMAT != ArrayFormat::LinearHistogram || !K::Element::is_linear(floor, step) {
            return Err(Error::InvalidArgument);
        }
        self.create_histogram(parent, name, &[floor, step].map(K::Element::to_word), buckets, MAXIMUM_LINEAR_BUCKETS)
    }

    /// Creates a histogram of `buckets` buckets below `parent`. The first goes from `floor` to `floor + initial`, each next
    /// one ends `multiplier` times as far from the floor.
    ///
    /// `K` is one of [`IntExponential`](crate::inspect::kind::IntExponential), `UintExponential`, `DoubleExponential`.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for no bucket, an initial step that is not above zero, a multiplier that is not above
    /// one, and numbers that are not finite, or when `K` is not exponential; [`Error::TooManySlots`] above 249 buckets; as
    /// [`create_node`](Self::create_node).
    pub fn create_exponential_histogram<K: Histogram>(
        &mut self,
        parent: NodeHandle,
        name: &str,
        floor: Element<K>,
        initial: Element<K>,
        multiplier: Element<K>,
        buckets: usize,
    ) -> Result<Handle<K>, Error> {
        if K::FORMAT != ArrayFormat::ExponentialHistogram || !K::Element::is_exponential(floor, initial, multiplier) {
            return Err(Error::InvalidArgument);
        }
        self.create_histogram(
            parent,
            name,
            &[floor, initial, multiplier].map(K::Element::to_word),
            buckets,
            MAXIMUM_EXPONENTIAL_BUCKETS,
        )
    }

    /// Counts a value.
    ///
    /// # Errors
    /// Those of a bad handle, [`Error::NotInitialised`], [`Error::Frozen`].
    #[inline]
    pub fn insert<K: Histogram>(&mut self, handle: Handle<K>, value: Element<K>) -> Result<(), Error> {
        self.insert_multiple(handle, value, 1)
    }

    /// Counts a value `count` times. Integer counts stay at the end of their type.
    ///
    /// # Errors
    /// As [`insert`](Self::insert).
    #[inline]
    pub fn insert_multiple<K: Histogram>(
        &mut self,
        handle: Handle<K>,
        value: Element<K>,
        count: u64,
    ) -> Result<(), Error> {
        self.count(handle, value, count).ok_or_else(|| self.value(handle).err().unwrap_or_else(|| self.not_running()))
    }

    /// Counts a value `count` times. Integer counts stay at the end of their type.
    ///
    /// `None` when it cannot be done, as with [`change`](Self::change).
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn count<K: Histogram>(&mut self, handle: Handle<K>, value: Element<K>, count: u64) -> Option<()> {
        let histogram = self.good(handle)?;
        let file = self.heap.file();
        let first = first_slot(histogram.index);
        let slots = u32::from(slots_of(histogram));
        let parameter = |slot: u32| K::Element::from_word(file.half(first + slot).unwrap_or(0));
        let slot = if K::FORMAT == ArrayFormat::LinearHistogram {
            let buckets = slots.saturating_sub(LINEAR_FIRST + 1);
            K::Element::linear(value, parameter(0), parameter(1), buckets).slot(LINEAR_FIRST, buckets)
        } else {
            let buckets = slots.saturating_sub(EXPONENTIAL_FIRST + 1);
            K::Element::exponential(value, parameter(0), parameter(1), parameter(2), buckets)
                .slot(EXPONENTIAL_FIRST, buckets)
        };
        let half = first + slot;
        let locked = self.begin().ok()?;
        let counted = K::Element::counted(K::Element::from_word(file.half(half).unwrap_or(0)), count);
        file.set_half(half, K::Element::to_word(counted));
        self.end(locked);
        Some(())
    }

    /// Sets all counts to zero. The parameters stay.
    ///
    /// # Errors
    /// As [`insert`](Self::insert).
    pub fn clear<K: Histogram>(&mut self, handle: Handle<K>) -> Result<(), Error> {
        let histogram = self.value(handle)?;
        let parameters = parameters::<K>();
        let counts = u32::from(slots_of(histogram)).saturating_sub(parameters);
        let locked = self.begin()?;
        self.heap.file().zero(first_slot(histogram.index) + parameters, counts);
        self.end(locked);
        Ok(())
    }

    fn create_histogram<K: Histogram>(
        &mut self,
        parent: NodeHandle,
        name: &str,
        parameters: &[u64],
        buckets: usize,
        maximum: usize,
    ) -> Result<Handle<K>, Error> {
        match buckets {
            0 => return Err(Error::InvalidArgument),
            buckets if buckets > maximum => return Err(Error::TooManySlots),
            _ => {}
        }
        // Two more slots count what is below and what is above the buckets.
        let slots = parameters.len().saturating_add(buckets).saturating_add(2);
        self.create_slots(parent, name, slots, parameters)
    }
}

/// The slots in front of the counts.
const fn parameters<K: Array>() -> u32 {
    match K::FORMAT {
        ArrayFormat::Plain => 0,
        ArrayFormat::LinearHistogram => LINEAR_FIRST - 1,
        ArrayFormat::ExponentialHistogram => EXPONENTIAL_FIRST - 1,
    }
}
