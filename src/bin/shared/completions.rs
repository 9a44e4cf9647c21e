//! Completion scripts of both programs, made from their command lines.

use clap::{CommandFactory, ValueEnum};
use clap_complete::shells;
use jissoku::exit;

/// The shells that a script can be made for.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
}

/// The script for the program called `name`.
pub(crate) fn of<Arguments: CommandFactory>(name: &str, shell: Shell) -> (u8, String) {
    let (mut command, mut script) = (Arguments::command(), Vec::new());
    match shell {
        Shell::Bash => clap_complete::generate(shells::Bash, &mut command, name, &mut script),
        Shell::Zsh => clap_complete::generate(shells::Zsh, &mut command, name, &mut script),
        Shell::Fish => clap_complete::generate(shells::Fish, &mut command, name, &mut script),
    }
    (exit::DONE, String::from_utf8_lossy(&script).trim_end().to_owned())
}
