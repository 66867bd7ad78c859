#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Cross-compiles for 64-bit Arm and runs the tests under qemu-user: docs/arm64.md. The SDK is staged in build/arm64/sdk.
# Usage: scripts/arm64.sh [quick]     (quick, for every change: all libraries, the published cases of the five operators,
#                                      conversions; else the whole suite, with all operators' results against those of x86)
set -euo pipefail
most_arguments=1 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install_dependencies.sh arm64
cmake --preset arm64 -DOPENACLNN_BUILD_TESTS=ON
case "${1:-}" in
  quick)
    cmake --build --preset arm64 --target sdk conformance base_test ops_common_test
    ctest --preset arm64 --tests-regex '^(conformance\.(own|small)|base_test|ops_common_test)$'
    ;;
  "")
    cmake --build --preset arm64
    ctest --preset arm64
    ;;
  *)
    echo "usage: $0 [quick]" >&2
    exit 2
    ;;
esac
