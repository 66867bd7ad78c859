# SPDX-License-Identifier: Apache-2.0
# Included by scripts: where --help asks for it, prints the comment at their top, and ends.
case "${1:-}" in
  -h | --help)
    sed -n '3,/^[^#]/s/^# \{0,1\}//p' "${BASH_SOURCE[1]}"
    exit 0
    ;;
esac
