//! Makes records.
fn main() {}
