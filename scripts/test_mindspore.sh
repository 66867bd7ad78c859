#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs tests/mindspore: MindSpore, as it is in the Python registry, on the SDK in build/sdk.
# Usage: scripts/test_mindspore.sh [unittest's arguments]
set -euo pipefail
most_arguments=any source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

python="$(scripts/mindspore_environment.sh)"
# shellcheck source=/dev/null
source build/sdk/set_env.sh
# The failures that the tests provoke would be log files in the home folder; of MindSpore's own log, errors are enough.
export ASCEND_GLOBAL_LOG_LEVEL=4 ASCEND_GLOBAL_EVENT_ENABLE=0 GLOG_v=3 PYTHONDONTWRITEBYTECODE=1
cd tests/mindspore
tests=("${python}" -W ignore -m unittest)
if (($# > 0)); then
  exec "${tests[@]}" "$@"
fi
exec "${tests[@]}" discover --pattern "*_test.py"
