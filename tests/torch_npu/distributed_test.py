# SPDX-License-Identifier: Apache-2.0
"""torch.distributed with backend "hccl": every operation, training on several ranks, a rank that is killed."""
import os
import pathlib
import subprocess
import sys
import time
import unittest

from support import SDK

PROGRAM = str(pathlib.Path(__file__).parent / "distributed_program.py")
TORCHRUN = ("-m", "torch.distributed.run", "--standalone")


def start(count, *steps, launcher=(sys.executable,), **environment):
    variables = {**os.environ, "OPENACLNN_CPU_DEVICES": str(count), "OPENACLNN_NUM_THREADS": str(count), "HCCL_IF_IP": "127.0.0.1",
                 "HCCL_HOST_SOCKET_PORT_RANGE": "auto", "PATH": f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}",
                 **environment}
    return subprocess.run([*launcher, *TORCHRUN, f"--nproc_per_node={count}", PROGRAM, *steps], env=variables, text=True,
                          capture_output=True, timeout=280, check=False)


class Distributed(unittest.TestCase):
    def expect_passed(self, result, count):
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(result.stdout.count("passed"), count, result.stdout)

    def test_operations_and_training_on_two_ranks(self):
        self.expect_passed(start(2, "operations", "training", "sharding", "tensor_parallel"), 2)

    def test_operations_and_training_on_four_ranks(self):
        self.expect_passed(start(4, "operations", "training", "sharding", "tensor_parallel"), 4)

    def test_the_launcher_starts_torchrun(self):
        launcher = (SDK / "bin/openaclnn", "python")
        if not launcher[0].exists():
            self.fail(f"{launcher[0]} is not there")
        self.expect_passed(start(2, "training", launcher=launcher), 2)

    def test_a_rejected_collective_raises_at_its_line_without_the_queue(self):
        self.expect_passed(start(2, "rejected", TASK_QUEUE_ENABLE="0"), 2)

    def test_a_killed_rank_is_named_at_once(self):
        begin = time.monotonic()
        result = start(2, "lost")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("told: True", result.stdout, result.stderr)
        self.assertLess(time.monotonic() - begin, 120)
