# SPDX-License-Identifier: Apache-2.0
# Completion for openaclnn. The program itself knows what can stand where; where it names nothing, files do.
_openaclnn() {
  local IFS=$'\n'
  COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" \
    -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _openaclnn openaclnn
