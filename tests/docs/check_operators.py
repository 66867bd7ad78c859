# SPDX-License-Identifier: Apache-2.0
"""Every operator is in the checks that list operators themselves: those of the table in docs/add_an_operator.md.

Usage: check_operators.py OPERATOR...      as folders are called, e.g. mse_loss_backward
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "add_an_operator.md"
SOURCES = {".cc", ".cpp", ".h", ".py", ".jsonl", ".txt"}


def folders():
    section = PAGE.read_text().split("it there:")[1].split("\n## ")[0]
    return [PAGE.parent / link for link in re.findall(r"\]\(([^)]+)\)", section)]


def text_of(folder):
    return "\n".join(path.read_text() for path in sorted(folder.rglob("*")) if path.suffix in SOURCES)


def main():
    operators = sys.argv[1:]
    checks = folders()
    problems = []
    if len(operators) < 5 or len(checks) < 4:
        problems.append(f"found {len(operators)} operators and {len(checks)} checks: this check itself is broken")
    for folder in checks:
        text = text_of(folder).lower()
        for operator in operators:
            if not any(name in text for name in (operator, operator.replace("_", ""))):
                problems.append(f"{folder.resolve().relative_to(ROOT)}: no {operator}")
    print("\n".join(problems) or f"{len(operators)} operators are in {len(checks)} checks")
    return 1 if problems else 0


sys.exit(main())
