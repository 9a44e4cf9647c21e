//! Pure functions on numbers: quantiles, exact binomial limits, bootstrap.
//!
//! Job: `f64` is born here and nowhere earlier. Neighbours: `report` calls it;
//! it reads no file, knows no language and rounds nothing.
