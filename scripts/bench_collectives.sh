#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures collectives between processes of this machine beside Open MPI's and Gloo's, and prints Markdown tables
# (bench/collectives). Wants a machine with nothing else to do; takes some five minutes on two cores.
# Usage: scripts/bench_collectives.sh [rounds]      (default: 15, four times as many below 1 MiB)
set -euo pipefail
most_arguments=1 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."
rounds="${1:-15}"

{
  scripts/install_dependencies.sh bench_collectives
  cmake --preset bench
  cmake --build --preset bench --target bench_collectives
} >&2

# More ranks than cores share them: Open MPI gives way then instead of spinning.
export OPENACLNN_NUM_THREADS=1 HCCL_IF_IP=127.0.0.1
for ranks in 2 4 8; do
  mpirun --oversubscribe --allow-run-as-root -n "${ranks}" build/bench/bench/collectives/bench_collectives "${rounds}"
  echo
done
