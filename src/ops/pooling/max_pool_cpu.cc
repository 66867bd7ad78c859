// SPDX-License-Identifier: Apache-2.0
//
// A plane here is the image, or volume, of a sample and a channel. A task of the forward operator makes some
// rows of a plane's output, one of the gradient a plane.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>

#include "base/errors.h"
#include "base/merged_dims.h"
#include "kernels/tiles/number_tiles.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/pooling/max_pool.h"
#include "ops/pooling/max_rows.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

constexpr int64_t kMostSlots = 128;
constexpr int64_t kBandElements = 32768;  // of input that a task sees
constexpr int64_t kSlotsBytes = int64_t{64} << 20;

template <typename T>
void Write(const NumberWriter<T>& writer, int64_t begin, int64_t count, const T* from) {
  for (int64_t done = 0; done < count; done += kTileElements) {
    writer.Write(begin + done, std::min(kTileElements, count - done), from + done);
  }
}

// Calls visit(element) for indices [begin, begin + count) of a tensor of INT32 or INT64, in order.
template <typename Index, typename Visit>
void ForEachIndex(const TensorView& view, int64_t begin, int64_t count, const Visit& visit) {
  if (count == 0) {
    return;
  }
  auto* const indices = reinterpret_cast<Index*>(view.data);
  MergedDims(view).ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
    for (int64_t i = 0; i < run; ++i) {
      visit(indices[offset + i * stride]);
    }
  });
}

// Some rows of windows of an image of the output, which take one image of a volume after the other.
template <typename T>
struct Windows {
  const std::array<PoolAxis, 3>& axes;
  const MaxLines* lines;  // null: windows are taken one by one
  int64_t plane;          // of the output's depth
  int64_t pitch;          // from a row to the next
  T* best;
  int32_t* found;

  // A window of which no place is inside, as dilation makes them, names the last place.
  void Start(int64_t begin, int64_t end) const {
    const auto& [depth, height, width] = axes;
    const int64_t z = std::min(depth.First(plane), depth.extent - 1);
    std::fill_n(best, (end - begin) * pitch, -std::numeric_limits<T>::infinity());
    for (int64_t column = 0; column < width.windows; ++column) {
      found[column] = static_cast<int32_t>(std::min(width.First(column), width.extent - 1));
    }
    std::fill(found + width.windows, found + pitch, 0);
    for (int64_t row = end; row-- > begin;) {
      const int64_t y = std::min(height.First(row), height.extent - 1);
      const auto place = static_cast<int32_t>((z * height.extent + y) * width.extent);
      std::transform(found, found + pitch, found + (row - begin) * pitch,
                     [place](int32_t x) { return x + place; });
    }
  }

  // Takes what image z has; `image` holds its rows from `firstRow` on, or their lines.
  void Take(int64_t z, const T* image, int64_t firstRow, int64_t begin, int64_t end) const {
    for (int64_t row = begin; row < end; ++row) {
      if (lines != nullptr) {
        TakeLines(z, image, firstRow, row, (row - begin) * pitch);
      } else {
        TakeEach(z, image, firstRow, row, (row - begin) * pitch);
      }
    }
  }

  // Moves rows up, so that each begins where the one before it ends.
  void Close(int64_t rows) const {
    const int64_t count = axes[2].windows;
    for (int64_t row = 1; row < rows && count != pitch; ++row) {
      std::copy_n(best + row * pitch, count, best + row * count);
      std::copy_n(found + row * pitch, count, found + row * count);
    }
  }

 private:
  void TakeLines(int64_t z, const T* image, int64_t firstRow, int64_t row, int64_t at) const {
    const auto& [depth, height, width] = axes;
    const int64_t top = height.First(row);
    const int64_t bottom = height.End(row);
    TakeMaxRow<T>({.lines = lines,
                   .axis = &width,
                   .line = image + (top - firstRow) * lines->length,
                   .lineStep = height.dilation * lines->length,
                   .rows = top < bottom ? (bottom - 1 - top) / height.dilation + 1 : 0,
                   .place = (z * height.extent + top) * width.extent - width.padding,
                   .placeStep = height.dilation * width.extent,
                   .best = best + at,
                   .found = found + at});
  }

  void TakeEach(int64_t z, const T* image, int64_t firstRow, int64_t row, int64_t first) const {
    const auto& [depth, height, width] = axes;
    const int64_t top = height.First(row);
    const int64_t bottom = height.End(row);
    for (int64_t column = 0; column < width.windows; ++column) {
      const int64_t left = width.First(column);
      const int64_t right = width.End(column);
      T largest = best[first + column];
      int64_t at = found[first + column];
      for (int64_t y = top; y < bottom; y += height.dilation) {
        const T* const numbers = image + (y - firstRow) * width.extent;
        for (int64_t x = left; x < right; x += width.dilation) {
          if (numbers[x] > largest || std::isnan(numbers[x])) {
            largest = numbers[x];
            at = (z * height.extent + y) * width.extent + x;
          }
        }
      }
      best[first + column] = largest;
      found[first + column] = static_cast<int32_t>(at);
    }
  }
};

// What a task has in its workspace.
template <typename T>
struct Scratch {
  Scratch(const MaxPoolArgs& args, const MaxPoolState& state)
      : rows(layout.Book<T>(state.rowsInScratch * args.axes[2].extent)),
        lines(layout.Book<T>(state.rowsInScratch * state.lineLength)),
        best(layout.Book<T>(state.rowsOfTask * state.pitch)),
        found(layout.Book<int32_t>(state.rowsOfTask * state.pitch)) {}

  ScratchLayout layout;
  ScratchArray<T> rows;
  ScratchArray<T> lines;
  ScratchArray<T> best;
  ScratchArray<int32_t> found;
};

template <typename T>
void RunForwardAs(const MaxPoolArgs& args, const MaxPoolState& state, std::byte* workspace,
                  const CpuContext& cpu) {
  const PoolAxis& depth = args.axes[0];
  const PoolAxis& height = args.axes[1];
  const PoolAxis& width = args.axes[2];
  const NumberReader<T> reader(args.self);
  const NumberWriter<T> writer(args.out);
  const Scratch<T> arrays(args, state);
  const bool hasLines = state.lineLength > 0;
  const MaxLines lines = hasLines ? MaxLines(width) : MaxLines();
  ForEachTaskInSlots(
      cpu, state.planes * depth.windows * state.bands, state.slots, [&](int64_t task, int64_t slot) {
        std::byte* scratch = workspace + static_cast<size_t>(slot) * state.slotBytes;
        const int64_t image = task / state.bands;  // of the output
        const int64_t plane = image / depth.windows;
        const int64_t begin = task % state.bands * state.rowsOfTask;
        const int64_t end = std::min(begin + state.rowsOfTask, height.windows);
        const int64_t firstRow = std::min(height.Lowest(begin), height.extent - 1);
        const int64_t endRow = std::max(height.End(end - 1), firstRow + 1);
        const Windows<T> windows{args.axes,   hasLines ? &lines : nullptr, image % depth.windows,
                                 state.pitch, arrays.best.In(scratch),     arrays.found.In(scratch)};
        windows.Start(begin, end);
        for (int64_t z = depth.First(windows.plane); z < depth.End(windows.plane); z += depth.dilation) {
          const int64_t first = ((plane * depth.extent + z) * height.extent + firstRow) * width.extent;
          const T* input = reader.Find(first);
          if (input == nullptr) {
            reader.Copy(first, (endRow - firstRow) * width.extent, arrays.rows.In(scratch));
            input = arrays.rows.In(scratch);
          }
          for (int64_t row = 0; hasLines && row < endRow - firstRow; ++row) {
            CopyToLine(lines, width, input + row * width.extent,
                       arrays.lines.In(scratch) + row * lines.length);
          }
          windows.Take(z, hasLines ? arrays.lines.In(scratch) : input, firstRow, begin, end);
        }
        windows.Close(end - begin);
        const int64_t at = (image * height.windows + begin) * width.windows;
        const int64_t count = (end - begin) * width.windows;
        Write(writer, at, count, windows.best);
        const int32_t* found = windows.found;
        if (args.indices.dtype == DType::kInt32) {
          ForEachIndex<int32_t>(args.indices, at, count, [&](int32_t& index) { index = *found++; });
        } else if (args.indices.dtype == DType::kInt64) {
          ForEachIndex<int64_t>(args.indices, at, count, [&](int64_t& index) { index = *found++; });
        }
      });
}

struct BackwardState : Prepared {
  int64_t plane = 0;  // elements of one
  int64_t planes = 0;
  int64_t slots = 0;
  size_t slotBytes = 0;
};

BackwardState PrepareBackward(const MaxPoolBackwardArgs& args) {
  BackwardState state;
  if (args.gradInput.Empty()) {
    return state;
  }
  state.plane = 1;
  for (size_t d = 0; d < args.spatial; ++d) {
    state.plane *= args.gradInput.dims[static_cast<size_t>(args.gradInput.rank) - 1 - d];
  }
  state.planes = args.gradInput.NumElements() / state.plane;
  ScratchLayout slot;
  slot.Reserve(state.plane, sizeof(float));
  state.slotBytes = slot.Bytes();
  const int64_t affordable = kSlotsBytes / static_cast<int64_t>(state.slotBytes);
  state.slots = std::min(state.planes, std::clamp<int64_t>(affordable, 1, kMostSlots));
  ScratchLayout workspace;
  workspace.Reserve(state.slots, state.slotBytes);
  state.workspaceBytes = workspace.Bytes();
  state.cost = static_cast<size_t>(args.gradInput.NumElements() * 8 + args.gradOutput.NumElements() * 16);
  return state;
}

template <typename Index>
Status RunBackwardAs(const MaxPoolBackwardArgs& args, const BackwardState& state, std::byte* workspace,
                     const CpuContext& cpu) {
  const int64_t plane = state.plane;
  const int64_t outPlane = args.gradOutput.NumElements() / state.planes;
  constexpr int64_t kNone = -1;
  std::atomic<int64_t> wrong = kNone;  // a plane that has a wrong one
  cpu.ParallelFor(state.planes, [&](int64_t which) {
    bool inside = true;
    ForEachIndex<const Index>(args.indices, which * outPlane, outPlane,
                              [&](Index index) { inside = inside && index >= 0 && index < plane; });
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
  const NumberWriter<float> writer(args.gradInput);
  ForEachTaskInSlots(cpu, state.planes, state.slots, [&](int64_t which, int64_t slot) {
    auto* sums = reinterpret_cast<float*>(workspace + static_cast<size_t>(slot) * state.slotBytes);
    std::fill_n(sums, plane, 0.0F);
    TileBuffer buffer;
    const float* tile = nullptr;
    int64_t at = 0;
    int64_t tileBegin = 0;
    int64_t tileEnd = 0;
    ForEachIndex<const Index>(args.indices, which * outPlane, outPlane, [&](Index index) {
      if (at == tileEnd) {
        tileBegin = tileEnd;
        tileEnd = std::min(tileBegin + kTileElements, outPlane);
        tile = reader.Read(which * outPlane + tileBegin, tileEnd - tileBegin, buffer);
      }
      sums[index] += tile[at++ - tileBegin];
    });
    Write(writer, which * plane, plane, sums);
  });
  return Status::Ok();
}

Status RunBackward(const MaxPoolBackwardArgs& args, const BackwardState& state, std::byte* workspace,
                   const CpuContext& cpu) {
  if (state.planes == 0) {
    return Status::Ok();
  }
  return args.indices.dtype == DType::kInt32 ? RunBackwardAs<int32_t>(args, state, workspace, cpu)
                                             : RunBackwardAs<int64_t>(args, state, workspace, cpu);
}

constexpr auto kForward = CpuKernel<RunMaxPool>("cpu:rows", PrepareMaxPool);
constexpr auto kBackward = CpuKernel<RunBackward>("cpu:planes", PrepareBackward);

}  // namespace

MaxPoolState PrepareMaxPool(const MaxPoolArgs& args) {
  MaxPoolState state;
  if (args.out.Empty()) {
    return state;
  }
  const PoolAxis& depth = args.axes[0];
  const PoolAxis& height = args.axes[1];
  const PoolAxis& width = args.axes[2];
  state.planes = args.out.NumElements() / (depth.windows * height.windows * width.windows);
  state.pitch = width.windows;
  int64_t rowElements = width.extent;
  if (MaxLines::Suit(width)) {
    const MaxLines lines(width);
    state.pitch = lines.pitch;
    state.lineLength = lines.length;
    rowElements = std::max(rowElements, lines.length);
  }
  state.rowsOfTask = std::clamp<int64_t>((kBandElements / rowElements - height.Reach()) / height.Step() + 1,
                                         1, height.windows);
  state.bands = CeilDivide(height.windows, state.rowsOfTask);
  state.rowsInScratch = std::min((state.rowsOfTask - 1) * height.Step() + height.Reach(), height.extent);
  const bool doubles = args.self.dtype == DType::kDouble;
  state.slotBytes =
      doubles ? Scratch<double>(args, state).layout.Bytes() : Scratch<float>(args, state).layout.Bytes();
  const int64_t affordable = kSlotsBytes / static_cast<int64_t>(state.slotBytes);
  state.slots =
      std::min(state.planes * depth.windows * state.bands, std::clamp<int64_t>(affordable, 1, kMostSlots));
  ScratchLayout workspace;
  workspace.Reserve(state.slots, state.slotBytes);
  state.planesOfSelf = PlaneCopy(args.self, &workspace);
  state.workspaceBytes = workspace.Bytes();
  const auto taps = static_cast<size_t>(depth.Taps() * height.Taps() * width.Taps());
  state.cost = static_cast<size_t>(args.out.NumElements()) * (8 + 4 * taps);
  return state;
}

void RunMaxPool(const MaxPoolArgs& args, const MaxPoolState& state, std::byte* workspace,
                const CpuContext& cpu) {
  if (state.planes > 0) {
    MaxPoolArgs planes = args;
    planes.self = state.planesOfSelf.Make(args.self, workspace, cpu);
    args.self.dtype == DType::kDouble ? RunForwardAs<double>(planes, state, workspace, cpu)
                                      : RunForwardAs<float>(planes, state, workspace, cpu);
  }
}

constinit const KernelEntry<MaxPoolArgs> kMaxPoolCpu = Entry(kForward);
constinit const KernelEntry<MaxPoolBackwardArgs> kMaxPoolBackwardCpu = Entry(kBackward);

}  // namespace openaclnn
