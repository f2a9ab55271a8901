//! Decimal digits of a number, without the formatting machinery.

/// The digits of a number of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decimal {
    digits: [u8; 20],
    start: usize,
}

impl Decimal {
    /// The digits of `number`, without zeros in front.
    pub fn new(number: u64) -> Self {
        let mut digits = [b'0'; 20];
        let mut start = digits.len();
        let mut rest = number;
        for digit in digits.iter_mut().rev() {
            let [last, ..] = (rest % 10).to_le_bytes();
            *digit = b'0' + last;
            rest /= 10;
            start -= 1;
            if rest == 0 {
                break;
            }
        }
        Self { digits, start }
    }

    /// The digits as text.
    pub fn as_str(&self) -> &str {
        self.digits.get(self.start..).and_then(|digits| core::str::from_utf8(digits).ok()).unwrap_or("0")
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::Decimal;
    use std::string::ToString;

    #[test]
    fn numbers_have_their_digits() {
        for number in [0, 1, 9, 10, 99, 100, 1_234_567_890, u64::MAX] {
            assert_eq!(Decimal::new(number).as_str(), number.to_string());
        }
    }
}
