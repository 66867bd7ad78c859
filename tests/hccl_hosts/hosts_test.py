# SPDX-License-Identifier: Apache-2.0
"""Ranks on several hosts: network namespaces that a bridge joins, with links that lose packets, and one that is cut.

Usage: hosts_test.py RANK_PROGRAM      exit status 77 where the system lets nobody make networks
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = None
PREFIX = f"oa{os.getpid() % 10000}"


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


def can_make_networks():
    try:
        ip("netns", "add", f"{PREFIX}t")
        ip("link", "add", f"{PREFIX}ta", "type", "veth", "peer", "name", f"{PREFIX}tb")
        ip("link", "del", f"{PREFIX}ta")
        ip("netns", "del", f"{PREFIX}t")
    except (OSError, subprocess.CalledProcessError) as error:
        return str(getattr(error, "stderr", error))
    return None


class Hosts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = str(pathlib.Path(folder.name) / "root_info")

    def host(self, index):
        return f"{PREFIX}h{index}"

    def make(self, count):
        """Hosts 10.77.0.1, 10.77.0.2, ... with an interface eth0 each."""
        switch = f"{PREFIX}s"
        ip("netns", "add", switch)
        self.addCleanup(ip, "netns", "del", switch)
        ip("-n", switch, "link", "add", "bridge", "type", "bridge")
        ip("-n", switch, "link", "set", "bridge", "up")
        for index in range(count):
            host = self.host(index)
            ip("netns", "add", host)
            self.addCleanup(ip, "netns", "del", host)
            ip("-n", switch, "link", "add", f"port{index}", "type", "veth", "peer", "name", "eth0", "netns", host)
            ip("-n", switch, "link", "set", f"port{index}", "master", "bridge", "up")
            ip("-n", host, "addr", "add", f"10.77.0.{index + 1}/24", "dev", "eth0")
            ip("-n", host, "link", "set", "eth0", "up")
            ip("-n", host, "link", "set", "lo", "up")

    def start(self, rank, count, rounds, **environment):
        return subprocess.Popen(["ip", "netns", "exec", self.host(rank), PROGRAM, str(rank), str(count), self.file, str(rounds)],
                                env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True)

    def run_all(self, count, rounds):
        ranks = [self.start(rank, count, rounds) for rank in range(count)]
        for rank in ranks:
            output, _ = rank.communicate(timeout=120)
            self.assertEqual(rank.returncode, 0, output)
            self.assertIn("ok", output)

    def test_two_hosts(self):
        self.make(2)
        self.run_all(2, 20)

    def test_three_hosts(self):
        self.make(3)
        self.run_all(3, 20)

    def test_a_slow_link_that_loses_packets(self):
        self.make(2)
        words = ["tc", "-n", self.host(1), "qdisc", "add", "dev", "eth0", "root", "netem", "delay", "3ms", "loss", "1%"]
        if subprocess.run(words, capture_output=True, check=False).returncode != 0:
            self.skipTest("the kernel has no netem")
        self.run_all(2, 5)

    def test_a_host_that_disappears(self):
        """Its link is cut: nobody says so, and the others find out when the time is over."""
        self.make(3)
        ranks = [self.start(rank, 3, 1000000, HCCL_EXEC_TIMEOUT="2") for rank in range(3)]
        self.addCleanup(lambda: [rank.kill() for rank in ranks])
        for rank in ranks:
            self.assertEqual(rank.stdout.readline(), "connected\n")
        time.sleep(0.3)
        ip("-n", self.host(2), "link", "set", "eth0", "down")
        begin = time.monotonic()
        for rank in ranks[:2]:
            output, _ = rank.communicate(timeout=60)
            self.assertEqual(rank.returncode, 1)
            self.assertIn("within 2.0 s (HCCL_EXEC_TIMEOUT)", output)
        self.assertLess(time.monotonic() - begin, 20)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    reason = can_make_networks()
    if reason is not None:
        print(f"skipped: this system makes no networks: {reason}")
        sys.exit(77)
    unittest.main(verbosity=2)
