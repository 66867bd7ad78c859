# SPDX-License-Identifier: Apache-2.0
"""`openaclnn bench --pytorch`: PyTorch's operator is found for ours, with its arguments, and takes turns with it."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

import torch

PROGRAM = os.path.join(os.environ["ASCEND_HOME_PATH"], "bin", "openaclnn")
# python3 is what runs this test.
ENVIRONMENT = {**os.environ, "PATH": f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"}

CALLS = (
    ("mse_loss_backward", "--self", "4x5", "--reduction", "sum"),
    ("prelu_backward", "--self", "2x3x4"),
    ("prelu_backward", "--self", "6", "--weight", "1"),
    ("group_norm_backward", "--input", "2x4x3", "--group", "2", "--dtype", "bf16"),
    ("group_norm_backward", "--input", "2x4x3", "--group", "2", "--gamma", "none"),
    ("grid_sampler2d_backward", "--input", "1x3x8x8", "--grid", "1x4x4x2", "--align-corners"),
    ("embedding_dense_backward", "--grad", "8x4", "--indices", "8", "--num-weights", "10"),
    ("add", "--self", "4", "--alpha", "2"),
    ("exp", "--self", "4"),
    ("inplace_cos", "--self-ref", "4"),
    ("softmax", "--self", "4x5", "--dim", "1"),
    ("layer_norm", "--input", "4x5"),
    ("mm", "--self", "4x5", "--mat2", "5x6"),
    ("cat", "--tensors", "4x5,4x5", "--dim", "0"),
)


def bench(*words):
    return subprocess.run([PROGRAM, "bench", *words, "--repetitions", "3", "--pytorch", "--json"], env=ENVIRONMENT,
                          capture_output=True, text=True, timeout=120)


class BenchPeer(unittest.TestCase):
    def test_operators(self):
        for words in CALLS:
            with self.subTest(" ".join(words)):
                result = bench(*words)
                self.assertEqual(result.returncode, 0, result.stderr)
                report = json.loads(result.stdout)
                self.assertEqual(report["pytorch"]["version"], torch.__version__)
                self.assertEqual(report["pytorch"]["repetitions"], 3)

    def test_what_pytorch_has_not(self):
        result = bench("foreach_non_finite_check_and_unscale", "--scaled-grads", "4")
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"PyTorch {torch.__version__} has no operator", result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()
