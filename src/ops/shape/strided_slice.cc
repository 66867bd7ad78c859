// SPDX-License-Identifier: Apache-2.0
//
// aclnnStridedSlice: every so many elements along each dim, forwards or backwards, with dims dropped and added.
#include <algorithm>
#include <string>
#include <utility>

#include "aclnnop/aclnn_strided_slice.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/shape/moves.h"

namespace openaclnn {
namespace {

using Args = MoveArgs;

constexpr std::array<TensorArgument<Args>, 2> kSelf{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kStridedSlice{"aclnnStridedSlice", kSelf, kMoveKernels};

// What becomes of a dim of self.
struct Range {
  int64_t start;
  int64_t count;
  int64_t step;
  int64_t dropped;
};
constexpr size_t kNumbersOfRange = 4;

// numbers: ranges of all dims; dims: where the result has new ones.
void Plan(const Args& args, Moves& moves) {
  Window self(args.self);
  const auto number = [&](size_t dim, size_t k) { return args.numbers[dim * kNumbersOfRange + k]; };
  for (size_t d = self.Rank(); d-- > 0;) {
    self.Narrow(d, number(d, 0), number(d, 1), number(d, 2));
    if (number(d, 3) != 0) {
      self.Remove(d);
    }
  }
  for (const size_t place : args.dims) {
    self.Insert(place);
  }
  moves.Copy(Window(args.out), self);
}

struct Masks {
  int64_t begin;
  int64_t end;
  int64_t ellipsis;
  int64_t newAxis;
  int64_t shrinkAxis;
};
bool Has(int64_t mask, size_t entry) {
  return entry < 64 && (static_cast<uint64_t>(mask) >> entry & 1U) != 0;
}

// The range that an entry means along a dim.
Range RangeOf(int64_t begin, bool fromEdge, int64_t end, bool toEdge, int64_t step, int64_t extent) {
  // Backwards, indices go down to the one before the first.
  const int64_t lowest = step > 0 ? 0 : -1;
  const int64_t highest = step > 0 ? extent : extent - 1;
  const auto within = [&](int64_t index) {
    return std::clamp(index < 0 ? std::max(index, -extent - 1) + extent : index, lowest, highest);
  };
  const int64_t first = fromEdge ? (step > 0 ? lowest : highest) : within(begin);
  const int64_t last = toEdge ? (step > 0 ? highest : lowest) : within(end);
  const uint64_t distance = static_cast<uint64_t>(step > 0 ? last - first : first - last);
  const bool isEmpty = step > 0 ? last <= first : first <= last;
  const uint64_t size = step > 0 ? static_cast<uint64_t>(step) : -static_cast<uint64_t>(step);
  return {first, isEmpty ? 0 : static_cast<int64_t>(1 + (distance - 1) / size), step, 0};
}

// Goes through the entries, as the masks say what each is for.
class Reading {
 public:
  Reading(ArgumentChecks& check, std::span<const int64_t> dims, const aclIntArray& begin,
          const aclIntArray& end, const aclIntArray& strides, const Masks& masks)
      : check_(check),
        dims_(dims),
        begin_(begin.values),
        end_(end.values),
        strides_(strides.values),
        masks_(masks) {
    const size_t entries = begin_.size();
    size_t used = 0;
    size_t ellipses = 0;
    for (size_t i = 0; i < entries; ++i) {
      const bool isEllipsis = Has(masks.ellipsis, i);
      ellipses += isEllipsis ? 1U : 0U;
      used += isEllipsis || Has(masks.newAxis, i) ? 0U : 1U;
    }
    check_.Require(
        "ellipsisMask", "at most one ellipsis", [&] { return ellipses <= 1; },
        [&] { return std::to_string(ellipses); });
    check_.Require(
        "begin", "at most one entry for each dim of self", [&] { return used <= dims_.size(); },
        [&] { return std::to_string(used) + " for " + std::to_string(dims_.size()); });
    if (check_.Failed()) {
      return;
    }
    rest_ = dims_.size() - used;
    for (size_t i = 0; i < entries && !check_.Failed(); ++i) {
      Read(i);
    }
    if (ellipses == 0) {
      TakeRest();
    }
    check_.Require(
        "newAxisMask", "a result of at most 8 dims", [&] { return rank_ <= kMaxRank; },
        [&] { return std::to_string(rank_); });
  }

  [[nodiscard]] Dims Shape() const { return shape_; }
  [[nodiscard]] Args Arguments() const {
    Args args;
    args.numbers = numbers_;
    args.dims = added_;
    args.plan = Plan;
    return args;
  }

 private:
  void Read(size_t i) {
    if (Has(masks_.ellipsis, i)) {
      TakeRest();
      return;
    }
    if (Has(masks_.newAxis, i)) {
      added_.push_back(rank_);
      AddDim(1);
      return;
    }
    const int64_t extent = dims_[dim_++];
    const int64_t begin = begin_[i];
    const int64_t step = strides_[i];
    const bool drops = Has(masks_.shrinkAxis, i);
    const auto entry = [&](int64_t number) {
      return std::to_string(number) + " at entry " + std::to_string(i);
    };
    check_.Require(
        "strides", drops ? "numbers above 0 where a dim is dropped" : "numbers other than 0",
        [&] { return drops ? step > 0 : step != 0; }, [&] { return entry(step); });
    check_.Require(
        "begin", "an index of the dim that is dropped",
        [&] { return !drops || (begin >= -extent && begin < extent); }, [&] { return entry(begin); });
    if (check_.Failed()) {
      return;
    }
    if (drops) {
      Add({begin < 0 ? begin + extent : begin, 1, 1, 1});
    } else {
      Add(RangeOf(begin, Has(masks_.begin, i), end_[i], Has(masks_.end, i), step, extent));
    }
  }

  void TakeRest() {
    for (; rest_ > 0; --rest_) {
      Add({0, dims_[dim_++], 1, 0});
    }
  }

  void Add(const Range& range) {
    numbers_.insert(numbers_.end(), {range.start, range.count, range.step, range.dropped});
    if (range.dropped == 0) {
      AddDim(range.count);
    }
  }

  void AddDim(int64_t extent) {
    if (rank_ < static_cast<size_t>(kMaxRank)) {
      shape_.push_back(extent);
    }
    ++rank_;
  }

  ArgumentChecks& check_;
  std::span<const int64_t> dims_;
  std::span<const int64_t> begin_;
  std::span<const int64_t> end_;
  std::span<const int64_t> strides_;
  Masks masks_;
  size_t dim_ = 0;   // of self, that comes next
  size_t rest_ = 0;  // dims without an entry
  size_t rank_ = 0;  // of the result
  Dims shape_;
  std::vector<int64_t> numbers_;
  std::vector<size_t> added_;
};

Status StridedSlice(PhaseOneCall& call, const NamedTensor& self, const aclIntArray* begin,
                    const aclIntArray* end, const aclIntArray* strides, const Masks& masks,
                    const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("begin", begin).NotNull("end", end).NotNull("strides", strides);
  CheckMove(check, self, out);
  if (check.Failed()) {
    return check.Result();
  }
  const auto needAsMany = [&](const char* name, const aclIntArray& list) {
    check.Require(
        name, "as many entries as begin has", [&] { return list.values.size() == begin->values.size(); },
        [&] { return std::to_string(list.values.size()) + " for " + std::to_string(begin->values.size()); });
  };
  needAsMany("end", *end);
  needAsMany("strides", *strides);
  if (check.Failed()) {
    return check.Result();
  }
  const Reading reading(check, self.tensor->viewDims, *begin, *end, *strides, masks);
  if (!check.Failed()) {
    check.Shape(out, reading.Shape(), "of the slice");
  }
  return check.Failed() ? check.Result()
                        : call.Bind(kStridedSlice, reading.Arguments(), {self.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnStridedSlice,
               (const aclTensor* self, const aclIntArray* begin, const aclIntArray* end,
                const aclIntArray* strides, int64_t beginMask, int64_t endMask, int64_t ellipsisMask,
                int64_t newAxisMask, int64_t shrinkAxisMask, aclTensor* out),
               StridedSlice(call, {"self", self}, begin, end, strides,
                            {beginMask, endMask, ellipsisMask, newAxisMask, shrinkAxisMask}, {"out", out}))
