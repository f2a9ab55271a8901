//! The grammar of names (section 12 of the format): what PCP can put into its name space and into its labels.

use super::text::behind;

/// Whether `name` can be a metric's: components separated by dots, each a letter followed by letters, digits or `_`.
pub(crate) fn is_metric_name(name: &[u8]) -> bool {
    name.split(|byte| *byte == b'.').all(is_component)
}

/// Whether `name` can be a component of a metric's name, or a label's name: a letter followed by letters, digits or `_`.
pub(crate) fn is_component(name: &[u8]) -> bool {
    let Some((first, rest)) = name.split_first() else { return false };
    first.is_ascii_alphabetic() && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Whether `branch`, followed by a dot, begins `name`: in a tree of names, the two cannot both have values.
pub(crate) fn is_branch_of(branch: &[u8], name: &[u8]) -> bool {
    name.get(branch.len()) == Some(&b'.') && behind(branch, name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metric_names_are_components_separated_by_dots() {
        for good in ["a", "A9_", "a.b", "a1.b_2.C", "z_"] {
            assert!(is_metric_name(good.as_bytes()), "{good}");
        }
        for bad in ["", ".", "a.", ".a", "a..b", "9a", "_a", "a-b", "a b", "a.9", "a._", "é", "a\0b"] {
            assert!(!is_metric_name(bad.as_bytes()), "{bad}");
        }
    }

    #[test]
    fn a_branch_ends_at_a_dot() {
        assert!(is_branch_of(b"a.b", b"a.b.c"));
        assert!(!is_branch_of(b"a.b", b"a.bc"));
        assert!(!is_branch_of(b"a.b", b"a.b"));
        assert!(!is_branch_of(b"a.b.c", b"a.b"));
    }
}
