#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each header of operators compiles alone, by both forms that programs include it in: with the folder, "aclnnop/aclnn_x.h", and
without, "aclnn_x.h", through the include folders that docs/moving_a_cann_project.md names.

Usage: check_include_forms.py COMPILER INCLUDE      a C compiler, and the folder include/ of an SDK
"""
import pathlib
import subprocess
import sys
import tempfile

FORMS = {"aclnnop/": ("",), "": ("", "aclnn", "aclnnop")}  # before the name of the header: the include folders


def compile_each(compiler, include, names, prefix, folders):
    """The exit status of one run of the compiler, which takes a source file for each header."""
    with tempfile.TemporaryDirectory() as work:
        for name in names:
            pathlib.Path(work, name).with_suffix(".c").write_text(f'#include "{prefix}{name}"\n')
        flags = [f"-I{include / folder}" for folder in folders]
        sources = [pathlib.Path(name).with_suffix(".c") for name in names]
        command = [compiler, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", *flags, *sources]
        return subprocess.run(command, cwd=work, check=False).returncode


def main(compiler, include):
    include = pathlib.Path(include).resolve()
    names = sorted(path.name for path in (include / "aclnnop").glob("*.h"))
    if len(names) < 300:
        sys.exit(f"{include}/aclnnop: expected the headers of all operators, got {len(names)}")
    failed = [prefix + "aclnn_x.h" for prefix, folders in FORMS.items()
              if compile_each(compiler, include, names, prefix, folders) != 0]
    print(f"{len(names)} headers, {len(FORMS)} forms: " + (f"failed as {', '.join(failed)}" if failed else "ok"))
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
