#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a virtual environment with PyTorch and its backend for Ascend, and prints the path of its python. Made once, and kept.
# Usage: scripts/torch_environment.sh [tested|newest]
#   tested  torch 2.7.1 with torch_npu 2.7.1.post11, the pair that CI runs
#   newest  torch 2.14.0 with torch_npu 2.14.0
# OPENACLNN_VENV_DIR says where environments are kept; build/venv by default. Python 3.11 is needed.
set -euo pipefail
most_arguments=1 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

case "${1:-tested}" in
  tested) torch=2.7.1 torch_npu=2.7.1.post11 ;;
  newest) torch=2.14.0 torch_npu=2.14.0 ;;
  *)
    echo "usage: $0 [tested|newest]" >&2
    exit 2
    ;;
esac
packages=(numpy==2.4.6 pyyaml==6.0.3 packaging==26.3 expecttest==0.3.0 scikit-learn==1.9.1 accelerate==1.15.0 pytest==9.2.0
  transformers==5.24.0)

python="$(command -v python3.11 || true)"
if [[ -z "${python}" ]]; then
  echo "scripts/torch_environment.sh: python3.11 is needed: these versions of torch_npu are built for it" >&2
  exit 1
fi
environment="${OPENACLNN_VENV_DIR:-${PWD}/build/venv}/torch-${torch}-npu-${torch_npu}"
# Names what the environment holds.
complete="${environment}/complete"
if [[ ! -e "${complete}" || "$(<"${complete}")" != "${packages[*]}" ]]; then
  echo "Making ${environment}: torch ${torch} (some 3 GB with the CUDA libraries that it is linked with), torch_npu" \
    "${torch_npu}, ${packages[*]}, from the Python registry" >&2
  [[ -e "${complete}" ]] || rm -rf "${environment}"
  "${python}" -m venv "${environment}" >&2
  "${environment}/bin/pip" install --quiet "torch==${torch}" "${packages[@]}" >&2
  # Its metadata ask for a build of torch that the registry does not have.
  "${environment}/bin/pip" install --quiet --no-deps "torch_npu==${torch_npu}" >&2
  echo "${packages[*]}" >"${complete}"
fi
echo "${environment}/bin/python"
