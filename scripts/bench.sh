#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures the operators beside PyTorch, oneDNN and the memory bound, and writes docs/performance_report.md and its
# translation in docs/zh. Wants a machine with nothing else to do; takes some twenty minutes on two cores.
#
# PyTorch is the one that `python3 -c "import torch"` finds, or the one in the folder of $OPENACLNN_TORCH (which has include/
# and lib/). Where there is none, Debian's is installed; OPENACLNN_TORCH=none measures without it.
# Usage: scripts/bench.sh [folder of published cases: JSON lines]
set -euo pipefail
most_arguments=1 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."
cases="${1:-../shared/cases}"
source scripts/find_torch.sh

scripts/install_dependencies.sh "${packages}"
cmake --preset bench -DOPENACLNN_TORCH="${torch}"
cmake --build --preset bench --target bench_operators

results=build/bench/operators
mkdir -p "${results}"
measure() { # name, options
  local name="$1"
  shift
  echo "measuring: ${name}"
  build/bench/bench/operators/bench_operators "$@" >"${results}/${name}.jsonl"
}
# The report tells the load of others, not the compilers', which the kernel's average forgets within minutes.
for ((waited = 0; waited < 180; waited += 5)); do
  load="$(cut -d ' ' -f 1 /proc/loadavg)"
  if [[ "${load}" == 0.[0-4]* ]]; then break; fi
  sleep 5
done
measure suite --workload suite
measure one_thread --workload suite --threads 1 --alone --rounds 7
measure sizes --workload sizes
if [[ -d "${cases}" ]]; then
  measure published --workload published --cases "${cases}" --rounds 5
fi
# Debian's, which has the packages; another one may come first in PATH.
/usr/bin/python3 bench/operators/report.py --load "${load}" "${results}"/*.jsonl --output docs/performance_report.md
