# SPDX-License-Identifier: Apache-2.0
"""AscendCL and aclnn operators on the CPU.

A program that imports torch does not import this package: _openaclnn_hook does, as soon as torch_npu or mindspore is imported. The
package loads the libraries that clients of CANN link, by the names under which they ask for them. A configured CANN takes
precedence."""
import ctypes
import functools
import os
import pathlib
import sys

import _openaclnn_hook  # noqa: F401  Python did it already, unless the package is not in a folder of `site`

__all__ = ["sdk_path"]

# MindSpore looks for the word "latest" in the path of the libraries.
_SDK = pathlib.Path(__file__).resolve().parent / "sdk" / "latest"

# In the order of their needs.
_LIBRARIES = ("ascendcl", "nnopbase", "opapi", "acl_op_compiler", "hccl", "hcomm", "ge_runner", "graph", "acl_tdt_channel",
              "ascend_hal", "c_sec", "msprofiler", "ms_tools_ext", "profapi", "platform", "runtime")

# On this product torch_npu looks for no other way to run an operator than aclnn, so that one that is missing is an error
# at its line.
_PRODUCT = "Ascend950PR_9579"


def sdk_path():
    """The SDK's folder, a pathlib.Path: include, lib64, bin, set_env.sh, as CANN lays them out."""
    return _SDK


def _library(name):
    return str(_SDK / "lib64" / f"lib{name}.so")


def _is_sdk(folder):
    """Whether it is an SDK of this library, and not CANN's."""
    return bool(folder) and os.path.exists(os.path.join(folder, "lib64", "libopenaclnn.so.0"))


def _is_configured():
    """Whether the environment names CANN, or libraries that the loader finds."""
    home = os.environ.get("ASCEND_HOME_PATH")
    # A parent process may have set it to the package of another environment, without a path for the loader.
    if home and not _is_sdk(home):
        return True
    try:
        ctypes.CDLL("libascendcl.so")
    except OSError:
        return False
    return True


def _load():
    if _is_configured():
        return
    for name in _LIBRARIES:
        ctypes.CDLL(_library(name))
    os.environ["ASCEND_HOME_PATH"] = str(_SDK)
    os.environ["ASCEND_OPP_PATH"] = str(_SDK / "opp")
    # torch_npu's profiler calls msprof.
    os.environ["PATH"] = os.pathsep.join(filter(None, (str(_SDK / "tools" / "profiler" / "bin"), os.environ.get("PATH"))))


@functools.lru_cache
def _print_advice():
    from openaclnn._missing import print_advice
    print_advice()


def _find_torch_npu():
    """Prepares its import. Returns the module's specification, or None for the one that Python finds."""
    if not _is_sdk(os.environ.get("ASCEND_HOME_PATH")):
        return None
    # tools/torch_options: newer pairs of torch and torch_npu need it.
    ctypes.CDLL(_library("openaclnn_torch_options"), mode=ctypes.RTLD_GLOBAL)
    product = os.environ.setdefault("OPENACLNN_SOC", _PRODUCT)
    fallback = os.environ.get("OPENACLNN_FALLBACK")
    if not fallback:
        _print_advice()
        return None
    if fallback != "cpu":
        raise ValueError(f"OPENACLNN_FALLBACK: expected cpu or no value, got {fallback}")
    if not product.startswith("Ascend950"):
        raise ValueError(f"OPENACLNN_FALLBACK=cpu: expected OPENACLNN_SOC={_PRODUCT}, got {product}: on other SoCs a missing "
                         "operator is no error at its call")
    from openaclnn import _fallback
    return _fallback.find_torch_npu()


def _prepare_mindspore():
    """Its import. It asks for the version of hccl where several ranks run, whose processes have the path from the variable."""
    if not _is_sdk(os.environ.get("ASCEND_HOME_PATH")):
        return
    packages = str(_SDK / "python" / "site-packages")
    if packages not in sys.path:
        sys.path.append(packages)


_load()
