#compdef openaclnn
# SPDX-License-Identifier: Apache-2.0
# Completion for openaclnn. The program itself knows what can stand where; where it names nothing, files do.
_openaclnn() {
  local -a names
  names=(${(f)"$("${words[1]}" complete "${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#names )); then
    compadd -- $names
  else
    _files
  fi
}
_openaclnn "$@"
