#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws docs/images/demo.svg, the terminal at the top of README.md, from what its commands print.

Usage: source build/sdk/set_env.sh && scripts/demo_picture.py     with a python3 on the path that has torch_npu and scikit-learn

The picture shows each command as a user types it. It leaves out torch_npu's warnings, the curves of the training, frames of the C
library, and the rest of a finding, which "..." marks.
"""
import html
import os
import pathlib
import subprocess
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs/images/demo.svg"
COLUMNS = 96
LINE_HEIGHT = 20
MARGIN = 20
BAR = 34

# Colours of a dark terminal: readable on a light page and on a dark one.
STYLE = """
    .window { fill: #1b1f2a; stroke: #59627a; }
    .bar { fill: #2b3142; }
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d8deea; white-space: pre; }
    .command { fill: #ffffff; font-weight: 600; }
    .prompt { fill: #6fd28b; font-weight: 600; }
    .finding { fill: #ff8f8f; }
    .advice { fill: #7cc4ff; }
    .title { fill: #aeb6c8; }
"""


def run(command, folder):
    result = subprocess.run(["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env={**os.environ, "ASCEND_GLOBAL_LOG_LEVEL": "4", "PYTHONWARNINGS": "ignore"}, check=False)
    return result.stdout.splitlines()


def versions(lines):
    """What is installed, and that it computes; not the path of python3 and torch_npu's standing warnings."""
    return [(line, "") for line in lines if line.startswith(("torch", "device", "operators"))]


def training(lines):
    """The lines of the epochs."""
    return [(line, "") for line in lines if ": epoch" in line]


def finding(lines):
    """What happened, where, and what would order it."""
    shown = []
    for line in lines:
        if line.startswith("openaclnn check: race"):
            shown.append((line, "finding"))
        elif line.lstrip().startswith("main (") and len(shown) in (1, 3) or "called at" in line:
            shown.append((line, ""))
        elif line.lstrip().startswith("to order them"):
            shown += [("    ...", ""), (line, "advice")]
        elif line.startswith("openaclnn check: found"):
            shown.append((line, ""))
    return shown


def session():
    """(text, class) of each line of the terminal."""
    with tempfile.TemporaryDirectory() as folder:
        run(f"g++ -rdynamic {ROOT}/scripts/two_streams.cpp -o my_program -I$ASCEND_HOME_PATH/include -L$ASCEND_HOME_PATH/lib64 -lascendcl",
            folder)
        steps = (("openaclnn python --check", "openaclnn python --check", ROOT, versions),
                 ("openaclnn python examples/pytorch/digits.py --device npu --epochs 5",
                  "openaclnn python examples/pytorch/digits.py --device npu --epochs 5", ROOT, training),
                 ("openaclnn check ./my_program", "openaclnn check ./my_program", folder, finding))
        for typed, command, place, select in steps:
            lines = select(run(command, place))
            if not lines:
                raise SystemExit(f"scripts/demo_picture.py: `{command}` printed nothing that the picture shows")
            yield typed, "command"
            for line, kind in lines:
                indent = " " * (len(line) - len(line.lstrip()) + 2)
                for part in textwrap.wrap(line, COLUMNS, subsequent_indent=indent, drop_whitespace=False) or [""]:
                    yield part.rstrip(), kind
            yield "", ""


def main():
    lines = list(session())[:-1]
    width = COLUMNS * 8.44 + 2 * MARGIN
    height = BAR + len(lines) * LINE_HEIGHT + MARGIN - 4
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" role="img" aria-labelledby="title">',
           "  <!-- SPDX-License-Identifier: Apache-2.0 -->", "  <!-- Drawn by scripts/demo_picture.py from what the commands print. -->",
           '  <title id="title">A terminal: openaclnn checks torch_npu, trains a network on device npu, and finds a race</title>',
           f"  <style>{STYLE}  </style>",
           f'  <rect class="window" x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1}" rx="8"/>',
           f'  <path class="bar" d="M1 {BAR - 8} V8 a7 7 0 0 1 7 -7 H{width - 8:.0f} a7 7 0 0 1 7 7 V{BAR - 8} z"/>']
    for index, colour in enumerate(("#ff6159", "#ffbd2e", "#28c941")):
        out.append(f'  <circle cx="{18 + 18 * index}" cy="13.5" r="5" fill="{colour}"/>')
    out.append(f'  <text class="title" x="{width / 2:.0f}" y="18" text-anchor="middle">no NPU, no driver, no CANN toolkit</text>')
    for index, (line, kind) in enumerate(lines):
        y = BAR + 14 + index * LINE_HEIGHT
        text = html.escape(line, quote=False)
        if kind == "command":
            text = f'<tspan class="prompt">$ </tspan><tspan class="command">{text}</tspan>'
        elif kind:
            text = f'<tspan class="{kind}">{text}</tspan>'
        if line:
            out.append(f'  <text x="{MARGIN}" y="{y}" xml:space="preserve">{text}</text>')
    PICTURE.write_text("\n".join([*out, "</svg>", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
