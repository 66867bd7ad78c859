#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that are missing, and says which. With nothing missing it needs neither root nor network.
# Usage: scripts/install_dependencies.sh build|package|test|docs|browser|fuzz|bench|bench_collectives|bench_torch|arm64|torch|wheel
set -euo pipefail
most_arguments=1 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"

build_packages=(g++ cmake ninja-build libblis-serial-dev libeigen3-dev libhwy-dev libtbb-dev nlohmann-json3-dev libspdlog-dev
  libcli11-dev libdw-dev)
package_packages=(dpkg-dev file)
docs_packages=(blahtexml mkdocs mkdocs-material)
test_packages=(libgtest-dev libucx-dev python3 python3-numpy binutils fakeroot fish pkg-config zsh)
browser_packages=(chromium chromium-driver fonts-wqy-zenhei python3-selenium)
fuzz_packages=(clang libclang-rt-14-dev)
bench_packages=(libbenchmark-dev libdnnl-dev ocl-icd-opencl-dev python3 python3-matplotlib)
bench_collectives_packages=(libgloo-dev libopenmpi-dev openmpi-bin)
bench_torch_packages=(libtorch-dev)
wheel_packages=(python3-venv)
torch_packages=(binutils python3-venv)
arm64_packages=(g++-aarch64-linux-gnu qemu-user libblis-serial-dev:arm64 libhwy-dev:arm64 libtbb-dev:arm64 libspdlog-dev:arm64 libgtest-dev:arm64)

all_of_test=("${build_packages[@]}" "${package_packages[@]}" "${docs_packages[@]}" "${test_packages[@]}")
case "${1:-}" in
  build) packages=("${build_packages[@]}") ;;
  package) packages=("${build_packages[@]}" "${package_packages[@]}") ;;
  test) packages=("${all_of_test[@]}") ;;
  docs) packages=("${docs_packages[@]}") ;;
  browser) packages=("${browser_packages[@]}") ;;
  fuzz) packages=("${all_of_test[@]}" "${fuzz_packages[@]}") ;;
  bench) packages=("${build_packages[@]}" "${bench_packages[@]}") ;;
  bench_collectives) packages=("${build_packages[@]}" "${bench_packages[@]}" "${bench_collectives_packages[@]}") ;;
  bench_torch) packages=("${build_packages[@]}" "${bench_packages[@]}" "${bench_torch_packages[@]}") ;;
  wheel) packages=("${build_packages[@]}" "${wheel_packages[@]}") ;;
  torch) packages=("${build_packages[@]}" "${torch_packages[@]}") ;;
  arm64) packages=("${build_packages[@]}" "${test_packages[@]}" "${arm64_packages[@]}") ;;
  *)
    echo "usage: $0 build|package|test|docs|browser|fuzz|bench|bench_collectives|bench_torch|arm64|torch|wheel" >&2
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
if [[ "${missing[*]}" == *:arm64* ]]; then
  "${as_root[@]}" dpkg --add-architecture arm64
fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
