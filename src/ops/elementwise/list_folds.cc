// SPDX-License-Identifier: Apache-2.0
//
// Elements of the tensors of a list, added up or compared: aclnnSum, aclnnAddN, aclnnMaxN, aclnnMinN.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "aclnnop/aclnn_add_n.h"
#include "aclnnop/aclnn_maxn.h"
#include "aclnnop/aclnn_minn.h"
#include "aclnnop/aclnn_sum.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"

namespace openaclnn {
namespace {

enum class Fold : uint8_t { kSum, kLargest, kSmallest };

struct Args {
  TensorViews tensors;
  TensorView out;
  Fold fold = Fold::kSum;
};

constexpr int64_t kChunk = 1024;
constexpr int64_t kChunksOfTask = 16;

struct State : Prepared {};

State Prepare(const Args& args) {
  State state;
  state.cost =
      (args.tensors.size() + 1) * static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype);
  return state;
}

template <typename Number>
Number Folded(Fold fold, Number a, Number b) {
  if (fold == Fold::kSum) {
    if constexpr (std::is_integral_v<Number>) {
      return static_cast<Number>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    } else {
      return a + b;
    }
  }
  if constexpr (std::is_floating_point_v<Number>) {
    if (std::isnan(a) || std::isnan(b)) {
      return std::isnan(a) ? a : b;
    }
  }
  return (fold == Fold::kLargest) == (a < b) ? b : a;
}

// Elements are folded as numbers that hold those of their type.
template <typename Number>
void FoldAll(const Args& args, const backend::cpu::CpuContext& cpu) {
  ForEachPiece(cpu, args.out.NumElements(), kChunk, kChunksOfTask, [&](int64_t begin, int64_t count) {
    std::array<Number, kChunk> results;
    std::array<Number, kChunk> more;
    for (size_t k = 0; k < args.tensors.size(); ++k) {
      ReadConverted(BroadcastTo(args.tensors[k], args.out.Dims()), begin, count,
                    k == 0 ? results.data() : more.data());
      for (size_t i = 0; k > 0 && i < static_cast<size_t>(count); ++i) {
        results[i] = Folded(args.fold, results[i], more[i]);
      }
    }
    std::transform(results.begin(), results.begin() + count, results.begin(), WithQuietNan<Number>);
    WriteConverted(args.out, begin, count, results.data());
  });
}

void Run(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  if (ClassOf(args.out.dtype) == DTypeClass::kFloating) {
    FoldAll<double>(args, cpu);
  } else {
    FoldAll<int64_t>(args, cpu);
  }
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:list_folds", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{
    {ListArgument("tensors", Role::kInput, &Args::tensors), {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kSum{"aclnnSum", kArguments, kKernels};
constexpr Operator<Args> kAddN{"aclnnAddN", kArguments, kKernels};
constexpr Operator<Args> kMaxN{"aclnnMaxN", kArguments, kKernels};
constexpr Operator<Args> kMinN{"aclnnMinN", kArguments, kKernels};

TensorName Element(size_t k) {
  return {"tensors", static_cast<int64_t>(k)};
}

// The shape that all tensors have, or broadcast to.
Dims CheckTogether(ArgumentChecks& check, const aclTensorList& tensors, bool broadcasts) {
  std::optional<Dims> shape(tensors.values[0]->viewDims);
  for (size_t k = 1; !check.Failed() && k < tensors.values.size(); ++k) {
    const std::span<const int64_t> own = tensors.values[k]->viewDims;
    if (!broadcasts) {
      check.Shape({Element(k), tensors.values[k]}, *shape, "of the first tensor");
      continue;
    }
    const Dims before = *shape;
    const auto both = BroadcastShape(std::span(before.begin(), before.size()), own);
    check.Require(
        Element(k), "a shape that broadcasts with those before it", [&] { return both.has_value(); },
        [&] { return ShapeText(own); });
    shape = both.value_or(before);
  }
  return *shape;
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const aclTensorList* tensors, const aclTensor* out,
            Fold fold, bool broadcasts = true) {
  const NamedTensor result{"out", out};
  ArgumentChecks check;
  check.NotNull("tensors", tensors);
  for (size_t k = 0; !check.Failed() && k < tensors->values.size(); ++k) {
    check.NotNull(Element(k), tensors->values[k]);
  }
  check.NotNull(result);
  check.Require(
      "tensors", "at least one tensor", [&] { return !tensors->values.empty(); }, [] { return "none"; });
  if (check.Failed()) {
    return check.Result();
  }
  const NamedTensor first{Element(0), tensors->values[0]};
  check.DtypeIn(first, kRealDtypesButBool);
  for (size_t k = 1; k < tensors->values.size(); ++k) {
    check.SameDtype({Element(k), tensors->values[k]}, first);
  }
  check.SameDtype(result, first);
  for (size_t k = 0; k < tensors->values.size(); ++k) {
    check.ValidView({Element(k), tensors->values[k]});
  }
  check.ValidOutputView(result);
  if (check.Failed()) {
    return check.Result();
  }
  const Dims shape = CheckTogether(check, *tensors, broadcasts);
  check.Shape(result, shape, "of the tensors together");
  Args args;
  args.fold = fold;
  return check.Failed() ? check.Result() : call.Bind(op, args, {tensors, out});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnSum, (const aclTensorList* tensors, aclTensor* out),
               Bind(call, kSum, tensors, out, Fold::kSum))

OPENACLNN_CALL(aclnnAddN, (const aclTensorList* tensors, aclTensor* out),
               Bind(call, kAddN, tensors, out, Fold::kSum, false))

OPENACLNN_CALL(aclnnMaxN, (const aclTensorList* tensors, aclTensor* out),
               Bind(call, kMaxN, tensors, out, Fold::kLargest))

OPENACLNN_CALL(aclnnMinN, (const aclTensorList* tensors, aclTensor* out),
               Bind(call, kMinN, tensors, out, Fold::kSmallest))
