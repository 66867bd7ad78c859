# SPDX-License-Identifier: Apache-2.0
# Completion for openaclnn. The program itself knows what can stand where; where it names nothing, files do.
function __openaclnn_names
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    $words[1] complete $words[2..] "$current" 2>/dev/null
end
complete -c openaclnn -n 'count (__openaclnn_names) >/dev/null' -f -a '(__openaclnn_names)'
