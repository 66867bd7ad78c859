#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs typical calls of client libraries of PyTorch (torchmetrics, kornia, transformers, ...) on npu, with the SDK in build/sdk,
# compares them with the CPU, and writes the tables of docs/clients.md. Run by hand: it takes about ten minutes, and as long the first
# time, to make the environment.
# Usage: scripts/try_clients.sh [library|library:call]...
# OPENACLNN_VENV_DIR says where environments are kept; build/venv by default. Python 3.11 is needed.
set -euo pipefail
most_arguments=any source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
for argument in "$@"; do
  if [[ "${argument}" == -* ]]; then
    echo "try_clients.sh: unexpected argument: ${argument}" >&2
    echo "usage: scripts/try_clients.sh [library|library:call]..." >&2
    exit 2
  fi
done
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

torch_python="$(scripts/torch_environment.sh tested)"
requirements=scripts/clients/requirements.txt
environment="${OPENACLNN_VENV_DIR:-${PWD}/build/venv}/clients"
complete="${environment}/complete"
if [[ ! -e "${complete}" ]] || ! cmp --quiet "${complete}" "${requirements}"; then
  echo "Making ${environment}: the libraries of ${requirements} beside torch, from the Python registry (some 2 GB)" >&2
  rm -rf "${environment}"
  "${torch_python}" -m venv "${environment}" >&2
  # torch and torch_npu are those of the tests' environment.
  packages="$("${environment}/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
  "${torch_python}" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' >"${packages}/torch_environment.pth"
  "${environment}/bin/pip" install --quiet --requirement "${requirements}" >&2
  cp "${requirements}" "${complete}"
fi

# shellcheck source=/dev/null
source build/sdk/set_env.sh
exec nice "${environment}/bin/python" scripts/try_clients.py "$@"
