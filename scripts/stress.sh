#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the library for a long time with everything at once, looking for wrong results, hangs and leaks (tests/stress).
# The time is shared by the scenarios; collective communication, with ranks that are killed, has as much again. Each run has
# another seed, printed first; a failure prints how to run its round again.
# Usage: scripts/stress.sh [preset] [seconds] [seed]     (default: release 600; presets: release, debug, asan, tsan)
set -euo pipefail
most_arguments=3 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset="${1:-release}"
seconds="${2:-600}"
seed="${3:-$(date +%s)}"

scripts/install_dependencies.sh test
cmake --preset "${preset}" -DOPENACLNN_BUILD_TESTS=ON
cmake --build --preset "${preset}" --target stress collectives_stress
[[ "${preset}" != tsan ]] || export TSAN_OPTIONS=halt_on_error=1
"build/${preset}/tests/stress/stress" --seconds "${seconds}" --seed "${seed}"
"build/${preset}/tests/stress/collectives_stress" "${seconds}" "${seed}"
