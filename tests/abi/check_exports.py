# SPDX-License-Identifier: Apache-2.0
"""The libraries export exactly what the public headers declare, each from its library, and docs/functions.md lists it."""
import argparse
import pathlib
import re
import subprocess
import sys

OWNER = {"acl": "libascendcl.so", "aclnn": "libnnopbase.so", "aclnnop": "libopapi.so"}
DECLARATION = re.compile(r"(?:ACL_FUNC_VISIBILITY|ACLNN_API)\s+(?:ACL_DEPRECATED\w*(?:\([^)]*\))?\s+)?"
                         r"(?:const\s+)?\w+\s*\*?\s*(\w+)\s*\(")


def declared(include):
    names = {library: set() for library in OWNER.values()}
    for folder, library in OWNER.items():
        for header in (include / folder).rglob("*.h"):
            text = re.sub(r"/\*.*?\*/|//[^\n]*|^\s*#[^\n]*", "", header.read_text(), flags=re.S | re.M)
            names[library] |= set(DECLARATION.findall(text))
    return names


def exported(nm, library):
    lines = subprocess.run([nm, "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].split("@")[0] for line in lines.splitlines()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nm", required=True)
    parser.add_argument("--include", type=pathlib.Path, required=True)
    parser.add_argument("--lib", type=pathlib.Path, required=True)
    parser.add_argument("--page", type=pathlib.Path, required=True, help="the list of functions for users")
    arguments = parser.parse_args()

    problems = []
    listed = set(re.findall(r"`([aA]cl\w+)`", arguments.page.read_text()))
    every = set().union(*declared(arguments.include).values())
    problems += [f"{arguments.page.name} does not list {name}" for name in sorted(every - listed)]
    problems += [f"{arguments.page.name} lists {name}, which no header declares" for name in sorted(listed - every)]
    for library, names in declared(arguments.include).items():
        if not names:
            problems.append(f"no declarations found for {library}: the check itself is broken")
        symbols = exported(arguments.nm, arguments.lib / library)
        problems += [f"{library} lacks {name}" for name in sorted(names - symbols)]
        problems += [f"{library} exports {name}, which no header declares" for name in sorted(symbols - names)]
        print(f"{library}: {len(names)} functions declared, {len(symbols)} symbols exported")
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
