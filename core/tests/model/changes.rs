//! Changes of values, in the writer and in the model.

use glassbox::inspect::{Error, Writer};

use super::kinds::{Any, of_kinds};
use super::numbers::{Number, of};
use super::{Item, Section, World};
use crate::scan::{Array, Slots, Value, bits_of_double, copy};

impl<'m> World<'m> {
    pub fn set(&mut self, which: usize, number: u64, text: &str) {
        let Some(place) = self.alive(which) else { return };
        let handle = self.items[place].handle;
        let (value, done) = match handle {
            Any::Int(handle) => {
                (Value::Int(of(number)), self.operate(Section::One, |writer| writer.set(handle, of(number))))
            }
            Any::Uint(handle) => (Value::Uint(number), self.operate(Section::One, |writer| writer.set(handle, number))),
            Any::Double(handle) => (
                Value::Double(bits_of_double(of(number))),
                self.operate(Section::One, |writer| writer.set(handle, of(number))),
            ),
            Any::Bool(handle) => {
                (Value::Bool(of(number)), self.operate(Section::One, |writer| writer.set(handle, of(number))))
            }
            Any::Text(handle) => {
                let value = Value::Text(text.to_owned());
                let section = if self.items[place].value == value { Section::None } else { Section::One };
                (value, self.operate(section, |writer| writer.set_string(handle, text)))
            }
            Any::Bytes(handle) => {
                let bytes = text.as_bytes();
                (Value::Bytes(bytes.to_vec()), self.operate(Section::One, |writer| writer.set_bytes(handle, bytes)))
            }
            Any::FixedText(handle) if text.len() > self.capacity(place) => {
                return self.refuse(Error::OverCapacity, |writer| writer.set_text(handle, text));
            }
            Any::FixedText(handle) => {
                let done = self.operate(Section::One, |writer| writer.set_text(handle, text));
                assert_eq!(done, Some(()), "setting in place needs no space");
                (Value::Text(text.to_owned()), done)
            }
            _ => return,
        };
        if done.is_some() {
            self.items[place].value = value;
        }
    }

    /// The bytes that a text of fixed capacity has room for, found from its blocks.
    pub fn capacity(&self, place: usize) -> usize {
        let bytes = copy(self.writer.file());
        let word = |half: usize| u64::from_le_bytes(bytes[half * 8..half * 8 + 8].try_into().unwrap());
        let mut next = (word(self.items[place].handle.block() as usize * 2 + 1) >> 32 & 0xff_ffff) as usize;
        let mut room = 0;
        while next != 0 {
            let head = word(next * 2);
            room += (16 << (head & 0xf)) - 8;
            next = (head >> 16 & 0xff_ffff) as usize;
        }
        room
    }

    pub fn count(&mut self, which: usize, by: u64, up: bool) {
        let is_number = |item: &Item| matches!(item.handle, Any::Int(_) | Any::Uint(_) | Any::Double(_));
        let Some(place) = self.alive_of(which, is_number) else { return };
        let value = match self.items[place].value {
            Value::Int(value) => Value::Int(of(Number::Int.sum(value.cast_unsigned(), by, up))),
            Value::Uint(value) => Value::Uint(Number::Uint.sum(value, by, up)),
            Value::Double(value) => Value::Double(Number::Double.sum(value, by, up)),
            ref other => panic!("{other:?} is no number"),
        };
        let handle = self.items[place].handle;
        let done = self.operate(Section::One, |writer| {
            of_kinds!(handle, handle, [Int Uint Double] =>
                if up { writer.add(handle, of(by)) } else { writer.subtract(handle, of(by)) },
                other => panic!("{other:?} is no number"),)
        });
        done.unwrap();
        self.items[place].value = value;
    }

    pub fn set_slot(&mut self, which: usize, slot: usize, number: u64, text: &str) {
        let Some(place) = self.alive_of(which, is_plain_array) else { return };
        let handle = self.items[place].handle;
        let set = |writer: &mut Writer<'m>| {
            of_kinds!(handle, handle, [IntArray UintArray DoubleArray] => writer.array_set(handle, slot, of(number)),
                Any::StringArray(handle) => writer.string_array_set(handle, slot, text),
                other => panic!("{other:?} is no array"),)
        };
        let Value::Array(mut array) = self.items[place].value.clone() else { panic!("an array's value") };
        if slot >= array.slots.len() {
            return self.refuse(Error::OutOfRange, set);
        }
        let section = match &array.slots {
            Slots::Text(slots) if slots[slot] == text => Section::None,
            _ => Section::One,
        };
        match &mut array.slots {
            Slots::Text(slots) => text.clone_into(&mut slots[slot]),
            numbers => numbers.set(slot, number),
        }
        if self.operate(section, set).is_some() {
            self.items[place].value = Value::Array(array);
        }
    }

    pub fn count_slot(&mut self, which: usize, slot: usize, by: u64, up: bool) {
        let Some(place) = self.alive_of(which, is_plain_array) else { return };
        let handle = self.items[place].handle;
        let Value::Array(mut array) = self.items[place].value.clone() else { panic!("an array's value") };
        let Some(number) = Number::of_slots(&array.slots) else { return };
        let count = |writer: &mut Writer<'m>| {
            of_kinds!(handle, handle, [IntArray UintArray DoubleArray] => if up {
                    writer.array_add(handle, slot, of(by))
                } else {
                    writer.array_subtract(handle, slot, of(by))
                },
                other => panic!("{other:?} is no array of numbers"),)
        };
        if slot >= array.slots.len() {
            return self.refuse(Error::OutOfRange, count);
        }
        let sum = number.sum(array.slots.bits(slot), by, up);
        array.slots.set(slot, sum);
        self.operate(Section::One, count).unwrap();
        self.items[place].value = Value::Array(array);
    }

    pub fn insert(&mut self, which: usize, value: u64, count: u64) {
        let Some(place) = self.alive_of(which, is_histogram) else { return };
        let Value::Array(array) = &mut self.items[place].value else { panic!("a histogram's value") };
        let number = Number::of_slots(&array.slots).unwrap();
        let slot = number.slot_for(value, array);
        let counted = number.counted(array.slots.bits(slot), count);
        array.slots.set(slot, counted);
        let handle = self.items[place].handle;
        let done = self.operate(Section::One, |writer| {
            of_kinds!(handle, handle, [
                    IntLinear UintLinear DoubleLinear IntExponential UintExponential DoubleExponential
                ] => if count == 1 {
                    writer.insert(handle, of(value))
                } else {
                    writer.insert_multiple(handle, of(value), count)
                },
                other => panic!("{other:?} is no histogram"),)
        });
        done.unwrap();
    }

    pub fn clear(&mut self, which: usize) {
        let Some(place) = self.alive_of(which, is_histogram) else { return };
        let Value::Array(array) = &mut self.items[place].value else { panic!("a histogram's value") };
        for slot in usize::from(array.format) + 1..array.slots.len() {
            array.slots.set(slot, 0);
        }
        let handle = self.items[place].handle;
        let done = self.operate(Section::One, |writer| {
            of_kinds!(handle, handle, [
                    IntLinear UintLinear DoubleLinear IntExponential UintExponential DoubleExponential
                ] => writer.clear(handle),
                other => panic!("{other:?} is no histogram"),)
        });
        done.unwrap();
    }

    /// An array slot by slot. Those of a histogram are not to be had from the writer.
    pub fn get_array(&self, handle: Any, value: &Value) -> Array {
        let Value::Array(mut array) = value.clone() else { panic!("{value:?} is no array") };
        let writer = &self.writer;
        let slots = match handle {
            Any::IntArray(handle) => {
                Slots::Int((0..array.slots.len()).map(|slot| writer.array_get(handle, slot).unwrap()).collect())
            }
            Any::UintArray(handle) => {
                Slots::Uint((0..array.slots.len()).map(|slot| writer.array_get(handle, slot).unwrap()).collect())
            }
            Any::DoubleArray(handle) => {
                let get = |slot| bits_of_double(writer.array_get(handle, slot).unwrap());
                Slots::Double((0..array.slots.len()).map(get).collect())
            }
            Any::StringArray(handle) => {
                let mut buffer = vec![0; 4096];
                let mut get = |slot| writer.string_array_get(handle, slot, &mut buffer).unwrap().to_owned();
                Slots::Text((0..array.slots.len()).map(&mut get).collect())
            }
            _ => array.slots.clone(),
        };
        let counted = of_kinds!(handle, handle, [
                IntArray UintArray DoubleArray StringArray IntLinear UintLinear DoubleLinear IntExponential
                UintExponential DoubleExponential
            ] => writer.slots(handle).unwrap(),
            other => panic!("{other:?} is no array"),);
        assert_eq!(counted, slots.len());
        array.slots = slots;
        array
    }
}

fn is_plain_array(item: &Item) -> bool {
    matches!(item.handle, Any::IntArray(_) | Any::UintArray(_) | Any::DoubleArray(_) | Any::StringArray(_))
}

fn is_histogram(item: &Item) -> bool {
    matches!(&item.value, Value::Array(array) if array.format != 0)
}
