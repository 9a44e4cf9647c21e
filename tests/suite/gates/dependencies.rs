//! What `sitegen` compiles: no HTTP, async, tokenizer, clock or CUDA crate.
//!
//! Job: read the text of `cargo tree` for the package without its features, so
//! that a dependency of a dependency is seen too.

use std::process::Command;

/// Crates that only the measuring program may need; `*` stands for any ending.
const REFUSED: [&str; 36] = [
    "async-*",
    "candle*",
    "chrono",
    "cudarc",
    "cust*",
    "curl*",
    "esaxx-rs",
    "futures*",
    "h2",
    "hf-hub",
    "http",
    "http-*",
    "httparse",
    "hyper*",
    "indicatif",
    "jiff*",
    "jissoku-engine",
    "mio",
    "minijinja*",
    "native-tls",
    "nvml*",
    "onig*",
    "openssl*",
    "reqwest",
    "ring",
    "rustls*",
    "safetensors",
    "smol*",
    "socket2",
    "spm_precompiled",
    "tokenizers",
    "tokio*",
    "tower*",
    "ureq*",
    "webpki*",
    "aws-lc*",
];

/// The systems that are built for. Charts bring crates that only a browser's build compiles.
const TARGETS: [&str; 4] = [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "x86_64-unknown-linux-gnu",
];

/// The refused crates in the text of `cargo tree`, as `name version`.
fn refused(tree: &str) -> Vec<String> {
    let packages = tree.lines().filter_map(|line| {
        // The branches of the tree are drawn before the name.
        let mut words = line.trim_start_matches(|c: char| !c.is_ascii_alphanumeric()).split(' ');
        Some((words.next()?, words.next()?))
    });
    packages
        .filter(|(name, _)| REFUSED.iter().any(|pattern| matches(name, pattern)))
        .map(|(name, version)| format!("{name} {version}"))
        .collect()
}

fn matches(name: &str, pattern: &str) -> bool {
    pattern.strip_suffix('*').map_or(name == pattern, |start| name.starts_with(start))
}

#[test]
fn sitegen_compiles_nothing_that_measures() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--no-default-features", "-e", "normal"])
        .args(TARGETS.iter().flat_map(|target| ["--target", target]))
        .args(["-p", env!("CARGO_PKG_NAME")])
        .current_dir(super::root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    assert!(tree.starts_with("jissoku v") && tree.contains("── serde v"), "not a tree:\n{tree}");
    assert_eq!(refused(&tree), [""; 0], "in:\n{tree}");
}

#[test]
fn a_refused_crate_is_seen_at_any_depth() {
    let tree =
        "jissoku v0.1.0 (/x)\n├── serde v1.0.0\n│   └── tokio v1.48.0 (*)\n└── jiff v1.0.0\n";
    assert_eq!(refused(tree), ["tokio v1.48.0", "jiff v1.0.0"]);
    for name in [
        "async-trait",
        "candle-core",
        "cudarc",
        "futures-util",
        "hyper-util",
        "mio",
        "nvml-wrapper",
        "openssl-sys",
        "reqwest",
        "ring",
        "rustls-webpki",
        "tokenizers",
    ] {
        assert_eq!(refused(&format!("jissoku v0.1.0\n└── {name} v1.0.0\n")).len(), 1, "{name}");
    }
    assert_eq!(refused("jissoku v0.1.0\n├── string v1.0.0\n└── h2o v1.0.0 (tokio)\n"), [""; 0]);
}
