//! A good bundle of every kind, small and with everything that its kind can have.

use super::bag::{Bag, gz, hex, lines};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What the input of every trial says.
const TEXT: &str = "月の合計を出してください。\n1月 12\n2月 30\n";

fn both(ja: &str, en: &str) -> Value {
    json!({"ja": ja, "en": en})
}

fn missing() -> Value {
    json!({"missing": "not measured here"})
}

fn bag(kind: &'static str, at: &str, files: &[(&str, Vec<u8>)]) -> Bag {
    let payload = files.iter().map(|(path, bytes)| ((*path).to_owned(), bytes.clone())).collect();
    let evidence = if kind == "transcription" { "transcribed" } else { "measured" };
    Bag { kind, slug: "m12-speed".to_owned(), at: at.to_owned(), evidence, payload }
}

fn file(value: &Value) -> Vec<u8> {
    (serde_json::to_string_pretty(value).unwrap() + "\n").into_bytes()
}

fn input() -> String {
    format!("sha256:{}", hex(TEXT.as_bytes()))
}

fn arm(id: &str, speculation: Value) -> Value {
    json!({
        "id": id, "engine": "llama.cpp", "version": "b11434",
        "model": {"name": "m12", "files": [
            {"name": "m12-f16.gguf", "bytes": 30_448_896, "sha256": hex(b"weights")}]},
        "speculation": speculation, "context_capacity": 40960,
        "placement": {"gpus": 1, "cpu_offload": false}
    })
}

fn planned(id: &str, arm: &str) -> Value {
    json!({"id": id, "arm": arm, "task": "sum-01", "cap": 64, "block": 1, "sampling_seed": 11})
}

fn plan_json() -> Vec<u8> {
    file(&json!({
        "format": 0,
        "title": both("MTPあり／なしの速度", "MTP on and off: speed"),
        "arms": [
            arm("off", json!("none")),
            arm("mtp", json!({"kind": "mtp", "max_draft": 3, "acceptance": "sample-and-match"})),
        ],
        "markup": {"reasoning_open": "<think>", "reasoning_close": "</think>",
            "starts_inside_reasoning": true},
        "tasks": [{"id": "sum-01", "stratum": "sums/month", "input": input(),
            "target_tokens": 24, "tolerance_tokens": 4, "answer": "42", "grading": "integer"}],
        "sampling": {"temperature": "1", "top_p": "0.95", "top_k": 0, "min_p": "0"},
        "seeds": {"order": 20_261_031, "sampling": 1, "bootstrap": 7},
        "output_caps": [64], "cache": "cold",
        "warmups": [{"task": "sum-01", "per": "arm-start"}],
        "retries": {"max": 1}, "timeout_ns": 600_000_000_000_u64,
        "memory_gate_bytes": 80_530_636_800_u64, "keep_raw": "all", "order": "interleaved",
        "trials": [planned("t-0001", "off"), planned("t-0002", "mtp")],
        "analyses": [
            {"id": "speed", "kind": "speed", "baseline": "off", "arm": "mtp",
                "factor": "speculation", "primary": "decode_rate"},
            {"id": "quality", "kind": "quality", "baseline": "off", "arm": "mtp",
                "factor": "speculation", "margin": "-0.03",
                "margin_reason": both("前の調査と同じ", "as in the earlier study"),
                "alpha": "0.025", "interval": "newcombe", "replicates": 2000},
        ],
    }))
}

pub(super) fn plan() -> Bag {
    let inputs = gz(&lines(&[json!({"input": input(), "text": TEXT})]));
    let files = [("plan.json", plan_json()), ("inputs.jsonl.gz", inputs)];
    bag("plan", "2026-12-01T10:00:00Z", &files)
}

fn host_json() -> Vec<u8> {
    file(&json!({
        "format": 0, "alias": "gpu-host-a",
        "cpu": {"model": "a processor", "logical": 16},
        "memory_bytes": 137_438_953_472_u64, "kernel": "6.8.0", "container_image": missing(),
        "gpus": [{"index": 0, "name": "a card", "memory_bytes": 85_899_345_920_u64,
            "power_limit_mw": 700_000}],
        "gpu_driver": "570.86", "cuda": "12.8",
        "checks": [
            {"name": "clock", "outcome": {"passed": "step of 1 ns"}},
            {"name": "disk", "outcome": {"failed": "expected 10 GiB free, found 2 GiB"}},
            {"name": "all-reduce", "outcome": {"could_not_run": "one GPU"}},
        ],
    }))
}

pub(super) fn probe() -> Bag {
    let log = b"clock: passed\ndisk: failed\n".to_vec();
    bag("probe", "2026-12-01T09:00:00Z", &[("host.json", host_json()), ("logs/probe.log", log)])
}

fn engine_json() -> Vec<u8> {
    let of = |arm: &str| {
        json!({
            "arm": arm, "engine": "llama.cpp", "version_reported": "b11434", "interface": "http",
            "attached": false, "command": ["llama-server", "-m", "m12-f16.gguf"],
            "files": [{"name": "llama-server", "sha256": hex(b"program")}],
            "capabilities": {"token_ids": true, "draft_counts": true, "cached_tokens": true,
                "per_token_timing": true},
            "placement_proof": {"weights_on_gpu": true, "kv_on_gpu": true, "source": "log line 41"}
        })
    };
    file(&json!([of("off"), of("mtp")]))
}

fn trial(plan: &str, id: &str, arm: &str, order: u64, role: &str) -> Value {
    let raw = if role == "warmup" { missing() } else { json!(format!("raw/{id}-1.gz")) };
    json!({
        "trial": id, "attempt": 1, "plan_id": format!("sha256:{plan}"), "arm": arm,
        "task": "sum-01", "stratum": "sums/month", "block": 1, "role": role, "order": order,
        "submitted_utc": "2026-12-01T10:16:03Z",
        "submitted_monotonic_ns": 48_213_000_112_233_u64,
        "request": {"input": input(), "rendered": format!("sha256:{}", hex(b"rendered")),
            "prompt_tokens": 24, "max_output_tokens": 64,
            "requested": {"temperature": "1", "top_p": "0.95", "top_k": 0, "seed": 11},
            "in_force": {"temperature": 1.0, "top_p": 0.95}},
        "connect_ns": missing(), "headers_ns": 1_803_311,
        "marks": {"at_ns": [412_883_100, 412_883_100, 419_002_215], "tokens": [1, 2, missing()],
            "text_end": [1, 2, 3], "field": ["content", "content", "content"],
            "raw_end": [10, 20, 30]},
        "stream_end_ns": 520_554_417, "termination": {"class": "stop", "detail": "eos"},
        "tokens": {"engine": 4, "usage": missing(), "marks": 4, "retokenised": {"inferred": 4}},
        "draft": {"drafted": 6, "accepted": 2}, "cached_tokens": 0,
        "engine_reported": {"predicted_per_second": 291.48},
        "gpu_memory_peak_bytes": [{"gpu": 0, "bytes": 66_003_456_000_u64, "source": "nvml process",
            "period_ms": 50}],
        "output": "42\n", "raw": raw,
    })
}

pub(super) fn run() -> Bag {
    let plan = hex(&plan_json());
    let events = [
        json!({"kind": "engine_start", "utc": "2026-12-01T10:15:02Z", "arm": "off",
            "healthy_after_ns": 2_113_000_000_u64}),
        json!({"kind": "calibration", "utc": "2026-12-01T10:15:05Z", "phase": "before",
            "stamp_error_ns": {"p50": 9000, "p99": 61000, "max": 118_000, "n": 2000},
            "schedule_error_ns": {"p99": 52000}}),
        json!({"kind": "warmup", "utc": "2026-12-01T10:15:06Z", "arm": "off", "trial": "w-0001"}),
    ];
    let trials = [
        trial(&plan, "w-0001", "off", 1, "warmup"),
        trial(&plan, "t-0001", "off", 2, "measured"),
        trial(&plan, "t-0002", "mtp", 3, "measured"),
    ];
    let run = json!({
        "format": 0, "id": format!("20261201-101500-run-m12-speed-{}", &plan[..8]),
        "plan_id": format!("sha256:{plan}"), "status": "complete",
        "started_utc": "2026-12-01T10:15:00Z", "ended_utc": "2026-12-01T10:31:12Z",
        "ledger_head_at_start": format!("sha256:{}", "0".repeat(64)),
        "tool": {"name": "measure", "version": "0.1.0", "commit": "unknown", "dirty": false},
        "host": "gpu-host-a", "interruptions": 0, "redactions": 3, "supersedes": null,
    });
    let raw = gz(b"data: {\"content\":\"42\\n\"}\n\ndata: [DONE]\n\n");
    let files = [
        ("run.json", file(&run)),
        ("plan.json", plan_json()),
        ("host.json", host_json()),
        ("engine.json", engine_json()),
        ("trials.jsonl", lines(&trials)),
        ("events.jsonl", lines(&events)),
        ("telemetry.jsonl.gz", gz(&lines(&[json!({"at_ns": 0, "power_mw": 81_000})]))),
        ("logs/off.log", b"listening\n".to_vec()),
        ("logs/mtp.log.gz", gz(b"listening\n")),
        ("raw/t-0001-1.gz", raw),
        ("raw/t-0002-1.gz", gz(b"data: [DONE]\n\n")),
    ];
    bag("run", "2026-12-01T10:15:00Z", &files)
}

fn findings(trial: &str) -> Value {
    json!({
        "reviewer": {"kind": "model", "name": "a reviewer"},
        "scope": both("全出力", "every output"), "human_review": false,
        "kinds": [{"id": "wrong-sum", "severity": "value", "text": both("合計の誤り", "a wrong sum")}],
        "findings": [{"trial": trial, "kinds": ["wrong-sum"]}],
    })
}

/// A review of the bundle with this digest.
pub(super) fn review(of: &str) -> Bag {
    let review = json!({"format": 0, "of": of, "findings": findings("t-0001")});
    bag("review", "2026-12-02T10:00:00Z", &[("review.json", file(&review))])
}

/// An erratum of the bundle with this digest.
pub(super) fn erratum(of: &str) -> Bag {
    let erratum = json!({
        "format": 0, "of": of, "trials": ["t-0002"], "superseded_by": null,
        "text": both("ドライバーの版を570.86に訂正", "the driver was 570.86"),
    });
    bag("erratum", "2026-12-03T10:00:00Z", &[("erratum.json", file(&erratum))])
}

fn transcribed(id: &str, arm: &str) -> Value {
    json!({
        "trial": id, "arm": arm, "prompt_tokens": 8193, "replicate": 1, "source": "paper",
        "case": missing(), "order_in_arm": 1, "printed_places": 2, "input_sha256": missing(),
        "rendered_sha256": missing(), "output_sha256": missing(), "output_tokens": 64,
        "termination": "length", "cached_tokens": 0, "accepted_tokens": missing(),
        "rejected_tokens": missing(), "context_shift_or_requeue": false,
        "timing_checks_pass": true, "answer_review_pass": missing(),
        "figures": {"native_rate": 52.5},
    })
}

pub(super) fn transcription() -> Bag {
    let row = |arm: &str| json!({"arm": arm, "prompt_tokens": 8193, "metric": "native_rate"});
    let with = |arm: &str, more: Value| {
        let mut row = row(arm);
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        row
    };
    let says = json!({
        "format": 0, "title": both("公開された調査", "a published study"),
        "sources": [{"id": "paper", "title": "A paper", "publisher": missing(),
            "dated": "2026-10", "status": "final", "digest": format!("sha256:{}", hex(b"paper")),
            "upstream": []}],
        "imported_files": [{"name": "trials.csv", "bytes": 120, "sha256": hex(b"csv")}],
        "model": "m12", "engines": [{"id": "llamacpp", "name": "llama.cpp", "facts": []}],
        "hosts": [{"id": "h100x2", "name": "2 cards", "facts": [
            {"key": "gpu_count", "value": "2"}]}],
        "arms": [
            {"id": "off", "host": "h100x2", "engine": "llamacpp", "speculation": "off"},
            {"id": "mtp", "host": "h100x2", "engine": "llamacpp", "speculation": "mtp"}],
        "request": [], "fixed_between_arms": [],
        "differences": [{"left": "h100x2", "right": "llamacpp", "facts": []}],
        "failures": [{"id": "first-start", "stage": both("読み込み", "loading")}],
        "peak_memory": [{"arm": "off", "gpu": 0, "bytes": 1024, "as_published": "1 KiB"}],
        "limits": [], "review": findings("t-0001"),
        "aggregates": [with("off", json!({"median": 52.5, "min": 52.5, "max": 52.5}))],
        "relations": [{"id": "ratio", "kind": "ratio", "baseline": "off", "arm": "mtp",
            "prompt_tokens": 8193, "metric": "native_rate", "value": 1}],
        "thresholds": [with("off", json!({"above": 50, "all": true}))],
        "printed_aggregates": [with("mtp", json!({"median": 52.5}))],
        "printed_relations": [], "published": [],
    });
    let trials = lines(&[transcribed("t-0001", "off"), transcribed("t-0002", "mtp")]);
    let files = [("transcription.json", file(&says)), ("trials.jsonl", trials)];
    bag("transcription", "2026-11-30T00:00:00Z", &files)
}

/// One good bundle of each kind, by the word of the kind.
pub(super) fn all() -> BTreeMap<&'static str, Bag> {
    let of = format!("sha256:{}", hex(b"another bundle"));
    [plan(), run(), probe(), transcription(), review(&of), erratum(&of)]
        .into_iter()
        .map(|bag| (bag.kind, bag))
        .collect()
}
