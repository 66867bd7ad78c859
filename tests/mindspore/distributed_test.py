# SPDX-License-Identifier: Apache-2.0
"""Two ranks, as msrun starts them."""
import pathlib
import socket
import sys
import tempfile
import unittest

import numpy as np

from support import HERE, results, run


def steps():
    """Both steps of distributed_program.py on the whole batch."""
    x = np.arange(12).reshape(4, 3) / 8
    weight, bias = np.ones((2, 3)), np.zeros(2)
    velocities = [0, 0]
    for _ in range(2):
        error = (x @ weight.T + bias) * 2 / 8
        velocities = [0.5 * velocity + gradient for velocity, gradient in zip(velocities, (error.T @ x, error.sum(0)))]
        weight, bias = weight - 0.125 * velocities[0], bias - 0.125 * velocities[1]
    return weight


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Distributed(unittest.TestCase):
    def test_two_ranks(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{pathlib.Path(sys.executable).parent}:/usr/bin:/bin"  # msrun starts `python`
            result = run("-m", "mindspore.parallel.cluster.run", "--worker_num=2", "--local_worker_num=2",
                         f"--master_port={free_port()}", f"--log_dir={folder}", "--join=True", str(HERE / "distributed_program.py"),
                         OPENACLNN_CPU_DEVICES="2", OPENACLNN_NUM_THREADS="1", PATH=path)
            logs = "".join(file.read_text() for file in sorted(pathlib.Path(folder).glob("worker_*.log")))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr + logs)
        ranks = sorted(results(logs))
        self.assertEqual([rank[:4] for rank in ranks],
                         [[rank, 2, [3, 3, 3, 3], [[0, 0], [1, 1]]] for rank in range(2)], logs)
        for rank in ranks:
            np.testing.assert_allclose(rank[4], steps(), rtol=1e-5)


if __name__ == "__main__":
    unittest.main()
