// SPDX-License-Identifier: Apache-2.0
//
// A task copies some rows of the output, of one channel or of all channels where these lie side by side.
#include "ops/sampling/nearest.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/checked_math.h"
#include "kernels/layout/channels.h"
#include "ops/common/cpu_kernel.h"

namespace openaclnn {
namespace {

constexpr int64_t kTaskElements = 32768;

struct State : Prepared {
  bool channelsLast = false;  // rows of places that have all channels each
  int64_t rows = 0;           // of the output, over all volumes
  int64_t band = 0;           // of a task
};

State Prepare(const NearestArgs& args) {
  State state;
  if (args.out.Empty()) {
    return state;
  }
  const TensorView self = AsVolume(args.self, args.selfLayout);
  const TensorView out = AsVolume(args.out, args.outLayout);
  const auto adjacent = [](const TensorView& view) {
    return ChannelsInnermost(view) && (view.strides[1] == 1 || view.dims[1] == 1);
  };
  const int64_t channels = out.dims[1];
  state.channelsLast = channels > 1 && adjacent(self) && adjacent(out);
  state.rows = out.dims[0] * (state.channelsLast ? 1 : channels) * out.dims[2] * out.dims[3];
  const int64_t rowElements = out.dims[4] * (state.channelsLast ? channels : 1);
  state.band = std::max(int64_t{1}, kTaskElements / rowElements);
  state.cost = static_cast<size_t>(out.NumElements()) * SizeOf(out.dtype) * 2;
  return state;
}

template <typename T>
void CopyColumns(const std::byte* from, int64_t fromStride, const std::vector<int64_t>& columns,
                 std::byte* to, int64_t toStride) {
  const auto* source = reinterpret_cast<const T*>(from);
  auto* destination = reinterpret_cast<T*>(to);
  for (const int64_t column : columns) {
    *destination = source[column * fromStride];
    destination += toStride;
  }
}

// Of volumes.
struct Row {
  const TensorView& self;
  const TensorView& out;
  const std::vector<int64_t>& columns;
  bool channelsLast;
};

void CopyRow(const Row& row, const std::byte* from, std::byte* to) {
  const size_t size = SizeOf(row.self.dtype);
  const int64_t fromStride = row.self.strides[4];
  const int64_t toStride = row.out.strides[4];
  if (row.channelsLast) {
    const size_t bytes = static_cast<size_t>(row.self.dims[1]) * size;
    for (const int64_t column : row.columns) {
      std::memcpy(to, from + column * fromStride * static_cast<int64_t>(size), bytes);
      to += toStride * static_cast<int64_t>(size);
    }
    return;
  }
  switch (size) {
    case 1:
      return CopyColumns<uint8_t>(from, fromStride, row.columns, to, toStride);
    case 2:
      return CopyColumns<uint16_t>(from, fromStride, row.columns, to, toStride);
    case 4:
      return CopyColumns<uint32_t>(from, fromStride, row.columns, to, toStride);
    default:
      return CopyColumns<uint64_t>(from, fromStride, row.columns, to, toStride);
  }
}

Status Run(const NearestArgs& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  if (state.rows == 0) {
    return Status::Ok();
  }
  const TensorView self = AsVolume(args.self, args.selfLayout);
  const TensorView out = AsVolume(args.out, args.outLayout);
  const Row kind{self, out, args.columns, state.channelsLast};
  const auto size = static_cast<int64_t>(SizeOf(self.dtype));
  const int64_t height = out.dims[3];
  const int64_t depth = out.dims[2];
  const int64_t channels = state.channelsLast ? 1 : out.dims[1];
  // Row `row` of plane `plane` of the volume that a row of the output, counted over all volumes, is in.
  const auto at = [&](const TensorView& view, int64_t number, int64_t plane, int64_t row) {
    const int64_t volume = number / height / depth;
    return view.data + (volume / channels * view.strides[0] + volume % channels * view.strides[1] +
                        plane * view.strides[2] + row * view.strides[3]) *
                           size;
  };
  cpu.ParallelFor(CeilDivide(state.rows, state.band), [&](int64_t task) {
    const std::byte* copied = nullptr;  // the row of the input that the last row came from
    const std::byte* made = nullptr;
    const int64_t rowBytes = out.dims[4] * (state.channelsLast ? out.dims[1] : 1) * size;
    const bool dense = out.strides[4] * size * out.dims[4] == rowBytes;
    for (int64_t i = task * state.band; i < std::min(state.rows, (task + 1) * state.band); ++i) {
      const int64_t row = i % height;
      const int64_t plane = i / height % depth;
      const std::byte* from =
          at(self, i, args.planes[static_cast<size_t>(plane)], args.rows[static_cast<size_t>(row)]);
      std::byte* to = at(out, i, plane, row);
      if (dense && from == copied) {
        std::memcpy(to, made, static_cast<size_t>(rowBytes));
      } else {
        CopyRow(kind, from, to);
      }
      copied = from;
      made = to;
    }
  });
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:rows", Prepare);

}  // namespace

constinit const KernelEntry<NearestArgs> kNearestCpu = Entry(kKernel);

}  // namespace openaclnn
