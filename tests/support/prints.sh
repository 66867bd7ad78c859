#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a program, which must end well and print exactly one line. Usage: tests/support/prints.sh LINE PROGRAM [ARGUMENT...]
set -euo pipefail
expected="$1"
shift
actual="$("$@")"
if [[ "${actual}" != "${expected}" ]]; then
  printf 'expected: %s\nactual: %s\n' "${expected}" "${actual}" >&2
  exit 1
fi
