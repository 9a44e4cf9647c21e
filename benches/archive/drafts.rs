//! Plans with their runs, and transcriptions, before they are sealed.
//!
//! Job: the same bytes every time, in the size that a bench wants. Neighbours:
//! `records` writes the JSON; `measure::import` gives the transcription.

use super::records::{self, Size, Trials};
use jissoku::archive::{Draft, Payload, gzip};
use jissoku::record::{BundleId, BundleKind, Digest, Evidence, Utc};
use std::collections::BTreeMap;
use std::path::Path;

/// A plan and its runs.
pub(super) fn study(number: u64, runs: u64, size: &Size, evidence: Evidence) -> Vec<Draft> {
    let plan = records::plan(number, size);
    let files = BTreeMap::from([
        ("plan.json".to_owned(), Payload::Bytes(plan.file.clone())),
        ("inputs.jsonl.gz".to_owned(), Payload::Bytes(gzip(&plan.lines))),
    ]);
    let plan_id = records::digest(&plan.file);
    let slug = format!("speed-{number}");
    let draft = |kind, at, files| Draft {
        kind,
        evidence,
        slug: slug.clone(),
        at,
        plan_id: Some(plan_id),
        files,
    };
    let mut drafts = vec![draft(BundleKind::Plan, at(number, 0), files)];
    for repeat in 1..=runs {
        let at = at(number, repeat);
        let files = run(number * runs + repeat, &plan, plan_id, (&slug, &at), size);
        drafts.push(draft(BundleKind::Run, at, files));
    }
    drafts
}

/// The files of a run.
fn run(
    seed: u64,
    plan: &records::Plan,
    plan_id: Digest,
    (slug, at): (&str, &Utc),
    size: &Size,
) -> BTreeMap<String, Payload> {
    let id = BundleId::new(at, BundleKind::Run, slug, plan_id).unwrap();
    let Trials { lines, mut files } = records::trials(seed, &plan.inputs, plan_id, size);
    let mut add = |path: &str, bytes: Vec<u8>| {
        files.insert(path.to_owned(), Payload::Bytes(bytes));
    };
    add("trials.jsonl", lines);
    add("plan.json", plan.file.clone());
    add("run.json", records::run(&id, plan_id, at));
    add("host.json", records::host());
    add("engine.json", records::engines());
    add("events.jsonl", records::events(at));
    add("telemetry.jsonl.gz", gzip(&records::telemetry(seed, size)));
    for arm in records::ARMS {
        add(&format!("logs/{arm}.log"), records::log(seed, size));
    }
    files
}

/// The publication in the repository, under other titles.
pub(super) fn transcriptions(repository: &Path, copies: u64, evidence: Evidence) -> Vec<Draft> {
    let folder = repository.join("imports/glm53-flash-mtp");
    let mut imported = jissoku::measure::import::read(&folder).unwrap();
    (0..copies)
        .map(|number| {
            imported.transcription.title.en = format!("Published figures, copy {number}");
            let mut draft = imported.draft(at(number, 9)).unwrap();
            draft.evidence = evidence;
            draft
        })
        .collect()
}

/// A time of its own for each number below 1,500 and hour.
pub(super) fn at(number: u64, hour: u64) -> Utc {
    let (day, minute) = (1 + number / 60, number % 60);
    Utc::parse(&format!("2026-12-{day:02}T{hour:02}:{minute:02}:00Z")).unwrap()
}
