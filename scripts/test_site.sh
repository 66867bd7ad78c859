#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Reads the documentation's site in a browser, wide and narrow, in the light and in the dark. Pictures go to build/site_pictures.
# Usage: scripts/test_site.sh
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install_dependencies.sh browser
scripts/docs.sh
exec /usr/bin/python3 tests/docs/browser_test.py build/site build/site_pictures
