#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs outside projects against an SDK, in every way that they find one: CANN's variables one at a time, set_env.sh,
# find_package, pkg-config. The environment holds nothing else, so that neither a real CANN nor another SDK can help.
# Usage: tests/install/use_sdk.sh WORK SDK [PREFIX]
#   WORK    a folder for what is built; emptied first
#   SDK     the folder with include/, lib64/ and set_env.sh
#   PREFIX  where find_package and pkg-config are told to look; without it they must find the SDK by themselves
set -euo pipefail
here="$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
work="$1"
sdk="$(cd "$2" && pwd)"
prefix="${3:+$(cd "$3" && pwd)}"

rm -rf "${work}"
mkdir -p "${work}/home"
cd "${work}"

clean() { env -i PATH="${PATH}" HOME="${PWD}/home" "$@"; }

# Runs a command quietly; shows what it said only if it fails.
quietly() {
  if ! "$@" >log 2>&1; then
    cat log
    echo "FAILED: $*" >&2
    exit 1
  fi
}

# project NAME SOURCE PROGRAM... -- COMMAND PREFIX...: the command prefix gives each step its environment.
project() {
  local name="$1" source="$2" programs=()
  shift 2
  while [[ "$1" != -- ]]; do
    programs+=("$1")
    shift
  done
  shift
  quietly "$@" cmake -G Ninja -S "${source}" -B "${name}" "${definitions[@]}"
  quietly "$@" cmake --build "${name}"
  for program in "${programs[@]}"; do
    quietly "$@" "${name}/${program}"
  done
  echo "${name}: ok"
}

definitions=(-DCMAKE_BUILD_TYPE=Release)
project custom_path "${here}/projects/custom_path" bin/opapi_test -- clean ASCEND_CUSTOM_PATH="${sdk}"
definitions+=(-DASCEND_CANN_PACKAGE_PATH="${sdk}")
project package_path "${here}/projects/package_path" runtime operator -- clean
definitions=()

# shellcheck disable=SC2016  # the inner shell expands
with_set_env() { clean bash -c 'source "$0/set_env.sh" && "$@"' "${sdk}" "$@"; }
project toolkit_home "${here}/projects/toolkit_home" operator -- with_set_env
# A plain sh is told where the SDK is, and says so if it is not.
# shellcheck disable=SC2016
quietly clean OPENACLNN_SDK="${sdk}" sh -euc '. "$OPENACLNN_SDK/set_env.sh"; test "$ASCEND_HOME_PATH" = "$OPENACLNN_SDK"; toolkit_home/operator'
# A shell that searches for folders finds the one that the script is in.
# shellcheck disable=SC2016
quietly clean CDPATH="$(dirname "${sdk}")" bash -euc 'cd "${CDPATH}"; . "$(basename "$0")/set_env.sh"; test "${ASCEND_HOME_PATH}" = "$0"' "${sdk}"
if (cd home && clean sh -c ". '${sdk}/set_env.sh'" 2>message); then
  echo "set_env.sh in a plain sh took a folder that is no SDK" >&2
  exit 1
fi
grep -q OPENACLNN_SDK home/message

# The snippets of docs/install.md, as printed there. snippet NAME: the code block behind the comment "tested: NAME".
snippet() {
  awk -v name="<!-- tested: $1 -->" '$0 == name { found = 1; next } found && /^```/ { if (inside) exit; inside = 1; next } inside' \
    "${here}/../../docs/install.md"
}
with_prefix() { clean "$@"; }
if [[ -n "${prefix}" ]]; then
  # A package has these files twice: below its SDK, and where the tools look.
  pkgconfig="$(find "${prefix}" -path "${prefix}/lib/openaclnn" -prune -o -name openaclnn.pc -printf '%h')"
  with_prefix() { clean CMAKE_PREFIX_PATH="${prefix}" PKG_CONFIG_PATH="${pkgconfig}" "$@"; }
fi
for form in find_package pkg_check_modules; do
  mkdir "source_${form}"
  { echo '#define WITHOUT_FOLDER'; cat "${here}/projects/operator.cpp"; } >"source_${form}/program.cpp"
  snippet "${form}" >"source_${form}/CMakeLists.txt"
  project "${form}" "source_${form}" program -- with_prefix
done
cp source_find_package/program.cpp program.cpp
quietly with_prefix bash -euc "$(snippet pkg-config)"
echo "pkg-config: ok"
# The runtime alone.
# shellcheck disable=SC2046  # the flags are words
g++ -std=c++17 "${here}/projects/runtime.cpp" -o runtime $(with_prefix pkg-config --cflags --libs openaclnn-runtime)
quietly clean ./runtime
echo "pkg-config, runtime: ok"
