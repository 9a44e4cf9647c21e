//! A run: how it went, on what, every trial, and what happened around them.

use super::section::{Cell, Row, Section};
use super::{plan, speech};
use crate::archive::{Archive, RunContent, VerifiedBundle};
use crate::record::engine::EngineFacts;
use crate::record::event::{Event, Phase};
use crate::record::host::{Host, Outcome};
use crate::record::run::RunStatus;
use crate::record::trial::{Role, TerminationClass, Trial};
use crate::site::Language;
use crate::site::inert::visible;
use crate::site::texts::{Texts, fill};

/// Everything that the records of a run say, failures first in sight.
pub(super) fn sections(
    bundle: &VerifiedBundle,
    content: &RunContent,
    archive: &Archive,
    language: Language,
    texts: &Texts,
) -> Vec<Section> {
    let mut sections = vec![
        summary(bundle, content, archive, texts),
        failures(&content.trials, texts),
        trials(&content.trials, texts),
        events(&content.events, texts),
        host(&content.host, texts),
        checks(&content.host, texts),
        engines(&content.engines, texts),
    ];
    sections.extend(plan::sections(&content.plan, None, language, texts));
    sections
}

fn summary(
    bundle: &VerifiedBundle,
    content: &RunContent,
    archive: &Archive,
    texts: &Texts,
) -> Section {
    let (t, run) = (&texts.detail, &content.run);
    let status = match &run.status {
        RunStatus::Complete => texts.archive.complete.clone(),
        RunStatus::Aborted(reason) => fill(&texts.archive.aborted, &[("reason", &visible(reason))]),
    };
    let measured = content.trials.iter().filter(|trial| trial.role == Role::Measured).count();
    let warmups = content.trials.len() - measured;
    let section = Section::new("run", t.run.clone())
        .lead(t.run_lead.clone())
        .fact(&texts.archive.status, Cell::Text(status))
        .fact(&t.started, Cell::text(run.started_utc.as_str()))
        .fact(&t.ended, Cell::text(run.ended_utc.as_str()))
        .fact(&t.planned_trials, Cell::count(content.plan.trials.len() as u64))
        .fact(&t.attempts, Cell::count(measured as u64))
        .fact(&t.warmups, Cell::count(warmups as u64))
        .fact(&t.interruptions, Cell::count(run.interruptions))
        .fact(&t.redactions, Cell::count(run.redactions))
        .fact(&t.tool, Cell::text(format!("{} {}", run.tool.name, run.tool.version)))
        .fact(&t.ledger_head_at_start, Cell::code(run.ledger_head_at_start));
    let section = match archive.plan_of(bundle) {
        Some(plan) => section.fact(
            &texts.bundle.plan_id,
            Cell::Bundle(plan.id().to_string(), run.plan_id.to_string()),
        ),
        None => section,
    };
    match run.supersedes {
        Some(old) => section.fact(&t.supersedes, speech::bundle(old, archive)),
        None => section,
    }
}

/// Anchor of an attempt.
fn anchor(trial: &Trial) -> String {
    anchor_of(trial.trial.as_str(), trial.attempt)
}

/// Anchor of an attempt at a trial: later attempts have their number.
pub(super) fn anchor_of(trial: &str, attempt: u64) -> String {
    if attempt == 1 { trial.to_owned() } else { format!("{trial}-{attempt}") }
}

fn failures(trials: &[Trial], texts: &Texts) -> Section {
    let t = &texts.detail;
    let natural = |class| matches!(class, TerminationClass::Stop | TerminationClass::Length);
    let failed: Vec<&Trial> =
        trials.iter().filter(|trial| !natural(trial.termination.class)).collect();
    let rows = failed.iter().map(|trial| {
        let end = texts.termination.of(trial.termination.class);
        let cells =
            vec![Cell::code(&trial.arm), Cell::text(end), Cell::text(&trial.termination.detail)];
        Row::new(Cell::Code(anchor(trial)), cells)
    });
    let head = [&texts.run.trial, &texts.run.arm_label, &texts.run.end, &t.detail];
    let lead =
        fill(&texts.run.of, &[("k", &failed.len().to_string()), ("n", &trials.len().to_string())]);
    Section::new("failures", t.failures.clone()).lead(lead).table(&head, rows.collect())
}

fn trials(trials: &[Trial], texts: &Texts) -> Section {
    let t = &texts.detail;
    let row = |trial: &Trial| {
        let role = match trial.role {
            Role::Measured => &t.measured,
            Role::Warmup => &t.warmup,
        };
        let drafts = Cell::stated(&trial.draft, |draft| {
            let raw = format!("{}/{}", draft.accepted.get(), draft.drafted.get());
            Cell::Number(raw.clone(), raw)
        });
        let cells = vec![
            Cell::count(trial.attempt),
            Cell::code(&trial.arm),
            Cell::code(&trial.task),
            Cell::text(role),
            Cell::count(trial.block),
            Cell::count(trial.order),
            Cell::text(texts.termination.of(trial.termination.class)),
            Cell::stated(&trial.request.prompt_tokens, |n| Cell::count(n.get())),
            Cell::stated(&trial.tokens.engine, |n| Cell::count(n.get())),
            Cell::count(trial.marks.at_ns.len() as u64),
            drafts,
            Cell::stated(&trial.cached_tokens, |n| Cell::count(n.get())),
            Cell::stated(&trial.stream_end_ns, |n| Cell::milliseconds(n.get())),
        ];
        Row::new(Cell::code(&trial.trial), cells).with_id(anchor(trial))
    };
    let head = [
        &texts.run.trial,
        &t.attempt,
        &texts.run.arm_label,
        &t.task,
        &t.role,
        &t.block,
        &texts.run.order,
        &texts.run.end,
        &texts.run.prompt,
        &texts.run.output_tokens,
        &t.marks,
        &t.accepted_drafted,
        &texts.run.cached,
        &t.stream_end,
    ];
    Section::new("trials", texts.run.trials.clone())
        .lead(t.trials_lead.clone())
        .table(&head, trials.iter().map(row).collect())
}

fn events(events: &[Event], texts: &Texts) -> Section {
    let t = &texts.detail;
    let row = |event: &Event| {
        let (utc, kind, detail) = match event {
            Event::EngineStart { utc, arm, healthy_after_ns } => {
                (utc, &t.engine_start, format!("{arm} · {} ns", healthy_after_ns.get()))
            }
            Event::StartFailed { utc, arm, reason } => {
                (utc, &t.start_failed, format!("{arm} · {reason}"))
            }
            Event::EngineExit { utc, arm, reason } => {
                (utc, &t.engine_exit, format!("{arm} · {reason}"))
            }
            Event::Calibration { utc, phase, stamp_error_ns, .. } => {
                let phase = match phase {
                    Phase::Before => &t.before,
                    Phase::After => &t.after,
                };
                let error = fill(
                    &t.stamp_error,
                    &[
                        ("p50", &stamp_error_ns.p50.get().to_string()),
                        ("p99", &stamp_error_ns.p99.get().to_string()),
                        ("n", &stamp_error_ns.n.to_string()),
                    ],
                );
                (utc, &t.calibration, format!("{phase} · {error}"))
            }
            Event::Warmup { utc, arm, trial } => (utc, &t.warmup, format!("{arm} · {trial}")),
            Event::Interrupted { utc, reason } => (utc, &t.interrupted, reason.clone()),
            Event::Resumed { utc, host } => (utc, &t.resumed, host.to_string()),
            Event::Aborted { utc, reason } => (utc, &t.aborted, reason.clone()),
        };
        Row::new(Cell::text(utc.as_str()), vec![Cell::text(kind), Cell::text(detail)])
    };
    Section::new("events", t.events.clone())
        .table(&[&t.time, &t.event, &t.detail], events.iter().map(row).collect())
}

/// The machine.
pub(super) fn host(host: &Host, texts: &Texts) -> Section {
    let t = &texts.detail;
    let text = |text: &String| Cell::text(text);
    let rows = host.gpus.iter().map(|gpu| {
        let power = Cell::stated(&gpu.power_limit_mw, |mw| {
            let watts = crate::site::number::fixed(*mw as f64 / 1e3, 0);
            Cell::Number(mw.to_string(), format!("{watts}\u{a0}W"))
        });
        let memory = Cell::stated(&gpu.memory_bytes, |bytes| Cell::gibibytes(bytes.get()));
        Row::new(Cell::count(gpu.index), vec![Cell::text(&gpu.name), memory, power])
    });
    Section::new("host", t.host.clone())
        .fact(&t.alias, Cell::code(&host.alias))
        .fact(&t.cpu, Cell::stated(&host.cpu.model, text))
        .fact(&t.logical, Cell::stated(&host.cpu.logical, |n| Cell::count(*n)))
        .fact(&t.main_memory, Cell::stated(&host.memory_bytes, |n| Cell::gibibytes(n.get())))
        .fact(&t.kernel, Cell::stated(&host.kernel, text))
        .fact(&t.container_image, Cell::stated(&host.container_image, text))
        .fact(&t.gpu_driver, Cell::stated(&host.gpu_driver, text))
        .fact(&t.cuda, Cell::stated(&host.cuda, text))
        .table(&[&t.gpu_index, &t.gpu_name, &t.gpu_memory, &t.power_limit], rows.collect())
}

/// What the self-checks of the machine said.
pub(super) fn checks(host: &Host, texts: &Texts) -> Section {
    let t = &texts.detail;
    let rows = host.checks.iter().map(|check| {
        let (verdict, detail) = match &check.outcome {
            Outcome::Passed(detail) => (&t.passed, detail),
            Outcome::Failed(detail) => (&t.failed, detail),
            Outcome::CouldNotRun(detail) => (&t.could_not_run, detail),
        };
        Row::new(Cell::code(&check.name), vec![Cell::text(verdict), Cell::text(detail)])
    });
    Section::new("checks", t.checks.clone())
        .table(&[&t.check, &t.outcome, &t.detail], rows.collect())
}

fn engines(engines: &[EngineFacts], texts: &Texts) -> Section {
    let t = &texts.detail;
    let rows = engines.iter().map(|engine| {
        let proof = Cell::stated(&engine.placement_proof, |proof| {
            Cell::yes_no(proof.weights_on_gpu && proof.kv_on_gpu, texts)
        });
        let cells = vec![
            Cell::text(&engine.engine),
            Cell::stated(&engine.version_reported, |version| Cell::text(version)),
            Cell::yes_no(engine.attached, texts),
            proof,
            Cell::code(engine.command.join(" ")),
        ];
        Row::new(Cell::code(&engine.arm), cells)
    });
    let head = [&texts.run.arm_label, &t.engine, &t.version, &t.attached, &t.on_gpu, &t.command];
    Section::new("engines", t.engines.clone()).table(&head, rows.collect())
}
