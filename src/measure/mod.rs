//! Making records.
//!
//! Job: everything that produces a bundle. So far that is [`import`], which
//! carries published figures over; [`clock`] is the one place that reads a clock.
//! Neighbours: `archive` seals what is made here. This room never imports
//! `report` or `site`: the measuring program must not know what result is hoped
//! for.

pub mod clock;
pub mod import;
