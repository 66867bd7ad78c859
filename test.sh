#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds everything and runs the whole test suite, its own set-up included.
# Usage: ./test.sh [preset]     presets: release (default), debug, asan, tsan
set -euo pipefail
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")"
preset="${1:-release}"

scripts/install_dependencies.sh test
cmake --preset "${preset}" -DOPENACLNN_BUILD_TESTS=ON
cmake --build --preset "${preset}"
ctest --preset "${preset}"
