# SPDX-License-Identifier: Apache-2.0
"""The libraries export exactly what the public headers declare, each from its library; the core exports its own names alone."""
import argparse
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import function_table  # noqa: E402
import public_headers  # noqa: E402


def declared(include):
    names = {library: set() for library in function_table.LIBRARIES}
    for header in public_headers.read_headers(include):
        names[function_table.library_of(header.path)] |= {function.name for function in header.functions}
    return names


def exported(nm, library):
    lines = subprocess.run([nm, "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].split("@")[0] for line in lines.splitlines()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nm", required=True)
    parser.add_argument("--include", type=pathlib.Path, required=True)
    parser.add_argument("--lib", type=pathlib.Path, required=True)
    arguments = parser.parse_args()

    problems = []
    for library, names in declared(arguments.include).items():
        if not names:
            problems.append(f"no declarations found for {library}: the check itself is broken")
        symbols = exported(arguments.nm, arguments.lib / library)
        problems += [f"{library} lacks {name}" for name in sorted(names - symbols)]
        problems += [f"{library} exports {name}, which no header declares" for name in sorted(symbols - names)]
        print(f"{library}: {len(names)} functions declared, {len(symbols)} symbols exported")
    problems += [f"{library} exports {name}, and should be empty"
                 for library in function_table.EMPTY_LIBRARIES
                 for name in sorted(exported(arguments.nm, arguments.lib / library))]
    problems += [f"libgraph.so exports {name}, which is no function of namespace ge"
                 for name in sorted(exported(arguments.nm, arguments.lib / "libgraph.so"))
                 if not name.startswith(("_ZN2ge", "_ZNK2ge"))]
    core = exported(arguments.nm, arguments.lib / "libopenaclnn.so.0")
    problems += [f"libopenaclnn.so.0 exports {name}, of a library that clients may have too"
                 for name in sorted(core) if "9openaclnn" not in name]
    if not core:
        problems.append("no exports found for libopenaclnn.so.0: the check itself is broken")
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
