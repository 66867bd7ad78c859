// SPDX-License-Identifier: Apache-2.0
#include "ops/indexing/index_list.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/errors.h"
#include "base/row_view.h"
#include "ops/common/move_checks.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

constexpr std::array<DType, 3> kListDtypes{DType::kInt64, DType::kInt32, DType::kBool};

TensorName NameOfEntry(size_t k) {
  return {"indices", static_cast<int64_t>(k)};
}

bool MayIndex(DType dtype) {
  return std::ranges::find(kListDtypes, dtype) != kListDtypes.end();
}

// Adds an index tensor's dims to the block.
void Broaden(ArgumentChecks& check, const TensorName& name, std::span<const int64_t> dims, Dims& block) {
  const std::optional<Dims> together = BroadcastShape({block.begin(), block.size()}, dims);
  check.Require(
      name, "a shape that broadcasts with those of the other indices", [&] { return together.has_value(); },
      [&] {
        return ShapeText(dims) + " for " + ShapeText({block.begin(), block.size()});
      });
  block = together.value_or(block);
}

// The extent that two have together, of which one may be 1.
std::optional<int64_t> Join(int64_t a, int64_t b) {
  if (a == b || b == 1) {
    return a;
  }
  return a == 1 ? std::optional(b) : std::nullopt;
}

// Writes where the true elements of a mask lie: for each dim a row of numbers.
void WriteCoordinates(const TrueElements& elements, const TensorView& mask, int64_t* rows, int64_t room,
                      std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  elements.Visit(mask, workspace, cpu, [&](const TrueElements::Run& run) {
    Coordinates at(mask.Dims(), run.begin);
    int64_t last = 0;
    int64_t* to = rows + run.ordinal;
    for (const int64_t place : run.places) {
      at.Advance(place - last);
      last = place;
      for (size_t d = 0; d < mask.Dims().size(); ++d) {
        to[static_cast<int64_t>(d) * room] = at[d];
      }
      ++to;
    }
  });
}

}  // namespace

Dims Selection::Shape(std::span<const int64_t> self, const Dims& withBlock) const {
  Dims shape;
  for (const size_t d : before) {
    shape.push_back(self[d]);
  }
  for (const int64_t extent : withBlock) {
    shape.push_back(extent);
  }
  for (const size_t d : after) {
    shape.push_back(self[d]);
  }
  return shape;
}

Nothing NothingOf(const aclTensor& self, const aclTensor* entry) {
  if (entry == nullptr) {
    return Nothing::kSelectsAll;
  }
  if (entry->viewDims != std::vector<int64_t>{0} || entry->dtype != self.dtype) {
    return Nothing::kIndexes;
  }
  return MayIndex(entry->dtype) ? Nothing::kEither : Nothing::kSelectsAll;
}

void CheckIndexList(ArgumentChecks& check, const aclTensor& self, const aclTensorList& indices) {
  for (size_t k = 0; k < indices.values.size(); ++k) {
    check.LiveOrNull(NameOfEntry(k), indices.values[k]);
  }
  for (size_t k = 0; !check.Failed() && k < indices.values.size(); ++k) {
    const NamedTensor named{NameOfEntry(k), indices.values[k]};
    if (named.tensor == nullptr) {
      continue;
    }
    const bool indexes = NothingOf(self, named.tensor) == Nothing::kIndexes;
    if (indexes) {
      check.DtypeIn(named, kListDtypes);
    }
    check.ValidView(named);
    check.Require(
        named.name, "at least 1 dim of a mask",
        [&] { return !indexes || named.tensor->dtype != DType::kBool || !named.tensor->viewDims.empty(); },
        [] { return "0 dims"; });
  }
}

Selection Select(ArgumentChecks& check, const aclTensor& self, const aclTensorList& indices, uint32_t empty) {
  const size_t rank = self.viewDims.size();
  Selection selection;
  size_t dim = 0;
  for (size_t k = 0; !check.Failed() && k < indices.values.size(); ++k) {
    const aclTensor* entry = indices.values[k];
    const Nothing nothing = NothingOf(self, entry);
    const bool selectsAll =
        nothing == Nothing::kSelectsAll || (nothing == Nothing::kEither && (empty >> k & 1U) == 0);
    ListIndex index{k, dim, 1, !selectsAll && entry->dtype == DType::kBool};
    index.dims = index.mask ? entry->viewDims.size() : 1;
    check.Require(
        NameOfEntry(k), "indices for no more dims than self has", [&] { return dim + index.dims <= rank; },
        [&] { return std::to_string(dim + index.dims) + " for " + std::to_string(rank) + " dims"; });
    if (check.Failed()) {
      break;
    }
    dim += index.dims;
    if (selectsAll) {
      continue;
    }
    selection.indices.push_back(index);
    if (index.mask) {
      selection.counted = true;
      check.Require(
          NameOfEntry(k), "the extents of the dims that the mask stands for",
          [&] {
            return std::equal(entry->viewDims.begin(), entry->viewDims.end(),
                              self.viewDims.begin() + static_cast<std::ptrdiff_t>(index.dim));
          },
          [&] { return ShapeText(entry->viewDims) + " for " + ShapeText(self.viewDims); });
    } else {
      Broaden(check, NameOfEntry(k), entry->viewDims, selection.block);
    }
  }
  if (selection.counted && selection.block.empty()) {
    selection.block.push_back(1);
  }
  std::array<bool, kMaxRank> named{};
  bool together = true;
  for (size_t i = 0; i < selection.indices.size(); ++i) {
    const ListIndex& index = selection.indices[i];
    std::fill_n(named.begin() + static_cast<std::ptrdiff_t>(index.dim), index.dims, true);
    together =
        together && (i == 0 || index.dim == selection.indices[i - 1].dim + selection.indices[i - 1].dims);
  }
  const size_t first = selection.indices.empty() || !together ? 0 : selection.indices[0].dim;
  for (size_t d = 0; d < rank; ++d) {
    if (!named[d]) {
      (d < first ? selection.before : selection.after).push_back(d);
    }
  }
  check.Require(
      "indices", "dims of which the result has 8 at most",
      [&] { return selection.Rank() <= static_cast<size_t>(kMaxRank); },
      [&] { return std::to_string(selection.Rank()) + " dims"; });
  return selection;
}

SelectionPlan::SelectionPlan(const Selection& selection, const std::vector<TensorView>& indices, int64_t most,
                             ScratchLayout& scratch) {
  for (const ListIndex& index : selection.indices) {
    Mask mask;
    if (index.mask) {
      const TensorView& view = indices[index.element];
      mask.elements = TrueElements(view, scratch);
      mask.room = std::min(most, view.NumElements());
      mask.coordinates = scratch.Book<int64_t>(mask.room * static_cast<int64_t>(index.dims));
    }
    masks_.push_back(mask);
  }
}

Status SelectionPlan::Find(const Selection& selection, const std::vector<TensorView>& indices,
                           const TensorView& table, std::byte* workspace, const backend::cpu::CpuContext& cpu,
                           Found& found) const {
  found.block = selection.block;
  InplaceVector<IndexSpace::Indices, kMaxRank> tensors;
  for (size_t i = 0; i < selection.indices.size(); ++i) {
    const ListIndex& index = selection.indices[i];
    const TensorView& view = indices[index.element];
    const TensorName name = NameOfEntry(index.element);
    if (!index.mask) {
      tensors.push_back({name, view, table.dims[index.dim], table.strides[index.dim], true});
      IndexSpace own(view.Dims());
      own.Add(tensors[tensors.size() - 1]);
      if (Status status = own.Check(cpu); !status.IsOk()) {
        return status;
      }
      continue;
    }
    const Mask& mask = masks_[i];
    const int64_t count = mask.elements.Count(view, workspace, cpu);
    int64_t& extent = found.block[found.block.size() - 1];
    const std::optional<int64_t> together = Join(extent, count);
    if (!together || count > mask.room) {
      return {code::kRtVectorCoreException,
              name.Text() + ": expected as many true elements as the other indices and the shapes say, got " +
                  std::to_string(count)};
    }
    extent = *together;
    int64_t* const rows = mask.coordinates.In(workspace);
    WriteCoordinates(mask.elements, view, rows, mask.room, workspace, cpu);
    for (size_t d = 0; d < index.dims; ++d) {
      const TensorView row = RowView(DType::kInt64, count, rows + static_cast<int64_t>(d) * mask.room);
      const size_t dim = index.dim + d;
      tensors.push_back({name, row, table.dims[dim], table.strides[dim], false});
    }
  }
  Dims dims;
  for (const size_t d : selection.before) {
    dims.push_back(table.dims[d]);
  }
  for (const int64_t extent : found.block) {
    dims.push_back(extent);
  }
  found.positions = IndexSpace({dims.begin(), dims.size()});
  for (size_t d = 0; d < selection.before.size(); ++d) {
    found.positions.AddStep(d, table.strides[selection.before[d]]);
  }
  for (const IndexSpace::Indices& tensor : tensors) {
    found.positions.Add(tensor);
  }
  return Status::Ok();
}

TensorView SliceOf(const Selection& selection, const TensorView& table) {
  TensorView slice = table;
  slice.rank = static_cast<int>(selection.after.size());
  for (size_t d = 0; d < selection.after.size(); ++d) {
    slice.dims[d] = table.dims[selection.after[d]];
    slice.strides[d] = table.strides[selection.after[d]];
  }
  return slice;
}

}  // namespace openaclnn
