//! Wall and CPU time of a task, of this process or of the programs it starts.
//!
//! Job: read the kernel's accounts before and after. Neighbours: `peers` times
//! programs with it, the bench itself times ours.

use std::time::Instant;

/// Clock ticks a second in `/proc`, the same on every Linux that Rust supports.
const TICKS: f64 = 100.0;

/// What a task took, in seconds.
#[derive(Clone, Copy)]
pub(super) struct Cost {
    /// By the clock.
    pub(super) wall: f64,
    /// User and system time of all threads and finished children.
    pub(super) cpu: f64,
}

impl Cost {
    /// More than any task takes.
    pub(super) const MOST: Self = Self { wall: f64::INFINITY, cpu: f64::INFINITY };

    /// The least of both, each on its own.
    pub(super) const fn least(self, other: Self) -> Self {
        Self { wall: self.wall.min(other.wall), cpu: self.cpu.min(other.cpu) }
    }
}

/// Runs the task once; its result is dropped after the clock has stopped.
pub(super) fn timed<T>(task: impl FnOnce() -> T) -> (Cost, T) {
    let (cpu, wall) = (cpu_seconds(), Instant::now());
    let result = task();
    let wall = wall.elapsed().as_secs_f64();
    (Cost { wall, cpu: cpu_seconds() - cpu }, result)
}

fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap();
    // The program's name is in parentheses and may hold spaces; utime is the 12th field after it.
    let (_, fields) = text.rsplit_once(") ").unwrap();
    let ticks = fields.split(' ').skip(11).take(4).map(|field| field.parse::<f64>().unwrap());
    ticks.sum::<f64>() / TICKS
}
