# SPDX-License-Identifier: Apache-2.0
"""Streams and events."""
import unittest

import torch
import torch_npu  # noqa: F401

mse_loss_backward = torch.ops.aten.mse_loss_backward


class Streams(unittest.TestCase):
    def test_work_on_a_stream_of_its_own(self):
        x = torch.randn(100, 100).pin_memory()
        stream = torch.npu.Stream()
        self.assertNotEqual(stream, torch.npu.default_stream())
        with torch.npu.stream(stream):
            self.assertEqual(torch.npu.current_stream(), stream)
            placed = x.to("npu", non_blocking=True)
        stream.synchronize()
        self.assertTrue(stream.query())
        self.assertTrue(torch.equal(placed.cpu(), x))

    def test_one_stream_waits_for_another(self):
        ones, x = torch.ones(400, 500), torch.randn(400, 500)
        first, second = torch.npu.Stream(), torch.npu.Stream()
        expected = x
        grad, target, result = ones.npu(), (0 * ones).npu(), x.npu()
        torch.npu.synchronize()
        for turn in range(20):  # each result is the next one's input, on the other stream
            stream, other = (first, second) if turn % 2 == 0 else (second, first)
            stream.wait_stream(other)
            with torch.npu.stream(stream):
                result = mse_loss_backward(grad, result, target, 2)
            expected = mse_loss_backward(ones, expected, 0 * ones, 2)
        torch.npu.synchronize()
        self.assertTrue(torch.equal(result.cpu(), expected), "doublings are exact")


    def test_a_stream_sleeps(self):
        x, stream = torch.randn(100).npu(), torch.npu.Stream()
        torch.npu.synchronize()
        with torch.npu.stream(stream):
            torch.npu._sleep(200_000_000)
            done = torch.npu.Event()
            done.record()
            copy = x.clone()
        self.assertFalse(done.query())
        torch.npu.current_stream().wait_stream(stream)
        self.assertTrue(torch.equal(copy.cpu(), x.cpu()))
        self.assertTrue(done.query())


class Events(unittest.TestCase):
    def test_time_between_two(self):
        start, end = (torch.npu.Event(enable_timing=True) for _ in range(2))
        x = torch.randn(500, 500).npu()
        start.record()
        mse_loss_backward(x, x, x, 0)
        end.record()
        end.synchronize()
        self.assertTrue(start.query() and end.query())
        self.assertGreater(start.elapsed_time(end), 0)

    def test_a_stream_waits_for_an_event(self):
        x = torch.randn(300, 300)
        event, stream = torch.npu.Event(), torch.npu.Stream()
        placed = x.npu()
        event.record()
        stream.wait_event(event)
        with torch.npu.stream(stream):
            copy = placed.clone()
        stream.synchronize()
        self.assertTrue(torch.equal(copy.cpu(), x))


if __name__ == "__main__":
    unittest.main()
