# SPDX-License-Identifier: Apache-2.0
# Makes this SDK the one that builds and programs find. Usage: source set_env.sh   (bash, zsh or any POSIX shell)
if [ -n "${BASH_SOURCE:-}" ]; then
  _openaclnn_script="${BASH_SOURCE}"
elif [ -n "${ZSH_VERSION:-}" ]; then
  eval '_openaclnn_script="${(%):-%x}"'
else
  _openaclnn_script="${OPENACLNN_SDK:-.}/set_env.sh" # plain sh cannot tell: set OPENACLNN_SDK, or stand in the SDK
fi
_openaclnn_root="$(cd "$(dirname "${_openaclnn_script}")" && pwd)"
export ASCEND_HOME_PATH="${_openaclnn_root}"
export ASCEND_TOOLKIT_HOME="${_openaclnn_root}"
export ASCEND_CUSTOM_PATH="${_openaclnn_root}"
export LD_LIBRARY_PATH="${_openaclnn_root}/lib64${LD_LIBRARY_PATH:+:${LD_LIBRARY_PATH}}"
unset _openaclnn_script _openaclnn_root
