#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a newcomer does, on a real system: clone, build the Debian package, install it with apt, build and run CANN projects
# against it, remove it. The system's files are the same afterwards. Needs root, and changes the system while it runs: made
# for a container. It is no part of ctest: that has package.sh, which needs neither. Usage: tests/install/fresh_machine.sh
set -euo pipefail
source="$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
step() { printf '\n== %s\n' "$*"; }

if ((EUID != 0)); then
  echo "fresh_machine.sh installs a package: run it as root, in a container" >&2
  exit 2
fi
if dpkg-query --show openaclnn >/dev/null 2>&1; then
  echo "openaclnn is installed already: remove it first" >&2
  exit 2
fi

work="$(mktemp -d)"
trap 'rm -rf "${work}"' EXIT

step "A fresh clone"
git clone --quiet "${source}" "${work}/clone"

step "The package"
deb="$("${work}/clone/scripts/build_deb.sh")"
echo "${deb}"
# Whatever the projects need that a build does not: here, so that the comparison below is about the package alone.
"${work}/clone/scripts/install_dependencies.sh" test

# Everything a package could leave: files, and dpkg's knowledge of it.
system_files() {
  find /etc /opt /usr /var/lib/dpkg/info -path /usr/local -prune -o -print | sort
  dpkg-query --show --showformat='${Package} ${db:Status-Abbrev}\n'
}
system_files >"${work}/before"

step "apt-get install"
# A file outside apt's sandbox: apt says so in a note.
DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${deb}"
trap 'apt-get remove -qq -y openaclnn || true; rm -rf "${work}"' EXIT

step "Projects"
# Nothing of the clone's build is in reach.
rm -rf "${work}/clone/build"
"${work}/clone/tests/install/use_sdk.sh" "${work}/projects" /usr/lib/openaclnn

step "apt-get remove"
apt-get remove -qq -y openaclnn
trap 'rm -rf "${work}"' EXIT
system_files >"${work}/after"
if ! diff "${work}/before" "${work}/after"; then
  echo "The system is not what it was (< before, > after)." >&2
  exit 1
fi
echo "nothing is left"
