//! A table as CSV (RFC 4180): a header, raw values, CR LF.
//!
//! A missing value is an empty cell and its column is named in the column
//! `missing`; `inferred` names the columns whose value was inferred. A spreadsheet
//! would run a text that begins like a formula, so such a text gets an apostrophe.

use super::tables::{Table, Value};

/// The bytes of a table.
///
/// # Errors
/// A row that is longer or shorter than the header.
pub(super) fn bytes(table: &Table) -> Result<Vec<u8>, csv::Error> {
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(&table.header)?;
    for row in &table.rows {
        writer.write_record(row.iter().map(cell))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn cell(value: &Value) -> String {
    match value {
        Value::Number(number) => number.clone(),
        Value::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => {
            format!("'{text}")
        }
        Value::Text(text) => text.clone(),
        Value::None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tables::{Table, Value};
    use super::bytes;

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    fn table(rows: Vec<Vec<Value>>) -> Table {
        Table { name: "x", header: vec!["a".to_owned(), "b".to_owned()], rows }
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let table = table(vec![
            vec![text("plain"), Value::Number("-1.5".to_owned())],
            vec![text("a,b"), text("say \"so\"\nnow")],
            vec![text("=1+1"), Value::None],
        ]);
        let expected = "a,b\r\nplain,-1.5\r\n\"a,b\",\"say \"\"so\"\"\nnow\"\r\n'=1+1,\r\n";
        assert_eq!(String::from_utf8(bytes(&table).unwrap()).unwrap(), expected);
    }

    #[test]
    fn a_row_of_another_length_is_refused() {
        assert!(bytes(&table(vec![vec![text("alone")]])).is_err());
    }
}
