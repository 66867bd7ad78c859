// SPDX-License-Identifier: Apache-2.0
#include "ops/recurrent/sequence.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/checked_math.h"
#include "base/errors.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/number.h"

namespace openaclnn::recurrent {

TensorView TimeMajor(const TensorView& view, const Network& network) {
  TensorView result = view;
  if (view.rank == 2) {  // of packed sequences: [steps * batch, features]
    result.rank = 3;
    result.dims = {network.steps, network.batch, view.dims[1]};
    result.strides = {network.batch * view.strides[0], view.strides[0], view.strides[1]};
  } else if (network.batchFirst) {
    std::swap(result.dims[0], result.dims[1]);
    std::swap(result.strides[0], result.strides[1]);
  }
  return result;
}

TensorView Slice(const TensorView& view, int64_t at) {
  TensorView slice = view;
  slice.rank = view.rank - 1;
  slice.data += at * view.strides[0] * static_cast<int64_t>(SizeOf(view.dtype));
  std::copy_n(view.dims.begin() + 1, slice.rank, slice.dims.begin());
  std::copy_n(view.strides.begin() + 1, slice.rank, slice.strides.begin());
  return slice;
}

TensorView MatrixView(float* numbers, int64_t rows, int64_t columns, int64_t rowStride) {
  TensorView view;
  view.data = reinterpret_cast<std::byte*>(numbers);
  view.dtype = DType::kFloat;
  view.rank = 2;
  view.dims = {rows, columns};
  view.strides = {rowStride, 1};
  return view;
}

void CopyNumbers(const TensorView& from, const TensorView& to, const backend::cpu::CpuContext& cpu) {
  const TileReader reader(from);
  const TileWriter writer(to);
  ForEachPiece(cpu, to.NumElements(), kTileElements, kTilesOfTask, [&](int64_t begin, int64_t count) {
    TileBuffer buffer;
    writer.Write(begin, count, reader.Read(begin, count, buffer));
  });
}

void SumRows(const TensorView& rows, const TensorView& to, const backend::cpu::CpuContext& cpu) {
  constexpr int64_t kColumns = 64;  // of a task
  const int64_t columns = to.NumElements();
  const TileReader reader(rows);
  const TileWriter writer(to);
  cpu.ParallelFor(CeilDivide(columns, kColumns), [&](int64_t task) {
    const int64_t begin = task * kColumns;
    const int64_t count = std::min(kColumns, columns - begin);
    std::array<double, kColumns> sums{};
    TileBuffer buffer;
    for (int64_t row = 0; row < rows.dims[0]; ++row) {
      const float* const numbers = reader.Read(row * columns + begin, count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        sums[static_cast<size_t>(i)] += static_cast<double>(numbers[i]);
      }
    }
    writer.Write(begin, count, sums.data());
  });
}

void LoadInitial(const Args& args, bool cell, int64_t chain, float* to, const backend::cpu::CpuContext& cpu) {
  const Network& network = args.network;
  const TensorView* given = nullptr;
  if (!args.initial.empty()) {
    given = &args.initial[cell ? 1 : 0];
  } else if (args.initialHidden.Defined()) {
    given = &args.initialHidden;
  }
  if (given == nullptr) {
    std::fill_n(to, network.batch * network.hidden, 0.0F);
    return;
  }
  CopyNumbers(Slice(*given, chain), MatrixView(to, network.batch, network.hidden, network.hidden), cpu);
}

Status ReadSizes(const Args& args, int64_t* sizes) {
  const Network& network = args.network;
  std::fill_n(sizes, network.steps, network.batch);
  if (!args.batchSizes.Defined()) {
    return Status::Ok();
  }
  const TensorView& given = args.batchSizes;
  const auto size = static_cast<int64_t>(SizeOf(given.dtype));
  int64_t last = network.batch;
  for (int64_t step = 0; step < network.steps; ++step) {
    const std::byte* const element = given.data + step * given.strides[0] * size;
    sizes[step] = LoadNumber(given.dtype, element).As<int64_t>();
    if (sizes[step] < 0 || sizes[step] > last) {
      return {code::kRtVectorCoreException,
              "batchSizes: expected values from 0 to " + std::to_string(network.batch) +
                  ", none above the one before it, got " + std::to_string(sizes[step]) + " at step " +
                  std::to_string(step)};
    }
    last = sizes[step];
  }
  return Status::Ok();
}

void ForEachRow(int64_t rows, int64_t hidden, const backend::cpu::CpuContext& cpu,
                FunctionRef<void(int64_t)> body) {
  constexpr int64_t kNumbersOfTask = 4096;
  const int64_t rowsOfTask = std::max<int64_t>(1, kNumbersOfTask / std::max<int64_t>(1, hidden));
  ForEachRowOfTasks(cpu, rows, rowsOfTask, body);
}

}  // namespace openaclnn::recurrent
