//! The inference engine that ships with Jissoku.
//!
//! Job: run a small language model on a CPU or an NVIDIA GPU, with multi-token
//! prediction (MTP) drafts that the target model checks, so that a fresh
//! machine without GPU, network or model download measures something real.
//!
//! Neighbours: only the `measure` room of the package `jissoku` uses it, as one
//! driver beside the external engines. It knows nothing of plans, records or
//! pages. It has no code yet; the package stands here because it is the wall
//! that keeps tokenizer and CUDA crates out of `sitegen`.
