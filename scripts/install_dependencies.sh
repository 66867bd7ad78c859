#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that are missing, and says which. With nothing missing it needs neither root nor network.
# Usage: scripts/install_dependencies.sh build|test|fuzz|bench|bench_torch
set -euo pipefail

build_packages=(g++ cmake ninja-build libhwy-dev libtbb-dev nlohmann-json3-dev libspdlog-dev)
test_packages=(libgtest-dev python3 binutils)
fuzz_packages=(clang libclang-rt-14-dev)
bench_packages=(libbenchmark-dev libcli11-dev libdnnl-dev python3 python3-matplotlib)
bench_torch_packages=(libtorch-dev)

case "${1:-}" in
  build) packages=("${build_packages[@]}") ;;
  test) packages=("${build_packages[@]}" "${test_packages[@]}") ;;
  fuzz) packages=("${build_packages[@]}" "${test_packages[@]}" "${fuzz_packages[@]}") ;;
  bench) packages=("${build_packages[@]}" "${bench_packages[@]}") ;;
  bench_torch) packages=("${build_packages[@]}" "${bench_packages[@]}" "${bench_torch_packages[@]}") ;;
  *)
    echo "usage: $0 build|test|fuzz|bench|bench_torch" >&2
    exit 2
    ;;
esac

missing=()
for package in "${packages[@]}"; do
  status="$(dpkg-query --show --showformat='${db:Status-Abbrev}' "${package}" 2>/dev/null || true)"
  if [[ "${status}" != ii* ]]; then
    missing+=("${package}")
  fi
done
if ((${#missing[@]} == 0)); then
  exit 0
fi

echo "Installing from Debian: ${missing[*]}"
as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "Root or sudo is needed for: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
