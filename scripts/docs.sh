#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the documentation into build/site; a warning is an error. Start reading at build/site/index.html; the search works
# there, too.
# Usage: scripts/docs.sh [mkdocs option...]     e.g. --site-dir FOLDER
set -euo pipefail
most_arguments=any source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install_dependencies.sh docs
mkdocs build --quiet --strict --clean "$@"
