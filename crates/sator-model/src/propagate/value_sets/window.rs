//! Sums that lie close together, as the bits of one integer.

/// A set of sums within one window: bit 0 is the smallest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    least: i64,
    bits: u128,
}

impl Window {
    /// Returns `None` if there are no sums, or if they do not fit.
    pub(super) fn of(sums: impl Iterator<Item = i64> + Clone) -> Option<Self> {
        let least = sums.clone().min()?;
        let mut bits = 0;
        for sum in sums {
            let ahead = u32::try_from(sum - least).ok().filter(|&it| it < u128::BITS)?;
            bits |= 1 << ahead;
        }
        Some(Self { least, bits })
    }

    /// Whether the sums of all windows together fit as well.
    pub(super) fn suit(windows: &[Self]) -> bool {
        let widths = windows.iter().map(|it| u128::BITS - 1 - it.bits.leading_zeros());
        !windows.is_empty() && widths.sum::<u32>() < u128::BITS
    }

    /// The sums of all windows but one.
    pub(super) fn all_but(windows: &[Self], index: usize) -> Self {
        let mut all = Self { least: 0, bits: 1 };
        for (_, window) in windows.iter().enumerate().filter(|it| it.0 != index) {
            all = all.plus(*window);
        }
        all
    }

    fn plus(self, other: Self) -> Self {
        let (mut few, many) = if self.bits.count_ones() < other.bits.count_ones() {
            (self.bits, other.bits)
        } else {
            (other.bits, self.bits)
        };
        let mut bits = 0;
        while few != 0 {
            bits |= many << few.trailing_zeros();
            few &= few - 1;
        }
        Self { least: self.least + other.least, bits }
    }

    pub(super) fn contains(self, sum: i64) -> bool {
        let ahead =
            u32::try_from(sum.saturating_sub(self.least)).ok().filter(|&it| it < u128::BITS);
        ahead.is_some_and(|ahead| self.bits >> ahead & 1 == 1)
    }
}
