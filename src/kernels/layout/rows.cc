// SPDX-License-Identifier: Apache-2.0
#include "kernels/layout/rows.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "base/checked_math.h"
#include "kernels/elementwise/conversion.h"
#include "kernels/tiles/pack.h"
#include "kernels/tiles/task_slots.h"

namespace openaclnn {
namespace {

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = int64_t{1} << 14;
// Of a tile of whole rows: what is gathered stays in a level-one cache.
constexpr int64_t kRowTileElements = int64_t{1} << 11;
// Fewer rows than this that lie side by side are not worth vectors.
constexpr int64_t kFewLines = 8;
// Rows that are gathered together where they lie side by side, so that each line of memory is read once.
constexpr int64_t kGatheredLines = 16;
// Tasks that run at one time, at most, where they need scratch.
constexpr int64_t kSlots = 64;
constexpr int64_t kCacheLine = 64;

int64_t Bytes(DType dtype) {
  return static_cast<int64_t>(SizeOf(dtype));
}

}  // namespace

RowPlan::RowPlan(std::span<const TensorView> outputs, std::span<const TensorView> inputs, size_t dim,
                 const RowLoops& loops, RowNumbers numbers, DType cast, bool reversed)
    : loops_(loops),
      numbers_(numbers),
      outputCount_(outputs.size()),
      operandCount_(outputs.size() + inputs.size()) {
  const TensorView& shape = inputs.front();
  if (shape.Empty()) {
    return;
  }
  std::array<TensorView, kMostOperands> views{};
  std::ranges::copy(outputs, views.begin());
  std::ranges::copy(inputs, views.begin() + static_cast<std::ptrdiff_t>(outputCount_));
  for (size_t k = 0; k < operandCount_; ++k) {
    const TensorView& view = views[k];
    Operand& operand = operands_[k];
    operand.dtype = view.dtype;
    operand.size = Bytes(view.dtype);
    operand.inLoop = k < outputCount_ ? loops.outputs[k] : loops.inputs[k - outputCount_];
    operand.wide = Bytes(operand.inLoop);
    operand.length = view.rank == 0 ? 1 : view.dims[dim];
    operand.elementStride = operand.length <= 1 ? operand.size : view.strides[dim] * operand.size;
    if (reversed && operand.length > 1) {
      operand.first = (operand.length - 1) * operand.elementStride;
      operand.elementStride = -operand.elementStride;
    }
    cost_ += static_cast<size_t>(view.NumElements() * operand.size);
  }
  length_ = operands_[outputCount_].length;
  part_ = loops.part == 0 ? length_ : std::min(length_, loops.part);
  SetConversions(cast);
  SetLines(std::span(views).first(operandCount_), dim);
  ChooseLayout();
  ReserveScratch();
}

void RowPlan::SetConversions(DType cast) {
  for (size_t k = 0; k < operandCount_; ++k) {
    Operand& operand = operands_[k];
    DType from = operand.dtype;
    operand.castSize = operand.size;
    if (k >= outputCount_ && cast != DType::kUndefined && cast != from && cast != operand.inLoop) {
      operand.cast = FindConversion(from, cast);
      operand.castSize = Bytes(cast);
      from = cast;
    }
    if (from != operand.inLoop) {
      operand.conversion =
          k < outputCount_ ? FindConversion(operand.inLoop, from) : FindConversion(from, operand.inLoop);
    }
  }
}

void RowPlan::SetLines(std::span<const TensorView> views, size_t dim) {
  const TensorView& shape = views[outputCount_];
  for (size_t d = 0; d < static_cast<size_t>(shape.rank); ++d) {
    if (d != dim && shape.dims[d] > 1) {
      LineDim line{shape.dims[d], {}};
      for (size_t k = 0; k < views.size(); ++k) {
        line.strides[k] = views[k].strides[d] * operands_[k].size;
      }
      lines_.push_back(line);
    }
  }
  std::ranges::stable_sort(lines_, std::greater<>(), [](const LineDim& line) { return line.strides[0]; });
  size_t count = 0;
  for (const LineDim& line : lines_) {
    bool merges = count > 0;
    for (size_t k = 0; merges && k < views.size(); ++k) {
      merges = lines_[count - 1].strides[k] == line.strides[k] * line.size;
    }
    if (merges) {
      const int64_t outer = lines_[count - 1].size;
      lines_[count - 1] = line;
      lines_[count - 1].size *= outer;
    } else {
      lines_[count++] = line;
    }
  }
  lines_.resize(count);
  if (lines_.empty()) {
    lines_.push_back({1, {}});
  }
}

void RowPlan::ChooseLayout() {
  const LineDim& inner = lines_.back();
  const int64_t elementStride = std::abs(operands_[0].elementStride);
  const bool sideBySide = inner.size >= kFewLines && inner.strides[0] < elementStride;
  across_ = loops_.across && sideBySide;
  for (size_t k = 0; k < operandCount_; ++k) {
    Operand& operand = operands_[k];
    operand.lineStride = inner.strides[k];
    operand.packed = (across_ ? operand.lineStride : operand.elementStride) != operand.size;
  }
  tileLines_ = across_ ? kRowLines : std::max(int64_t{1}, kRowTileElements / length_);
  tileLines_ = std::min(sideBySide ? std::max(tileLines_, kGatheredLines) : tileLines_, inner.size);
  tiles_ = CeilDivide(inner.size, tileLines_);
  for (size_t d = 0; d + 1 < lines_.size(); ++d) {
    tiles_ *= lines_[d].size;
  }
  tilesOfTask_ = std::max(int64_t{1}, kTaskElements / (tileLines_ * length_));
}

void RowPlan::ReserveScratch() {
  const auto reserve = [&](int64_t bytes) {
    const int64_t at = slotBytes_;
    slotBytes_ += CeilDivide(bytes, kCacheLine) * kCacheLine;
    return at;
  };
  for (size_t k = 0; k < operandCount_; ++k) {
    Operand& operand = operands_[k];
    const int64_t elements = tileLines_ * std::min(loops_.part == 0 ? operand.length : part_, operand.length);
    operand.packedAt = operand.packed ? reserve(elements * operand.size) : 0;
    operand.castAt = operand.cast != nullptr ? reserve(elements * operand.castSize) : 0;
    operand.convertedAt = operand.conversion != nullptr ? reserve(elements * operand.wide) : 0;
  }
  scratchAt_ = reserve(tileLines_ * loops_.scratchOfLine + length_ * loops_.scratchOfElement +
                       tileLines_ * length_ * loops_.scratchOfTileElement);
  slots_ = std::min(kSlots, CeilDivide(tiles_, tilesOfTask_));
}

// One task: the tensors' memory, and scratch for what is gathered or converted.
class RowPlan::Runner {
 public:
  Runner(const RowPlan& plan, std::span<std::byte* const> outputs, std::span<const std::byte* const> inputs,
         std::byte* scratch)
      : plan_(plan), outputs_(outputs), inputs_(inputs), scratch_(scratch) {}

  void Do(int64_t number) {
    std::array<int64_t, kMostOperands> offsets{};
    const size_t inner = plan_.lines_.size() - 1;
    for (size_t d = inner + 1; d-- > 0;) {
      const LineDim& line = plan_.lines_[d];
      const int64_t count = d == inner ? CeilDivide(line.size, plan_.tileLines_) : line.size;
      int64_t index = number % count;
      number /= count;
      if (d == inner) {
        index *= plan_.tileLines_;
        lines_ = std::min(plan_.tileLines_, line.size - index);
      }
      for (size_t k = 0; k < plan_.operandCount_; ++k) {
        offsets[k] += index * line.strides[k];
      }
    }
    for (size_t k = 0; k < plan_.operandCount_; ++k) {
      offsets[k] += plan_.operands_[k].first;
    }
    for (int64_t begin = 0; begin < plan_.length_; begin += plan_.part_) {
      DoPart(begin, offsets);
    }
  }

 private:
  // A tensor's part of the tile, in rows of what lies side by side.
  struct Extent {
    int64_t rows;
    int64_t columns;
  };

  void DoPart(int64_t begin, const std::array<int64_t, kMostOperands>& offsets) {
    RowTile tile{};
    tile.lines = lines_;
    tile.elements = std::min(plan_.part_, plan_.length_ - begin);
    tile.begin = begin;
    tile.across = plan_.across_;
    tile.scratch = scratch_ + plan_.scratchAt_;
    tile.numbers = plan_.numbers_;
    const auto offset = [&](size_t k) { return offsets[k] + begin * plan_.operands_[k].elementStride; };
    const auto elements = [&](size_t k) {
      return plan_.part_ == plan_.length_ ? plan_.operands_[k].length : tile.elements;
    };
    for (size_t k = plan_.outputCount_; k < plan_.operandCount_; ++k) {
      const size_t input = k - plan_.outputCount_;
      Read(plan_.operands_[k], inputs_[input] + offset(k), elements(k), tile.inputs[input],
           tile.inputStrides[input]);
    }
    for (size_t k = 0; k < plan_.outputCount_; ++k) {
      Place(plan_.operands_[k], outputs_[k] + offset(k), elements(k), tile.outputs[k], tile.outputStrides[k]);
    }
    plan_.loops_.run(tile);
    for (size_t k = 0; k < plan_.outputCount_; ++k) {
      Write(plan_.operands_[k], tile.outputs[k], elements(k), outputs_[k] + offset(k));
    }
  }

  [[nodiscard]] Extent ExtentOf(int64_t elements) const {
    return plan_.across_ ? Extent{elements, lines_} : Extent{lines_, elements};
  }

  // A tensor's part as the tensor has it.
  [[nodiscard]] StridedPlane PlaneOf(const Operand& operand, const Extent& extent) const {
    return plan_.across_
               ? StridedPlane{extent.rows, extent.columns, operand.elementStride, operand.lineStride}
               : StridedPlane{extent.rows, extent.columns, operand.lineStride, operand.elementStride};
  }

  static void Convert(ElementwiseLoop conversion, const Extent& extent, const std::byte* from, int64_t stride,
                      int64_t size, std::byte* to, int64_t toStride, int64_t toSize) {
    ElementwiseTile tile{};
    tile.inputs[0] = {from, stride, 1};
    tile.out = to;
    tile.outRowStride = toStride;
    const bool joined = stride == extent.columns * size && toStride == extent.columns * toSize;
    tile.rows = joined ? 1 : extent.rows;
    tile.columns = joined ? extent.rows * extent.columns : extent.columns;
    conversion(tile);
  }

  void Read(const Operand& operand, const std::byte* from, int64_t elements, const std::byte*& data,
            int64_t& stride) const {
    const Extent extent = ExtentOf(elements);
    const StridedPlane plane = PlaneOf(operand, extent);
    data = from;
    stride = plane.rowStride;
    if (operand.packed) {
      std::byte* const packed = scratch_ + operand.packedAt;
      PackPlane(operand.size, plane, from, packed);
      data = packed;
      stride = extent.columns * operand.size;
    }
    const auto convert = [&](ElementwiseLoop conversion, int64_t size, std::byte* to, int64_t toSize) {
      if (conversion != nullptr) {
        Convert(conversion, extent, data, stride, size, to, extent.columns * toSize, toSize);
        data = to;
        stride = extent.columns * toSize;
      }
    };
    convert(operand.cast, operand.size, scratch_ + operand.castAt, operand.castSize);
    convert(operand.conversion, operand.castSize, scratch_ + operand.convertedAt, operand.wide);
  }

  // Where the loop writes.
  void Place(const Operand& operand, std::byte* to, int64_t elements, std::byte*& place,
             int64_t& stride) const {
    const Extent extent = ExtentOf(elements);
    if (operand.conversion != nullptr) {
      place = scratch_ + operand.convertedAt;
      stride = extent.columns * operand.wide;
    } else if (operand.packed) {
      place = scratch_ + operand.packedAt;
      stride = extent.columns * operand.size;
    } else {
      place = to;
      stride = PlaneOf(operand, extent).rowStride;
    }
  }

  // What the loop has written, to where it belongs.
  void Write(const Operand& operand, const std::byte* from, int64_t elements, std::byte* to) const {
    const Extent extent = ExtentOf(elements);
    const StridedPlane plane = PlaneOf(operand, extent);
    if (operand.conversion != nullptr) {
      std::byte* const place = operand.packed ? scratch_ + operand.packedAt : to;
      const int64_t stride = operand.packed ? extent.columns * operand.size : plane.rowStride;
      Convert(operand.conversion, extent, from, extent.columns * operand.wide, operand.wide, place, stride,
              operand.size);
      from = place;
    }
    if (operand.packed) {
      UnpackPlane(operand.size, plane, from, to);
    }
  }

  const RowPlan& plan_;
  std::span<std::byte* const> outputs_;
  std::span<const std::byte* const> inputs_;
  std::byte* scratch_;
  int64_t lines_ = 0;
};

void RowPlan::Run(std::span<std::byte* const> outputs, std::span<const std::byte* const> inputs,
                  std::byte* workspace, const backend::cpu::CpuContext& cpu) const {
  ForEachTaskInSlots(cpu, CeilDivide(tiles_, tilesOfTask_), slots_, [&](int64_t task, int64_t slot) {
    Runner runner(*this, outputs, inputs, workspace + slot * slotBytes_);
    const int64_t end = std::min(tiles_, (task + 1) * tilesOfTask_);
    for (int64_t tile = task * tilesOfTask_; tile < end; ++tile) {
      runner.Do(tile);
    }
  });
}

}  // namespace openaclnn
