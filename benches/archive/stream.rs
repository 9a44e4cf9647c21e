//! The tokens of one trial: when each arrived, its text, and the bytes that carried it.
//!
//! Job: streams that compress and parse as those of an OpenAI-style server do:
//! one event a token, words of two languages by a skewed draw, several tokens in
//! one read where a draft was accepted. Neighbours: `records` puts a stream into
//! the line of its trial.

use serde_json::{Value, json};

/// A generator of numbers without pattern, the same on every machine (SplitMix64).
pub(super) struct Draw(u64);

impl Draw {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`.
    pub(super) const fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    /// A token: a word, a number or a line feed.
    pub(super) fn token(&mut self) -> String {
        const JA: [&str; 12] =
            ["実測", "時間", "の", "速度", "は", "出力", "を", "比較", "した", "。", "表", "値"];
        const ENDS: [&str; 8] = ["ing", "ed", "s", "tion", "ly", "er", "", "al"];
        match self.below(20) {
            0 => "\n".to_owned(),
            1..=3 => format!(" {}", self.below(1000)),
            4..=6 => JA[self.below(12) as usize].to_owned(),
            _ => {
                // A product of two draws favours small numbers, as languages favour few words.
                let word = self.below(48) * self.below(48);
                let letter = |at: u64| char::from(b'a' + (word / at * 7 % 26) as u8);
                let end = ENDS[word as usize % 8];
                format!(" {}{}{}{end}", letter(1), letter(11), letter(121))
            }
        }
    }

    /// Words of about `tokens` tokens.
    pub(super) fn text(&mut self, tokens: u64) -> String {
        (0..tokens).map(|_| self.token()).collect()
    }
}

/// What one trial received.
pub(super) struct Stream {
    /// The columns of `marks`.
    pub(super) marks: Value,
    /// The whole text.
    pub(super) output: String,
    /// The bytes on the wire.
    pub(super) raw: Vec<u8>,
    /// Time of the last read.
    pub(super) end_ns: u64,
    /// Number of tokens.
    pub(super) tokens: u64,
}

/// A stream of `least` tokens up to a third more; with `drafts`, up to four tokens come in one read.
pub(super) fn stream(draw: &mut Draw, least: u64, drafts: bool) -> Stream {
    let tokens = least + draw.below(least / 3 + 1);
    let (mut output, mut raw, mut now) = (String::new(), Vec::new(), 412_883_100);
    let (mut at_ns, mut text_end, mut raw_end) = (Vec::new(), Vec::new(), Vec::new());
    let mut together = 0;
    for _ in 0..tokens {
        if together == 0 {
            now += 5_900_000 + draw.below(400_000);
            together = if drafts { 1 + draw.below(4) } else { 1 };
        }
        together -= 1;
        let text = draw.token();
        output += &text;
        raw.extend(event(&text).into_bytes());
        at_ns.push(now);
        text_end.push(output.len());
        raw_end.push(raw.len());
    }
    let column = tokens as usize;
    let marks = json!({
        "at_ns": at_ns,
        "tokens": vec![1; column],
        "text_end": text_end,
        "field": vec!["content"; column],
        "raw_end": raw_end,
    });
    Stream { marks, output, raw, end_ns: now, tokens }
}

fn event(text: &str) -> String {
    let text = json!(text);
    format!(
        "data: {{\"choices\":[{{\"finish_reason\":null,\"index\":0,\"delta\":{{\"content\":{text}}}}}],\
         \"created\":1796000000,\"id\":\"chatcmpl-5Qz0Vb7mKd2Xw9Ty\",\"model\":\"m12\",\
         \"system_fingerprint\":\"b11434\",\"object\":\"chat.completion.chunk\"}}\n\n"
    )
}
