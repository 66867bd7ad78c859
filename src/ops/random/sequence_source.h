// SPDX-License-Identifier: Apache-2.0
//
// Where the random numbers of a call begin: at a seed and an offset, or at those that tensors hold when the
// work runs, and so many numbers behind them. Equal ones give equal numbers in either form.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "kernels/random/random_words.h"
#include "ops/common/checks.h"

namespace openaclnn {

class SequenceSource {
 public:
  static SequenceSource Numbers(uint64_t seed, uint64_t offset) { return SequenceSource({seed, offset}); }
  static SequenceSource Numbers(int64_t seed, int64_t offset) {
    return Numbers(static_cast<uint64_t>(seed), static_cast<uint64_t>(offset));
  }
  static SequenceSource Tensors(const aclTensor* seed, const aclTensor* offset, uint64_t behind) {
    SequenceSource source({0, behind});
    source.tensors_ = {{{"seedTensor", seed}, {"offsetTensor", offset}}};
    source.hasTensors_ = true;
    return source;
  }
  static SequenceSource Tensors(const aclTensor* seed, const aclTensor* offset, int64_t behind) {
    return Tensors(seed, offset, static_cast<uint64_t>(behind));
  }

  [[nodiscard]] bool HasTensors() const { return hasTensors_; }
  /// With tensors what they hold is added: SequenceAt.
  [[nodiscard]] const RandomSequence& Sequence() const { return numbers_; }

  void CheckPointers(ArgumentChecks& check) const {
    for (size_t i = 0; hasTensors_ && i < tensors_.size(); ++i) {
      check.NotNull(tensors_[i]);
    }
  }
  void CheckTensors(ArgumentChecks& check) const {
    static constexpr std::array<DType, 1> kWhole{DType::kInt64};
    for (size_t i = 0; hasTensors_ && i < tensors_.size(); ++i) {
      check.DtypeIn(tensors_[i], kWhole).ValidView(tensors_[i]).NumElements(tensors_[i], 1, "one element");
    }
  }
  /// Adds the tensors to those of a call.
  template <class List>
  void AddTo(List& tensors) const {
    for (size_t i = 0; hasTensors_ && i < tensors_.size(); ++i) {
      tensors.push_back(tensors_[i].tensor);
    }
  }

 private:
  explicit SequenceSource(const RandomSequence& numbers) : numbers_(numbers) {}

  RandomSequence numbers_;
  std::array<NamedTensor, 2> tensors_{};
  bool hasTensors_ = false;
};

/// What work with these arguments draws; tensors are not defined where the numbers say all.
inline RandomSequence SequenceAt(RandomSequence numbers, const TensorView& seed, const TensorView& offset) {
  if (seed.Defined()) {
    uint64_t behind = 0;
    std::memcpy(&numbers.seed, seed.data, sizeof(numbers.seed));
    std::memcpy(&behind, offset.data, sizeof(behind));
    numbers.offset += behind;
  }
  return numbers;
}

}  // namespace openaclnn
