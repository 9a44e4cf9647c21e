//! Figures of the published study, and of the study with a value taken away.

use super::super::transcription::Names;
use super::{FigureView, ratios, strips};
use crate::archive::{Content, verify_archive};
use crate::record::transcription::{PublishedMetric, TranscribedTrial, Transcription};
use crate::record::trial::TerminationClass;
use crate::record::{BundleId, Stated};
use crate::report::TranscriptionReport;
use crate::site::chart::Compared;
use crate::site::{Language, Texts, check_svg};
use std::path::Path;

/// The study of the archive, without what was published about its trials.
fn study() -> (BundleId, Transcription, Vec<TranscribedTrial>) {
    let archive = verify_archive(&Path::new(env!("CARGO_MANIFEST_DIR")).join("runs")).unwrap();
    let found = archive.bundles().iter().find_map(|bundle| match bundle.content() {
        Content::Transcription(content) => Some((bundle.id().clone(), content)),
        _ => None,
    });
    let (id, content) = found.unwrap();
    let mut transcription = content.transcription.clone();
    transcription.aggregates.clear();
    transcription.relations.clear();
    transcription.thresholds.clear();
    (id, transcription, content.trials.clone())
}

/// The figure of the first system: H100 with ExLlamaV3 at 8,193 tokens.
fn first(trials: &[TranscribedTrial], language: Language) -> FigureView {
    let (id, transcription, _) = study();
    let report = TranscriptionReport::new(&id, &transcription, trials).unwrap();
    let texts = Texts::load(language).unwrap();
    let names = Names { transcription: &transcription, texts: &texts, language };
    strips("s", "H100", &report.comparisons[0], &report, &names).unwrap().unwrap()
}

#[test]
fn a_figure_says_in_words_what_it_shows() {
    let (.., trials) = study();
    let english = first(&trials, Language::En).charts[0].to_string();
    for words in [
        ">Native rate: H100</title>",
        "One point for each trial. MTP off, 3 trials: median 52.50, from 52.33 to 52.57 tokens/s. MTP on, 3 trials: median 71.26, from 62.69 to 75.46 tokens/s. The axis runs from 50 to 80 tokens/s.</desc>",
        "<title>t-0001 (1 of 3): 52.33 tokens/s</title>",
        ">tokens per second</text>",
    ] {
        assert!(english.contains(words), "{words} in {english}");
    }
    let japanese = first(&trials, Language::Ja);
    let chart = japanese.charts[0].to_string();
    assert!(chart.contains("<title>t-0001（3件中1件目）：52.33 トークン/秒</title>"), "{chart}");
    assert!(japanese.caption.contains("すべての試行を実行順に"), "{}", japanese.caption);
}

#[test]
fn a_trial_without_a_value_is_on_the_rail_with_its_reason() {
    let (.., mut trials) = study();
    let metric = PublishedMetric::TimeToFirstAnswerText;
    for place in [0, 1] {
        assert!(trials[place].figures.remove(&metric).is_some());
    }
    trials[0].termination = Stated::Given(TerminationClass::Timeout);
    let figure = first(&trials, Language::En);
    let [rate, _, answer] = [0, 1, 2].map(|chart| figure.charts[chart].to_string());
    assert!(!rate.contains("no value"), "{rate}");
    assert_eq!(check_svg(&answer), []);
    for words in [
        "MTP off, 3 trials: median 3.07, from 3.07 to 3.07 s.",
        "<title>t-0001 (1 of 3): timeout</title>",
        "<title>t-0002 (2 of 3): not published</title>",
        ">no value</text>",
        ">2</text>",
    ] {
        assert!(answer.contains(words), "{words} in {answer}");
    }
    assert_eq!(answer.matches("<a ").count(), 6);
    // Without any value the row stays, and says so.
    assert!(trials[2].figures.remove(&metric).is_some());
    let answer = first(&trials, Language::En).charts[2].to_string();
    assert!(answer.contains("MTP off, 3 trials: no value. MTP on, 3 trials: median"), "{answer}");
    assert_eq!(answer.matches("<a ").count(), 6);
}

#[test]
fn ratios_are_drawn_by_kind_and_the_shared_part_of_two_configurations_is_said_once() {
    let (id, mut transcription, trials) = study();
    let texts = Texts::load(Language::En).unwrap();
    let language = Language::En;
    let drawn = |transcription: &Transcription, kind| {
        let report = TranscriptionReport::new(&id, transcription, &trials).unwrap();
        let names = Names { transcription, texts: &texts, language };
        ratios(&report, kind, &names).unwrap()
    };
    // Comparisons of systems are those of published relations, which were cleared.
    assert!(drawn(&transcription, Compared::Configurations).is_none());
    let figure = drawn(&transcription, Compared::Speculation).unwrap();
    assert_eq!(figure.charts.len(), 3);
    let rate = figure.charts[0].to_string();
    assert_eq!((rate.matches("<a ").count(), rate.matches("<polygon").count()), (8, 8));
    assert!(rate.contains(
        "H100 PCIe 80 GB ×2 · ExLlamaV3, 8,193 prompt tokens: 1.36, pairs from 1.19 to 1.44."
    ));
    let text = figure.charts[1].to_string();
    assert_eq!(
        (text.matches("<a ").count(), text.matches(">not published</text>").count()),
        (6, 2)
    );
    let archive = verify_archive(&Path::new(env!("CARGO_MANIFEST_DIR")).join("runs")).unwrap();
    let Content::Transcription(content) = archive.bundles()[0].content() else { panic!("kind") };
    transcription.relations = content.transcription.relations.clone();
    let across = drawn(&transcription, Compared::Configurations).unwrap().charts[0].to_string();
    let words = "B200 ×2 → H100 PCIe 80 GB ×2 · ExLlamaV3 · MTP off, 8,193 prompt tokens: 0.88, pairs from 0.87 to 0.88.";
    assert!(across.contains(words), "{across}");
    assert_eq!((across.matches("<a ").count(), across.matches("line-mixed").count()), (4, 4));
}
