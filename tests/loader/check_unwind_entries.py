# SPDX-License-Identifier: Apache-2.0
"""No function of a library has an unwind entry of no length.

g++ writes an empty cold part for some destructors. Its unwind entry has the address of the function behind it, so that an
exception that passes that function finds the empty entry, and the program ends. src/CMakeLists.txt says how to avoid it.
"""
import argparse
import pathlib
import re
import subprocess
import sys

ENTRY = re.compile(r"\bFDE\b.* pc=([0-9a-f]+)\.\.([0-9a-f]+)")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--readelf", required=True)
    parser.add_argument("--lib", type=pathlib.Path, required=True)
    arguments = parser.parse_args()

    entries = 0
    problems = []
    for library in sorted(arguments.lib.glob("*.so*")):
        if library.is_symlink():
            continue
        with subprocess.Popen([arguments.readelf, "--debug-dump=frames", library], stdout=subprocess.PIPE, text=True) as dump:
            for found in filter(None, map(ENTRY.search, dump.stdout)):
                entries += 1
                if found[1] == found[2]:
                    problems.append(f"{library.name}: the entry at {found[1]} has no length")
        if dump.returncode != 0:
            problems.append(f"{library.name}: readelf failed")
    if entries < 1000:
        problems.append(f"expected thousands of entries, found {entries}")
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
