# SPDX-License-Identifier: Apache-2.0
"""AscendCL and aclnn operators on the CPU.

Importing this package, before torch, loads the libraries that clients of CANN link, by the names under which they ask for
them: `import openaclnn, torch, torch_npu` needs no environment."""
import ctypes
import os
import pathlib

__all__ = ["sdk_path"]

_SDK = pathlib.Path(__file__).resolve().parent / "sdk"

# In the order of their needs.
_LIBRARIES = ("ascendcl", "nnopbase", "opapi", "acl_op_compiler", "hccl", "hcomm", "ge_runner", "graph", "acl_tdt_channel",
              "openaclnn_torch_options")

# On this product torch_npu looks for no other way to run an operator than aclnn, so that one that is missing is an error
# at its line.
_PRODUCT = "Ascend950PR_9579"


def sdk_path():
    """The SDK's folder, a pathlib.Path: include, lib64, bin, set_env.sh, as CANN lays them out."""
    return _SDK


def _load():
    for name in _LIBRARIES:
        ctypes.CDLL(str(_SDK / "lib64" / f"lib{name}.so"), mode=ctypes.RTLD_GLOBAL)
    os.environ.setdefault("ASCEND_HOME_PATH", str(_SDK))
    os.environ.setdefault("ASCEND_OPP_PATH", str(_SDK / "opp"))
    os.environ.setdefault("OPENACLNN_SOC", _PRODUCT)


_load()
