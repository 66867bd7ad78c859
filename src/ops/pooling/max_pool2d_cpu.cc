// SPDX-License-Identifier: Apache-2.0
//
// Planes are [H, W] images of all samples and channels. A task of the forward operator makes some rows of a
// plane's output, one of the gradient a plane.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>

#include "base/checked_math.h"
#include "base/errors.h"
#include "base/merged_dims.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/pooling/max_pool2d.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

constexpr int64_t kMostSlots = 128;
constexpr int64_t kBandElements = 32768;  // of input that a task sees
constexpr int64_t kSlotsBytes = int64_t{64} << 20;

int64_t Extent(const TensorView& view, int fromEnd) {
  return view.dims[static_cast<size_t>(view.rank - fromEnd)];
}

// Elements [begin, begin + count) as float32.
void ReadFloats(const TileReader& reader, int64_t begin, int64_t count, float* to) {
  TileBuffer buffer;
  for (int64_t done = 0; done < count; done += kTileElements) {
    const int64_t piece = std::min(kTileElements, count - done);
    std::copy_n(reader.Read(begin + done, piece, buffer), piece, to + done);
  }
}

void WriteFloats(const TileWriter& writer, int64_t begin, int64_t count, const float* from) {
  for (int64_t done = 0; done < count; done += kTileElements) {
    writer.Write(begin + done, std::min(kTileElements, count - done), from + done);
  }
}

struct ForwardState : Prepared {
  int64_t planes = 0;
  int64_t rowsOfTask = 0;
  int64_t bands = 0;  // tasks of a plane
  int64_t slots = 0;
  size_t slotBytes = 0;
  int64_t rowsInScratch = 0;
};

ForwardState PrepareForward(const MaxPool2dArgs& args) {
  ForwardState state;
  if (args.out.Empty()) {
    return state;
  }
  const int64_t width = Extent(args.self, 1);
  const int64_t outHeight = Extent(args.out, 2);
  const int64_t outWidth = Extent(args.out, 1);
  const int64_t reach = args.window.dilation[0] * (args.window.kernel[0] - 1) + 1;
  state.planes = args.out.NumElements() / (outHeight * outWidth);
  state.rowsOfTask =
      std::clamp<int64_t>((kBandElements / width - reach) / args.window.stride[0] + 1, 1, outHeight);
  state.bands = CeilDivide(outHeight, state.rowsOfTask);
  state.rowsInScratch =
      std::min((state.rowsOfTask - 1) * args.window.stride[0] + reach, Extent(args.self, 2));
  ScratchLayout slot;
  slot.Reserve(state.rowsInScratch * width, sizeof(float));
  slot.Reserve(outWidth, sizeof(float));
  slot.Reserve(outWidth, sizeof(int32_t));
  state.slotBytes = slot.Bytes();
  state.slots = std::min(state.planes * state.bands, kMostSlots);
  ScratchLayout workspace;
  workspace.Reserve(state.slots, state.slotBytes);
  state.workspaceBytes = workspace.Bytes();
  const int64_t taps = args.window.kernel[0] * args.window.kernel[1];
  state.cost = static_cast<size_t>(args.out.NumElements() * (8 + 4 * taps));
  return state;
}

// Makes one row of a plane's output. `input` holds the plane's rows from `firstRow` on.
class RowOfWindows {
 public:
  RowOfWindows(const PoolWindow& window, int64_t height, int64_t width)
      : window_(window), height_(height), width_(width) {}

  // Of the input, that this row of the output or a later one sees: with dilation a later one may see an
  // earlier row.
  [[nodiscard]] int64_t FirstRow(int64_t outRow) const {
    return std::max<int64_t>(0, outRow * window_.stride[0] - window_.padding[0]);
  }
  [[nodiscard]] int64_t EndRow(int64_t outRow) const { return End(0, outRow, height_); }

  void Compute(const float* input, int64_t firstRow, int64_t outRow, int64_t outWidth, float* out,
               int32_t* indices) const {
    const int64_t top = First(0, outRow);
    const int64_t bottom = End(0, outRow, height_);
    for (int64_t column = 0; column < outWidth; ++column) {
      const int64_t left = First(1, column);
      const int64_t right = End(1, column, width_);
      float best = -std::numeric_limits<float>::infinity();
      // A window of which no tap is inside, as dilation makes them, names the last place.
      int64_t at = std::min(top, height_ - 1) * width_ + std::min(left, width_ - 1);
      for (int64_t y = top; y < bottom; y += window_.dilation[0]) {
        const float* row = input + (y - firstRow) * width_;
        for (int64_t x = left; x < right; x += window_.dilation[1]) {
          if (row[x] > best || std::isnan(row[x])) {
            best = row[x];
            at = y * width_ + x;
          }
        }
      }
      out[column] = best;
      indices[column] = static_cast<int32_t>(at);
    }
  }

 private:
  // The first place of a window that lies inside, and one past the last one that may.
  [[nodiscard]] int64_t First(size_t d, int64_t position) const {
    const int64_t first = position * window_.stride[d] - window_.padding[d];
    return first >= 0 ? first : first + CeilDivide(-first, window_.dilation[d]) * window_.dilation[d];
  }
  [[nodiscard]] int64_t End(size_t d, int64_t position, int64_t extent) const {
    const int64_t first = position * window_.stride[d] - window_.padding[d];
    return std::min(first + window_.dilation[d] * (window_.kernel[d] - 1) + 1, extent);
  }

  const PoolWindow& window_;
  int64_t height_;
  int64_t width_;
};

void RunForward(const MaxPool2dArgs& args, const ForwardState& state, std::byte* workspace,
                const CpuContext& cpu) {
  if (state.planes == 0) {
    return;
  }
  const int64_t height = Extent(args.self, 2);
  const int64_t width = Extent(args.self, 1);
  const int64_t outHeight = Extent(args.out, 2);
  const int64_t outWidth = Extent(args.out, 1);
  const RowOfWindows windows(args.window, height, width);
  const TileReader reader(args.self);
  const TileWriter writer(args.out);
  const MergedDims places(args.indices);
  auto* indices = reinterpret_cast<int32_t*>(args.indices.data);
  const bool direct = args.self.dtype == DType::kFloat && args.self.Contiguous();
  ForEachTaskInSlots(cpu, state.planes * state.bands, state.slots, [&](int64_t task, int64_t slot) {
    std::byte* scratch = workspace + static_cast<size_t>(slot) * state.slotBytes;
    ScratchLayout layout;
    auto* rows =
        reinterpret_cast<float*>(scratch + layout.Reserve(state.rowsInScratch * width, sizeof(float)));
    auto* out = reinterpret_cast<float*>(scratch + layout.Reserve(outWidth, sizeof(float)));
    auto* found = reinterpret_cast<int32_t*>(scratch + layout.Reserve(outWidth, sizeof(int32_t)));
    const int64_t plane = task / state.bands;
    const int64_t begin = task % state.bands * state.rowsOfTask;
    const int64_t end = std::min(begin + state.rowsOfTask, outHeight);
    const int64_t firstRow = std::min(windows.FirstRow(begin), height - 1);
    const int64_t endRow = std::max(windows.EndRow(end - 1), firstRow + 1);
    const int64_t firstElement = (plane * height + firstRow) * width;
    const float* input = rows;
    if (direct) {
      input = reinterpret_cast<const float*>(args.self.data) + firstElement;
    } else {
      ReadFloats(reader, firstElement, (endRow - firstRow) * width, rows);
    }
    for (int64_t row = begin; row < end; ++row) {
      windows.Compute(input, firstRow, row, outWidth, out, found);
      const int64_t at = (plane * outHeight + row) * outWidth;
      WriteFloats(writer, at, outWidth, out);
      const int32_t* from = found;
      places.ForEachRun(at, outWidth, [&](int64_t offset, int64_t stride, int64_t count) {
        for (int64_t i = 0; i < count; ++i) {
          indices[offset + i * stride] = from[i];
        }
        from += count;
      });
    }
  });
}

struct BackwardState : Prepared {
  int64_t planes = 0;
  int64_t slots = 0;
  size_t slotBytes = 0;
};

BackwardState PrepareBackward(const MaxPool2dBackwardArgs& args) {
  BackwardState state;
  if (args.gradInput.Empty()) {
    return state;
  }
  const int64_t plane = Extent(args.gradInput, 2) * Extent(args.gradInput, 1);
  state.planes = args.gradInput.NumElements() / plane;
  ScratchLayout slot;
  slot.Reserve(plane, sizeof(float));
  state.slotBytes = slot.Bytes();
  const int64_t affordable = kSlotsBytes / static_cast<int64_t>(state.slotBytes);
  state.slots = std::min(state.planes, std::clamp<int64_t>(affordable, 1, kMostSlots));
  ScratchLayout workspace;
  workspace.Reserve(state.slots, state.slotBytes);
  state.workspaceBytes = workspace.Bytes();
  state.cost = static_cast<size_t>(args.gradInput.NumElements() * 8 + args.gradOutput.NumElements() * 16);
  return state;
}

Status RunBackward(const MaxPool2dBackwardArgs& args, const BackwardState& state, std::byte* workspace,
                   const CpuContext& cpu) {
  if (state.planes == 0) {
    return Status::Ok();
  }
  const int64_t plane = Extent(args.gradInput, 2) * Extent(args.gradInput, 1);
  const int64_t outPlane = args.gradOutput.NumElements() / state.planes;
  const MergedDims places(args.indices);
  const auto* indices = reinterpret_cast<const int32_t*>(args.indices.data);
  // visit(place in the gradient's plane, index) for those of a plane.
  const auto forEachIndex = [&](int64_t which, const auto& visit) {
    int64_t at = 0;
    places.ForEachRun(which * outPlane, outPlane, [&](int64_t offset, int64_t stride, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        visit(at++, int64_t{indices[offset + i * stride]});
      }
    });
  };
  constexpr int64_t kNone = -1;
  std::atomic<int64_t> wrong = kNone;  // a plane that has a wrong one
  cpu.ParallelFor(state.planes, [&](int64_t which) {
    bool inside = true;
    forEachIndex(which, [&](int64_t, int64_t index) { inside = inside && index >= 0 && index < plane; });
    if (!inside) {
      wrong = which;
    }
  });
  if (wrong != kNone) {
    return {code::kRtVectorCoreException,
            "indices: expected values in [0, " + std::to_string(plane) +
                "), the elements of a plane of gradInput, got others in plane " + std::to_string(wrong)};
  }
  const TileReader reader(args.gradOutput);
  const TileWriter writer(args.gradInput);
  ForEachTaskInSlots(cpu, state.planes, state.slots, [&](int64_t which, int64_t slot) {
    auto* sums = reinterpret_cast<float*>(workspace + static_cast<size_t>(slot) * state.slotBytes);
    std::fill_n(sums, plane, 0.0F);
    TileBuffer buffer;
    const float* tile = nullptr;
    int64_t tileBegin = 0;
    int64_t tileEnd = 0;
    forEachIndex(which, [&](int64_t at, int64_t index) {
      if (at == tileEnd) {
        tileBegin = tileEnd;
        tileEnd = std::min(tileBegin + kTileElements, outPlane);
        tile = reader.Read(which * outPlane + tileBegin, tileEnd - tileBegin, buffer);
      }
      sums[index] += tile[at - tileBegin];
    });
    WriteFloats(writer, which * plane, plane, sums);
  });
  return Status::Ok();
}

constexpr auto kForward = CpuKernel<RunForward>("cpu:rows", PrepareForward);
constexpr auto kBackward = CpuKernel<RunBackward>("cpu:planes", PrepareBackward);

}  // namespace

constinit const KernelEntry<MaxPool2dArgs> kMaxPool2dCpu = Entry(kForward);
constinit const KernelEntry<MaxPool2dBackwardArgs> kMaxPool2dBackwardCpu = Entry(kBackward);

}  // namespace openaclnn
