#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a finished build under a prefix, moves the tree, uses it, moves it back, uninstalls it: nothing is left but what
# others put there. Usage: tests/install/prefix.sh BUILD WORK
set -euo pipefail
here="$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
build="$1"
work="$2"

rm -rf "${work}"
mkdir -p "${work}"

# The build folder may hold the record of a real installation: it must outlive this one.
manifest="${build}/install_manifest.txt"
if [[ -e "${manifest}" ]]; then
  mv "${manifest}" "${work}/kept_manifest"
  trap 'mv "${work}/kept_manifest" "${manifest}"' EXIT
fi

prefix="${work}/installed"
cmake --install "${build}" --prefix "${prefix}" >/dev/null
test -e "${prefix}/share/doc/openaclnn/LICENSE"
mv "${prefix}" "${work}/moved"
"${here}/use_sdk.sh" "${work}/projects" "${work}/moved" "${work}/moved"
mv "${work}/moved" "${prefix}"

touch "${prefix}/lib64/somebody_elses"
cmake --build "${build}" --target uninstall >/dev/null
left="$(cd "${prefix}" && find . | sort | tr '\n' ' ')"
if [[ "${left}" != ". ./lib64 ./lib64/somebody_elses " ]]; then
  echo "uninstall: expected the one file of somebody else to be left, got: ${left}" >&2
  exit 1
fi
rm "${prefix}/lib64/somebody_elses"

# Into an empty place and out of it again: the prefix itself goes too.
rm -r "${prefix}"
cmake --install "${build}" --prefix "${prefix}" >/dev/null
cmake --build "${build}" --target uninstall >/dev/null
if [[ -e "${prefix}" ]]; then
  echo "uninstall: ${prefix} is still there" >&2
  exit 1
fi
if cmake --build "${build}" --target uninstall >"${work}/log" 2>&1; then
  echo "uninstall: a second one claims to have removed something" >&2
  exit 1
fi
grep -q "Nothing to uninstall" "${work}/log"
echo "install, move, uninstall: ok"
