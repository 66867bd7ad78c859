# SPDX-License-Identifier: Apache-2.0
"""OPENACLNN_FALLBACK=cpu: missing operators run in PyTorch on the CPU, with their gradients, and are reported."""
import subprocess
import textwrap
import unittest

from support import create_environment, folder_of, hiding, install_package

# Missing for these tests.
HIDDEN = ("aclnnRenorm", "aclnnInplaceRenorm", "aclnnRandperm", "aclnnSvd", "aclnnUpsampleBicubic2d",
          "aclnnUpsampleBicubic2dBackward", "aclnnAdaptiveMaxPool2d", "aclnnAdaptiveMaxPool2dBackward", "aclnnUnique2",
          "aclnnLSTM", "aclnnGRU", "aclnnSimThreadExponential")
RENORM = "torch.renorm(torch.ones(2, 3).npu(), 2, 0, 1)"
RESULTS = """
import torch
from torch import nn

torch.manual_seed(0)

def check(name, function, *tensors):
    "The results, what is written to the tensors, and the gradients: on the device, and on the CPU."
    sides = []
    for device in ("npu", "cpu"):
        torch.manual_seed(1)
        own = [tensor.detach().to(device).requires_grad_(tensor.requires_grad) for tensor in tensors]
        results = function(*own)
        results = results if isinstance(results, (tuple, list)) else [results]
        if any(result.requires_grad for result in results):
            sum(result.square().sum() for result in results if result.requires_grad).backward()
        everything = [*results, *own, *(tensor.grad for tensor in own if tensor.grad is not None)]
        assert {tensor.device.type for tensor in everything} == {device}, name
        sides.append([tensor.detach().cpu() for tensor in everything])
    torch.testing.assert_close(*sides, rtol=1e-5, atol=1e-6, msg=lambda text: name + ": " + text)
    print(name)

def renorm_out(x):
    return torch.renorm(x, 2, 0, 1, out=torch.zeros(1, device=x.device))

def renorm_columns(x):
    x[:, ::2].renorm_(2, 0, 1)
    return x

def module(kind, x, **arguments):
    torch.manual_seed(2)
    layer = kind(6, 5, **arguments).to(x.device)
    results = layer(x)
    results = results if isinstance(results, tuple) else (results,)
    return [results[0], *torch.autograd.grad(results[0].sum(), layer.parameters(), retain_graph=True)]

class RenormBackward(torch.autograd.Function):
    @staticmethod
    def forward(context, x):
        return x * 1

    @staticmethod
    def backward(context, gradient):
        return torch.renorm(gradient, 2, 0, 1)

def svd(x):
    u, s, v = torch.linalg.svd(x, full_matrices=False)
    return s, (u * s) @ v

x, image = torch.rand(4, 6), torch.rand(1, 2, 6, 6)
grad = lambda tensor: tensor.clone().requires_grad_()
check("no tensor", lambda x: torch.randperm(9, device=x.device), x)
check("two results", svd, x)
check("written out", renorm_out, x)
check("written in place", renorm_columns, x)
check("random in place", lambda x: x.exponential_(), x)
check("gradient", lambda x: nn.functional.interpolate(x, scale_factor=2, mode="bicubic"), grad(image))
check("gradient with indices", lambda x: nn.functional.adaptive_max_pool2d(x, 2), grad(image))
check("missing in the backward pass", RenormBackward.apply, grad(x))
check("nothing to gather", lambda x: torch.unique(x, return_counts=True), x)
for kind in (nn.LSTM, nn.GRU, nn.RNN):
    check(kind.__name__, lambda x: module(kind, x, num_layers=2, bidirectional=True), grad(x.view(2, 2, 6)))
for kind in (nn.LSTMCell, nn.GRUCell, nn.RNNCell):
    check(kind.__name__, lambda x: module(kind, x), grad(x))
for _ in range(3):
    str(image.npu())
print("printed")

def breaks_off(tensor, *arguments):
    tensor.fill_(7)
    raise RuntimeError("aclnnRenorm or aclnnRenormGetWorkspaceSize not found")

library = torch.library.Library("aten", "IMPL")
library.impl("renorm_", breaks_off, "PrivateUse1")
check("written before the error", lambda x: x.renorm_(2, 0, 1), x)
"""
NAMES = ["no tensor", "two results", "written out", "written in place", "random in place", "gradient", "gradient with indices",
         "missing in the backward pass", "nothing to gather", "LSTM", "GRU", "RNN", "LSTMCell", "GRUCell", "RNNCell", "printed",
         "written before the error"]


class Fallback(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = folder_of(cls)
        install_package(create_environment(cls.folder))
        cls.missing = hiding(cls.folder, *HIDDEN)

    def call(self, program, **environment):
        variables = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), **self.missing, **environment}
        return subprocess.run([self.folder / "bin/python3", "-c", textwrap.dedent(program)], env=variables, capture_output=True,
                              text=True, timeout=280, check=False)

    def attempt(self, expression, **environment):
        """What the expression raises, and whether a supported operator computes after it."""
        return self.call(f"""\
            import torch
            try:
                {expression}
            except Exception as error:
                print(type(error).__name__, str(error).splitlines()[0])
            print((torch.ones(2).npu() + 1).tolist())
            """, **{"OPENACLNN_FALLBACK": "cpu", **environment})

    def test_results_and_gradients_are_the_cpus(self):
        result = self.call(RESULTS, OPENACLNN_FALLBACK="cpu")
        self.assertEqual((result.returncode, result.stdout.splitlines()), (0, NAMES), result.stderr)

    def test_one_warning_for_each_operator_and_a_summary(self):
        result = self.attempt(f"[{RENORM} for _ in range(3)]; torch.randperm(3, device='npu')")
        self.assertEqual((result.returncode, result.stdout), (0, "[2.0, 2.0]\n"), result.stderr)
        for name, operator in (("aten.renorm.default", "aclnnRenorm"), ("aten.randperm.default", "aclnnRandperm")):
            self.assertEqual(result.stderr.count(f"{name} runs on the CPU, because {operator} is not supported"), 1, result.stderr)
        summary = result.stderr.split("operators that ran on the CPU (OPENACLNN_FALLBACK=cpu):\n")
        self.assertEqual(len(summary), 2, result.stderr)
        self.assertRegex(summary[1], r"aten\.renorm\.default: 3 calls, \d+\.\d{3} s")
        self.assertRegex(summary[1], r"aten\.randperm\.default: 1 calls, ")
        self.assertEqual(summary[1].count(" calls, "), 2)

    def test_it_is_off_by_default(self):
        result = self.attempt(RENORM, OPENACLNN_FALLBACK="")
        self.assertRegex(result.stdout, r"^RuntimeError .*aclnnRenorm.*\n\[2\.0, 2\.0\]\n$")
        self.assertNotIn("on the CPU", result.stderr)

    def test_other_errors_stay_errors(self):
        cases = {
            "torch.ones(2).npu() + torch.ones(3).npu()": "RuntimeError ",
            # The CPU has no such operator either.
            "torch.renorm(torch.ones(2, 3, dtype=torch.int32).npu(), 2, 0, 1)": "(RuntimeError|NotImplementedError) ",
            # The numbers of the device's generator are not the CPU's.
            "torch.randperm(9, device='npu', generator=torch.Generator('npu'))": "RuntimeError .*aclnnRandperm",
        }
        for expression, error in cases.items():
            with self.subTest(expression=expression):
                result = self.attempt(expression)
                self.assertRegex(result.stdout, rf"^{error}.*\n\[2\.0, 2\.0\]\n$", result.stderr)
                self.assertNotIn("that ran on the CPU", result.stderr)

    def test_settings_that_cannot_work(self):
        for environment, said in (({"OPENACLNN_FALLBACK": "gpu"}, "OPENACLNN_FALLBACK: expected cpu or no value, got gpu"),
                                  ({"OPENACLNN_SOC": "Ascend910B1"}, "expected OPENACLNN_SOC=Ascend950PR_9579, got Ascend910B1")):
            with self.subTest(environment):
                result = self.call("import torch", **{"OPENACLNN_FALLBACK": "cpu", **environment})
                self.assertNotEqual(result.returncode, 0)
                self.assertIn(said, result.stderr)


if __name__ == "__main__":
    unittest.main()
