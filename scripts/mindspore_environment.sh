#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a virtual environment with MindSpore 2.10.0, and prints the path of its python. Made once, and kept.
# Usage: scripts/mindspore_environment.sh
# OPENACLNN_VENV_DIR says where environments are kept; build/venv by default. Python 3.11 is needed.
set -euo pipefail
most_arguments=0 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

mindspore=2.10.0
packages=(numpy==1.26.4)

python="$(command -v python3.11 || true)"
if [[ -z "${python}" ]]; then
  echo "scripts/mindspore_environment.sh: python3.11 is needed: this test uses the build of MindSpore for it" >&2
  exit 1
fi
environment="${OPENACLNN_VENV_DIR:-${PWD}/build/venv}/mindspore-${mindspore}"
# Names what the environment holds.
complete="${environment}/complete"
if [[ ! -e "${complete}" || "$(<"${complete}")" != "${packages[*]}" ]]; then
  echo "Making ${environment}: MindSpore ${mindspore} (a download of some 750 MB), ${packages[*]}, from the Python registry" >&2
  rm -rf "${environment}"
  "${python}" -m venv "${environment}" >&2
  "${environment}/bin/pip" install --quiet "mindspore==${mindspore}" "${packages[@]}" >&2
  echo "${packages[*]}" >"${complete}"
fi
echo "${environment}/bin/python"
