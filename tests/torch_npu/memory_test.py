# SPDX-License-Identifier: Apache-2.0
"""Copies, statistics of memory, and its end."""
import gc
import io
import unittest

import torch
import torch_npu  # noqa: F401

DTYPES = [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int8, torch.uint8, torch.int16, torch.int32,
          torch.int64, torch.bool, torch.complex64, torch.complex128]


class Copies(unittest.TestCase):
    def expect_equal(self, result, expected):
        self.assertEqual(result.device.type, "cpu")
        self.assertEqual(result.dtype, expected.dtype)
        self.assertTrue(torch.equal(result, expected))

    def test_every_dtype_there_and_back(self):
        for dtype in DTYPES:
            with self.subTest(dtype=dtype):
                x = (torch.arange(-30, 30).reshape(4, 15) * 1.25).to(dtype)
                self.expect_equal(x.npu().cpu(), x)

    def test_sizes(self):
        for size in (0, 1, 3, 4096, 1_000_003):
            with self.subTest(size=size):
                x = torch.arange(size, dtype=torch.int32)
                self.expect_equal(x.npu().cpu(), x)

    def test_on_the_device(self):
        x = torch.randn(5, 7)
        placed = x.npu()
        copy = placed.clone()
        self.assertNotEqual(copy.data_ptr(), placed.data_ptr())
        self.expect_equal(copy.cpu(), x)
        self.expect_equal(torch.empty_like(placed).copy_(placed).cpu(), x)

    def test_parts_that_lie_together(self):
        x = torch.randn(6, 5)
        self.expect_equal(x.npu()[2:4].cpu(), x[2:4])
        self.expect_equal(x.npu().view(5, 6).cpu(), x.view(5, 6))
        self.expect_equal(x.npu()[4, 3].cpu(), x[4, 3])

    def test_pinned(self):
        x = torch.randn(1000).pin_memory()
        self.assertTrue(x.is_pinned())
        placed = x.to("npu", non_blocking=True)
        self.expect_equal(placed.cpu(), x)
        back = torch.empty(1000, pin_memory=True)
        back.copy_(placed, non_blocking=True)
        torch.npu.synchronize()
        self.expect_equal(back, x)

    def test_save_and_load(self):
        x = torch.randn(3, 4)
        file = io.BytesIO()
        torch.save({"x": x.npu()}, file)
        file.seek(0)
        loaded = torch.load(file)["x"]
        self.assertEqual(loaded.device, torch.device("npu", 0))
        self.expect_equal(loaded.cpu(), x)
        file.seek(0)
        self.expect_equal(torch.load(file, map_location="cpu")["x"], x)


class Memory(unittest.TestCase):
    def setUp(self):
        # What earlier tests left in reference cycles would otherwise be freed between two readings, whenever Python collects.
        gc.collect()
        torch.npu.synchronize()
        torch.npu.empty_cache()

    def test_statistics(self):
        before = torch.npu.memory_allocated()
        x = torch.empty(1 << 20, dtype=torch.uint8, device="npu")
        self.assertGreaterEqual(torch.npu.memory_allocated() - before, 1 << 20)
        self.assertGreaterEqual(torch.npu.memory_reserved(), torch.npu.memory_allocated())
        self.assertGreaterEqual(torch.npu.max_memory_allocated(), torch.npu.memory_allocated())
        self.assertEqual(torch.npu.memory_stats()["allocated_bytes.all.current"], torch.npu.memory_allocated())
        del x
        self.assertEqual(torch.npu.memory_allocated(), before)

    def test_the_device_says_what_is_free(self):
        free, total = torch.npu.mem_get_info()
        x = torch.empty(256 << 20, dtype=torch.uint8, device="npu")
        self.assertGreaterEqual(free - torch.npu.mem_get_info()[0], 256 << 20)
        self.assertEqual(torch.npu.mem_get_info()[1], total)
        del x
        torch.npu.empty_cache()
        self.assertEqual(torch.npu.mem_get_info()[0], free)

    def test_out_of_memory(self):
        with self.assertRaisesRegex(torch.OutOfMemoryError, "out of memory"):
            torch.empty(1 << 46, dtype=torch.uint8, device="npu")
        x = torch.randn(9)
        self.assertTrue(torch.equal(x.npu().cpu(), x), "the process goes on")


if __name__ == "__main__":
    unittest.main()
