#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formatting and static analysis, as .clang-format and .clang-tidy set them out. Needs clang-format, clang-tidy and a
# configured build folder. Usage: scripts/lint.sh [file ...]     (default: every source in git)
set -euo pipefail
most_arguments=any source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# > 0)); then
  files=("$@")
else
  mapfile -t files < <(git ls-files '*.h' '*.cc' '*.cpp' '*.c')
fi
clang-format --dry-run --Werror "${files[@]}"

cmake --preset release >/dev/null
# clang-tidy cannot read g++'s precompiled headers. Without them it also finds includes that a file has forgotten. Files that are
# compiled several at once (CMake's unity build) are looked at one by one.
mkdir -p build/lint
python3 - build/release/compile_commands.json >build/lint/compile_commands.json <<'EOF'
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as commands:
    entries = json.load(commands)
found = []
for entry in entries:
    entry["command"] = re.sub(r" -Winvalid-pch -include [^ ]*cmake_pch\.hxx", "", entry["command"])
    files = [entry["file"]]
    if "/Unity/unity_" in entry["file"]:
        with open(entry["file"], encoding="utf-8") as unity:
            files = re.findall(r'#include "(.*)"', unity.read())
    found += [entry | {"file": file, "command": entry["command"].replace(entry["file"], file)} for file in files]
json.dump(found, sys.stdout, indent=0)
EOF
sources=()
for file in "${files[@]}"; do
  [[ "${file}" == *.cc ]] && grep -qF "/${file}\"" build/lint/compile_commands.json && sources+=("${file}")
done
printf '%s\n' "${sources[@]}" | xargs -r -P "$(nproc)" -n 4 clang-tidy --quiet -p build/lint
