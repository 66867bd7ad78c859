# SPDX-License-Identifier: Apache-2.0
"""Files that are no arrays, or not quite: an error that names the file, exit status 2, never a crash."""
import random
import struct
import subprocess
import unittest

import numpy as np

from program import PROGRAM, ProgramTest

MAGIC = b"\x93NUMPY"


def file_bytes(header, data=b"", version=(1, 0), size=None):
    text = header.encode()
    length = len(text) if size is None else size
    return MAGIC + bytes(version) + struct.pack("<H" if version[0] == 1 else "<I", length) + text + data


def dict_of(descr="'<f4'", order="False", shape="(2,)"):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n"


class Malformed(ProgramTest):
    def refused(self, content, text):
        (self.folder / "bad.npy").write_bytes(content)
        self.save(good=np.zeros(2, np.float32))
        _, error = self.call("compare", "bad.npy", "good.npy", exit_status=2)
        self.assertIn("bad.npy", error)
        self.assertIn(text, error)
        _, error = self.call("run", "mse_loss_backward", "--grad-output", "good.npy", "--self", "bad.npy", "--target",
                             "good.npy", "-o", "out.npy", exit_status=2)
        self.assertIn(text, error)

    def accepted(self, content, expected):
        (self.folder / "odd.npy").write_bytes(content)
        self.save(good=expected)
        report = self.call_json("compare", "odd.npy", "good.npy")
        self.assertEqual(report["equal"], expected.size)
        self.assertEqual(report["shape"], list(expected.shape))

    def test_not_npy(self):
        for content in (b"", b"\x93NUM", b"nonsense" * 20, MAGIC, b"\x00" * 100):
            self.refused(content, "is not a .npy file")
        self.refused(b"PK\x03\x04" + b"\x00" * 100, ".npz")
        self.refused(MAGIC + b"\x09\x00" + b"\x00" * 50, "version 9")
        self.refused(MAGIC + b"\x00\x00" + b"\x00" * 50, "version 0")

    def test_no_file(self):
        self.save(good=np.zeros(2, np.float32))
        for path in ("missing.npy", "."):
            _, error = self.call("compare", path, "good.npy", exit_status=2)
            self.assertIn(path, error)

    def test_truncated_anywhere(self):
        self.save(whole=np.arange(6, dtype=np.float32).reshape(2, 3))
        content = (self.folder / "whole.npy").read_bytes()
        for length in range(len(content)):
            (self.folder / "cut.npy").write_bytes(content[:length])
            _, error = self.call("compare", "cut.npy", "whole.npy", exit_status=2)
            self.assertIn("cut.npy", error)
        self.call("compare", "whole.npy", "whole.npy")

    def test_longer_than_its_array(self):
        self.refused(file_bytes(dict_of(), bytes(9)), "goes on")

    def test_headers(self):
        for header, text in (
            ("", "expected '{'"),
            ("{", "malformed"),
            ("{}", "lacks"),
            ("{'descr'", "malformed"),
            ("{'descr': '<f4", "without an end"),
            ("{'descr': '<f4', 'fortran_order': False}", "lacks"),
            (dict_of() + "x", "goes on"),
            ("{'descr': '<f4', 'descr': '<f4'}", "twice"),
            ("{'weight': '<f4'}", "weight"),
            (dict_of(order="Maybe"), "fortran_order"),
            (dict_of(shape="2"), "malformed"),
            (dict_of(shape="(2"), "malformed"),
            (dict_of(shape="(-2,)"), "extent"),
            (dict_of(shape="('a',)"), "extent"),
            (dict_of(shape="(2.5,)"), "malformed"),
            (dict_of(shape="(99999999999999999999,)"), "extent"),
        ):
            self.refused(file_bytes(header, bytes(8)), text)

    def test_absurd_shapes(self):
        for shape, text in (
            ("(9223372036854775807,)", "more elements"),
            ("(4294967296, 4294967296, 4294967296)", "more elements"),
            ("(2305843009213693951,)", "truncated"),
            ("(1000000000000,)", "truncated"),
            ("(" + "1, " * 100 + ")", "100 dimensions"),
        ):
            self.refused(file_bytes(dict_of(shape=shape), bytes(8)), text)

    def test_rank_beyond_the_api(self):
        (self.folder / "deep.npy").write_bytes(file_bytes(dict_of(shape="(" + "1, " * 9 + ")"), bytes(4)))
        _, error = self.call("run", "mse_loss_backward", "--grad-output", "deep.npy", "--self", "deep.npy", "--target",
                             "deep.npy", "-o", "out.npy", exit_status=1)
        self.assertIn("161002", error)

    def test_absurd_extents_of_an_empty_array(self):
        shape = "(0, 4611686018427387904, 4611686018427387904)"
        (self.folder / "empty.npy").write_bytes(file_bytes(dict_of(shape=shape)))
        self.assertEqual(self.call_json("compare", "empty.npy", "empty.npy")["elements"], 0)
        self.call("run", "mse_loss_backward", "--grad-output", "empty.npy", "--self", "empty.npy", "--target",
                  "empty.npy", "-o", "out.npy")
        self.assertEqual((self.folder / "out.npy").read_bytes().count(b"4611686018427387904"), 2)

    def test_huge_headers(self):
        self.refused(file_bytes(dict_of(), version=(2, 0), size=0xffffffff), "4294967295 bytes")
        self.refused(file_bytes(dict_of() + " " * 70000, version=(2, 0)), "at most")
        self.refused(file_bytes(dict_of(), size=60000), "truncated within its header")
        self.refused(file_bytes("{" * 60000), "malformed")

    def test_types(self):
        self.refused(file_bytes(dict_of("'|O'"), bytes(16)), "Python objects")
        for descr in ("'<c32'", "'<c4'", "'|c8'", "'<U4'", "'<M8[s]'", "'|S3'", "'<f3'", "''", "'<f16'", "'|V4'", "'x'"):
            self.refused(file_bytes(dict_of(descr), bytes(64)), "dtype")
        self.refused(file_bytes(dict_of("'>f4'"), bytes(8)), "big-endian")
        self.refused(file_bytes(dict_of("[('a', '<f4')]"), bytes(8)), "records")

    def test_random_damage(self):
        self.save(whole=np.asfortranarray(np.arange(12, dtype=np.float32).reshape(3, 4)),
                  other=np.zeros((3, 4), np.float32))
        content = (self.folder / "whole.npy").read_bytes()
        generator = random.Random(5)
        statuses = set()
        for _ in range(200):
            damaged = bytearray(content)
            for _ in range(generator.randint(1, 3)):
                damaged[generator.randrange(len(damaged))] = generator.choice(b"\x00\xff'(){},:09-<>|\n")
            (self.folder / "damaged.npy").write_bytes(damaged)
            self.assertIn(status := self.exit_status("compare", "damaged.npy", "other.npy"), (0, 1, 2), bytes(damaged))
            statuses.add(status)
        self.assertEqual(statuses, {1, 2})

    def exit_status(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, timeout=120).returncode

    def test_other_ways_to_write_a_header(self):
        values = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
        for header in ("{'shape':(2,3),'descr':\"<f4\",'fortran_order':False}",
                       "{'shape': (2L, 3L), 'fortran_order': False, 'descr': '<f4'}  \n",
                       dict_of("'=f4'", shape="(2, 3)")):
            for version in ((1, 0), (2, 0), (3, 0)):
                self.accepted(file_bytes(header, values.tobytes(), version), values)

    def test_pipe(self):
        self.save(a=np.arange(5, dtype=np.float32))
        result = subprocess.run([PROGRAM, "compare", "/dev/stdin", "a.npy"], cwd=self.folder, capture_output=True,
                                input=(self.folder / "a.npy").read_bytes(), timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_what_is_written_is_what_numpy_writes(self):
        for shape in ((), (5,), (2, 3), (0, 2)):
            zeros = np.zeros(shape, np.float32)
            self.save(a=zeros)
            self.call("run", "mse_loss_backward", "--grad-output", "a.npy", "--self", "a.npy", "--target", "a.npy",
                      "--reduction", "sum", "-o", "b.npy")
            with open(self.folder / "b.npy", "rb") as file:
                self.assertEqual(np.lib.format.read_magic(file), (1, 0))
                self.assertEqual(np.lib.format.read_array_header_1_0(file), (shape, False, np.dtype("<f4")))
                self.assertEqual(file.tell() % 64, 0)

    def test_full_disk(self):
        self.save(a=np.zeros(100000, np.float32))
        _, error = self.call("run", "mse_loss_backward", "--grad-output", "a.npy", "--self", "a.npy", "--target", "a.npy",
                             "-o", "/dev/full", exit_status=2)
        self.assertIn("No space left", error)


if __name__ == "__main__":
    unittest.main()
