//! The JSON files of a plan and of its runs, as `measure` would write them.
//!
//! Job: records that agree with each other, so that verification has all its work
//! to do; values are invented. Neighbours: `drafts` puts them into bundles, `stream`
//! makes the tokens of a trial.

use super::stream::{Draw, stream};
use jissoku::archive::{Payload, gzip};
use jissoku::record::{BundleId, Digest, Utc};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The two arms.
pub(super) const ARMS: [&str; 2] = ["llamacpp-off", "llamacpp-mtp3"];

/// How much there is of everything.
pub(super) struct Size {
    /// Tasks of a plan.
    pub(super) tasks: u64,
    /// Trials of a plan and of each run.
    pub(super) trials: u64,
    /// Tokens of an input.
    pub(super) input_tokens: u64,
    /// Least number of tokens of an output; the most is a third more.
    pub(super) output_tokens: u64,
    /// Seconds of telemetry.
    pub(super) seconds: u64,
    /// Lines of the log of an engine.
    pub(super) log_lines: u64,
}

impl Size {
    const fn task(&self, trial: u64) -> u64 {
        trial / 2 % self.tasks
    }

    const fn block(&self, trial: u64) -> u64 {
        trial / (2 * self.tasks) + 1
    }
}

pub(super) fn digest(bytes: &[u8]) -> Digest {
    Digest(Sha256::digest(bytes).into())
}

/// A plan with its inputs.
pub(super) struct Plan {
    /// `plan.json`.
    pub(super) file: Vec<u8>,
    /// The plain `inputs.jsonl`.
    pub(super) lines: Vec<u8>,
    /// Digest of each input.
    pub(super) inputs: Vec<Digest>,
}

/// The plan with this number.
pub(super) fn plan(number: u64, size: &Size) -> Plan {
    let input = |task| Draw::new(number << 8 | task).text(size.input_tokens);
    let inputs: Vec<String> = (0..size.tasks).map(input).collect();
    let tasks: Vec<Value> = inputs
        .iter()
        .enumerate()
        .map(|(task, text)| {
            json!({"id": format!("speed-8k-{task}"), "stratum": "speed/report",
                "input": digest(text.as_bytes()), "target_tokens": size.input_tokens, "tolerance_tokens": 4,
                "answer": null, "grading": "none"})
        })
        .collect();
    let trials: Vec<Value> = (0..size.trials)
        .map(|trial| {
            json!({"id": name(trial), "arm": arm(trial), "task": format!("speed-8k-{}", size.task(trial)),
                "cap": 1280, "block": size.block(trial),
                "sampling_seed": 1_804_289_383 + size.task(trial)})
        })
        .collect();
    let plan = json!({
        "format": 0,
        "title": {"ja": format!("速度 {number}"), "en": format!("Speed {number}")},
        "arms": ARMS.map(planned_arm),
        "markup": {"reasoning_open": "<think>", "reasoning_close": "</think>",
            "starts_inside_reasoning": true},
        "tasks": tasks,
        "sampling": {"temperature": "1", "top_p": "0.95", "top_k": 0, "min_p": "0"},
        "seeds": {"order": number, "sampling": 1, "bootstrap": 7},
        "output_caps": [1280], "cache": "cold", "warmups": [], "retries": {"max": 0},
        "timeout_ns": 600_000_000_000_u64, "memory_gate_bytes": 80_530_636_800_u64,
        "keep_raw": "all", "order": "interleaved", "trials": trials,
        "analyses": [{"id": "speed", "kind": "speed", "baseline": ARMS[0], "arm": ARMS[1],
            "factor": "speculation", "primary": "decode_rate"}],
    });
    let texts = inputs.iter().map(|text| json!({"input": digest(text.as_bytes()), "text": text}));
    Plan {
        file: file(&plan),
        lines: lines(texts),
        inputs: inputs.iter().map(|text| digest(text.as_bytes())).collect(),
    }
}

fn planned_arm(id: &str) -> Value {
    let draft = json!({"kind": "mtp", "max_draft": 3, "acceptance": "sample-and-match"});
    json!({
        "id": id, "engine": "llama.cpp", "version": "b11434",
        "model": {"name": "m12", "files": [
            {"name": "m12-f16.gguf", "bytes": 30_448_896, "sha256": "0f".repeat(32)}]},
        "speculation": if id == ARMS[0] { json!("none") } else { draft },
        "context_capacity": 40960, "placement": {"gpus": 1, "cpu_offload": false},
    })
}

/// The trial lines of a run, and its raw streams.
pub(super) struct Trials {
    pub(super) lines: Vec<u8>,
    pub(super) files: BTreeMap<String, Payload>,
}

/// All trials of the run with this number.
pub(super) fn trials(number: u64, inputs: &[Digest], plan_id: Digest, size: &Size) -> Trials {
    let mut draw = Draw::new(number);
    let mut files = BTreeMap::new();
    let trials: Vec<Value> = (0..size.trials)
        .map(|trial| {
            let drafts = arm(trial) == ARMS[1];
            let received = stream(&mut draw, size.output_tokens, drafts);
            let raw = format!("raw/{}-1.gz", name(trial));
            files.insert(raw.clone(), Payload::Bytes(gzip(&received.raw)));
            let mut line = json!({
                "trial": name(trial), "attempt": 1, "plan_id": plan_id, "arm": arm(trial),
                "task": format!("speed-8k-{}", size.task(trial)), "stratum": "speed/report",
                "block": size.block(trial), "role": "measured", "order": trial + 1,
                "submitted_utc": "2026-12-01T10:16:03Z",
                "submitted_monotonic_ns": 48_213_000_112_233 + trial * 4_000_000_000,
                "request": request(inputs[size.task(trial) as usize], size.task(trial), size),
                "connect_ns": {"missing": "connection was open"}, "headers_ns": 1_803_311,
                "marks": received.marks, "stream_end_ns": received.end_ns + 90_000,
                "termination": {"class": "stop", "detail": "eos"},
                "tokens": {"engine": received.tokens, "marks": received.tokens,
                    "usage": {"missing": "endpoint does not send usage"},
                    "retokenised": received.tokens},
                "cached_tokens": 0, "output": received.output, "raw": raw,
            });
            line["draft"] = if drafts {
                json!({"drafted": received.tokens + 300, "accepted": received.tokens / 2})
            } else {
                json!({"missing": "no drafts"})
            };
            line["engine_reported"] = json!({"prompt_ms": 410.221, "predicted_ms": 2706.91,
                "predicted_n": received.tokens, "predicted_per_second": 291.48});
            line["gpu_memory_peak_bytes"] = json!([{"gpu": 0, "bytes": 66_003_456_000_u64,
                "source": "nvml process", "period_ms": 50}]);
            line
        })
        .collect();
    Trials { lines: lines(trials.into_iter()), files }
}

fn request(input: Digest, task: u64, size: &Size) -> Value {
    let seed = 1_804_289_383 + task;
    json!({
        "input": input, "rendered": input, "prompt_tokens": size.input_tokens + 1, "max_output_tokens": 1280,
        "requested": {"temperature": "1", "top_p": "0.95", "top_k": 0, "seed": seed},
        "in_force": {"temperature": 1.0, "top_p": 0.95, "top_k": 0, "seed": seed},
    })
}

/// `run.json`.
pub(super) fn run(id: &BundleId, plan_id: Digest, at: &Utc) -> Vec<u8> {
    file(&json!({
        "format": 0, "id": id, "plan_id": plan_id, "status": "complete", "started_utc": at,
        "ended_utc": at, "ledger_head_at_start": Digest([0; 32]),
        "tool": {"name": "measure", "version": "0.1.0", "commit": "unknown", "dirty": false},
        "host": "gpu-host-a", "interruptions": 0, "redactions": 3, "supersedes": null,
    }))
}

/// `host.json`.
pub(super) fn host() -> Vec<u8> {
    file(&json!({
        "format": 0, "alias": "gpu-host-a", "cpu": {"model": "x86-64 server", "logical": 16},
        "memory_bytes": 137_438_953_472_u64, "kernel": "6.8", "container_image": {"missing": "none"},
        "gpus": [{"index": 0, "name": "80 GB GPU", "memory_bytes": 85_899_345_920_u64,
            "power_limit_mw": 700_000}],
        "gpu_driver": "570.1", "cuda": "12.8",
        "checks": [{"name": "clock", "outcome": {"passed": "p99 61 us"}}],
    }))
}

/// `engine.json`.
pub(super) fn engines() -> Vec<u8> {
    file(&json!(ARMS.map(|arm| {
        json!({
            "arm": arm, "engine": "llama.cpp", "version_reported": "b11434", "interface": "http",
            "attached": false, "command": ["llama-server", "-m", "m12-f16.gguf", "-c", "40960"],
            "files": [{"name": "llama-server", "sha256": "3c".repeat(32)}],
            "capabilities": {"token_ids": true, "draft_counts": true, "cached_tokens": true,
                "per_token_timing": true},
            "placement_proof": {"weights_on_gpu": true, "kv_on_gpu": true,
                "source": "log lines 41-58"},
        })
    })))
}

/// `events.jsonl`.
pub(super) fn events(at: &Utc) -> Vec<u8> {
    let starts = ARMS.map(|arm| {
        json!({"utc": at, "kind": "engine_start", "arm": arm, "healthy_after_ns": 2_113_000_000_u64})
    });
    let calibrations = ["before", "after"].map(|phase| {
        json!({"utc": at, "kind": "calibration", "phase": phase,
            "stamp_error_ns": {"p50": 9000, "p99": 61000, "max": 118_000, "n": 2000},
            "schedule_error_ns": {"p99": 52000}})
    });
    lines(starts.into_iter().chain(calibrations))
}

/// The plain `telemetry.jsonl`: one GPU, once a second.
pub(super) fn telemetry(number: u64, size: &Size) -> Vec<u8> {
    let mut draw = Draw::new(number);
    lines((0..size.seconds).map(|second| {
        json!({"at_ns": second * 1_000_000_000, "gpu": 0, "power_mw": 480_000 + draw.below(90_000),
            "memory_bytes": 66_003_456_000_u64, "sm_percent": 90 + draw.below(10),
            "celsius": 61 + draw.below(9)})
    }))
}

/// The log of one engine: a few lines for each of its trials.
pub(super) fn log(seed: u64, size: &Size) -> Vec<u8> {
    let mut draw = Draw::new(seed);
    let mut text = String::new();
    for line in 0..size.log_lines {
        let words = draw.text(12).replace('\n', " ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "slot update_slots: id 0 | task {line} |{words}");
    }
    text.into_bytes()
}

fn name(trial: u64) -> String {
    format!("t-{:04}", trial + 1)
}

const fn arm(trial: u64) -> &'static str {
    ARMS[trial as usize % 2]
}

/// A record as the bytes of its file.
pub(super) fn file(record: &Value) -> Vec<u8> {
    jissoku::record::json::file(record).unwrap().into_bytes()
}

fn lines(records: impl Iterator<Item = Value>) -> Vec<u8> {
    records.flat_map(|record| (record.to_string() + "\n").into_bytes()).collect()
}
