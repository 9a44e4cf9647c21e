//! The one place that reads a clock.

use crate::record::Utc;

/// The wall-clock time to the second, for ids and ledger lines; never for durations.
///
/// Returns `None` if the clock stands outside the years 0000–9999.
#[must_use]
pub fn now_utc() -> Option<Utc> {
    Utc::parse(&jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_clock_gives_a_valid_time_after_this_was_written() {
        let now = super::now_utc().unwrap();
        assert!(now.as_str() > "2026-11-30T00:00:00Z", "{now}");
    }
}
