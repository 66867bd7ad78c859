// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementwise/elementwise.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/checked_math.h"
#include "base/small_vector.h"
#include "kernels/elementwise/columns.h"
#include "kernels/elementwise/conversion.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {
namespace {

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 16 * kTileElements;
// Columns shorter than this are joined with those of other rows.
constexpr int64_t kShortColumns = 32;
// Columns of tiles where an operand's rows lie closer than its columns.
constexpr int64_t kAcrossColumns = 32;
// Streaming stores of shorter rows would write too many lines in parts.
constexpr int64_t kStreamRowBytes = 1024;

using DimOrder = SmallVector<size_t, kMaxRank>;

// Whether all operands have the dims of a contiguous output, and lie as it does without gaps: most calls.
bool LieAlike(const TensorView& out, ElementwisePlan::Inputs inputs) {
  if (!out.Contiguous()) {
    return false;
  }
  for (const TensorView* input : inputs) {
    if (input->rank != out.rank) {
      return false;
    }
    for (size_t d = 0; d < static_cast<size_t>(out.rank); ++d) {
      if (input->dims[d] != out.dims[d] || (input->strides[d] != out.strides[d] && out.dims[d] != 1)) {
        return false;
      }
    }
  }
  return true;
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

}  // namespace

ElementwisePlan::ElementwisePlan(const TensorView& out, Inputs inputs, ElementwiseTypes types,
                                 ElementwiseLoop loop)
    : operandCount_(1 + inputs.size()), types_(types), loop_(loop) {
  const int64_t elements = out.NumElements();
  if (elements == 0) {
    return;
  }
  const bool alike = LieAlike(out, inputs);
  // Then there is nothing to walk: the plan has no dims, and nothing to say of operands. Most small calls are so, and
  // planning would be most of their work. They are too few to pass the caches by.
  if (alike && elements <= kTaskElements && NeedsNoConversion(out, inputs)) {
    tileRows_ = tiles_ = tasks_ = 1;
    tileColumns_ = elements;
    cost_ = CostOf(out, inputs, buffered_);
    return;
  }
  SetOperands(out, inputs);
  if (alike) {
    MergeAlike(elements);
  } else {
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

// Whether the loop takes all operands as they are.
bool ElementwisePlan::NeedsNoConversion(const TensorView& out, Inputs inputs) const {
  const auto stays = [this](size_t operand, DType dtype, DType rounded) {
    return dtype == TypeInLoop(operand) && (rounded == DType::kUndefined || rounded == dtype);
  };
  bool none = stays(kOut, out.dtype, types_.stored);
  for (size_t k = 0; none && k < inputs.size(); ++k) {
    none = stays(k + 1, inputs[k]->dtype, types_.operands);
  }
  return none;
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

// The dims of operands that lie alike.
void ElementwisePlan::MergeAlike(int64_t elements) {
  rank_ = 2;
  dims_[0] = 1;
  dims_[1] = elements;
  for (size_t k = 0; k < operandCount_; ++k) {
    operands_[k].strides[0] = 0;
    operands_[k].strides[1] = operands_[k].size;
  }
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
  return kTileBufferBytes / largest;
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

}  // namespace openaclnn
