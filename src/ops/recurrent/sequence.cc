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

std::array<TensorView, 4> ParamsOf(const Args& args, int64_t chain) {
  std::array<TensorView, 4> params;
  if (!args.params.empty()) {
    const size_t each = args.network.ParamsOfChain();
    std::copy_n(args.params.begin() + static_cast<ptrdiff_t>(static_cast<size_t>(chain) * each), each,
                params.begin());
  } else if (chain == 0) {
    params = {args.inputWeight, args.hiddenWeight, args.inputBias, args.hiddenBias};
  } else {
    params = {args.inputWeightReverse, args.hiddenWeightReverse, args.inputBiasReverse,
              args.hiddenBiasReverse};
  }
  return params;
}

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
    given = cell ? &args.initialCell : &args.initialHidden;
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
  int64_t rows = 0;
  for (int64_t step = 0; step < network.steps; ++step) {
    const std::byte* const element = given.data + step * given.strides[0] * size;
    sizes[step] = LoadNumber(given.dtype, element).As<int64_t>();
    if (sizes[step] < 0 || sizes[step] > last) {
      return {code::kRtVectorCoreException,
              args.sizesName + std::string(": expected values from 0 to ") + std::to_string(network.batch) +
                  ", none above the one before it, got " + std::to_string(sizes[step]) + " at step " +
                  std::to_string(step)};
    }
    last = sizes[step];
    rows += last;
  }
  if (network.packed && rows != args.input.dims[0]) {
    return {code::kRtVectorCoreException, args.sizesName + std::string(": expected a sum of ") +
                                              std::to_string(args.input.dims[0]) + ", the rows of x, got " +
                                              std::to_string(rows)};
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
