#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds everything and runs the whole test suite, its own set-up included.
# Usage: ./test.sh [preset]     presets: release (default), debug, asan, tsan
#        ./test.sh torch_npu    the SDK under PyTorch's backend for Ascend, which is downloaded
#        ./test.sh mindspore    the SDK under MindSpore, which is downloaded
set -euo pipefail
most_arguments=any source "$(dirname "${BASH_SOURCE[0]}")/scripts/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")"
preset="${1:-release}"

if [[ "${preset}" == torch_npu || "${preset}" == mindspore ]]; then
  scripts/install_dependencies.sh torch
  cmake --preset release
  cmake --build --preset release --target sdk
  exec "scripts/test_${preset}.sh" "${@:2}"
fi

scripts/install_dependencies.sh test
cmake --preset "${preset}" -DOPENACLNN_BUILD_TESTS=ON
cmake --build --preset "${preset}"
ctest --preset "${preset}"
