#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds llama.cpp with its CANN backend against the SDK in build/sdk, untouched, and generates text from a random model on the device
# and on the CPU: the tokens have to be equal, with graphs and without, with weights in FRACTAL_NZ and without. Run by hand: the
# first run builds for about ten minutes on two cores. llama.cpp is the one in the source package llama-cpp-python of the
# Python registry.
# Usage: scripts/try_llama_cpp.sh [operators]
#   operators  llama.cpp's own tests of its operators instead, which take some ten minutes more; prints a line for each
# OPENACLNN_VENV_DIR says where environments are kept; build/venv by default. Python 3.9 or newer, CMake and Ninja are needed.
set -euo pipefail
most_arguments=1 source "$(dirname "${BASH_SOURCE[0]}")/usage.sh"
if [[ "${1:-operators}" != operators ]]; then
  echo "try_llama_cpp.sh: unexpected argument: $1" >&2
  exit 2
fi
CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ ! -e build/sdk/set_env.sh ]]; then
  echo "try_llama_cpp.sh: no SDK in build/sdk: ./quickstart.sh builds it" >&2
  exit 1
fi

package=llama-cpp-python==0.3.36
modules=(numpy diskcache jinja2 typing_extensions gguf)
environment="${OPENACLNN_VENV_DIR:-${PWD}/build/venv}/llama_cpp"
work="${PWD}/build/llama_cpp"
source_tree="${work}/source"
mkdir -p "${work}"
if [[ ! -e "${environment}/complete" ]]; then
  python3 -m venv "${environment}"
  "${environment}/bin/pip" install --quiet "${modules[@]}"
  touch "${environment}/complete"
fi
if [[ ! -e "${source_tree}" ]]; then
  "${environment}/bin/pip" download --quiet --no-deps --no-binary llama-cpp-python --dest "${work}" "${package}"
  mkdir "${source_tree}.new"
  tar --extract --file "${work}/"llama_cpp_python-*.tar.gz --strip-components 1 --directory "${source_tree}.new"
  mv "${source_tree}.new" "${source_tree}"
fi

# shellcheck source=/dev/null
source build/sdk/set_env.sh
cmake -S "${source_tree}/vendor/llama.cpp" -B "${work}/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DGGML_CANN=ON \
  -DCANN_INSTALL_DIR="${PWD}/build/sdk" -DSOC_TYPE=Ascend910B -DUSE_ACL_GRAPH=ON -DLLAMA_BUILD_TESTS=ON -DLLAMA_BUILD_SERVER=OFF \
  -DLLAMA_CURL=OFF >"${work}/configure.log"
ninja -C "${work}/build" llama test-backend-ops >"${work}/build.log"
export LLAMA_CPP_LIB_PATH="${work}/build/bin"
export LD_LIBRARY_PATH="${LLAMA_CPP_LIB_PATH}:${LD_LIBRARY_PATH}"
export PYTHONPATH="${source_tree}"

if [[ "${1:-}" == operators ]]; then
  # One process each: what ends a process ends the tests of one operator.
  "${work}/build/bin/test-backend-ops" --list-ops 2>/dev/null | sed -n 's/^  *\([A-Z0-9_]*\)$/\1/p' >"${work}/operators.txt"
  mkdir -p "${work}/operators"
  while read -r operator; do
    log="${work}/operators/${operator}.log"
    status=0
    "${work}/build/bin/test-backend-ops" test -b CANN0 -o "${operator}" >"${log}" 2>&1 </dev/null || status=$?
    sed -i 's/\x1b\[[0-9;]*m//g' "${log}"
    count() { grep --count "${operator}(.*$1" "${log}" || true; }
    echo "${operator}: $(count ': OK$') right, $(count ': FAIL$') wrong, $(count ': not supported') not supported by the backend$([[ ${status} -lt 128 ]] || echo ", ended by signal $((status - 128))")"
  done <"${work}/operators.txt"
  exit
fi

generate() {
  "${environment}/bin/python" scripts/llama_cpp/generate.py "$@"
}
result=0
for type in F32 F16; do
  model="${work}/random_${type}.gguf"
  rm -f "${model}"
  for attention in "" --flash-attention; do
    expected="$(generate "${model}" --type "${type}" ${attention})"
    for graph in on off; do
      for blocks in on off; do
        tokens="$(GGML_CANN_ACL_GRAPH=${graph} GGML_CANN_WEIGHT_NZ=${blocks} generate "${model}" --type "${type}" \
          --layers-on-device 99 ${attention})" || tokens="none"
        line="${type}, graphs ${graph}, weights in FRACTAL_NZ ${blocks}${attention:+, flash attention}"
        if [[ "${tokens}" == "${expected}" ]]; then
          echo "${line}: 100 tokens equal"
        else
          echo "${line}: other tokens: ${tokens}, expected ${expected}"
          result=1
        fi
      done
    done
  done
done
exit "${result}"
