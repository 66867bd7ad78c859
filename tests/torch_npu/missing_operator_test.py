# SPDX-License-Identifier: Apache-2.0
"""An operator that does not exist is told by its name, and no wrong result follows it."""
import unittest

from support import folder_of, hiding, run

# Copies without operators: on this product torch_npu copies with one.
HELPERS = """
import ctypes, re, torch, torch_npu
acl = ctypes.CDLL("libascendcl.so")

def copy(to, source, direction):
    size = ctypes.c_size_t(to.numel() * to.element_size())
    assert acl.aclrtMemcpy(ctypes.c_void_p(to.data_ptr()), size, ctypes.c_void_p(source.data_ptr()), size, direction) == 0
    return to

def put(tensor):
    return copy(torch.empty(tensor.shape, dtype=tensor.dtype, device="npu"), tensor, 1)

def get(tensor):
    torch.npu.synchronize()
    return copy(torch.empty(tensor.shape, dtype=tensor.dtype), tensor, 2)

def attempt(name, action):
    try:
        action()
        print(name, "passed")
    except RuntimeError as error:
        print(name, "raised", re.sub("(?s).*roll.*", "roll", str(error), flags=re.I))
"""

GOES_ON = HELPERS + """
torch.manual_seed(0)
g, x, t = torch.randn(3, 50).unbind()
placed = put(x)
for _ in range(3):
    attempt("roll", lambda: torch.roll(placed.view(1, -1), 1, 1))
torch.npu.synchronize()
result = get(torch.ops.aten.mse_loss_backward(put(g), placed, put(t), 0))
expected = torch.ops.aten.mse_loss_backward(g.double(), x.double(), t.double(), 0)
# Two roundings of float32, each at most 2^-24 of the number.
print("later work", torch.allclose(result.double(), expected, rtol=2.0**-22, atol=0))
event = torch.npu.Event()
event.record()
event.synchronize()
print("event reached")
"""

ENDS = HELPERS + """
placed = torch.ones(3, 4).npu()

def roll():
    print("result", torch.roll(placed, 1, 0).cpu())

attempt("roll", roll)
attempt("copy", lambda: print("result", torch.ones(3).npu().cpu()))
attempt("synchronize", torch.npu.synchronize)
"""


class MissingOperator(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.missing = hiding(folder_of(cls), "aclnnRoll")

    def test_raises_at_its_line_and_the_process_goes_on(self):
        result = run(GOES_ON, OPENACLNN_SOC="Ascend950PR_9579", **self.missing)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.splitlines(),
                         ["roll raised roll"] * 3 + ["later work True", "event reached"], result.stderr)

    def test_on_other_products_no_result_follows(self):
        """There the client hands operators to be compiled to a thread, which ends at the failure."""
        result = run(ENDS, OPENACLNN_SOC="Ascend910B1", **self.missing)
        lines = [line for line in result.stdout.splitlines() if line.startswith(("roll", "copy", "synchronize", "result"))]
        self.assertEqual(len(lines), 3, result.stdout + result.stderr)
        self.assertEqual(lines[0], "roll raised roll")
        self.assertRegex(lines[1], "^copy raised ")
        self.assertEqual(lines[2], "synchronize raised roll")
        self.assertIn("operator Roll(FLOAT [3, 4]", result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()
