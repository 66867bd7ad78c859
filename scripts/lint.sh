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
sources=()
for file in "${files[@]}"; do
  [[ "${file}" == *.cc ]] && grep -qF "/${file}\"" build/release/compile_commands.json && sources+=("${file}")
done
printf '%s\n' "${sources[@]}" | xargs -r -P "$(nproc)" -n 4 clang-tidy --quiet -p build/release
