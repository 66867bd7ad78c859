# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of docs/command_line.md: what they print is what stands there ("..." stands for anything)."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

from program import PROGRAM, ROOT, ProgramTest


def examples(page):
    """Commands with what they should print."""
    for block in re.findall(r"(?ms)^```console\n(.*?)^```$", page):
        commands = []
        for line in block.splitlines():
            if line.startswith("$ "):
                commands.append((line[2:], []))
            elif line.startswith("> "):
                commands[-1] = (commands[-1][0] + "\n" + line[2:], commands[-1][1])
            else:
                commands[-1][1].append(line)
        yield from commands


def pattern(lines):
    """Lines as a regular expression; a line "..." stands for any lines, also none."""
    parts = [r"(?:.*\n)*?" if line == "..." else
             "[^\n]*".join(re.escape(part) for part in line.rstrip().split("...")) + " *\n" for line in lines]
    return re.compile(r"\A" + "".join(parts) + r"\Z")


class Documentation(ProgramTest):
    def test_examples(self):
        page = (ROOT / "docs/command_line.md").read_text()
        # The page's python3 and openaclnn, whatever the user's path finds.
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "python3").symlink_to(sys.executable)
        path = os.pathsep.join([str(tools), str(pathlib.Path(PROGRAM).parent), os.environ["PATH"]])
        found = list(examples(page))
        self.assertGreater(len(found), 10)
        for command, expected in found:
            result = subprocess.run(["bash", "-c", command], cwd=self.folder, env={**os.environ, "PATH": path,
                                                                                   "ASCEND_GLOBAL_LOG_LEVEL": "4"},
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
            self.assertRegex(result.stdout, pattern(expected), command)


if __name__ == "__main__":
    unittest.main()
