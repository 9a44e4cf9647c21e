//! `sitegen serve`: builds, serves, and builds again when the archive or an article changes.

use super::{Lang, commands};
use jissoku::exit;
use jissoku::site::Options;
use jissoku::site::serve::{Limits, Server, Watch};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// How often the archive and the articles are looked at.
const PERIOD: Duration = Duration::from_millis(500);

/// Returns only if the site cannot be built or served at all.
pub(super) fn serve(
    runs: &Path,
    out: &Path,
    options: &Options,
    port: u16,
    lang: Lang,
) -> (u8, String) {
    // The port first: a build is for nothing if it is taken.
    let server = match Server::bind(port) {
        Ok(server) => server,
        Err(error) => return (exit::COULD_NOT_RUN, error.to_string()),
    };
    let address = server.address();
    let mut watched = [Watch::new(runs), Watch::new(&options.articles)];
    let (code, text) = commands::build(runs, out, options, lang);
    if code != exit::DONE {
        return (code, text);
    }
    if let Err(error) = server.start(out, Limits::STANDARD) {
        return (exit::COULD_NOT_RUN, error.to_string());
    }
    println!("{text}\nserving http://{address}/ until Ctrl-C");
    loop {
        thread::sleep(PERIOD);
        // Both are asked, so that one change builds once.
        let [archive, articles] = watched.each_mut().map(Watch::has_changed);
        if archive || articles {
            match commands::build(runs, out, options, lang) {
                (exit::DONE, text) => println!("{text}, built again"),
                (_, text) => eprintln!("{text}\nthe old site is still served"),
            }
        }
    }
}
