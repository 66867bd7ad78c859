// SPDX-License-Identifier: Apache-2.0
//
// How the tensors of an elementwise call are walked, as planned.
#include <algorithm>

#include "kernels/elementwise/columns.h"
#include "kernels/elementwise/elementwise.h"
#include "kernels/tiles/pack.h"

namespace openaclnn {

// One task: the tensors' memory, and buffers for what is packed or converted.
class ElementwisePlan::Runner {
 public:
  Runner(const ElementwisePlan& plan, std::byte* out, std::span<const std::byte* const> inputs,
         const std::array<ScalarValue, kMostScalars>& scalars)
      : plan_(plan),
        column_(ColumnDim(plan.joinsRows_, plan.rank_, plan.dims_, plan.ElementsOfTile())),
        out_(out),
        inputs_(inputs) {
    tile_.scalars = scalars;
    tile_.stream = plan.stream_;
  }

  void Do(int64_t number) {
    std::array<int64_t, kMostOperands> offsets{};
    rows_ = plan_.tileRows_;
    columns_ = plan_.tileColumns_;
    for (size_t d = plan_.tiles_ == 1 ? 0 : column_ + 1; d-- > 0;) {
      int64_t index = number % plan_.counts_[d];
      number /= plan_.counts_[d];
      if (d == column_ && !plan_.joinsRows_) {
        index *= plan_.tileColumns_;
        columns_ = std::min(plan_.tileColumns_, plan_.dims_[d] - index);
      } else if (d == column_ - 1) {
        index *= plan_.tileRows_;
        rows_ = std::min(plan_.tileRows_, plan_.dims_[d] - index);
      }
      for (size_t k = 0; k < plan_.operandCount_; ++k) {
        offsets[k] += index * plan_.operands_[k].strides[d];
      }
    }
    for (size_t k = 1; k < plan_.operandCount_; ++k) {
      tile_.inputs[k - 1] = Read(k, inputs_[k - 1] + offsets[k]);
    }
    Write(out_ + offsets[kOut]);
  }

 private:
  [[nodiscard]] StridedPlane PlaneOf(const Operand& operand) const {
    return {rows_, columns_, operand.strides[column_ - 1], operand.strides[column_]};
  }
  [[nodiscard]] StridedTile TileOf(const Operand& operand) const {
    StridedTile tile = JoinedTile(column_, plan_.rank_, plan_.dims_, operand.strides);
    tile.dims[0] *= rows_;
    return tile;
  }

  // The part of an input as the loop wants it.
  ElementwiseInput Read(size_t k, const std::byte* data) {
    const Operand& operand = plan_.operands_[k];
    const StridedPlane plane = PlaneOf(operand);
    ElementwiseInput input{data, plane.rowStride, plane.columnStride == 0 && !plan_.joinsRows_ ? 0 : 1};
    if (!operand.packed && operand.conversion == nullptr) {
      return input;
    }
    Buffered& buffered = buffered_[k];
    if (buffered.data == data && buffered.rows >= rows_ && buffered.columns == columns_) {
      return buffered.input;
    }
    if (operand.packed) {
      if (plan_.joinsRows_) {
        PackTile(operand.size, TileOf(operand), data, packed_[k].data());
      } else {
        PackPlane(operand.size, plane, data, packed_[k].data());
      }
      input = {packed_[k].data(), columns_ * operand.size, 1};
    }
    const auto convert = [&](ElementwiseLoop conversion, DType to, Buffer& buffer) {
      const int64_t stride = columns_ * static_cast<int64_t>(SizeOf(to));
      Convert(conversion, input, buffer.data(), stride);
      input = {buffer.data(), stride, 1};
    };
    if (operand.second != nullptr) {
      convert(operand.conversion, operand.between, converted_[k]);
      convert(operand.second, plan_.TypeInLoop(k), packed_[k]);
    } else if (operand.conversion != nullptr) {
      convert(operand.conversion, plan_.TypeInLoop(k), converted_[k]);
    }
    buffered = {data, rows_, columns_, input};
    return input;
  }

  void Write(std::byte* data) {
    const Operand& operand = plan_.operands_[kOut];
    const StridedPlane plane = PlaneOf(operand);
    std::byte* const place = operand.packed ? packed_[kOut].data() : data;
    const int64_t placeStride = operand.packed ? columns_ * operand.size : plane.rowStride;
    const int64_t resultStride = columns_ * static_cast<int64_t>(SizeOf(plan_.types_.result));
    if (operand.second != nullptr) {
      const int64_t betweenStride = columns_ * static_cast<int64_t>(SizeOf(operand.between));
      Compute(packed_[kOut].data(), resultStride);
      Convert(operand.second, {packed_[kOut].data(), resultStride, 1}, converted_[kOut].data(),
              betweenStride);
      Convert(operand.conversion, {converted_[kOut].data(), betweenStride, 1}, place, placeStride);
    } else if (operand.conversion != nullptr) {
      Compute(converted_[kOut].data(), resultStride);
      Convert(operand.conversion, {converted_[kOut].data(), resultStride, 1}, place, placeStride);
    } else {
      Compute(place, placeStride);
    }
    if (operand.packed && plan_.joinsRows_) {
      UnpackTile(operand.size, TileOf(operand), place, data);
    } else if (operand.packed) {
      UnpackPlane(operand.size, plane, place, data);
    }
  }

  void Compute(std::byte* out, int64_t rowStride) {
    tile_.out = out;
    tile_.outRowStride = rowStride;
    tile_.rows = rows_;
    tile_.columns = columns_;
    plan_.loop_(tile_);
  }

  void Convert(ElementwiseLoop conversion, const ElementwiseInput& input, std::byte* out, int64_t rowStride) {
    ElementwiseTile tile{};
    tile.out = out;
    tile.outRowStride = rowStride;
    tile.inputs[0] = input;
    tile.rows = rows_;
    tile.columns = columns_;
    conversion(tile);
  }

  using Buffer = std::array<std::byte, kTileBufferBytes>;
  // What is in an input's buffers: the part of the tensor from `data` on.
  struct Buffered {
    const std::byte* data = nullptr;
    int64_t rows = 0;
    int64_t columns = 0;
    ElementwiseInput input{};
  };

  const ElementwisePlan& plan_;
  size_t column_;  // the first of the columns' dims
  std::byte* out_;
  std::span<const std::byte* const> inputs_;
  ElementwiseTile tile_{};
  int64_t rows_ = 0;
  int64_t columns_ = 0;
  std::array<Buffered, kMostOperands> buffered_{};
  alignas(64) std::array<Buffer, kMostOperands> packed_;
  alignas(64) std::array<Buffer, kMostOperands> converted_;
};

void ElementwisePlan::Run(std::byte* out, std::span<const std::byte* const> inputs,
                          const std::array<ScalarValue, kMostScalars>& scalars,
                          const backend::cpu::CpuContext& cpu) const {
  if (IsOneTile()) {
    return RunOneTile(out, inputs, scalars);
  }
  cpu.ParallelFor(Tasks(), [&](int64_t task) { RunTasks(task, task + 1, out, inputs, scalars); });
}

// The small ones once more: what the general way would do with a single tile of the tensors' own memory.
void ElementwisePlan::RunOneTile(std::byte* out, std::span<const std::byte* const> inputs,
                                 const std::array<ScalarValue, kMostScalars>& scalars) const {
  ElementwiseTile tile;  // of inputs that there are not, nothing is read
  tile.out = out;
  tile.outRowStride = 0;
  tile.scalars = scalars;
  tile.rows = tileRows_;
  tile.columns = tileColumns_;
  tile.stream = stream_;
  if (IsWhole()) {
    for (size_t k = 1; k < operandCount_; ++k) {
      tile.inputs[k - 1] = {inputs[k - 1], 0, 1};
    }
    return loop_(tile);
  }
  const size_t inner = rank_ - 1;
  tile.outRowStride = operands_[kOut].strides[inner - 1];
  for (size_t k = 1; k < operandCount_; ++k) {
    const auto& strides = operands_[k].strides;
    tile.inputs[k - 1] = {inputs[k - 1], strides[inner - 1], strides[inner] == 0 ? 0 : 1};
  }
  loop_(tile);
}

void ElementwisePlan::RunTasks(int64_t begin, int64_t end, std::byte* out,
                               std::span<const std::byte* const> inputs,
                               const std::array<ScalarValue, kMostScalars>& scalars) const {
  if (IsOneTile()) {
    return RunOneTile(out, inputs, scalars);
  }
  Runner runner(*this, out, inputs, scalars);
  const int64_t endTile = std::min(tiles_, end * tilesOfTask_);
  for (int64_t tile = begin * tilesOfTask_; tile < endTile; ++tile) {
    runner.Do(tile);
  }
}

}  // namespace openaclnn
