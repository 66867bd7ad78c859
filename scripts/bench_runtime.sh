#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures what the runtime costs (bench/runtime) and prints Markdown tables: medians and quartiles over repetitions, and
# ratios to memcpy(3) and malloc(3), which ran in turn with the library. Wants a machine with nothing else to do.
# Usage: scripts/bench_runtime.sh [repetitions] [seconds]
#        (default: 11 repetitions of at least 0.1 seconds for each benchmark, some 6 minutes in all)
set -euo pipefail
most_arguments=2 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."
repetitions="${1:-11}"
seconds="${2:-0.1}"

{
  scripts/install_dependencies.sh bench
  cmake --preset bench
  cmake --build --preset bench
} >&2

measure() { # file filter
  build/bench/bench/runtime/runtime_bench --benchmark_filter="$2" --benchmark_out="build/bench/$1" \
    --benchmark_out_format=json --benchmark_repetitions="${repetitions}" --benchmark_min_time="${seconds}" \
    --benchmark_enable_random_interleaving=true >&2
}
measure runtime.json '-LiveStreams'
# More streams than one device has. The devices share the threads, so everything else is measured with one device.
OPENACLNN_CPU_DEVICES=6 measure streams.json 'LiveStreams'

printf '%s cores, %s; load average before: %s; commit %s\n' "$(nproc)" "$(uname -m)" \
  "$(python3 -c "import json; print(json.load(open('build/bench/runtime.json'))['context']['load_avg'][0])")" \
  "$(git describe --always --dirty 2>/dev/null || echo unknown)"
python3 bench/runtime/table.py build/bench/runtime.json build/bench/streams.json
