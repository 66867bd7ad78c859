# SPDX-License-Identifier: Apache-2.0
# Included by scripts before they do anything: where --help asks for it, prints the comment at their top, and ends. Whoever
# includes it says how many arguments there are: `most_arguments=1 source .../usage.sh`; by default none, "any" for those that
# are handed on. More of them, or an option, is a mistake, told with the usage.
case "${1:-}" in
  -h | --help)
    sed -n '3,/^[^#]/s/^# \{0,1\}//p' "${BASH_SOURCE[1]}"
    exit 0
    ;;
esac
if [[ "${most_arguments:-0}" != any ]]; then
  number=0
  for argument in "$@"; do
    number=$((number + 1))
    if [[ "${argument}" == -* ]] || ((number > ${most_arguments:-0})); then
      echo "${BASH_SOURCE[1]##*/}: unexpected argument: ${argument}" >&2
      sed -n 's/^# Usage: /usage: /p; s/.* Usage: /usage: /p' "${BASH_SOURCE[1]}" | head -n 1 >&2
      exit 2
    fi
  done
fi
