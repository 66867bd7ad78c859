// SPDX-License-Identifier: Apache-2.0
//
// The vocabulary in which operators write their phase-one checks, so that a list of checks reads as the
// specification's list of error cases. Checks run in the order they are written; the first that fails decides
// status and message, and those after it are skipped (so a pointer that failed NotNull is never followed).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

#include "aclnn/acl_meta.h"
#include "base/checked_math.h"
#include "base/dtype.h"
#include "base/inplace_vector.h"
#include "base/status.h"
#include "base/tensor_name.h"
#include "base/tensor_view.h"
#include "tensor/objects.h"

namespace openaclnn {

using Dims = InplaceVector<int64_t, kMaxRank>;

// A tensor argument, or an element of a list, with the name that the specification gives it.
struct NamedTensor {
  TensorName name;
  const aclTensor* tensor;
};

// The floating-point types that operators admit on the emulated product: FLOAT, FLOAT16 and, where the chip
// has it, BFLOAT16.
[[nodiscard]] std::span<const DType> FloatDtypes();

class ArgumentChecks {
 public:
  // 161001 from here on, and 161002 where a pointer is not that of a live object.
  ArgumentChecks& NotNull(const NamedTensor& argument) { return NotNull(argument.name, argument.tensor); }
  template <typename Argument>
  ArgumentChecks& NotNull(const TensorName& name, const Argument* argument) {
    if (argument == nullptr) {
      FailNull(name);
    }
    return LiveOrNull(name, argument);
  }

  // 161002 from here on.
  // For an argument that may be null: what comes may be followed.
  ArgumentChecks& LiveOrNull(const NamedTensor& argument) {
    return LiveOrNull(argument.name, argument.tensor);
  }
  template <typename Argument>
  ArgumentChecks& LiveOrNull(const TensorName& name, const Argument* argument) {
    if constexpr (requires { SlabsOf<Argument>(); }) {
      if (!Failed() && argument != nullptr && !IsLive(argument)) {
        status_ = SlabsOf<Argument>().Refusal(code::kParamInvalid, name.Text(), argument);
      }
    }
    return *this;
  }
  // BFLOAT16 only where the emulated product has it, too.
  ArgumentChecks& DtypeIn(const NamedTensor& argument, std::span<const DType> allowed);
  ArgumentChecks& SameDtype(const NamedTensor& argument, const NamedTensor& as) {
    if (!Failed() && argument.tensor->dtype != as.tensor->dtype) [[unlikely]] {
      FailSameDtype(argument, as);
    }
    return *this;
  }
  // The same where DtypeIn(as, allowed) comes later: where the dtype of `as` is the wrong one, it is refused.
  ArgumentChecks& SameDtype(const NamedTensor& argument, const NamedTensor& as,
                            std::span<const DType> allowed) {
    if (!Failed() && argument.tensor->dtype != as.tensor->dtype) [[unlikely]] {
      DtypeIn(as, allowed);
    }
    return SameDtype(argument, as);
  }
  // At most 8 dims, a plain format and nothing negative. Whether the elements lie in memory is for phase two.
  ArgumentChecks& ValidView(const NamedTensor& argument) {
    if (!Failed() && !argument.tensor->known.plain) [[unlikely]] {
      LookCloser(argument);
    }
    return *this;
  }
  // ValidView, and no two elements in one place (which a broadcast view has): their results would race.
  ArgumentChecks& ValidOutputView(const NamedTensor& argument) {
    return ValidView(argument).DistinctElements(argument);
  }
  // The second half of it, of a view that is valid.
  ArgumentChecks& DistinctElements(const NamedTensor& argument) {
    const KnownView& known = argument.tensor->known;
    if (!Failed() && !(known.plain && known.distinct)) [[unlikely]] {
      LookForMeeting(argument);
    }
    return *this;
  }
  // ValidView, and no element outside the storage that the description names: see ops/common/storage_checks.h.
  ArgumentChecks& StoredView(const NamedTensor& argument) {
    ValidView(argument);
    if (!Failed() && !IsStored(*argument.tensor)) [[unlikely]] {
      FailOutside(argument);
    }
    return *this;
  }
  ArgumentChecks& Rank(const NamedTensor& argument, size_t rank);
  ArgumentChecks& SameShape(const NamedTensor& argument, const NamedTensor& as);
  // `meaning` says where the expected dims come from, e.g. "[channels of self]".
  ArgumentChecks& Shape(const NamedTensor& argument, const Dims& expected, const char* meaning);
  ArgumentChecks& DimEquals(const NamedTensor& argument, size_t dim, int64_t expected, const char* meaning);
  // An expected count that does not fit into 63 bits is empty; no tensor has it.
  ArgumentChecks& NumElements(const NamedTensor& argument, std::optional<int64_t> expected,
                              const char* meaning);
  ArgumentChecks& MaskSize(const char* name, const aclBoolArray* mask, size_t expected);
  ArgumentChecks& InRange(const char* name, int64_t value, int64_t lowest, int64_t highest,
                          const char* meaning);

  // Anything else: fails with 161002 unless `holds()`. The texts are made only on failure.
  template <typename Condition, typename Actual>
  ArgumentChecks& Require(const TensorName& name, const char* expected, const Condition& holds,
                          const Actual& actual) {
    if (!Failed() && !holds()) [[unlikely]] {
      FailAs(name, expected, actual);
    }
    return *this;
  }

  [[nodiscard]] bool Failed() const { return !status_.IsOk(); }
  [[nodiscard]] Status Result() const { return status_; }

 private:
  [[nodiscard]] static bool IsStored(const aclTensor& tensor) {
    const KnownView& known = tensor.known;
    return known.plain ? known.last < known.storage : EndsInStorage(tensor);
  }
  // Of a view that is valid.
  [[gnu::cold, gnu::noinline]] static bool EndsInStorage(const aclTensor& tensor);
  void FailNull(const TensorName& name);
  void Fail(int32_t code, const TensorName& name, const std::string& expected, const std::string& actual);
  // These stand apart from what every call goes through.
  template <typename Actual>
  [[gnu::cold, gnu::noinline]] void FailAs(const TensorName& name, const char* expected,
                                           const Actual& actual) {
    Fail(code::kParamInvalid, name, expected, actual());
  }
  [[gnu::cold, gnu::noinline]] void FailSameDtype(const NamedTensor& argument, const NamedTensor& as);
  [[gnu::cold, gnu::noinline]] void FailDtype(const NamedTensor& argument, std::span<const DType> allowed);
  [[gnu::cold, gnu::noinline]] void FailOutside(const NamedTensor& argument);
  [[gnu::cold, gnu::noinline]] void LookForMeeting(const NamedTensor& argument);
  // At a view that is not plainly valid: fails unless it is.
  [[gnu::cold, gnu::noinline]] void LookCloser(const NamedTensor& argument);

  Status status_;
};

// The shape that these, of at most 8 dims, broadcast to; empty if they do not broadcast. Aligned at the
// right, a missing dim counts as 1, dims must be equal or one of them 1.
[[nodiscard]] std::optional<Dims> BroadcastShape(std::span<const int64_t> a, std::span<const int64_t> b);

// Elements of a tensor that passed ValidView.
[[nodiscard]] inline int64_t NumElements(const aclTensor& tensor) {
  return tensor.known.plain ? tensor.known.elements : CheckedProduct(tensor.viewDims).value_or(0);
}

}  // namespace openaclnn
