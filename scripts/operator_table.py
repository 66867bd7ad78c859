#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/operators.md, the list of all operators, from the catalogue, and docs/aten_names.json (scripts/aten_names.py).

Usage: openaclnn list --json | scripts/operator_table.py [--check]     --check: says whether the page is what it should be"""
import collections
import json
import pathlib
import sys

sys.dont_write_bytecode = True
from public_headers import read_headers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/operators.md"
COMMAND = "scripts/operator_table.py"

INTRODUCTION = f"""# All operators

<!-- Generated from the catalogue by {COMMAND}: run `openaclnn list --json | {COMMAND}`. -->

{{count}} operators, by family. *Types* are those of the inputs that are given a type, as `openaclnn list OPERATOR` tells them for each argument;
complex types are there where the page of the family says so. *Products:* FLOAT and FLOAT16 and integers are on every product that [`OPENACLNN_SOC`](environment.md) names;
BFLOAT16 on Atlas A2, A3 and Ascend 950 alone ([which names](operators/index.md#types-and-products)). *ATen* is what reaches the operator through
[torch_npu](pytorch.md), measured on PyTorch's own samples; an operator without a name there is reached by C and C++ programs, or by other calls than the samples make.
What holds for all of them: [operators/index.md](operators/index.md).
"""


def types(operator):
    """Of all inputs, in the catalogue's order, each once; in brackets where only some inputs have them."""
    tensors = [argument["dtypes"] for argument in operator["inputs"] if argument.get("dtypes")]
    seen = dict.fromkeys(dtype for dtypes in tensors for dtype in dtypes)
    return ", ".join(seen) or "-"


def page(operators, aten):
    places = {function.name: f"../include/{header.path}#{function.name}" for header in read_headers() for function in header.functions}
    families = collections.defaultdict(list)
    for operator in operators:
        families[operator["family"]].append(operator)
    text = INTRODUCTION.format(count=len(operators))
    for family, members in sorted(families.items()):
        text += f"\n## {family}\n\n| operator | result | types | ATen |\n|---|---|---|---|\n"
        for operator in sorted(members, key=lambda member: member["function"]):
            names = ", ".join(f"`{name.removeprefix('aten::')}`" for name in aten.get(operator["function"], []))
            summary = operator["summary"].replace("|", "\\|")
            name = f"[`{operator['function']}`]({places[operator['function']]})"
            text += f"| {name} | {summary} | {types(operator)} | {names} |\n"
    return text


def main():
    operators = json.load(sys.stdin)["operators"]
    aten = json.loads((ROOT / "docs/aten_names.json").read_text(encoding="utf-8"))
    text = page(operators, aten)
    if sys.argv[1:] == ["--check"]:
        unknown = sorted(set(aten) - {operator["function"] for operator in operators})
        if unknown:
            sys.exit(f"docs/aten_names.json names operators that are not there: {', '.join(unknown)}")
        if PAGE.read_text(encoding="utf-8") != text:
            sys.exit(f"docs/operators.md is not what the catalogue says. Run: openaclnn list --json | {COMMAND}")
    else:
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
