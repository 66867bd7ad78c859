# SPDX-License-Identifier: Apache-2.0
"""What is not there is named, and what comes after it runs."""
import pathlib
import tempfile
import unittest

from support import hiding, results, run

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
# Compiled, one after the other.
FUNCTION = """
def function(a):
    return ops.exp(a * 2) * a
error = attempt(lambda: ms.jit(function, {})(x))
"""
NETWORK = """
class Network(ms.nn.Cell):
    def construct(self, a):
        return ops.exp(a * 2) * a
ms.set_context(mode=ms.GRAPH_MODE, jit_config={{"jit_level": "{}"}})
error = attempt(lambda: Network()(x))
ms.set_context(mode=ms.PYNATIVE_MODE)
"""


class Errors(unittest.TestCase):
    def attempt(self, call, **environment):
        """Returns MindSpore's error, None if there was none, and what it wrote. A later operator is right."""
        with tempfile.NamedTemporaryFile("w", suffix=".py") as program:  # MindSpore reads the source of what it compiles
            program.write(START + call + END)
            program.flush()
            result = run(program.name, **environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        (error, later), = results(result.stdout)
        self.assertEqual(later, [1.5, 1.5, 1.5])
        return error, result.stdout + result.stderr

    def fail(self, call):
        error, log = self.attempt(call)
        self.assertIsNotNone(error)
        return error, log

    def test_an_operator_by_name(self):
        error, log = self.fail("error = attempt(lambda: ops.igamma(x, x))")
        self.assertIn("Igamma", error)
        self.assertIn("operator CustIgamma(a: FLOAT [3], x: FLOAT [3] -> z: FLOAT [3]): expected an operator of this library", log)

    def test_an_operator_of_aclnn(self):
        """One that is hidden, as if it were missing."""
        with tempfile.TemporaryDirectory() as folder:
            hidden = hiding(pathlib.Path(folder), "aclnnAllFinite")
            error, _ = self.attempt("error = attempt(lambda: ms.amp.all_finite([x]))", **hidden)
        self.assertIn("aclnnAllFinite", error or "")

    def test_whether_all_are_finite(self):
        """Of several tensors, whichever of them has the number."""
        found, _ = self.attempt("""
def finite(number, dtype, place):
    tensors = [x, x, x]
    tensors[place] = ms.Tensor(np.array([1, number], np.float32)).astype(dtype)
    return bool(ms.amp.all_finite(tensors).asnumpy())
error = [[finite(number, dtype, place) for dtype in (ms.float32, ms.float16, ms.bfloat16) for place in range(3)]
         for number in (2, np.inf, np.nan)]
""")
        self.assertEqual(found, [[True] * 9, [False] * 9, [False] * 9])

    def test_levels_that_compile(self):
        error, _ = self.fail(FUNCTION.format('jit_level="O1", backend="ms_backend"'))
        self.assertIn("Load libprofapi.so failed", error)
        error, log = self.fail(FUNCTION.format('backend="GE"'))
        self.assertIn("Load backend failed", error)
        self.assertIn("libmindspore_ge_backend.so", log)

    def test_graph_mode_with_a_graph_engine(self):
        error, log = self.fail(NETWORK.format("O2"))
        self.assertIn("Load backend failed", error)
        self.assertIn("libmindspore_ge_backend.so", log)

    def test_level_o1_on_a_soc_for_which_nothing_is_compiled(self):
        for program in (FUNCTION.format('jit_level="O1"') * 2, NETWORK.format("O1")):
            error, log = self.attempt(program, OPENACLNN_SOC="Ascend950PR_9579")
            self.assertIsNone(error, log)


if __name__ == "__main__":
    unittest.main()
