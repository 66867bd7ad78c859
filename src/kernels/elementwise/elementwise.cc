// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementwise/elementwise.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/checked_math.h"
#include "base/small_vector.h"
#include "kernels/elementwise/conversion.h"
#include "kernels/tiles/pack.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {
namespace {

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 16 * kTileElements;
// Of a tile that is packed or converted: its buffers stay in a level-one cache.
constexpr int64_t kBufferBytes = 8192;
// Columns shorter than this are joined with those of other rows.
constexpr int64_t kShortColumns = 32;
// Columns of tiles where an operand's rows lie closer than its columns.
constexpr int64_t kAcrossColumns = 32;
// Streaming stores of shorter rows would write too many lines in parts.
constexpr int64_t kStreamRowBytes = 1024;

using Extents = std::array<int64_t, kMaxRank>;
using DimOrder = SmallVector<size_t, kMaxRank>;

// The first of the dims that make the columns of tiles: the innermost one, or, where that is short, as many
// as a tile has room for, so that no tile is short.
size_t ColumnDim(bool joins, size_t rank, const Extents& dims, int64_t most) {
  size_t first = rank - 1;
  int64_t columns = dims[first];
  while (joins && first > 1 && columns * dims[first - 1] <= most) {
    columns *= dims[--first];
  }
  return first;
}

// As ElementwisePlan::Cost.
size_t CostOf(const TensorView& out, ElementwisePlan::Inputs inputs, bool buffered) {
  size_t bytes = SizeOf(out.dtype);
  for (const TensorView* input : inputs) {
    bytes += SizeOf(input->dtype);
  }
  bytes *= static_cast<size_t>(out.NumElements());
  // While in the caches, plain loops are so much faster than memory.
  constexpr size_t kCachedFactor = 4;
  constexpr size_t kWorthLooking = size_t{64} << 10;  // what is smaller is soon done in any case
  return buffered || bytes <= kWorthLooking ? bytes : bytes / kCachedFactor;
}

// The dims of a view of more than one element, in its order in memory.
DimOrder OrderInMemory(const TensorView& view) {
  DimOrder order;
  for (size_t d = 0; d < static_cast<size_t>(view.rank); ++d) {
    if (view.dims[d] > 1) {
      order.push_back(d);
    }
  }
  std::ranges::stable_sort(order, std::greater<>(), [&](size_t d) { return view.strides[d]; });
  return order;
}

// Whether an input of such an order could be walked in it: nothing is repeated or backwards.
bool Leads(const TensorView& view, const DimOrder& order, size_t innermost) {
  return order[order.size() - 1] == innermost && view.strides[innermost] > 0;
}

// The order in which the dims of the operands are walked, of which the output comes first: any gives the same
// bits. It is the output's, but where two inputs share another innermost dim: then the output is packed, and
// they are not.
DimOrder WalkedOrder(std::span<const TensorView> views) {
  DimOrder ofOutput = OrderInMemory(views[0]);
  for (size_t k = 1; ofOutput.size() > 1 && k + 1 < views.size(); ++k) {
    DimOrder order = OrderInMemory(views[k]);
    const size_t innermost = order[order.size() - 1];
    if (innermost == ofOutput[ofOutput.size() - 1] || !Leads(views[k], order, innermost)) {
      continue;
    }
    for (size_t other = k + 1; other < views.size(); ++other) {
      if (Leads(views[other], OrderInMemory(views[other]), innermost)) {
        return order;
      }
    }
  }
  return ofOutput;
}

// The dims of a tile as an operand of such strides has them, neighbours merged: of the dim before the
// columns' a single step.
StridedTile JoinedTile(size_t columnDim, size_t rank, const Extents& dims, const Extents& strides) {
  StridedTile tile{1, {1}, {strides[columnDim - 1]}};
  for (size_t d = columnDim; d < rank; ++d) {
    const size_t last = tile.rank - 1;
    if (tile.strides[last] == strides[d] * dims[d]) {
      tile.dims[last] *= dims[d];
      tile.strides[last] = strides[d];
    } else {
      tile.dims[tile.rank] = dims[d];
      tile.strides[tile.rank++] = strides[d];
    }
  }
  return tile;
}

}  // namespace

ElementwisePlan::ElementwisePlan(const TensorView& out, Inputs inputs, ElementwiseTypes types,
                                 ElementwiseLoop loop)
    : operandCount_(1 + inputs.size()), types_(types), loop_(loop) {
  const int64_t elements = out.NumElements();
  if (elements == 0) {
    return;
  }
  if (elements <= kTaskElements && IsWhole(out, inputs)) {  // too few to pass the caches by
    tileRows_ = tiles_ = tasks_ = 1;
    tileColumns_ = elements;
    cost_ = CostOf(out, inputs, buffered_);
    return;
  }
  SetOperands(out, inputs);
  if (!MergeContiguous(out, inputs)) {
    Merge(out, inputs);
    ChooseRows();
    ChoosePacked();
  }
  Cut();
  const Operand& result = operands_[kOut];
  const int64_t together = joinsRows_ ? tileRows_ * tileColumns_ : tileColumns_;
  stream_ = together * result.size >= kStreamRowBytes && StoresFor(out) == Stores::kStreaming &&
            !result.packed && result.conversion == nullptr;
  cost_ = CostOf(out, inputs, buffered_);
}

inline DType ElementwisePlan::TypeInLoop(size_t operand) const {
  if (operand == kOut) {
    return types_.result;
  }
  return operand == 1 && types_.first != DType::kUndefined ? types_.first : types_.inputs;
}

// Whether all operands are of the loop's types and lie alike without gaps. Then there is nothing to walk: the plan
// has no dims, and nothing to say of operands. Most small calls are so, and planning would be most of their work.
bool ElementwisePlan::IsWhole(const TensorView& out, Inputs inputs) const {
  const auto stays = [this](size_t operand, DType dtype, DType rounded) {
    return dtype == TypeInLoop(operand) && (rounded == DType::kUndefined || rounded == dtype);
  };
  bool whole = stays(kOut, out.dtype, types_.stored) && out.Contiguous();
  for (size_t k = 0; whole && k < inputs.size(); ++k) {
    whole = stays(k + 1, inputs[k]->dtype, types_.operands) && LiesAs(out, *inputs[k]);
  }
  return whole;
}

void ElementwisePlan::SetOperands(const TensorView& out, Inputs inputs) {
  for (size_t k = 0; k < operandCount_; ++k) {
    Operand& operand = operands_[k];
    operand.dtype = k == kOut ? out.dtype : inputs[k - 1]->dtype;
    operand.between = DType::kUndefined;
    operand.conversion = operand.second = nullptr;
    operand.packed = false;
    operand.size = static_cast<int64_t>(SizeOf(operand.dtype));
    const DType computed = TypeInLoop(k);
    const bool condition = computed != (k == kOut ? types_.result : types_.inputs);
    const DType between = k == kOut ? types_.stored : condition ? DType::kUndefined : types_.operands;
    const auto find = [&](DType from, DType to) {
      return k == kOut ? FindConversion(to, from) : FindConversion(from, to);
    };
    if (between != DType::kUndefined && between != computed && between != operand.dtype) {
      operand.between = between;
      operand.conversion = find(operand.dtype, between);
      operand.second = find(between, computed);
    } else if (operand.dtype != computed) {
      operand.conversion = find(operand.dtype, computed);
    }
    buffered_ = buffered_ || operand.conversion != nullptr;
  }
}

// Whether an input has the dims of a contiguous output, and lies as it does.
bool ElementwisePlan::LiesAs(const TensorView& out, const TensorView& input) {
  if (input.rank != out.rank) {
    return false;
  }
  for (size_t d = 0; d < static_cast<size_t>(out.rank); ++d) {
    if (input.dims[d] != out.dims[d] || (input.strides[d] != out.strides[d] && out.dims[d] != 1)) {
      return false;
    }
  }
  return true;
}

// Most calls: everything contiguous, of one shape.
bool ElementwisePlan::MergeContiguous(const TensorView& out, Inputs inputs) {
  bool contiguous = out.Contiguous();
  for (const TensorView* input : inputs) {
    contiguous = contiguous && LiesAs(out, *input);
  }
  if (!contiguous) {
    return false;
  }
  rank_ = 2;
  dims_[0] = 1;
  dims_[1] = out.NumElements();
  for (size_t k = 0; k < operandCount_; ++k) {
    operands_[k].strides[0] = 0;
    operands_[k].strides[1] = operands_[k].size;
  }
  return true;
}

void ElementwisePlan::Merge(const TensorView& out, Inputs inputs) {
  std::array<TensorView, kMostOperands> views;
  views[kOut] = out;
  for (size_t k = 0; k < inputs.size(); ++k) {
    views[k + 1] = BroadcastTo(*inputs[k], out.Dims());
  }
  for (const size_t d : WalkedOrder({views.data(), operandCount_})) {
    bool merges = rank_ > 0;
    for (size_t k = 0; merges && k < operandCount_; ++k) {
      merges = operands_[k].strides[rank_ - 1] == views[k].strides[d] * operands_[k].size * out.dims[d];
    }
    if (!merges) {
      dims_[rank_++] = 1;
    }
    dims_[rank_ - 1] *= out.dims[d];
    for (size_t k = 0; k < operandCount_; ++k) {
      operands_[k].strides[rank_ - 1] = views[k].strides[d] * operands_[k].size;
    }
  }
  // There are always rows and columns, of one element where the output has no more.
  for (; rank_ < 2; ++rank_) {
    for (size_t d = rank_; d > 0; --d) {
      dims_[d] = dims_[d - 1];
    }
    dims_[0] = 1;
    for (size_t k = 0; k < operandCount_; ++k) {
      operands_[k].strides[1] = rank_ == 0 ? operands_[k].size : operands_[k].strides[0];
      operands_[k].strides[0] = 0;
    }
  }
}

// The dim that makes the rows of tiles: where an operand's elements lie across the columns, the one in which
// they lie closest.
void ElementwisePlan::ChooseRows() {
  const size_t inner = rank_ - 1;
  for (size_t k = 0; k < operandCount_; ++k) {
    const auto& strides = operands_[k].strides;
    if (strides[inner] <= operands_[k].size) {
      continue;
    }
    size_t closest = inner;
    for (size_t d = 0; d < inner; ++d) {
      if (strides[d] > 0 && strides[d] < strides[closest]) {
        closest = d;
      }
    }
    if (closest != inner) {
      across_ = true;
      for (size_t other = 0; other < operandCount_; ++other) {
        auto& moved = operands_[other].strides;
        std::rotate(moved.begin() + closest, moved.begin() + closest + 1, moved.begin() + inner);
      }
      std::rotate(dims_.begin() + closest, dims_.begin() + closest + 1, dims_.begin() + inner);
      return;
    }
  }
}

void ElementwisePlan::ChoosePacked() {
  const size_t inner = rank_ - 1;
  const int64_t columns = dims_[inner];
  joinsRows_ = columns < kShortColumns && dims_[inner - 1] > 1;
  buffered_ = buffered_ || joinsRows_;
  const size_t columnDim = ColumnDim(joinsRows_, rank_, dims_, ElementsOfTile());
  for (size_t k = 0; k < operandCount_; ++k) {
    Operand& operand = operands_[k];
    if (joinsRows_) {
      const StridedTile tile = JoinedTile(columnDim, rank_, dims_, operand.strides);
      operand.packed = tile.rank > 1 || tile.strides[0] != operand.size;
    } else {
      const int64_t step = operand.strides[inner];
      const bool repeated = step == 0 && k != kOut && columns > 1;
      operand.packed = step != operand.size && !repeated;
    }
    buffered_ = buffered_ || operand.packed;
  }
}

int64_t ElementwisePlan::ElementsOfTile() const {
  if (!buffered_) {
    return kTaskElements;
  }
  int64_t largest = 1;
  for (size_t k = 0; k < operandCount_; ++k) {
    const Operand& operand = operands_[k];
    largest = std::max({largest, operand.size, static_cast<int64_t>(SizeOf(TypeInLoop(k))),
                        static_cast<int64_t>(SizeOf(operand.between))});
  }
  return kBufferBytes / largest;
}

void ElementwisePlan::Cut() {
  const int64_t most = ElementsOfTile();
  const size_t columnDim = ColumnDim(joinsRows_, rank_, dims_, most);
  const int64_t rows = dims_[columnDim - 1];
  const int64_t columns =
      std::accumulate(dims_.begin() + columnDim, dims_.begin() + rank_, int64_t{1}, std::multiplies<>());
  tileColumns_ = std::min(columns, most);
  if (across_ && !joinsRows_) {
    tileColumns_ = std::min(columns, std::max(kAcrossColumns, most / rows));
  }
  tileRows_ = std::clamp(most / tileColumns_, int64_t{1}, rows);
  counts_ = dims_;
  counts_[columnDim - 1] = CeilDivide(rows, tileRows_);
  counts_[columnDim] = CeilDivide(columns, tileColumns_);
  tiles_ = std::accumulate(counts_.begin(), counts_.begin() + columnDim + 1, int64_t{1}, std::multiplies<>());
  tilesOfTask_ = std::max(int64_t{1}, kTaskElements / (tileRows_ * tileColumns_));
  tasks_ = CeilDivide(tiles_, tilesOfTask_);
}

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

  using Buffer = std::array<std::byte, kBufferBytes>;
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
