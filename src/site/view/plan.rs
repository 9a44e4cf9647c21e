//! A plan as it was frozen: arms, tasks, order, rules and declared analyses.

use super::section::{Cell, Row, Section};
use crate::record::plan::{Analysis, Arm, CachePolicy, Order, Plan, Speculation};
use crate::site::Language;
use crate::site::number::whole;
use crate::site::texts::{Texts, fill};

/// What a plan fixes; `inputs` is the number of input texts where they lie beside it.
pub(super) fn sections(
    plan: &Plan,
    inputs: Option<usize>,
    language: Language,
    texts: &Texts,
) -> Vec<Section> {
    vec![
        rules(plan, inputs, language, texts),
        arms(&plan.arms, texts),
        analyses(plan, language, texts),
        tasks(plan, texts),
    ]
}

fn rules(plan: &Plan, inputs: Option<usize>, language: Language, texts: &Texts) -> Section {
    let t = &texts.detail;
    let caps: Vec<String> = plan.output_caps.iter().map(|cap| whole(cap.get())).collect();
    let seeds =
        [plan.seeds.order, plan.seeds.sampling, plan.seeds.bootstrap].map(|n| n.to_string());
    let order = match plan.order {
        Order::Interleaved => &t.interleaved,
        Order::AbbaRestart => &t.abba,
        Order::Sequential => &t.sequential,
    };
    let cache = match plan.cache {
        CachePolicy::Cold => &t.cold,
        CachePolicy::Warm => &t.warm,
    };
    let sampling = &plan.sampling;
    let settings = format!(
        "temperature {} · top-p {} · top-k {} · min-p {}",
        sampling.temperature.0, sampling.top_p.0, sampling.top_k, sampling.min_p.0
    );
    let section = Section::new("plan", t.plan.clone())
        .lead(t.plan_lead.clone())
        .fact(&t.study, Cell::text(language.pick(&plan.title)))
        .fact(&t.planned_trials, Cell::count(plan.trials.len() as u64))
        .fact(&t.tasks, Cell::count(plan.tasks.len() as u64))
        .fact(&t.order, Cell::text(order))
        .fact(&t.cache, Cell::text(cache))
        .fact(&t.output_caps, Cell::text(caps.join(&texts.archive.separator)))
        .fact(&t.sampling, Cell::Text(settings))
        .fact(
            &t.seeds,
            Cell::Text(fill(
                &t.seed_names,
                &[("order", &seeds[0]), ("sampling", &seeds[1]), ("bootstrap", &seeds[2])],
            )),
        )
        .fact(&t.timeout, Cell::milliseconds(plan.timeout_ns.get()))
        .fact(&t.memory_gate, Cell::gibibytes(plan.memory_gate_bytes.get()))
        .fact(&t.retries, Cell::count(plan.retries.max));
    match inputs {
        Some(n) => section.fact(&t.inputs, Cell::count(n as u64)),
        None => section,
    }
}

fn arms(arms: &[Arm], texts: &Texts) -> Section {
    let t = &texts.detail;
    let rows = arms.iter().map(|arm| {
        let speculation = match &arm.speculation {
            Speculation::Off(_) => Cell::text(&texts.archive.off),
            Speculation::Draft(draft) => Cell::Text(fill(
                &t.draft,
                &[
                    ("kind", draft.kind.as_str()),
                    ("max", &whole(draft.max_draft)),
                    ("acceptance", draft.acceptance.as_str()),
                ],
            )),
        };
        let cells = vec![
            Cell::text(format!("{} {}", arm.engine, arm.version)),
            Cell::text(&arm.model.name),
            speculation,
            Cell::count(arm.context_capacity.get()),
            Cell::count(arm.placement.gpus),
            Cell::yes_no(arm.placement.cpu_offload, texts),
        ];
        Row::new(Cell::code(&arm.id), cells).with_id(format!("arm-{}", arm.id))
    });
    let head = [
        &texts.run.arm_label,
        &t.engine,
        &texts.run.model,
        &t.speculation,
        &t.context_capacity,
        &t.gpus,
        &t.cpu_offload,
    ];
    Section::new("arms", t.arms.clone()).table(&head, rows.collect())
}

/// What was declared before the results.
fn analyses(plan: &Plan, language: Language, texts: &Texts) -> Section {
    let t = &texts.detail;
    let row = |analysis: &Analysis| {
        let (id, kind, pair, rule) = match analysis {
            Analysis::Speed { id, baseline, arm, primary, .. } => {
                let rule = fill(&t.primary, &[("metric", primary.as_str())]);
                (id, &t.speed, format!("{baseline} → {arm}"), rule)
            }
            Analysis::Quality {
                id,
                baseline,
                arm,
                margin,
                margin_reason,
                alpha,
                interval,
                replicates,
                ..
            } => {
                let values = [
                    ("margin", margin.0.as_str()),
                    ("reason", language.pick(margin_reason)),
                    ("alpha", alpha.0.as_str()),
                    ("interval", interval.as_str()),
                    ("replicates", &whole(*replicates)),
                ];
                (id, &t.quality, format!("{baseline} → {arm}"), fill(&t.rule, &values))
            }
        };
        Row::new(Cell::code(id), vec![Cell::text(kind), Cell::code(pair), Cell::text(rule)])
    };
    Section::new("analyses", t.analyses.clone()).lead(t.analyses_lead.clone()).table(
        &[&t.analysis, &t.kind, &t.compared, &t.decision],
        plan.analyses.iter().map(row).collect(),
    )
}

fn tasks(plan: &Plan, texts: &Texts) -> Section {
    let t = &texts.detail;
    let rows = plan.tasks.iter().map(|task| {
        let cells = vec![
            Cell::text(&task.stratum),
            Cell::count(task.target_tokens.get()),
            Cell::count(task.tolerance_tokens.get()),
            Cell::code(&task.grading),
            Cell::code(task.input),
        ];
        Row::new(Cell::code(&task.id), cells).with_id(format!("task-{}", task.id))
    });
    let head = [&t.task, &t.stratum, &t.target, &t.tolerance, &t.grading, &texts.run.input];
    Section::new("tasks", t.tasks.clone()).table(&head, rows.collect())
}
