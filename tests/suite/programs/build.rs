//! `sitegen build` and `sitegen verify`.

use super::{archive, changed_publication, run, tree, unlock};
use std::fs;
use std::path::Path;

#[test]
fn verify_prints_bundle_digest_and_evidence_level() {
    let folder = archive();
    let (code, out, error) = run("sitegen", &["verify"], folder.path());
    assert_eq!((code, error.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 2, "{out}");
    let words: Vec<&str> = lines[0].split("  ").collect();
    assert!(words[0].starts_with("sha256:") && words[0].len() == 71, "{out}");
    assert_eq!(words[1], "transcribed");
    assert!(words[2].contains("-transcription-glm53-flash-mtp-"), "{out}");
    let bundle = format!("runs/bundles/{}", words[2]);
    let (code, single, _) = run("sitegen", &["verify", &bundle], folder.path());
    assert_eq!((code, single.trim_end()), (0, lines[0]));
}

#[test]
fn flipping_one_byte_of_any_file_stops_the_build_and_keeps_the_old_site() {
    let folder = archive();
    assert_eq!(run("sitegen", &["build"], folder.path()).0, 0);
    let before = tree(&folder.path().join("public"));
    let runs = folder.path().join("runs");
    unlock(&runs);
    let files = tree(&runs);
    assert_eq!(files.len(), 8);
    for (path, bytes) in &files {
        let place = runs.join(path);
        let mut flipped = bytes.clone();
        let middle = flipped.len() / 2;
        flipped[middle] ^= 1;
        fs::write(&place, &flipped).unwrap();
        let (code, _, error) = run("sitegen", &["build"], folder.path());
        assert_eq!(code, 1, "{}: {error}", path.display());
        let name = path.file_name().unwrap().to_str().unwrap();
        for words in [name, "expected", "found", "public was left as it was"] {
            assert!(error.contains(words), "{}: expected {words:?} in {error}", path.display());
        }
        assert!(tree(&folder.path().join("public")) == before, "{}", path.display());
        fs::write(&place, bytes).unwrap();
    }
    assert_eq!(run("sitegen", &["build"], folder.path()).0, 0);
}

#[test]
fn a_published_figure_that_does_not_come_out_stops_the_build() {
    for (from, to, says) in [
        // A median in its last digit, a printed form, a threshold statement, the exact limit.
        (
            "\"median\":52.49864342744915",
            "\"median\":52.49864342744916",
            "published 52.49864342744916, recomputed 52.49864342744915",
        ),
        ("32768,\"12.2\"", "32768,\"12.1\"", "printed 12.1, shown 12.2"),
        ("\"all_above_50\":false", "\"all_above_50\":true", "recomputed 2 of 3 above"),
    ] {
        let source = changed_publication("trials.json", from, to);
        let folder = tempfile::tempdir().unwrap();
        let (code, _, error) =
            run("measure", &["import", source.path().to_str().unwrap()], folder.path());
        assert_eq!((code, error.as_str()), (0, ""));
        let (code, _, error) = run("sitegen", &["build"], folder.path());
        assert_eq!(code, 1, "{error}");
        assert!(error.contains(says) && error.contains("the old site is kept"), "{error}");
        assert!(!folder.path().join("public").exists());
    }
}

#[test]
fn defects_are_told_in_japanese_too() {
    let folder = archive();
    let runs = folder.path().join("runs");
    unlock(&runs);
    let bundle = fs::read_dir(runs.join("bundles")).unwrap().next().unwrap().unwrap().path();
    fs::write(bundle.join("data/extra.json"), "{}").unwrap();
    let (code, _, error) = run("sitegen", &["verify", "--lang", "ja"], folder.path());
    assert_eq!(code, 1);
    assert!(
        error.contains("A041")
            && error.contains(
                "（manifest-sha256.txtに記載）：マニフェストに載っていないファイルです。期待："
            ),
        "{error}"
    );
    let (_, _, english) = run("sitegen", &["verify"], folder.path());
    assert!(
        english.contains("A041")
            && english.contains("the file is there and is not listed: expected"),
        "{english}"
    );
}

#[test]
fn a_bundle_is_verified_from_inside_its_folder() {
    let folder = archive();
    let bundle =
        fs::read_dir(folder.path().join("runs/bundles")).unwrap().next().unwrap().unwrap().path();
    assert_eq!(run("sitegen", &["verify", "."], &bundle).0, 0);
}

#[test]
fn an_archive_without_a_bundle_proves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("runs/bundles")).unwrap();
    for command in ["build", "verify"] {
        let (code, _, error) = run("sitegen", &[command], folder.path());
        assert_eq!(code, 2, "{error}");
        assert!(error.contains("expected at least one bundle, found none"), "{error}");
    }
    assert!(!folder.path().join("public").exists());
}

#[test]
fn a_folder_that_is_not_ours_is_left_alone() {
    let folder = archive();
    fs::create_dir(folder.path().join("public")).unwrap();
    fs::write(folder.path().join("public/thesis.txt"), "years of work").unwrap();
    let (code, _, error) = run("sitegen", &["build"], folder.path());
    assert_eq!(code, 2);
    assert!(error.contains("it is not a folder made by sitegen"), "{error}");
    assert_eq!(tree(&folder.path().join("public")).len(), 1);
    // An empty folder is taken, a file and a link are not.
    assert_eq!(run("sitegen", &["build", "--out", "file"], folder.path()).0, 0);
    fs::write(folder.path().join("plain"), "").unwrap();
    assert_eq!(run("sitegen", &["build", "--out", "plain"], folder.path()).0, 2);
    std::os::unix::fs::symlink("file", folder.path().join("link")).unwrap();
    assert_eq!(run("sitegen", &["build", "--out", "link"], folder.path()).0, 2);
    fs::create_dir(folder.path().join("empty")).unwrap();
    assert_eq!(run("sitegen", &["build", "--out", "empty"], folder.path()).0, 0);
}

#[test]
fn a_staging_folder_left_by_an_interrupted_build_is_replaced() {
    let folder = archive();
    assert_eq!(run("sitegen", &["build"], folder.path()).0, 0);
    let site = tree(&folder.path().join("public"));
    let staging = folder.path().join(".public.staging");
    fs::create_dir(&staging).unwrap();
    fs::copy(folder.path().join("public/.gitignore"), staging.join(".gitignore")).unwrap();
    fs::write(staging.join("half.html"), "half a page").unwrap();
    assert_eq!(run("sitegen", &["build"], folder.path()).0, 0);
    assert!(!staging.exists());
    assert!(tree(&folder.path().join("public")) == site, "the second build differs");
}

#[test]
fn what_cannot_run_exits_with_two() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in
        [&["build"][..], &["verify"], &["verify", "nowhere"], &["walk"], &["build", "--runs"]]
    {
        let (code, out, error) = run("sitegen", arguments, folder.path());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {error}");
        assert!(!error.is_empty());
    }
    let help = run("sitegen", &["--help"], folder.path());
    assert!(
        help.0 == 0 && help.1.contains("Exit codes: 0 done, 1 a check failed, 2 could not run")
    );
    assert!(!folder.path().join("public").exists());
}

#[test]
fn the_data_folder_of_a_page_verifies_with_sha256sum() {
    let folder = archive();
    assert_eq!(run("sitegen", &["build"], folder.path()).0, 0);
    let bundles = folder.path().join("public/bundles");
    let mut entries = fs::read_dir(bundles).unwrap().map(|entry| entry.unwrap().path());
    let bundle = entries.find(|path| path.is_dir()).unwrap();
    for manifest in ["manifest-sha256.txt", "tagmanifest-sha256.txt"] {
        let check = std::process::Command::new("sha256sum")
            .args(["--strict", "--quiet", "-c", manifest])
            .current_dir(&bundle)
            .status();
        assert!(check.unwrap().success(), "{manifest}");
    }
}

#[test]
fn an_unwritable_place_is_reported() {
    let folder = archive();
    // A file stands where the parent folder of the output should be.
    fs::write(folder.path().join("blocked"), "").unwrap();
    let (code, _, error) = run("sitegen", &["build", "--out", "blocked/public"], folder.path());
    assert_eq!(code, 2);
    assert!(error.contains("cannot create") && error.contains("the old site is kept"), "{error}");
    assert!(Path::new(&folder.path().join("blocked")).is_file());
}
