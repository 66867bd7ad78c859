#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Cross-compiles for 64-bit Arm and runs the tests under qemu-user: docs/arm64.md. The SDK is staged in build/arm64/sdk.
# Usage: scripts/arm64.sh [quick]     (quick, for every change: all libraries but not the command line, built in less time into
#                                      build/arm64_quick, the published cases of the five operators, conversions; else the
#                                      whole suite, with all operators' results against those of x86)
set -euo pipefail
most_arguments=1 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

case "${1:-}" in
  quick) preset=arm64_quick ;;
  "") preset=arm64 ;;
  *)
    echo "usage: $0 [quick]" >&2
    exit 2
    ;;
esac

scripts/install_dependencies.sh arm64
cmake --preset "${preset}" -DOPENACLNN_BUILD_TESTS=ON
cmake --build --preset "${preset}"
ctest --preset "${preset}"
