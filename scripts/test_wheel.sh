#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the wheel, installs it into an empty virtual environment, and uses what it brings with no environment set: the
# package, the command, headers and libraries with a C++ program; with PyTorch's backend for Ascend, the gradients. At last it
# uninstalls the package.
# Usage: scripts/test_wheel.sh [torch]     torch: PyTorch and torch_npu, too, which are downloaded
set -euo pipefail
most_arguments=1 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/build_wheel.sh
environment=build/wheel/environment
python3 -m venv --clear "${environment}"
"${environment}/bin/pip" install --quiet --no-index build/wheel/dist/openaclnn-*.whl
python="${PWD}/${environment}/bin/python"
bare=(env -i "PATH=/usr/bin:/bin" "HOME=${HOME}")

sdk="$("${bare[@]}" "${python}" -c 'import openaclnn; print(openaclnn.sdk_path())')"
"${bare[@]}" "${environment}/bin/openaclnn" list --json >/dev/null
# The headers and libraries are those of an SDK.
program="${PWD}/build/wheel/add"
"${CXX:-g++}" -std=c++17 examples/add.cpp -I"${sdk}/include" -L"${sdk}/lib64" -lascendcl -lnnopbase -lopapi \
  -Wl,-rpath,"${sdk}/lib64" -o "${program}"
"${bare[@]}" "${program}"
# The libraries load by the names that clients ask for, and find an operator.
"${bare[@]}" "${python}" - <<'END'
import ctypes
import openaclnn
assert openaclnn.sdk_path().joinpath("include", "acl", "acl.h").is_file()
for name in ("ascendcl", "nnopbase", "opapi", "acl_op_compiler", "hccl", "hcomm", "ge_runner", "graph", "acl_tdt_channel",
             "ascend_hal", "c_sec", "msprofiler", "ms_tools_ext", "profapi", "platform", "runtime"):
    ctypes.CDLL(f"lib{name}.so")
assert ctypes.CDLL("libopapi.so").aclnnAdd and ctypes.CDLL("libascendcl.so").aclInit(None) == 0
END

packages="$("${python}" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
if [[ "${1:-}" == torch ]]; then
  # The environment with torch stays as it is; this one refers to it.
  "$(scripts/torch_environment.sh)" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' >"${packages}/torch.pth"
  printed="$("${bare[@]}" "${python}" -c 'import torch; print(torch.ones(2))' 2>&1)"
  if [[ "${printed}" != "tensor([1., 1.])" ]]; then
    echo "Expected one tensor, got: ${printed}" >&2
    exit 1
  fi
  "${bare[@]}" "${python}" -W ignore examples/pytorch/gradients.py
  rm "${packages}/torch.pth"
fi

"${environment}/bin/pip" uninstall --quiet --yes openaclnn
if [[ -n "$(find "${packages}" -name '*openaclnn*')" || -n "$("${bare[@]}" "${python}" -c 'pass' 2>&1)" ]]; then
  echo "The package leaves something behind." >&2
  exit 1
fi
echo "The wheel works."
