// SPDX-License-Identifier: Apache-2.0
//
// A task copies some rows of the output, of planes or of whole images whose channels lie side by side.
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
  int64_t rows = 0;           // of the output, over all planes or images
  int64_t band = 0;           // of a task
};

State Prepare(const NearestArgs& args) {
  State state;
  if (args.out.Empty()) {
    return state;
  }
  const auto adjacent = [](const TensorView& view) {
    return ChannelsInnermost(view) && (view.strides[1] == 1 || view.dims[1] == 1);
  };
  const int64_t channels = args.out.dims[1];
  state.channelsLast = channels > 1 && adjacent(args.self) && adjacent(args.out);
  state.rows = args.out.dims[0] * (state.channelsLast ? 1 : channels) * args.out.dims[2];
  const int64_t rowElements = args.out.dims[3] * (state.channelsLast ? channels : 1);
  state.band = std::max(int64_t{1}, kTaskElements / rowElements);
  state.cost = static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype) * 2;
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

void CopyRow(const NearestArgs& args, bool channelsLast, const std::byte* from, std::byte* to) {
  const size_t size = SizeOf(args.self.dtype);
  const int64_t fromStride = args.self.strides[3];
  const int64_t toStride = args.out.strides[3];
  if (channelsLast) {
    const size_t bytes = static_cast<size_t>(args.self.dims[1]) * size;
    for (const int64_t column : args.columns) {
      std::memcpy(to, from + column * fromStride * static_cast<int64_t>(size), bytes);
      to += toStride * static_cast<int64_t>(size);
    }
    return;
  }
  switch (size) {
    case 1:
      return CopyColumns<uint8_t>(from, fromStride, args.columns, to, toStride);
    case 2:
      return CopyColumns<uint16_t>(from, fromStride, args.columns, to, toStride);
    case 4:
      return CopyColumns<uint32_t>(from, fromStride, args.columns, to, toStride);
    default:
      return CopyColumns<uint64_t>(from, fromStride, args.columns, to, toStride);
  }
}

Status Run(const NearestArgs& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  if (state.rows == 0) {
    return Status::Ok();
  }
  const auto size = static_cast<int64_t>(SizeOf(args.self.dtype));
  const int64_t height = args.out.dims[2];
  const int64_t planes = state.channelsLast ? 1 : args.out.dims[1];
  const auto at = [&](const TensorView& view, int64_t image, int64_t plane, int64_t row) {
    return view.data + (image * view.strides[0] + plane * view.strides[1] + row * view.strides[2]) * size;
  };
  cpu.ParallelFor(CeilDivide(state.rows, state.band), [&](int64_t task) {
    const std::byte* copied = nullptr;  // the row of the input that the last row came from
    const std::byte* made = nullptr;
    const int64_t rowBytes = args.out.dims[3] * (state.channelsLast ? args.out.dims[1] : 1) * size;
    const bool dense = args.out.strides[3] * size * args.out.dims[3] == rowBytes;
    for (int64_t i = task * state.band; i < std::min(state.rows, (task + 1) * state.band); ++i) {
      const int64_t row = i % height;
      const int64_t image = i / height / planes;
      const int64_t plane = i / height % planes;
      const std::byte* from = at(args.self, image, plane, args.rows[static_cast<size_t>(row)]);
      std::byte* to = at(args.out, image, plane, row);
      if (dense && from == copied) {
        std::memcpy(to, made, static_cast<size_t>(rowBytes));
      } else {
        CopyRow(args, state.channelsLast, from, to);
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
