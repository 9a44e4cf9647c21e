//! Completion scripts: made for three shells, and taken by those that are there.

use super::run;
use std::fs;
use std::process::Command;

const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

#[test]
fn every_command_of_both_programs_is_completed_in_every_shell() {
    let folder = tempfile::tempdir().unwrap();
    for (program, words) in [
        (
            "sitegen",
            &["build", "check", "serve", "verify", "completions", "port", "public-key"][..],
        ),
        ("measure", &["import", "admit", "completions", "quiet", "runs"]),
    ] {
        for shell in SHELLS {
            let (code, script, error) = run(program, &["completions", shell], folder.path());
            assert_eq!((code, error.as_str()), (0, ""));
            for word in words {
                assert!(script.contains(word), "{program} {shell}: {word}");
            }
            let file = folder.path().join(format!("{program}.{shell}"));
            fs::write(&file, script).unwrap();
            // The shell reads it without running it, where there is such a shell.
            if let Ok(output) = Command::new(shell).arg("-n").arg(&file).output() {
                assert!(output.status.success(), "{program} {shell}: {output:?}");
            }
        }
        let (code, out, _) = run(program, &["completions", "tcsh"], folder.path());
        assert_eq!((code, out.as_str()), (2, ""));
    }
}

#[test]
fn bash_completes_a_command_and_an_option() {
    let folder = tempfile::tempdir().unwrap();
    let (_, script, _) = run("sitegen", &["completions", "bash"], folder.path());
    for (words, expected) in
        [("ser", "serve\n"), ("serve --po", "--port\n"), ("check --r", "--runs\n")]
    {
        let last = words.split(' ').next_back().unwrap();
        let count = words.split(' ').count();
        let ask = format!(
            "COMP_WORDS=(sitegen {words}); COMP_CWORD={count}; _sitegen sitegen {last} x; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let output =
            Command::new("bash").args(["-c", &format!("{script}\n{ask}")]).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{words}");
    }
}
