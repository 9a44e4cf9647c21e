//! Golden values for the statistics.
