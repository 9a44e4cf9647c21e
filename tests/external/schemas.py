#!/usr/bin/env python3
"""Validates records against the published schemas with software that is not ours.

Every example record, every record of every sealed bundle and every ledger line must
be valid; every schema must refuse a record with a field too many, and one with any
required field left out. A JSON file of a bundle that no schema covers is an error.
"""

import gzip
import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "tests" / "fixtures" / "examples"
RUNS = ROOT / "runs"
# Payload file names whose schema has another name.
SCHEMA_OF = {"inputs": "input", "trials": "trial", "events": "event"}


def fail(sentence):
    sys.exit(f"schemas.py: {sentence}")


def schemas():
    """The validator of each schema, by name."""
    found = {}
    for path in sorted((ROOT / "schemas").glob("*.schema.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(schema)
        found[path.name.removesuffix(".schema.json")] = Draft202012Validator(schema)
    return found or fail("schemas/ is empty")


def records(path):
    """The records of a file: its lines, or the whole of it."""
    data = path.read_bytes()
    name = path.name
    if name.endswith(".gz"):
        data, name = gzip.decompress(data), name.removesuffix(".gz")
    text = data.decode("utf-8")
    if name.endswith(".jsonl"):
        return [json.loads(line) for line in text.splitlines()]
    return [json.loads(text)]


def require_valid(validator, path):
    """Checks each record of a file and says how many there were."""
    found = records(path)
    for number, record in enumerate(found, 1):
        error = next(validator.iter_errors(record), None)
        if error is not None:
            place = f"{path.relative_to(ROOT)}, record {number}, {error.json_path}"
            fail(f"{place}: {error.message}")
    return len(found)


def broken(record):
    """Copies of a record, each with one fault, and the name of the fault."""
    if isinstance(record, list):
        for fault, first in broken(record[0]):
            yield fault, [first, *record[1:]]
        return
    yield "with an unknown field", {**record, "surprise": 0}
    for key in record:
        yield f"without {key}", {name: value for name, value in record.items() if name != key}


def require_refusal(name, validator, path):
    """Checks that each broken copy of the examples is refused."""
    refused = 0
    for record in records(path):
        for fault, copy in broken(record):
            if validator.is_valid(copy):
                fail(f"{name}.schema.json accepts a record {fault}")
            refused += 1
    return refused


def bundle_files(bundle):
    """The JSON payload files of a bundle with the name of the schema of each."""
    kind = bundle.name.split("-")[2]
    for path in sorted((bundle / "data").iterdir()):
        stem, _, ending = path.name.partition(".")
        if ending not in ("json", "jsonl", "jsonl.gz"):
            continue
        name = SCHEMA_OF.get(stem, stem)
        yield path, "transcribed-trial" if (kind, name) == ("transcription", "trial") else name


def main():
    validators = schemas()
    valid = refused = 0
    for name, validator in validators.items():
        example = next(EXAMPLES.glob(f"{name}.json*"), None)
        if example is None:
            fail(f"{name}.schema.json has no example")
        valid += require_valid(validator, example)
        refused += require_refusal(name, validator, example)
    bundles = sorted((RUNS / "bundles").iterdir()) if (RUNS / "bundles").is_dir() else []
    for path, name in (file for bundle in bundles for file in bundle_files(bundle)):
        if name not in validators:
            fail(f"{path.relative_to(ROOT)}: no schema is called {name}")
        valid += require_valid(validators[name], path)
    if (RUNS / "ledger.jsonl").is_file():
        valid += require_valid(validators["ledger-line"], RUNS / "ledger.jsonl")
    print(f"{len(validators)} schemas, {len(bundles)} bundles: {valid} valid, {refused} refused")


main()
