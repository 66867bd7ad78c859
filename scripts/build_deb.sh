#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the Debian package and prints its path; installs what the build is missing. Usage: scripts/build_deb.sh
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install_dependencies.sh package >&2
cmake --preset release -DOPENACLNN_BUILD_TESTS=OFF >&2
cmake --build --preset release >&2
rm -rf build/release/package
cpack --config build/release/CPackConfig.cmake >&2
ls "${PWD}"/build/release/package/*.deb
