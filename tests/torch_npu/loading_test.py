# SPDX-License-Identifier: Apache-2.0
"""What torch_npu links is what the libraries export, and of what was added for it nothing is left over."""
import pathlib
import re
import subprocess
import unittest

import torch_npu

from support import SDK

ADDED = """aclCreateTensorDesc aclDestroyTensorDesc aclGetTensorDescDimV2 aclGetTensorDescFormat aclGetTensorDescNumDims
aclGetTensorDescType aclSetTensorDescName aclSetTensorFormat aclSetTensorPlaceMent aclSetTensorShape aclmdlInitDump aclmdlSetDump
aclmdlFinalizeDump aclrtBinaryLoadFromData aclopCompileAndExecute aclopCompileAndExecuteV2 aclopCreateAttr aclopDestroyAttr aclopSetAttrBool
aclopSetAttrDataType aclopSetAttrFloat aclopSetAttrInt aclopSetAttrListBool aclopSetAttrListFloat aclopSetAttrListInt
aclopSetAttrListListInt aclopSetAttrString MsprofGetHashId MsprofRegisterCallback MsprofReportAdditionalInfo MsprofReportApi
MsprofReportCompactInfo MsprofSysCycleTime rtDevBinaryRegister rtDevBinaryUnRegister rtFunctionRegister
rtKernelLaunch rtLaunch rtGetC2cCtrlAddr""".split()


def symbols(*arguments):
    lines = subprocess.run(["nm", "-D", *arguments], check=True, capture_output=True, text=True).stdout.splitlines()
    return {line.split()[-1].split("@")[0] for line in lines}


class Loading(unittest.TestCase):
    def test_every_name_that_it_links_is_there(self):
        client = pathlib.Path(torch_npu.__file__).parent / "lib/libtorch_npu.so"
        wanted = {name for name in symbols("--undefined-only", client)
                  if name.startswith(("acl", "Hccl", "Msprof", "rt")) and not name.startswith("_Z")}
        self.assertGreater(len(wanted), 70)
        exported = set()
        for library in ("ascendcl", "acl_op_compiler", "hccl", "ge_runner", "graph", "nnopbase"):
            exported |= symbols("--defined-only", SDK / f"lib64/lib{library}.so")
        self.assertEqual(wanted - exported, set())

    def test_every_operator_that_it_asks_for_is_there_or_listed_as_missing(self):
        """Operators are looked up by name: those whose two names both are in the library, as texts that end with a zero."""
        client = (pathlib.Path(torch_npu.__file__).parent / "lib/libtorch_npu.so").read_bytes()
        names = {name.decode() for name in re.findall(rb"(?<![A-Za-z0-9_])aclnn[A-Z][A-Za-z0-9]*(?=\0)", client)}
        operators = {name for name in names if name + "GetWorkspaceSize" in names}
        self.assertGreater(len(operators), 800)
        page = (pathlib.Path(__file__).resolve().parents[2] / "docs/not_provided.md").read_text(encoding="utf-8")
        listed = set(re.findall(r"`(aclnn\w+)`", page.split("## Operators")[1]))
        exported = symbols("--defined-only", SDK / "lib64/libopapi.so")
        self.assertEqual(operators - exported - listed, set())

    def test_of_these_families_nothing_but_the_list_is_exported(self):
        exported = symbols("--defined-only", SDK / "lib64/libascendcl.so") | symbols("--defined-only", SDK / "lib64/libacl_op_compiler.so")
        families = ("aclop", "Msprof", "rt", "aclmdlInit", "aclmdlSetDump", "aclmdlFinalize")
        self.assertEqual({name for name in exported if name.startswith(families)} - set(ADDED), set())
        self.assertEqual(set(ADDED) - exported, set())


if __name__ == "__main__":
    unittest.main()
