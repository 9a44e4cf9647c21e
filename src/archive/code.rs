//! The numbered rules of the archive, as a data table.
//!
//! Job: one row for each rule: name, number, what is wrong in Japanese and in
//! English. A number is never given to another rule. A00x folder, A02x text of
//! tag files, A03x manifests, A05x `bag-info.txt`, A07x which files, A08x JSON,
//! A10x gzip, A11x what the records say of each other, A20x the archive.
//! Neighbours: `defect` joins a code to a place; every code has a mutation test.

use std::fmt;

/// A sentence in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Message {
    /// Japanese.
    pub ja: &'static str,
    /// English, lower case, no full stop.
    pub en: &'static str,
}

macro_rules! codes {
    ($($name:ident $number:literal $ja:literal $en:literal;)*) => {
        /// One rule that a bundle or the archive breaks.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!($number, ": ", $en, ".")] $name,)*
        }

        impl Code {
            /// Every rule, in the order of the numbers.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The number, for example `A001`.
            #[must_use]
            pub const fn number(self) -> &'static str {
                match self { $(Self::$name => $number,)* }
            }

            /// What is wrong.
            #[must_use]
            pub const fn message(self) -> Message {
                match self { $(Self::$name => Message { ja: $ja, en: $en },)* }
            }
        }
    };
}

codes! {
    FolderName "A001" "フォルダー名がバンドルIDの形式ではありません" "the folder name is not a bundle id";
    SymbolicLink "A002" "シンボリックリンクがあります。通常のファイルだけを置けます" "there is a symbolic link; only regular files are allowed";
    SpecialFile "A003" "FIFO、ソケット、デバイスなど、通常のファイルでないものがあります" "there is a FIFO, socket or device; only regular files are allowed";
    EmptyFolder "A004" "空のフォルダーがあります" "there is an empty folder";
    FileName "A005" "ファイル名に使えない文字があります" "the name has characters that are not allowed";
    CaseClash "A006" "大文字と小文字を区別しないと同じになる名前があります" "two names are the same when case is ignored";
    TooManyFiles "A007" "ファイルの数が上限を超えています" "there are more files than the limit allows";
    PathTooLong "A008" "パスの長さが上限を超えています" "the path is longer than the limit allows";
    PathTooDeep "A009" "フォルダーの階層が上限を超えています" "the path has more levels than the limit allows";
    TagFileMissing "A010" "必須のタグファイルがありません" "a required tag file is missing";
    UnexpectedEntry "A011" "バンドルの直下に余分なものがあります" "there is something in the bundle's top folder that does not belong there";
    FetchFile "A012" "fetch.txtは使えません。バンドルはそれだけで完全でなければなりません" "fetch.txt is not allowed; a bundle must be whole by itself";
    OtherAlgorithm "A013" "SHA-256以外のマニフェストがあります" "there is a manifest of another algorithm than SHA-256";
    TagFileTooLarge "A014" "タグファイル、台帳または署名が大きすぎます" "the tag file, ledger or signature is larger than the limit allows";

    TagByteOrderMark "A020" "ファイルの先頭にBOMがあります" "the file begins with a byte-order mark";
    CarriageReturn "A021" "改行がCRLFです。LFだけを使います(Gitのcore.autocrlfが原因のことがあります)" "a line ends in CR LF instead of LF (git's core.autocrlf may have done it)";
    TagBytes "A022" "UTF-8でないバイトまたは制御文字があります" "there are control characters or bytes that are not UTF-8";
    FinalLineFeed "A023" "最後の行が改行で終わっていません" "the last line does not end in a line feed";
    BagDeclaration "A024" "bagit.txtの内容が決められた2行と異なります" "bagit.txt is not the two lines it must be";

    ManifestEmpty "A030" "マニフェストが空です" "the manifest is empty";
    ManifestLine "A031" "マニフェストの行が「ダイジェスト、空白2つ、パス」の形になっていません" "a manifest line is not a digest, two spaces and a path";
    ManifestSeparator "A032" "ダイジェストとパスの間が半角空白2つではありません" "digest and path are not separated by exactly two spaces";
    UpperCaseDigest "A033" "ダイジェストに大文字があります。小文字で書きます" "the digest has upper-case digits; lower case is expected";
    UnsafePath "A034" "パスがバンドルの外を指す可能性があります" "the path could lead outside the bundle";
    PercentInPath "A035" "パスに「%」があります。符号化されたパスは使えません" "the path holds a percent sign; encoded paths are not allowed";
    PathName "A036" "パスに使えない文字があります" "the path has characters that are not allowed";
    PathScope "A037" "このマニフェストに載せられないファイルです" "the file does not belong in this manifest";
    DuplicateEntry "A038" "同じパスがマニフェストに2回以上あります" "the path stands in the manifest more than once";
    EntryOrder "A039" "マニフェストの行がパスのバイト順に並んでいません" "the manifest lines are not sorted by the bytes of their paths";
    FileMissing "A040" "マニフェストにあるファイルが存在しません" "the file is listed and is not there";
    FileUnlisted "A041" "マニフェストに載っていないファイルです" "the file is there and is not listed";
    DigestMismatch "A042" "ファイルのダイジェストがマニフェストと一致しません" "the digest of the file is not the one listed";

    InfoLine "A050" "bag-info.txtの行が「名前: 値」の形になっていません" "a line of bag-info.txt is not a name, a colon, a space and a value";
    InfoUnknown "A051" "bag-info.txtに余分な項目があります" "bag-info.txt has a field that does not belong there";
    InfoMissing "A052" "bag-info.txtに必須の項目がありません" "bag-info.txt lacks a required field";
    InfoDuplicate "A053" "bag-info.txtに同じ項目が2回以上あります" "bag-info.txt has a field more than once";
    InfoOrder "A054" "bag-info.txtの項目の順序が違います" "the fields of bag-info.txt are not in their order";
    InfoValue "A055" "bag-info.txtの値の形式が正しくありません" "a value in bag-info.txt does not have its form";
    PayloadOxum "A056" "Payload-Oxumが実際のバイト数またはファイル数と一致しません" "Payload-Oxum is not the number of bytes and files that are there";
    ExternalIdentifier "A057" "External-Identifierがフォルダー名と一致しません" "External-Identifier is not the folder name";
    KindMismatch "A058" "Jissoku-KindがバンドルIDの種別と一致しません" "Jissoku-Kind is not the kind that the bundle id states";
    FormatUnsupported "A059" "対応していない形式の版です" "the format version is not supported";
    EvidenceMismatch "A060" "この種別のバンドルには使えない証拠水準です" "this kind of bundle cannot have this evidence level";
    IdDigits "A061" "バンドルIDの末尾8桁が内容のダイジェストと一致しません" "the last eight digits of the bundle id are not those of its content";

    PayloadMissing "A070" "この種別のバンドルに必須のファイルがありません" "a file that this kind of bundle must have is missing";
    PayloadUnexpected "A071" "この種別のバンドルに置けないファイルです" "this kind of bundle cannot have this file";

    JsonByteOrderMark "A080" "JSONの先頭にBOMがあります" "the JSON begins with a byte-order mark";
    JsonNotUtf8 "A081" "JSONがUTF-8ではありません" "the JSON is not UTF-8";
    JsonDuplicateKey "A082" "JSONの同じオブジェクトに同じキーが2回あります" "a key stands twice in one JSON object";
    JsonTooDeep "A083" "JSONの入れ子が深すぎます" "the JSON is nested too deeply";
    JsonNumber "A084" "記録に使えない数値があります(有限でない値、2の53乗以上の整数など)" "a number is one that no record may hold (not finite, or an integer from 2^53 up)";
    JsonSyntax "A085" "JSONの構文が正しくありません" "the text is not JSON";
    JsonRecord "A086" "JSONが記録の型に合いません(未知の項目、項目の不足、型の違い)" "the JSON is not the record it should be (unknown field, missing field or wrong type)";
    JsonFormat "A087" "記録の形式の版に対応していません" "the record states a format version that is not supported";
    JsonFileTooLarge "A088" "JSONファイルが大きすぎます" "the JSON file is larger than the limit allows";
    JsonLineTooLarge "A089" "JSON Linesの1行が長すぎます" "a line of JSON is longer than the limit allows";
    JsonLineForm "A090" "JSON Linesの行が空か、改行で終わっていません" "a line is empty or does not end in a line feed";

    GzipDamaged "A100" "gzipファイルが壊れています" "the gzip file is damaged";
    GzipTime "A101" "gzipのヘッダーに時刻があります。0でなければなりません" "the gzip header holds a time; it must be 0";
    GzipHeader "A102" "gzipのヘッダーに余分な項目があります" "the gzip header holds optional fields";
    GzipTrailing "A103" "gzipデータの後に余分なデータがあります" "there is data after the end of the gzip member";
    GzipTooLarge "A104" "展開後の大きさが上限を超えています" "the file expands beyond the limit";

    PlanId "A110" "計画IDがplan.jsonのダイジェストと一致しません" "the plan id is not the digest of plan.json";
    RunId "A111" "run.jsonのIDがバンドルIDと一致しません" "the id in run.json is not the bundle id";
    PlanReference "A112" "計画の中に、存在しないアームまたは課題への参照があります" "the plan names an arm or task that it does not have";
    TrialNotPlanned "A113" "計画にない、または計画と異なる試行です" "the trial is not in the plan, or not as the plan has it";
    DuplicateTrial "A114" "同じ試行の同じ回の記録が2つ以上あります" "the same attempt at the same trial is recorded more than once";
    MarkColumns "A115" "トークン到着記録の列の長さがそろっていません" "the columns of the token marks differ in length";
    MarkOrder "A116" "トークン到着記録の時刻または位置が前に戻っています" "the times or positions of the token marks go backwards or past the end";
    RawReference "A117" "試行の記録が指す生データのファイルがありません" "the raw stream that the trial names is not in the bundle";
    RunIncomplete "A118" "完了した実行なのに、記録のない計画済みの試行があります" "the run is called complete and a planned trial has no record";
    InputDigest "A119" "入力文のダイジェストが一致しません" "the text of an input does not have its digest";
    InputSet "A120" "入力が不足しているか、余分または重複しています" "an input is missing, superfluous or there twice";
    DuplicateName "A121" "1つしかないはずのIDが重複しています" "an id that must be unique is there twice";
    RunReference "A122" "エンジンまたはイベントの記録が計画にないアームを指しています" "an engine or event names an arm that the plan does not have";
    TranscriptionReference "A123" "転記の中に、存在しないアーム、試行、出典などへの参照があります" "the transcription names an arm, trial, source or condition that it does not have";
    FindingReference "A124" "所見が、定義されていない種類を使っています" "a finding uses a kind that is not defined";

    StrayEntry "A200" "アーカイブのフォルダーに余分なものがあります" "there is something in the archive's folder that does not belong there";
    LedgerMissing "A201" "台帳(ledger.jsonl)がありません" "ledger.jsonl is missing";
    LedgerSidecarMissing "A202" "台帳のダイジェストファイル(ledger.jsonl.sha256)がありません" "ledger.jsonl.sha256 is missing";
    LedgerSidecar "A203" "台帳がledger.jsonl.sha256のダイジェストと一致しません" "ledger.jsonl does not have the digest in ledger.jsonl.sha256";
    LedgerInterrupted "A204" "台帳への追記が途中で止まっています。measure admitで修復できます" "an append to the ledger was interrupted; measure admit repairs it";
    LedgerLine "A205" "台帳の行を読み取れません" "a ledger line cannot be read";
    LedgerForm "A206" "台帳の行が正規の書き方ではありません" "a ledger line is not in canonical form";
    LedgerChain "A207" "台帳の行が直前の行とつながっていません" "a ledger line does not follow from the line before it";
    LedgerDuplicate "A208" "同じバンドルが台帳に2回以上あります" "a bundle stands in the ledger more than once";
    LedgerBundleMissing "A209" "台帳にあるバンドルが存在しません" "a bundle of the ledger is not there";
    LedgerDigest "A210" "バンドルダイジェストが台帳と一致しません" "the bundle digest is not the one in the ledger";
    LedgerKind "A211" "台帳の種別がバンドルIDの種別と一致しません" "the kind in the ledger is not the kind that the bundle id states";
    NotInLedger "A212" "封印されたバンドルが台帳にありません。measure admitで登録できます" "a sealed bundle is not in the ledger; measure admit adds it";
    Synthetic "A213" "合成データのバンドルはアーカイブに登録できません" "a synthetic bundle cannot be in the archive";
    PlanAbsent "A214" "実行が使った計画のバンドルがアーカイブにありません" "the plan bundle of a run is not in the archive";
    TargetAbsent "A215" "参照先のバンドルがアーカイブにありません" "the bundle that is spoken about is not in the archive";
    SignatureInvalid "A216" "台帳の署名が正しくありません" "the signature of the ledger does not hold";
    SignatureMissing "A217" "台帳の署名がありません" "the signature of the ledger is missing";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn numbers_are_unique_and_ascend_and_messages_are_in_both_languages() {
        assert!(Code::ALL.windows(2).all(|pair| pair[0].number() < pair[1].number()));
        for code in Code::ALL {
            let message = code.message();
            assert!(message.en.is_ascii() && !message.en.ends_with('.'), "{code}");
            assert!(!message.ja.is_ascii(), "{code}");
        }
    }
}
