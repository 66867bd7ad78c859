// SPDX-License-Identifier: Apache-2.0
//
// What operators with Fourier transforms share: numbers of tensors as float64 or complex float64, and tasks
// that may run out of memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <complex>
#include <cstdint>
#include <new>
#include <vector>

#include "backend/cpu/parallel.h"
#include "base/status.h"
#include "kernels/elementwise/converted.h"
#include "ops/fourier/transform.h"

namespace openaclnn {

// Elements [begin, begin + count) as numbers of the reader's type.
template <typename Number>
void ReadNumbers(const ConvertedReader& reader, int64_t begin, int64_t count, Number* numbers) {
  ConvertedBuffer buffer;
  while (count > 0) {
    const int64_t some = std::min(count, kConvertedChunk);
    std::copy_n(reinterpret_cast<const Number*>(reader.Read(begin, some, buffer)), some, numbers);
    begin += some;
    numbers += some;
    count -= some;
  }
}

template <typename Number>
void WriteNumbers(const ConvertedWriter& writer, int64_t begin, int64_t count, const Number* numbers) {
  while (count > 0) {
    const int64_t some = std::min(count, kConvertedChunk);
    writer.Write(begin, some, reinterpret_cast<const std::byte*>(numbers));
    begin += some;
    numbers += some;
    count -= some;
  }
}

// Calls body(task, plan) for each task, with the plan of transforms of so many numbers.
template <typename Body>
Status RunTransforms(int64_t length, bool complex, int64_t tasks, const backend::cpu::CpuContext& cpu,
                     const Body& body) {
  if (tasks == 0) {
    return Status::Ok();
  }
  std::atomic<bool> failed = false;
  try {
    const FourierPlan plan(length, complex);
    cpu.ParallelFor(tasks, [&](int64_t task) {
      try {
        body(task, plan);
      } catch (const std::bad_alloc&) {
        failed = true;
      }
    });
  } catch (const std::bad_alloc&) {
    failed = true;
  }
  return failed ? Status(code::kRtMemoryAllocation, "no memory for a Fourier transform") : Status::Ok();
}

}  // namespace openaclnn
