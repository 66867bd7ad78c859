#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs missing packages, builds the SDK into build/sdk, builds the
# examples with it as an outside project would, and runs them. Usage: ./quickstart.sh
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scripts/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")"

step() { printf '\n== %s\n' "$*"; }

# Runs a command quietly; shows what it said only if it fails.
quietly() {
  local log
  log="$(mktemp)"
  if ! "$@" >"${log}" 2>&1; then
    cat "${log}" >&2
    rm -f "${log}"
    echo "FAILED: $*" >&2
    exit 1
  fi
  rm -f "${log}"
}

# With its progress, where somebody looks on.
build() {
  if [[ -t 1 ]]; then
    cmake --build "$@"
  else
    quietly cmake --build "$@"
  fi
}

step "Dependencies"
scripts/install_dependencies.sh build
echo "complete"

step "Building the SDK: build/sdk (7 to 12 minutes on two cores, the first time)"
quietly cmake --preset release -DOPENACLNN_BUILD_TESTS=OFF
build --preset release --target sdk
echo "bin/, include/, lib64/, share/, set_env.sh"

step "Building the examples with it: build/examples"
quietly cmake -G Ninja -S examples -B build/examples -DOPENACLNN_SDK="${PWD}/build/sdk" -DCMAKE_BUILD_TYPE=Release
build build/examples

failed=0
for example in add mse_loss_backward prelu_backward group_norm_backward grid_sampler2d_backward embedding_dense_backward \
  training_step data_parallel; do
  step "${example}"
  "build/examples/${example}" || failed=1
done

if ((failed != 0)); then
  printf '\nAn example FAILED.\n' >&2
  exit 1
fi
cat <<'EOF'

All examples are ok. To build your own program against the SDK:

  source build/sdk/set_env.sh
  g++ my.cpp -I$ASCEND_HOME_PATH/include -L$ASCEND_HOME_PATH/lib64 -lascendcl -lnnopbase -lopapi
  openaclnn --help   # runs operators on .npy files, compares results, explains status codes
EOF
