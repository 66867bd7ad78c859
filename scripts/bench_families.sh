#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures operators of all families beside PyTorch and the memory bound, in turn: a line for each case, and a table of the
# groups. Wants a machine with nothing else to do; takes some fifteen minutes. Which PyTorch: as scripts/bench.sh.
# Usage: scripts/bench_families.sh [THREADS] [part of a case's name]
set -euo pipefail
most_arguments=2 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/find_torch.sh
if [[ -z "${torch}" ]]; then
  echo "scripts/bench_families.sh: there is nothing to measure without PyTorch" >&2
  exit 1
fi

{
  scripts/install_dependencies.sh "${packages}"
  cmake --preset bench -DOPENACLNN_TORCH="${torch}"
  cmake --build --preset bench --target bench_families
} >&2
exec build/bench/bench/families/bench_families --threads "${1:-$(nproc)}" "${@:2}"
