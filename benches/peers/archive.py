"""Peer for the archive bench: bagit-python over every bag, in one process.

Reads bag folders from standard input, one a line, validates each in full (every
digest, as `bagit.py --validate` does) and prints `wall<TAB>CPU` seconds of the
loop, without the start of the interpreter. Called by `cargo bench --bench archive`.
"""

import sys
import time

import bagit


def main():
    folders = sys.stdin.read().splitlines()
    wall, cpu = time.perf_counter(), time.process_time()
    for folder in folders:
        bagit.Bag(folder).validate()
    print(f"{time.perf_counter() - wall!r}\t{time.process_time() - cpu!r}")


main()
