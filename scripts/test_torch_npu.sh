#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs tests/torch_npu: PyTorch's backend for Ascend, as it is in the Python registry, on the SDK in build/sdk.
# Usage: scripts/test_torch_npu.sh [tested|newest] [unittest's arguments]
set -euo pipefail
most_arguments=any source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."
pair=tested
if [[ "${1:-}" == tested || "${1:-}" == newest ]]; then
  pair="$1"
  shift
fi

python="$(scripts/torch_environment.sh "${pair}")"
# shellcheck source=/dev/null
source build/sdk/set_env.sh
# The failures that the tests provoke would be log files in the home folder.
export ASCEND_GLOBAL_LOG_LEVEL=4 ASCEND_GLOBAL_EVENT_ENABLE=0 PYTHONDONTWRITEBYTECODE=1
if [[ "${pair}" == newest ]]; then  # as `openaclnn python` does
  export LD_PRELOAD="${ASCEND_HOME_PATH}/lib64/libopenaclnn_torch_options.so"
fi
cd tests/torch_npu
tests=("${python}" -W ignore -m unittest)
# As `openaclnn python` and the Python package choose.
export OPENACLNN_SOC=Ascend950PR_9579
if (($# > 0)); then
  exec "${tests[@]}" "$@"
fi
"${tests[@]}" discover --pattern "*_test.py"
# The published cases, PyTorch as the oracle alone: docs/conformance.md.
published=../conformance/published
(cd "${published}" && TORCH_DEVICE_BACKEND_AUTOLOAD=0 "${python}" -W ignore -m unittest runner_test)
TORCH_DEVICE_BACKEND_AUTOLOAD=0 "${python}" -W ignore "${published}/run.py" --max-elements 20000
# The library's default product.
env -u OPENACLNN_SOC "${tests[@]}" import_test gradients_test memory_test streams_test
