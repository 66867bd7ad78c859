// SPDX-License-Identifier: Apache-2.0
#include "ops/softmax/plan.h"

#include <algorithm>
#include <functional>

#include "base/checked_math.h"
#include "kernels/conversion.h"
#include "kernels/pack.h"
#include "kernels/tasks.h"

namespace openaclnn {
namespace {

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = int64_t{1} << 14;
// Of a tile of whole rows: what is gathered stays in a level-one cache.
constexpr int64_t kTileElements = int64_t{1} << 11;
// Fewer rows than this that lie side by side are not worth vectors.
constexpr int64_t kFewLines = 8;
// Tasks that run at one time, at most, where they need scratch.
constexpr int64_t kSlots = 64;
constexpr int64_t kCacheLine = 64;

int64_t Bytes(DType dtype) {
  return static_cast<int64_t>(SizeOf(dtype));
}

}  // namespace

SoftmaxPlan::SoftmaxPlan(const TensorView& out, std::span<const TensorView> inputs, size_t dim, DType compute,
                         SoftmaxLoop loop)
    : loop_(loop), compute_(compute), operandCount_(1 + inputs.size()) {
  if (out.Empty()) {
    return;
  }
  std::array<TensorView, kMostOperands> views{out};
  std::ranges::copy(inputs, views.begin() + 1);
  for (size_t k = 0; k < operandCount_; ++k) {
    const TensorView& view = views[k];
    Operand& operand = operands_[k];
    operand.dtype = view.dtype;
    operand.size = Bytes(view.dtype);
    operand.elementStride =
        out.rank == 0 || out.dims[dim] == 1 ? operand.size : view.strides[dim] * operand.size;
    if (view.dtype != compute) {
      operand.conversion =
          k == kOut ? FindConversion(compute, view.dtype) : FindConversion(view.dtype, compute);
    }
    cost_ += static_cast<size_t>(out.NumElements() * operand.size);
  }
  length_ = out.rank == 0 ? 1 : out.dims[dim];
  SetLines(std::span(views).first(operandCount_), dim);
  ChooseLayout();
  ReserveScratch();
}

void SoftmaxPlan::SetLines(std::span<const TensorView> views, size_t dim) {
  const TensorView& out = views[kOut];
  for (size_t d = 0; d < static_cast<size_t>(out.rank); ++d) {
    if (d != dim && out.dims[d] > 1) {
      LineDim line{out.dims[d], {}};
      for (size_t k = 0; k < views.size(); ++k) {
        line.strides[k] = views[k].strides[d] * operands_[k].size;
      }
      lines_.push_back(line);
    }
  }
  std::ranges::stable_sort(lines_, std::greater<>(), [](const LineDim& line) { return line.strides[kOut]; });
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

void SoftmaxPlan::ChooseLayout() {
  const LineDim& inner = lines_.back();
  across_ = inner.size >= kFewLines && inner.strides[kOut] < operands_[kOut].elementStride;
  for (size_t k = 0; k < operandCount_; ++k) {
    Operand& operand = operands_[k];
    operand.lineStride = inner.strides[k];
    operand.packed = (across_ ? operand.lineStride : operand.elementStride) != operand.size;
  }
  tileLines_ = across_ ? kSoftmaxLines : std::max(int64_t{1}, kTileElements / length_);
  tileLines_ = std::min(tileLines_, inner.size);
  tiles_ = CeilDivide(inner.size, tileLines_);
  for (size_t d = 0; d + 1 < lines_.size(); ++d) {
    tiles_ *= lines_[d].size;
  }
  tilesOfTask_ = std::max(int64_t{1}, kTaskElements / (tileLines_ * length_));
}

void SoftmaxPlan::ReserveScratch() {
  const int64_t elements = tileLines_ * length_;
  const auto reserve = [&](int64_t size) {
    const int64_t at = slotBytes_;
    slotBytes_ += CeilDivide(elements * size, kCacheLine) * kCacheLine;
    return at;
  };
  for (size_t k = 0; k < operandCount_; ++k) {
    Operand& operand = operands_[k];
    operand.packedAt = operand.packed ? reserve(operand.size) : 0;
    operand.convertedAt = operand.conversion != nullptr ? reserve(Bytes(compute_)) : 0;
  }
  slots_ = std::min(kSlots, CeilDivide(tiles_, tilesOfTask_));
}

// One task: the tensors' memory, and scratch for what is gathered or converted.
class SoftmaxPlan::Runner {
 public:
  Runner(const SoftmaxPlan& plan, std::byte* out, std::span<const std::byte* const> inputs,
         std::byte* scratch)
      : plan_(plan), out_(out), inputs_(inputs), scratch_(scratch) {}

  void Do(int64_t number) {
    std::array<int64_t, kMostOperands> offsets{};
    const size_t inner = plan_.lines_.size() - 1;
    int64_t lines = 0;
    for (size_t d = inner + 1; d-- > 0;) {
      const LineDim& line = plan_.lines_[d];
      const int64_t count = d == inner ? CeilDivide(line.size, plan_.tileLines_) : line.size;
      int64_t index = number % count;
      number /= count;
      if (d == inner) {
        index *= plan_.tileLines_;
        lines = std::min(plan_.tileLines_, line.size - index);
      }
      for (size_t k = 0; k < plan_.operandCount_; ++k) {
        offsets[k] += index * line.strides[k];
      }
    }
    rows_ = plan_.across_ ? plan_.length_ : lines;
    columns_ = plan_.across_ ? lines : plan_.length_;
    SoftmaxTile tile{};
    tile.lines = lines;
    tile.elements = plan_.length_;
    tile.across = plan_.across_;
    for (size_t k = 1; k < plan_.operandCount_; ++k) {
      Read(plan_.operands_[k], inputs_[k - 1] + offsets[k], tile.inputs[k - 1], tile.inputStrides[k - 1]);
    }
    Write(out_ + offsets[kOut], tile);
  }

 private:
  // A tensor's part as the tensor has it.
  [[nodiscard]] StridedPlane PlaneOf(const Operand& operand) const {
    return plan_.across_ ? StridedPlane{rows_, columns_, operand.elementStride, operand.lineStride}
                         : StridedPlane{rows_, columns_, operand.lineStride, operand.elementStride};
  }

  void Convert(ElementwiseLoop conversion, const std::byte* from, int64_t stride, int64_t size, std::byte* to,
               int64_t toStride, int64_t toSize) const {
    ElementwiseTile tile{};
    tile.inputs[0] = {from, stride, 1};
    tile.out = to;
    tile.outRowStride = toStride;
    const bool joined = stride == columns_ * size && toStride == columns_ * toSize;
    tile.rows = joined ? 1 : rows_;
    tile.columns = joined ? rows_ * columns_ : columns_;
    conversion(tile);
  }

  void Read(const Operand& operand, const std::byte* from, const std::byte*& data, int64_t& stride) const {
    const StridedPlane plane = PlaneOf(operand);
    data = from;
    stride = plane.rowStride;
    if (operand.packed) {
      std::byte* const packed = scratch_ + operand.packedAt;
      PackPlane(operand.size, plane, from, packed);
      data = packed;
      stride = columns_ * operand.size;
    }
    if (operand.conversion != nullptr) {
      const int64_t size = Bytes(plan_.compute_);
      std::byte* const converted = scratch_ + operand.convertedAt;
      Convert(operand.conversion, data, stride, operand.size, converted, columns_ * size, size);
      data = converted;
      stride = columns_ * size;
    }
  }

  void Write(std::byte* to, SoftmaxTile& tile) const {
    const Operand& operand = plan_.operands_[kOut];
    const StridedPlane plane = PlaneOf(operand);
    std::byte* const place = operand.packed ? scratch_ + operand.packedAt : to;
    const int64_t placeStride = operand.packed ? columns_ * operand.size : plane.rowStride;
    tile.out = place;
    tile.outStride = placeStride;
    if (operand.conversion != nullptr) {
      tile.out = scratch_ + operand.convertedAt;
      tile.outStride = columns_ * Bytes(plan_.compute_);
    }
    plan_.loop_(tile);
    if (operand.conversion != nullptr) {
      Convert(operand.conversion, tile.out, tile.outStride, Bytes(plan_.compute_), place, placeStride,
              operand.size);
    }
    if (operand.packed) {
      UnpackPlane(operand.size, plane, place, to);
    }
  }

  const SoftmaxPlan& plan_;
  std::byte* out_;
  std::span<const std::byte* const> inputs_;
  std::byte* scratch_;
  int64_t rows_ = 0;
  int64_t columns_ = 0;
};

void SoftmaxPlan::Run(std::byte* out, std::span<const std::byte* const> inputs, std::byte* workspace,
                      const backend::cpu::CpuContext& cpu) const {
  ForEachTaskInSlots(cpu, CeilDivide(tiles_, tilesOfTask_), slots_, [&](int64_t task, int64_t slot) {
    Runner runner(*this, out, inputs, workspace + slot * slotBytes_);
    const int64_t end = std::min(tiles_, (task + 1) * tilesOfTask_);
    for (int64_t tile = task * tilesOfTask_; tile < end; ++tile) {
      runner.Do(tile);
    }
  });
}

}  // namespace openaclnn
