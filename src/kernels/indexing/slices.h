// SPDX-License-Identifier: Apache-2.0
//
// What gathers and scatters move: a table's slices, and another tensor that has one for each position.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/tensor_view.h"
#include "kernels/indexing/index_space.h"

namespace openaclnn {

// Dims that a table and another tensor step through together, from the one in which the other tensor's elements
// lie furthest apart; neighbours are merged. Strides in bytes.
struct CommonDims {
  size_t rank = 0;
  std::array<int64_t, kMaxRank> dims{};
  std::array<int64_t, kMaxRank> tableStrides{};
  std::array<int64_t, kMaxRank> otherStrides{};

  [[nodiscard]] int64_t Count() const {
    int64_t count = 1;
    for (size_t d = 0; d < rank; ++d) {
      count *= dims[d];
    }
    return count;
  }

  // visit(offset in the table, offset in the other tensor) for elements [begin, end), end > begin.
  template <typename Visit>
  void ForEach(int64_t begin, int64_t end, const Visit& visit) const {
    std::array<int64_t, kMaxRank> index{};
    int64_t table = 0;
    int64_t other = 0;
    int64_t rest = begin;
    for (size_t d = rank; rest > 0 && d-- > 0;) {
      index[d] = rest % dims[d];
      rest /= dims[d];
      table += index[d] * tableStrides[d];
      other += index[d] * otherStrides[d];
    }
    for (int64_t i = begin; i < end; ++i) {
      visit(table, other);
      for (size_t d = rank; d-- > 0;) {
        table += tableStrides[d];
        other += otherStrides[d];
        if (++index[d] < dims[d]) {
          break;
        }
        table -= dims[d] * tableStrides[d];
        other -= dims[d] * otherStrides[d];
        index[d] = 0;
      }
    }
  }
};

// A slice, in rows.
struct Slice {
  CommonDims rows;
  int64_t length = 1;
  int64_t tableStep = 0;  // in bytes
  int64_t otherStep = 0;

  // Whether it is one row whose elements, of so many bytes, lie side by side in both tensors.
  [[nodiscard]] bool IsBlock(int64_t size) const {
    return rows.rank == 0 && (length == 1 || (tableStep == size && otherStep == size));
  }
};

// A gather or scatter, taken apart: dims along which no index changes are not positions, but part of what each
// of these names.
struct SlicesAt {
  IndexSpace positions;                   // of the other dims; offsets in bytes
  TensorView table;                       // with such dims before those of a slice
  TensorView other;                       // the dims of the positions, then those of the table
  size_t dims = 0;                        // of the positions
  std::array<size_t, kMaxRank> places{};  // of all dims in the other tensor

  // `reads`: the table is read, in any order. Else each of its elements is written in the order of positions.
  SlicesAt(const IndexSpace& all, const TensorView& slice, const TensorView& given, bool reads);

  // Which dim of the positions one of all dims is; none if it is the table's.
  [[nodiscard]] std::optional<size_t> PlaceOf(size_t dim) const {
    return places[dim] < dims ? std::optional<size_t>(places[dim]) : std::nullopt;
  }

  // The dims of the table, outside of the positions or inside: as the other tensor's elements lie, so that
  // those of one line are moved together.
  struct Nest {
    CommonDims outer;
    Slice inner;
  };
  [[nodiscard]] Nest Nested() const;

  // Parts: indices [start, start + count) of a dim of the table, or of the positions.
  [[nodiscard]] SlicesAt PartOfTable(size_t dim, int64_t start, int64_t count) const;
  [[nodiscard]] SlicesAt PartOfPositions(size_t dim, int64_t start, int64_t count) const;
};

}  // namespace openaclnn
