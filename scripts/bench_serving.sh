#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures what serving a language model takes: products with quantized weights, attention to a cache of pages, experts'
# products of few tokens. Each beside the memory bound, in turn, and quantized products beside those of floating-point numbers.
# Usage: scripts/bench_serving.sh [THREADS] [part of a case's name] [processor]
#        (processor: the processor time of all threads, for a machine that others use)
set -euo pipefail
most_arguments=3 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

{
  scripts/install_dependencies.sh bench
  cmake --preset bench
  cmake --build --preset bench --target bench_serving
} >&2
clock=()
if [[ "${3:-}" == processor ]]; then clock=(--processor); fi
exec build/bench/bench/serving/bench_serving --threads "${1:-$(nproc)}" "${clock[@]}" "${2:-}"
