# SPDX-License-Identifier: Apache-2.0
"""What is not there is named, and what comes after it runs."""
import tempfile
import unittest

from support import results, run

START = """
import json, mindspore as ms, numpy as np
from mindspore import mint, ops
ms.set_device("Ascend")
x = ms.Tensor(np.full(3, 0.5, np.float32))
def attempt(function):
    try:
        function().asnumpy()
    except Exception as error:
        return str(error)
"""
END = """
print("RESULT", json.dumps([error, (x + 1).asnumpy().tolist()]))
"""


class Errors(unittest.TestCase):
    def fail(self, call):
        """Returns MindSpore's error, and what it wrote."""
        with tempfile.NamedTemporaryFile("w", suffix=".py") as program:  # MindSpore reads the source of what it compiles
            program.write(START + call + END)
            program.flush()
            result = run(program.name)
        self.assertEqual(result.returncode, 0, result.stderr)
        (error, later), = results(result.stdout)
        self.assertEqual(later, [1.5, 1.5, 1.5])
        self.assertIsNotNone(error)
        return error, result.stdout + result.stderr

    def test_an_operator_by_name(self):
        error, log = self.fail("error = attempt(lambda: ops.igamma(x, x))")
        self.assertIn("Igamma", error)
        self.assertIn("operator CustIgamma(a: FLOAT [3], x: FLOAT [3] -> z: FLOAT [3]): expected an operator of this library", log)

    def test_an_operator_of_aclnn(self):
        error, _ = self.fail("error = attempt(lambda: ops.tensor_scatter_add(x, ms.Tensor([[0], [1]], ms.int32), x[:2]))")
        self.assertIn("aclnnTfScatterAdd", error)

    def test_levels_that_compile(self):
        function = "def function(a):\n    return ops.exp(a * 2) * a\nerror = attempt(lambda: ms.jit(function, {})(x))"
        error, _ = self.fail(function.format('jit_level="O1", backend="ms_backend"'))
        self.assertIn("Load libprofapi.so failed", error)
        error, log = self.fail(function.format('backend="GE"'))
        self.assertIn("Load backend failed", error)
        self.assertIn("libmindspore_ge_backend.so", log)


if __name__ == "__main__":
    unittest.main()
