# SPDX-License-Identifier: Apache-2.0
# Makes this SDK the one that builds and programs find. Usage: source set_env.sh   (bash, zsh or any POSIX shell)
if [ -n "${BASH_SOURCE:-}" ]; then
  _openaclnn_script="${BASH_SOURCE}"
elif [ -n "${ZSH_VERSION:-}" ]; then
  eval '_openaclnn_script="${(%):-%x}"'
else
  _openaclnn_script="${OPENACLNN_SDK:-.}/set_env.sh" # plain sh cannot tell: set OPENACLNN_SDK, or stand in the SDK
fi
_openaclnn_root="$(CDPATH='' cd -- "$(dirname -- "${_openaclnn_script}")" && pwd)"
if [ -e "${_openaclnn_root}/lib64/libascendcl.so" ]; then
  export ASCEND_HOME_PATH="${_openaclnn_root}"
  export ASCEND_TOOLKIT_HOME="${_openaclnn_root}"
  export ASCEND_CUSTOM_PATH="${_openaclnn_root}"
  export ASCEND_OPP_PATH="${_openaclnn_root}/opp"
  # By way of the link: MindSpore looks for its name in the path of a library that was loaded.
  if [ -d "${_openaclnn_root}/latest/lib64" ]; then
    _openaclnn_libraries="${_openaclnn_root}/latest/lib64"
  else
    _openaclnn_libraries="${_openaclnn_root}/lib64"
  fi
  export LD_LIBRARY_PATH="${_openaclnn_libraries}${LD_LIBRARY_PATH:+:${LD_LIBRARY_PATH}}"
  export PYTHONPATH="${_openaclnn_root}/python/site-packages${PYTHONPATH:+:${PYTHONPATH}}"
  export CMAKE_PREFIX_PATH="${_openaclnn_root}${CMAKE_PREFIX_PATH:+:${CMAKE_PREFIX_PATH}}"
  export PKG_CONFIG_PATH="${_openaclnn_root}/share/pkgconfig${PKG_CONFIG_PATH:+:${PKG_CONFIG_PATH}}"
  if [ -d "${_openaclnn_root}/bin" ]; then
    export PATH="${_openaclnn_root}/bin:${PATH}"
  fi
  # msprof, which torch_npu's profiler calls.
  if [ -d "${_openaclnn_root}/tools/profiler/bin" ]; then
    export PATH="${_openaclnn_root}/tools/profiler/bin:${PATH}"
  fi
  unset _openaclnn_script _openaclnn_root _openaclnn_libraries
else
  echo "set_env.sh: no SDK in ${_openaclnn_root:-${_openaclnn_script}}; in a plain sh, set OPENACLNN_SDK to the SDK's folder first" >&2
  unset _openaclnn_script _openaclnn_root
  false
fi
