# SPDX-License-Identifier: Apache-2.0
"""Prepares openaclnn when a program imports mindspore, or torch_npu, which `import torch` does by itself.

openaclnn.pth imports this module whenever Python starts. So it only adds a finder, and imports nothing until then."""
import sys


class _Hook:
    """A finder that sees when they are searched, and leaves the search to Python's own finders."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "torch_npu":
            import openaclnn
            return openaclnn._find_torch_npu()
        if name == "mindspore":
            import openaclnn
            openaclnn._prepare_mindspore()
        return None


sys.meta_path.insert(0, _Hook)
