// SPDX-License-Identifier: Apache-2.0
//
// aclnnForeachNorm: a norm of each tensor of a list.
#include <array>

#include "aclnnop/aclnn_foreach_norm.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(AddPowers, void(const float* values, size_t count, bool squared, double* sums));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Each element goes to one of so many float64 sums, whatever the length of vectors.
inline constexpr size_t kSums = 16;
using Sums = std::array<double, kSums>;

// sums[i % kSums] += values[i] squared, or its magnitude. The square of a float32 is exact in float64, so
// that it makes no difference whether the addition is fused.
template <bool kSquared>
HWY_INLINE void AddAll(const float* values, size_t count, Sums& sums) {
  const hn::CappedTag<double, kSums> doubles;
  const hn::Rebind<float, decltype(doubles)> floats;
  const size_t lanes = hn::Lanes(doubles);
  constexpr size_t kVectors = kSums / hn::MaxLanes(doubles);
  hn::Vec<decltype(doubles)> partial[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    partial[v] = hn::LoadU(doubles, &sums[v * lanes]);
  }
  for (size_t i = 0; i + kSums <= count; i += kSums) {
    for (size_t v = 0; v < kVectors; ++v) {
      const auto value = hn::PromoteTo(doubles, hn::LoadU(floats, values + i + v * lanes));
      partial[v] = hn::Add(partial[v], kSquared ? hn::Mul(value, value) : hn::Abs(value));
    }
  }
  for (size_t v = 0; v < kVectors; ++v) {
    hn::StoreU(partial[v], doubles, &sums[v * lanes]);
  }
  for (size_t i = count / kSums * kSums; i < count; ++i) {
    const double value = values[i];
    sums[i % kSums] += kSquared ? value * value : (value < 0 ? -value : value);
  }
}

void AddPowers(const float* values, size_t count, bool squared, double* sums) {
  auto& all = *reinterpret_cast<Sums*>(sums);
  squared ? AddAll<true>(values, count, all) : AddAll<false>(values, count, all);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "base/checked_math.h"
#include "kernels/tiles/list_blocks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/result_checks.h"
#include "ops/foreach/driver.h"

namespace openaclnn {
namespace {

constexpr size_t kSums = 16;

enum class NormKind { kCount, kSum, kEuclidean, kLargest };

struct Args {
  TensorViews x;
  TensorViews out;
  NormKind kind{};
};

struct State : Prepared {
  ListBlocks blocks;
  size_t partial = 0;  // where in the workspace: a number for each block
};

State Prepare(const Args& args) {
  State state;
  for (size_t k = 0; k < args.x.size(); ++k) {
    const int64_t count = args.x[k].NumElements();
    state.blocks.Add(count);
    state.cost += static_cast<size_t>(count) * SizeOf(args.x[k].dtype);
  }
  ScratchLayout scratch;
  state.partial = scratch.Reserve(state.blocks.Count(), sizeof(double));
  state.workspaceBytes = scratch.Bytes();
  return state;
}

// The largest magnitude; NaN, whose bits are larger than any other's, if there is one.
float Largest(const float* values, int64_t count, float before) {
  auto largest = std::bit_cast<uint32_t>(before);
  for (int64_t i = 0; i < count; ++i) {
    largest = std::max(largest, std::bit_cast<uint32_t>(values[i]) & 0x7FFFFFFFU);
  }
  return std::bit_cast<float>(largest);
}

double NormOfBlock(const TensorView& view, int64_t begin, NormKind kind) {
  const TileReader reader(view);
  TileBuffer buffer;
  std::array<double, kSums> sums{};
  float largest = 0;
  const int64_t end = std::min(view.NumElements(), begin + ListBlocks::kElements);
  for (int64_t at = begin; at < end; at += kTileElements) {
    const int64_t count = std::min(kTileElements, end - at);
    const float* const values = reader.Read(at, count, buffer);
    if (kind == NormKind::kLargest) {
      largest = Largest(values, count, largest);
    } else if (kind == NormKind::kCount) {
      sums[0] += static_cast<double>(count - std::count(values, values + count, 0.0F));
    } else {
      HWY_DYNAMIC_DISPATCH(AddPowers)
      (values, static_cast<size_t>(count), kind == NormKind::kEuclidean, sums.data());
    }
  }
  for (size_t width = kSums / 2; width > 0; width /= 2) {
    for (size_t i = 0; i < width; ++i) {
      sums[i] += sums[i + width];
    }
  }
  return kind == NormKind::kLargest ? static_cast<double>(largest) : sums[0];
}

// Of two magnitudes; NaN if one is.
double Larger(double a, double b) {
  return std::isnan(a) || a > b ? a : b;
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  auto* const partial = reinterpret_cast<double*>(workspace + state.partial);
  cpu.ParallelFor(state.blocks.Count(), [&](int64_t number) {
    const ListBlocks::Block block = state.blocks.At(number);
    partial[number] = NormOfBlock(args.x[block.tensor], block.begin, args.kind);
  });
  for (size_t k = 0; k < args.x.size(); ++k) {
    double norm = 0;
    for (int64_t block = state.blocks.Begin(k); block < state.blocks.End(k); ++block) {
      norm = args.kind == NormKind::kLargest ? Larger(norm, partial[block]) : norm + partial[block];
    }
    if (args.kind == NormKind::kEuclidean) {
      norm = std::sqrt(norm);
    }
    TileWriter(args.out[k]).Write(0, 1, &norm);
  }
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:foreach_norm", Prepare));

constexpr std::array kArguments{ListArgument("x", Role::kInput, &Args::x),
                                ListArgument("out", Role::kOutput, &Args::out)};
constexpr Operator<Args> kNorm{"aclnnForeachNorm", kArguments, kKernels};

constexpr std::array<DType, 3> kDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16};

void CheckOrder(ArgumentChecks& check, const aclScalar& scalar, NormKind* kind) {
  const double order = ValueOf(scalar).As<double>();
  check.Require(
      "scalar", "0, 1, 2 or infinity",
      [&] {
        const DTypeClass type = ClassOf(scalar.dtype);
        *kind = order == 0   ? NormKind::kCount
                : order == 1 ? NormKind::kSum
                : order == 2 ? NormKind::kEuclidean
                             : NormKind::kLargest;
        return type != DTypeClass::kOther && type != DTypeClass::kComplex &&
               (order == 0 || order == 1 || order == 2 || order == std::numeric_limits<double>::infinity());
      },
      [&] { return std::string(NameOf(scalar.dtype)) + " " + std::to_string(order); });
}

Status Bind(PhaseOneCall& call, const aclTensorList* x, const aclScalar* scalar, const aclTensorList* out) {
  const std::array<NamedList, 2> lists{{{"x", x}, {"out", out, true}}};
  const std::span<const NamedList> all(lists);
  ArgumentChecks check;
  CheckListsNotNull(check, all.first(1));
  check.NotNull("scalar", scalar);
  CheckListsNotNull(check, all.subspan(1));
  CheckListLengths(check, all);
  CheckListDtypes(check, all, kDtypes);
  Args args;
  if (!check.Failed()) {
    CheckOrder(check, *scalar, &args.kind);
  }
  for (size_t k = 0; !check.Failed() && k < x->values.size(); ++k) {
    const auto place = static_cast<int64_t>(k);
    const NamedTensor result{{"out", place}, out->values[k]};
    check.ValidView({{"x", place}, x->values[k]}).ValidOutputView(result);
    CheckOneElement(check, result);
  }
  return check.Failed() ? check.Result() : call.Bind(kNorm, std::move(args), {x, out});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnForeachNorm, (const aclTensorList* x, const aclScalar* scalar, aclTensorList* out),
               Bind(call, x, scalar, out))
#endif  // HWY_ONCE
