//! Articles: a small good one in a folder of its own, changed in one place at a time.

mod published;
mod rules;
mod small;

use super::{archive, run, tree};
use std::fs;
use std::path::{Path, PathBuf};

/// The article that every rule is tried on; `DIGEST` stands for its bundle.
const TOML: &str = r##"date = "2026-12-02"

[title]
ja = "小さな記事"
en = "A small article"

[summary]
ja = "試行は{=trials}件です。"
en = "There are {=trials} trials."

[terms]
both = ["H100"]
ja = ["600問"]
en = ["B200"]

[[bundle]]
id = "published"
digest = "DIGEST"
evidence = "transcribed"

[[compare]]
baseline = "h100x2-llamacpp-off"
arm = "h100x2-llamacpp-mtp"

[figures]
trials = { of = "trials" }
rate = { of.median = { arm = "h100x2-llamacpp-off", prompt_tokens = 32768, metric = "native_rate" } }
change = { of.percent_change = { baseline = "h100x2-llamacpp-off", arm = "h100x2-llamacpp-mtp", prompt_tokens = 32768, metric = "native_rate" } }
ratio = { of.ratio = { baseline = "h100x2-llamacpp-off", arm = "h100x2-llamacpp-mtp", prompt_tokens = 32768, metric = "native_rate" } }
limit = { of.quality = "upper_limit", places = 3 }
same = { of.published = { study = "quality-600", metric = "identical_token_sequences" } }
kept = { of = "failures", unused = true }

[tables.rates]
caption = { ja = "速さ", en = "Rates" }
corner = { ja = "構成", en = "Configuration" }
columns = [{ ja = "なし", en = "Off" }, { ja = "変化", en = "Change" }]
rows = [{ head = { ja = "H100", en = "H100" }, cells = ["rate", "change"] }]

[[claim]]
id = "faster"
statement = { ja = "速くなった。", en = "It became faster." }
figures = ["ratio"]
comparator = ">"
threshold = "1"

[[claim]]
id = "twice"
statement = { ja = "二倍になった。", en = "It became twice as fast." }
figures = ["ratio"]
comparator = ">="
threshold = "2"
unused = true

[[analysis]]
kind = "post_hoc"
text = { ja = "すべて。", en = "All of it." }

[[limit]]
ja = "品質のことはわかりません。"
en = "Nothing is shown about quality."

[[revision]]
number = 1
date = "2026-12-02"
text = { ja = "最初の版。", en = "First text." }
"##;

const JA: &str = "\
## 速さ {#speed}

H100の速さは{=rate}、変化は{=change}です。これは**「重要なこと」**です。
二行目は続けて書きます。[速くなりました](#claim-faster)。

{table=rates}

### 品質 {#quality-counts}

- 600問の上限は{=limit}
- 一致は{=same}で、`code 1` は数えません

| 項目 | 値 |
| --- | ---: |
| 試行 | {=trials} |
";

const EN: &str = "\
## Speed {#speed}

The rate on H100 is {=rate} and on B200 unknown, the change {=change}. This is **important**.
[It became faster](#claim-faster).

{table=rates}

### Quality {#quality-counts}

- the limit is {=limit}
- {=same} agree, `code 1` does not count

| item | value |
| --- | ---: |
| trials | {=trials} |
";

/// A folder with an archive and the small article.
struct Desk {
    folder: tempfile::TempDir,
    digest: String,
}

impl Desk {
    fn new() -> Self {
        let folder = archive();
        let ledger = fs::read_to_string(folder.path().join("runs/ledger.jsonl")).unwrap();
        let digest = ledger.split("\"digest\":\"").nth(1).unwrap()[..71].to_owned();
        let desk = Self { folder, digest };
        desk.reset();
        desk
    }

    /// Writes the good article over whatever a test made of it.
    fn reset(&self) {
        drop(fs::remove_dir_all(self.path("")));
        self.write("report.toml", TOML.replace("DIGEST", &self.digest));
        self.write("ja.md", JA);
        self.write("en.md", EN);
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join("reports/small").join(file)
    }

    fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Replaces the first `from` of a file.
    fn change(&self, file: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(file)).unwrap();
        assert!(text.contains(from), "{file}: {from}");
        self.write(file, text.replacen(from, to, 1));
    }

    fn build(&self) -> (i32, String, String) {
        run("sitegen", &["build", "--reports", "reports"], self.folder.path())
    }

    /// The faults of a build that must fail; their paths without the common folder.
    fn faults(&self) -> Vec<String> {
        let (code, out, error) = self.build();
        assert_eq!((code, out.as_str()), (1, ""), "{error}");
        let mut lines = error.lines();
        let head = lines.next().unwrap().to_owned();
        let faults: Vec<String> =
            lines.map(|line| line.trim().replace("reports/small/", "")).collect();
        let expected =
            format!("cannot build the articles: {} fault(s); the old site is kept", faults.len());
        assert_eq!(head, expected, "{error}");
        faults
    }

    /// A page or file of the built site.
    fn site(&self, path: &str) -> String {
        fs::read_to_string(self.folder.path().join("public").join(path)).unwrap()
    }
}

/// Every page below `folder/public` by path.
fn pages(folder: &Path) -> Vec<(PathBuf, String)> {
    let files = tree(&folder.join("public")).into_iter();
    let pages = files.filter(|(path, _)| path.extension().is_some_and(|e| e == "html"));
    pages.map(|(path, bytes)| (path, String::from_utf8(bytes).unwrap())).collect()
}
