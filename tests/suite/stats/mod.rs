//! The statistics against their golden files, error cases and laws.

mod bootstrap;
mod errors;
mod golden;
mod intervals;
mod laws;
mod order;
mod paired;
mod seed_trials;
mod speed;
