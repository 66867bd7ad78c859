// SPDX-License-Identifier: Apache-2.0
//
// Lists of index tensors, one for each of the first dims of a tensor, as in x[i, :, j]: which dims they name,
// what they select, and where that lies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/cpu/parallel.h"
#include "base/inplace_vector.h"
#include "kernels/indexing/index_space.h"
#include "kernels/indexing/true_elements.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/checks.h"

namespace openaclnn {

// An index tensor, or a mask: of BOOL, which names as many dims as it has, and stands for an index tensor for
// each of them.
struct ListIndex {
  size_t element = 0;  // of the list
  size_t dim = 0;      // the first that it names
  size_t dims = 1;
  bool mask = false;
};

// What a list selects. The result has the dims `before`, those of the index tensors broadcast together (the
// block), and the dims `after`. Where indices stand side by side the block takes their place, else it comes
// first.
struct Selection {
  InplaceVector<ListIndex, kMaxRank> indices;
  InplaceVector<size_t, kMaxRank> before;
  InplaceVector<size_t, kMaxRank> after;
  Dims block;
  // The last extent of the block is how many elements of a mask are true: 1 here, or what the index tensors
  // say.
  bool counted = false;

  [[nodiscard]] size_t Rank() const { return before.size() + block.size() + after.size(); }
  // The result's shape with that block.
  [[nodiscard]] Dims Shape(std::span<const int64_t> self, const Dims& withBlock) const;
};

// An entry of the list that selects all of its dim: null, or as clients write it a tensor of shape [0] and
// self's type. With self of a type that indices have, that may be an index tensor without elements as well.
enum class Nothing { kSelectsAll, kEither, kIndexes };
[[nodiscard]] Nothing NothingOf(const aclTensor& self, const aclTensor* entry);

// Types and views of the entries.
void CheckIndexList(ArgumentChecks& check, const aclTensor& self, const aclTensorList& indices);

// What the list selects of self; check says why it selects nothing. Bit k of `empty`: an entry that may be
// either is an index tensor.
[[nodiscard]] Selection Select(ArgumentChecks& check, const aclTensor& self, const aclTensorList& indices,
                               uint32_t empty);

// How a selection is found: scratch for what its masks name.
class SelectionPlan {
 public:
  SelectionPlan() = default;
  // A mask that has more true elements than `most` is not looked at further: no shape fits them.
  SelectionPlan(const Selection& selection, const std::vector<TensorView>& indices, int64_t most,
                ScratchLayout& scratch);

  struct Found {
    IndexSpace positions;  // of the dims before, then of the block
    Dims block;
  };
  // Checks all indices of `table`, which is self or has its shape.
  [[nodiscard]] Status Find(const Selection& selection, const std::vector<TensorView>& indices,
                            const TensorView& table, std::byte* workspace,
                            const backend::cpu::CpuContext& cpu, Found& found) const;

 private:
  struct Mask {
    TrueElements elements;
    ScratchArray<int64_t> coordinates;  // [dims, room]
    int64_t room = 0;
  };
  InplaceVector<Mask, kMaxRank> masks_;
};

// What a position of the selection stands for.
[[nodiscard]] TensorView SliceOf(const Selection& selection, const TensorView& table);

}  // namespace openaclnn
