# SPDX-License-Identifier: Apache-2.0
# Included by scripts that measure beside PyTorch, from the project's root: sets `torch` to its folder (with include/ and lib/),
# the one that `python3 -c "import torch"` finds or that $OPENACLNN_TORCH names, else to that of Debian's package; and `packages`
# to what scripts/install_dependencies.sh has to bring for it. OPENACLNN_TORCH=none leaves `torch` empty.
torch="${OPENACLNN_TORCH:-$(python3 -c 'import os, torch; print(os.path.dirname(torch.__file__))' 2>/dev/null || true)}"
packages=bench
if [[ -z "${torch}" ]]; then
  torch=/usr
  packages=bench_torch
elif [[ "${torch}" == none ]]; then
  torch=
fi
