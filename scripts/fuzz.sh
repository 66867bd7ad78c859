#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Looks for new inputs that break the operators' two phases, with clang, address and undefined-behaviour sanitizers.
# Usage: scripts/fuzz.sh [seconds]     (default 600; a finding is written to build/fuzz)
set -euo pipefail
most_arguments=1 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install_dependencies.sh fuzz
cmake --preset fuzz
cmake --build --preset fuzz
mkdir -p build/fuzz/inputs
build/fuzz/tests/fuzz/fuzz_two_phase -max_total_time="${1:-600}" -len_control=0 -max_len=256 -rss_limit_mb=4096 \
  -artifact_prefix=build/fuzz/ build/fuzz/inputs tests/fuzz/corpus
