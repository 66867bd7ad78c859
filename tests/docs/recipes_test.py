#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The recipes: what they call exists, and all agree on versions. They are no part of a build, so nothing else would notice."""
import json
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECIPES = ROOT / "recipes"
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in RECIPES.iterdir()}
COMMANDS = set(re.findall(r'AddCommand\(\s*\w+,\s*"(\w+)"', "".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "tools/openaclnn").glob("*.cc"))))


class Recipes(unittest.TestCase):
    def test_scripts_exist(self):
        found = {script for text in TEXTS.values() for script in re.findall(r"scripts/\w+\.sh(?: \w+)?", text)}
        self.assertIn("scripts/build_wheel.sh", found)
        for script in found:
            path, _, argument = script.partition(" ")
            content = (ROOT / path).read_text(encoding="utf-8")
            if path.endswith("install_dependencies.sh"):
                self.assertIn(f"\n  {argument})", content)

    def test_commands_exist(self):
        found = {word for text in TEXTS.values() for word in re.findall(r'(?m)(?:^\s*(?:- |- run: )?|&& |\["|run --rm openaclnn |Command": ")openaclnn"?,? "?(\w+)', text)}
        self.assertEqual(found, {"info", "python"})
        self.assertLessEqual(found, COMMANDS)
        self.assertIn("npu-smi", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    def test_versions_are_those_that_the_command_advises(self):
        advised = re.findall(r"(torch(?:_npu)?==[\w.]+?)(?=[ \\\"])", (ROOT / "tools/openaclnn/python.cc").read_text(encoding="utf-8"))
        self.assertEqual(len(advised), 2)
        for name in ("Containerfile", "github.yml", "gitlab.yml"):
            for version in advised:
                self.assertRegex(TEXTS[name], rf"(?m){re.escape(version)}$|{re.escape(version)} ", name)

    def test_the_image_is_that_of_the_project_s_own_runs(self):
        for image in re.findall(r"debian:\d+", "".join(TEXTS.values())):
            self.assertIn(f"container: {image}\n", (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))

    def test_shell_in_them_parses(self):
        blocks = re.findall(r"(?m)^( +)- (?:run: )?\|\n((?:\1  +.*\n)+)", TEXTS["github.yml"] + TEXTS["gitlab.yml"])
        runs = re.findall(r"(?m)^ +run: \|\n((?:          .*\n)+)", TEXTS["github.yml"])
        steps = [block for _, block in blocks] + runs
        steps += re.findall(r"(?m)^(?:RUN|ENV) (.*(?:\\\n.*)*)", TEXTS["Containerfile"])
        self.assertGreater(len(steps), 5)
        for step in steps:
            done = subprocess.run(["sh", "-n"], input=step, capture_output=True, text=True, check=False)
            self.assertEqual(done.stderr, "", step)

    def test_the_container_of_the_editor(self):
        settings = json.loads(TEXTS["devcontainer.json"])
        self.assertTrue((RECIPES / settings["build"]["dockerfile"]).is_file())
        self.assertEqual((RECIPES / settings["build"]["context"]).resolve(), ROOT)

    def test_pages_name_all_of_them(self):
        for page in ("docs/recipes.md", "docs/zh/recipes.md"):
            text = (ROOT / page).read_text(encoding="utf-8")
            for name in TEXTS:
                self.assertIn(f"recipes/{name}", text, page)

    def test_the_advice_on_ccache_is_that_of_the_build(self):
        sloppiness = set(re.findall(r"CCACHE_SLOPPINESS[=:] ?([\w,]+)", "".join(TEXTS.values())))
        self.assertEqual(len(sloppiness), 1)
        self.assertIn(f"CCACHE_SLOPPINESS={sloppiness.pop()}", (ROOT / "docs/building.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
