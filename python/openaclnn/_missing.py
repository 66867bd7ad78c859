# SPDX-License-Identifier: Apache-2.0
"""Recognizes torch_npu's error for an operator that is missing. A program that ends with it learns what to do."""
import re
import sys

_ERROR = re.compile(r"(aclnn\w+) or \1GetWorkspaceSize not |current operator (\w+) do not have aclnn implementation")


def missing_operator(error):
    """The operator's name, or None for another error."""
    match = _ERROR.search(str(error))
    return match and (match[1] or match[2])


def print_advice():
    """From now on, after the traceback of such an error."""
    previous = sys.excepthook

    def hook(kind, error, trace):
        previous(kind, error, trace)
        name = missing_operator(error)
        if name:
            print(f"openaclnn: {name} is not supported. `openaclnn coverage PROGRAM` lists the operators that a program calls and "
                  "lacks. OPENACLNN_FALLBACK=cpu runs missing ones on the CPU.", file=sys.stderr)

    sys.excepthook = hook
