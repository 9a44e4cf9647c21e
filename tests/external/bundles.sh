#!/usr/bin/env bash
# Verifies every bundle below a runs folder with programs that are not ours:
# sha256sum (both manifests, and the ledger's sidecar) and bagit-python. Both
# must also see a byte that was flipped in a copy.
#
# usage: tests/external/bundles.sh [runs folder]      (default: runs)
# PYTHON names the interpreter that has `bagit` installed (default: python3).
set -euo pipefail

runs=${1:-runs}
python=${PYTHON:-python3}

fail() {
    printf 'cannot verify bundles: %s\n' "$*" >&2
    exit 1
}

command -v sha256sum >/dev/null || fail "sha256sum is not there; install coreutils"
"$python" -c 'import bagit' 2>/dev/null ||
    fail "$python has no module bagit; install it with: $python -m pip install bagit"
[ -d "$runs/bundles" ] || fail "$runs/bundles is not there; name a runs folder"

sums() (
    cd "$1" || exit 1
    shift
    for list in "$@"; do
        sha256sum --check --strict --quiet "$list" || exit 1
    done
)

bag() {
    "$python" -c '
import logging, sys, bagit
logging.disable(logging.CRITICAL)
try:
    bagit.Bag(sys.argv[1]).validate()
except bagit.BagError as error:
    sys.exit(str(error))' "$1"
}

manifests=(manifest-sha256.txt tagmanifest-sha256.txt)
count=0
for bundle in "$runs"/bundles/*/; do
    [ -d "$bundle" ] || continue
    sums "$bundle" "${manifests[@]}" || fail "sha256sum refuses $bundle"
    bag "$bundle" || fail "bagit-python refuses $bundle"
    count=$((count + 1))
    sample=$bundle
done
[ "$count" -gt 0 ] || fail "there is no bundle in $runs/bundles"
if [ -e "$runs/ledger.jsonl" ]; then
    sums "$runs" ledger.jsonl.sha256 || fail "sha256sum refuses the ledger of $runs"
fi

# A tool that passes everything would pass a damaged copy too.
scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
cp -R "$sample" "$scratch/copy"
chmod -R u+w "$scratch/copy"
"$python" - "$scratch/copy" <<'PYTHON'
import pathlib, sys
file = sorted(path for path in pathlib.Path(sys.argv[1], "data").rglob("*") if path.stat().st_size and path.is_file())[0]
content = bytearray(file.read_bytes())
content[len(content) // 2] ^= 1
file.write_bytes(content)
PYTHON
if sums "$scratch/copy" "${manifests[@]}" >/dev/null 2>&1; then
    fail "sha256sum passes a copy with a flipped byte"
fi
if bag "$scratch/copy" >/dev/null 2>&1; then
    fail "bagit-python passes a copy with a flipped byte"
fi
printf 'sha256sum and bagit-python pass %d bundle(s) of %s and see a flipped byte\n' "$count" "$runs"
