#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Says how long each step of a run of .ci/run took, beside what it may take on two cores (.ci/budget.txt). A step above its budget
# is a warning: other machines are slower, and busy ones, too.
# Usage: scripts/ci_times.sh [TIMES [BUDGET]]     lines of both: STEP SECONDS; default: build/ci_times.txt .ci/budget.txt
set -euo pipefail
most_arguments=2 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
root="$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
times="${1:-${root}/build/ci_times.txt}"
budget="${2:-${root}/.ci/budget.txt}"

for file in "${times}" "${budget}"; do
  if [[ ! -r "${file}" ]]; then
    echo "${0##*/}: cannot read ${file}" >&2
    exit 2
  fi
done

awk '
  /^#/ || NF == 0 { next }
  NF != 2 || $2 !~ /^[0-9]+$/ {
    printf "ci_times.sh: %s:%d: expected STEP SECONDS, got: %s\n", FILENAME, FNR, $0 > "/dev/stderr"
    failed = 2
    exit
  }
  FILENAME == ARGV[1] { budget[$1] = $2; next }
  { step[++steps] = $1; seconds[steps] = $2 }
  END {
    if (failed) exit failed
    printf "%-20s %8s %8s\n", "step", "seconds", "budget"
    for (i = 1; i <= steps; ++i) {
      may = (step[i] in budget) ? budget[step[i]] : "-"
      note = may == "-" ? "  warning: no budget" : (seconds[i] > may + 0) ? "  warning: above it" : ""
      printf "%-20s %8d %8s%s\n", step[i], seconds[i], may, note
      whole += seconds[i]
      allowed += may
    }
    printf "%-20s %8d %8d\n", "all", whole, allowed
  }' "${budget}" "${times}"
