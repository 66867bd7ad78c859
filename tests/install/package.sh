#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packs a finished build for Debian, looks the package over, uses it unpacked, and lets dpkg install it into an empty root and
# remove it. The system is not touched. Usage: tests/install/package.sh BUILD WORK
set -euo pipefail
here="$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source="$(cd "${here}/../.." && pwd)"
build="$1"
work="$2"

rm -rf "${work}"
mkdir -p "${work}"
cd "${work}"
fail() {
  echo "package: $*" >&2
  exit 1
}

umask 077 # the package must not take over what the packer's own files are protected with
cpack -G DEB --config "${build}/CPackConfig.cmake" -B "${work}/pack" >log 2>&1 || {
  cat log
  fail "cpack failed"
}
umask 022
mapfile -t debs < <(find pack -maxdepth 1 -name '*.deb')
((${#debs[@]} == 1)) || fail "expected one package, got: ${debs[*]}"
deb="${debs[0]}"
dpkg-deb -R "${deb}" root # with DEBIAN/

# What it says ---------------------------------------------------------------------------------------------------------
field() { dpkg-deb -f "${deb}" "$1"; }
depends=" $(field Depends),"
for package in libc6 libstdc++6 libtbb12; do
  [[ "${depends}" == *" ${package} "* ]] || fail "Depends: expected ${package}, got:${depends}"
done
for package in libdw1 python3; do # what its programs open or run when it is there
  [[ " $(field Recommends)," == *" ${package},"* ]] || fail "Recommends: expected ${package}, got: $(field Recommends)"
done
for name in Maintainer Section Priority Description Installed-Size; do
  [[ -n "$(field "${name}")" ]] || fail "no field ${name}"
done
[[ "$(field Package)" == openaclnn ]] || fail "is called $(field Package)"
version="$(dpkg-parsechangelog -l "${source}/packaging/debian/changelog" -S Version)"
[[ "$(field Version)" == "${version}" ]] || fail "version $(field Version), but packaging/debian/changelog says ${version}"
grep -q "^## ${version%-*} " "${source}/CHANGELOG.md" || fail "CHANGELOG.md has no section for ${version%-*}"
[[ "$(ls root/DEBIAN)" == $'control\nmd5sums' ]] || fail "expected no scripts, got: $(ls root/DEBIAN)"
(cd root && md5sum --quiet -c DEBIAN/md5sums)
rm -r root/DEBIAN

# What it holds --------------------------------------------------------------------------------------------------------
allowed='^usr/(lib/openaclnn/|lib/[^/]*/(cmake|pkgconfig)/|bin/|share/(doc/openaclnn|man|bash-completion|fish|zsh)/)'
strangers="$(find root ! -type d -printf '%P\n' | grep -Ev "${allowed}" || true)"
[[ -z "${strangers}" ]] || fail "files where a package may not or need not put them: ${strangers}"
owners="$(dpkg-deb -c "${deb}" | awk '{ print $2 }' | sort -u)"
[[ "${owners}" == root/root ]] || fail "files belong to ${owners}"
programs='^[.]/usr/(bin/.|lib/openaclnn/tools/profiler/.*msprof([.]py)?$)'
modes="$(dpkg-deb -c "${deb}" | awk -v programs="${programs}" '{ print $1, ($6 ~ programs ? "program" : "other") }' | sort -u |
  grep -Evx '(drwxr-xr-x|-rw-r--r--|lrwxrwxrwx) other|(-rwxr-xr-x|lrwxrwxrwx) program' || true)"
[[ -z "${modes}" ]] || fail "unusual permissions: ${modes}"
for document in copyright changelog.gz changelog.Debian.gz; do
  test -s "root/usr/share/doc/openaclnn/${document}" || fail "no ${document}"
done
! grep -rlF "${source}" root || fail "the files above hold the path of the build"

# Libraries and programs find each other, and Debian's, with no help; nothing else is on their path; they are stripped.
checked=0
while read -r file; do
  sections="$(readelf --wide --sections "${file}" 2>/dev/null)" || continue # not a program
  checked=$((checked + 1))
  [[ "${sections}" != *.symtab* && "${sections}" != *.debug_* ]] || fail "${file} is not stripped"
  libraries="$(env -u LD_LIBRARY_PATH ldd "${file}")"
  [[ "${libraries}" != *"not found"* ]] || fail "${file} does not find its libraries: ${libraries}"
  paths="$(readelf -d "${file}" | sed -nE 's/.*(RPATH|RUNPATH).*\[(.*)\]/\2/p' | tr ':' '\n' | grep -vE '^[$]ORIGIN(/|$)' || true)"
  [[ -z "${paths}" ]] || fail "${file} looks for libraries in ${paths}"
done < <(find root -type f -path 'root/usr/lib/openaclnn/lib64/*' -o -type f -path 'root/usr/bin/*')
((checked >= 5)) || fail "expected five libraries at least, found ${checked}"

# Whatever is installed is packed: no rule names a component that the package does not know (documents: Debian has its own).
packed="$(sed -n '/set(CPACK_INSTALL_CMAKE_PROJECTS /p' "${build}/CPackConfig.cmake" | grep -ohE ';openaclnn;[^;]*' | cut -d ';' -f 3)"
[[ -n "${packed}" ]] || fail "CPackConfig.cmake names no components"
components="$(find "${build}" -path "${build}/tests" -prune -o -name cmake_install.cmake -exec grep -ohE 'CMAKE_INSTALL_COMPONENT STREQUAL "[^"]*"' {} + |
  cut -d '"' -f 2 | sort -u | grep -vxF -e documents -e "${packed}" || true)"
[[ -z "${components}" ]] || fail "installed, but not packed: component ${components}"

# It works -------------------------------------------------------------------------------------------------------------
"${here}/use_sdk.sh" "${work}/projects" root/usr/lib/openaclnn root/usr

# dpkg installs and removes it -----------------------------------------------------------------------------------------
as_root=()
((EUID == 0)) || as_root=(fakeroot)
admin=system/var/lib/dpkg
mkdir -p "${admin}"/{info,updates}
touch "${admin}/status"
# The empty root has none of the packages that this one depends on.
run_dpkg() { "${as_root[@]}" dpkg --root="${work}/system" --log="${work}/dpkg.log" --force-depends --force-not-root,bad-path "$@" >log 2>&1; }
list() { (cd system && find . -path ./var -prune -o -print | sort); }
before="$(list)"
run_dpkg -i "${deb}" || fail "dpkg -i: $(cat log)"
diff <(cd root && find . | sort) <(list) || fail "dpkg unpacked something else"
run_dpkg -r openaclnn || fail "dpkg -r: $(cat log)"
[[ "$(list)" == "${before}" ]] || fail "left after removal: $(diff <(echo "${before}") <(list))"
! grep -q openaclnn "${admin}/status" || fail "dpkg still knows it"
echo "package: ok"
