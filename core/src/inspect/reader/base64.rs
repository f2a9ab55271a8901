//! Bytes in base64: section 15.2 of the format.

use core::fmt;

use super::content::Bytes;
use super::print::Out;

/// Prints bytes as `b64:` and base64 with padding.
pub(super) fn print(out: &mut Out<'_>, mut bytes: Bytes<'_>) -> fmt::Result {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    out.str("b64:")?;
    while let Some(first) = bytes.next() {
        let (second, third) = (bytes.next(), bytes.next());
        let group = u32::from_be_bytes([0, first, second.unwrap_or(0), third.unwrap_or(0)]);
        // Six bits a digit; a digit without a byte of its own is padding.
        for (shift, is_digit) in [(18, true), (12, true), (6, second.is_some()), (0, third.is_some())] {
            let digit = usize::try_from(group >> shift & 0x3f).ok().and_then(|digit| DIGITS.get(digit));
            out.byte(digit.copied().filter(|_| is_digit).unwrap_or(b'='))?;
        }
    }
    Ok(())
}
