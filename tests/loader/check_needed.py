# SPDX-License-Identifier: Apache-2.0
"""Each library depends on those through which clients look functions up, and the other names lead to the same files."""
import argparse
import pathlib
import re
import subprocess
import sys

NEEDED = {
    "libnnopbase.so": "libascendcl.so",
    "libopapi.so": "libnnopbase.so",
    "libacl_op_compiler.so": "libascendcl.so",
    "libhcomm.so": "libhccl.so",
}
LINKS = {
    "libacl_rt.so": "libascendcl.so",
    "libopapi_cv.so": "libopapi.so",
    "libopapi_math.so": "libopapi.so",
    "libopapi_nn.so": "libopapi.so",
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--readelf", required=True)
    parser.add_argument("--lib", type=pathlib.Path, required=True)
    arguments = parser.parse_args()

    problems = []
    for library, needed in NEEDED.items():
        text = subprocess.run([arguments.readelf, "-d", arguments.lib / library], check=True, capture_output=True,
                              text=True).stdout
        if needed not in re.findall(r"\(NEEDED\).*\[(.*)\]", text):
            problems.append(f"{library} does not depend on {needed}")
    for link, library in LINKS.items():
        path = arguments.lib / link
        if not path.is_symlink() or str(path.readlink()) != library:
            problems.append(f"{link} is not a link to {library} beside it")
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
