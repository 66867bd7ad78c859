// SPDX-License-Identifier: Apache-2.0
//
// aclnnFusedMatmul: a product in float32 with a bias, of which a function goes to the result, a tile at a
// time. Without a function the product writes the result itself.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "aclnnop/aclnn_fused_matmul.h"
#include "base/checked_math.h"
#include "kernels/functions/row_functions.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/common/product_checks.h"
#include "ops/matmul/matmul_plan.h"

namespace openaclnn {
namespace {

enum class Fused : uint8_t { kNothing, kCast, kRelu, kGeluErf, kGeluTanh, kAdd, kMul };

struct Args {
  TensorView x1;
  TensorView x2;
  TensorView bias;  // [n], or [1, n]
  TensorView x3;    // broadcasts to y
  TensorView y;
  Fused fused = Fused::kNothing;
};

struct State : Prepared {
  MatmulPlan plan;
  ScratchArray<float> sums;
  ScratchArray<std::byte> workspace;
};

bool Writes(Fused fused) {
  return fused == Fused::kNothing || fused == Fused::kCast;
}

MatmulArgs ProductOf(const Args& args, float* sums) {
  MatmulArgs product;
  product.first = args.x1;
  product.second = args.x2;
  product.added = args.bias;
  product.beta = args.bias.Defined() ? 1 : 0;
  product.out = args.y;
  if (!Writes(args.fused)) {
    product.out.data = reinterpret_cast<std::byte*>(sums);
    product.out.dtype = DType::kFloat;
    ContiguousStrides(args.y.Dims(), {product.out.strides.data(), args.y.Dims().size()});
  }
  return product;
}

State Prepare(const Args& args) {
  State state;
  state.plan = MatmulPlan(ProductOf(args, nullptr));
  ScratchLayout scratch;
  state.sums = scratch.Book<float>(Writes(args.fused) ? 0 : args.y.NumElements());
  state.workspace = scratch.Book<std::byte>(static_cast<int64_t>(state.plan.WorkspaceBytes()));
  state.workspaceBytes = scratch.Bytes();
  state.cost = state.plan.Cost();
  return state;
}

// In place.
void Apply(Fused fused, float* sums, int64_t count) {
  if (fused == Fused::kRelu) {
    for (int64_t i = 0; i < count; ++i) {
      sums[i] = sums[i] < 0 ? 0 : sums[i];
    }
  } else if (fused == Fused::kGeluErf) {
    BestRowFunctions().gelu(sums, count, sums);
  } else if (fused == Fused::kGeluTanh) {
    BestRowFunctions().geluTanh(sums, count, sums);
  }
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  float* const sums = state.sums.In(workspace);
  state.plan.Multiply(ProductOf(args, sums), state.workspace.In(workspace), cpu);
  if (Writes(args.fused)) {
    return;
  }
  const bool combines = args.x3.Defined();
  const TileReader other(combines ? BroadcastTo(args.x3, args.y.Dims()) : args.y);
  const TileWriter y(args.y);
  const int64_t elements = args.y.NumElements();
  constexpr int64_t kTilesOfTask = 16;
  const int64_t tiles = CeilDivide(elements, kTileElements);
  cpu.ParallelFor(CeilDivide(tiles, kTilesOfTask), [&](int64_t task) {
    for (int64_t tile = task * kTilesOfTask; tile < std::min(tiles, (task + 1) * kTilesOfTask); ++tile) {
      const int64_t begin = tile * kTileElements;
      const int64_t count = std::min(kTileElements, elements - begin);
      float* const own = sums + begin;
      Apply(args.fused, own, count);
      if (combines) {
        TileBuffer buffer;
        const float* const with = other.Read(begin, count, buffer);
        for (int64_t i = 0; i < count; ++i) {
          own[i] = args.fused == Fused::kAdd ? own[i] + with[i] : own[i] * with[i];
        }
      }
      y.Write(begin, count, own);
    }
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:fused_matmul", Prepare));
constexpr std::array<TensorArgument<Args>, 5> kArguments{{{"x1", Role::kInput, &Args::x1, false, true},
                                                          {"x2", Role::kInput, &Args::x2, false, true},
                                                          {"bias", Role::kInput, &Args::bias, false, true},
                                                          {"x3", Role::kInput, &Args::x3, false, true},
                                                          {"y", Role::kOutput, &Args::y}}};
constexpr Operator<Args> kFusedMatmul{"aclnnFusedMatmul", kArguments, kKernels};

constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<DType, 2> kHalves{DType::kFloat16, DType::kBfloat16};
constexpr std::array<const char*, 7> kNames{"", "16cast32", "relu", "gelu_erf", "gelu_tanh", "add", "mul"};

Fused Find(ArgumentChecks& check, const char* fusedOpType) {
  const auto* const found = std::ranges::find(kNames, std::string_view(fusedOpType));
  check.Require(
      "fusedOpType", R"("", "16cast32", "relu", "gelu_erf", "gelu_tanh", "add" or "mul")",
      [&] { return found != kNames.end(); }, [&] { return '"' + std::string(fusedOpType) + '"'; });
  return check.Failed() ? Fused::kNothing : static_cast<Fused>(found - kNames.begin());
}

void CheckRank(ArgumentChecks& check, const NamedTensor& factor) {
  check.Require(
      factor.name, "2 to 6 dims",
      [&] { return factor.tensor->viewDims.size() >= 2 && factor.tensor->viewDims.size() <= 6; },
      [&] { return ShapeText(factor.tensor->viewDims); });
}

std::span<const int64_t> BatchOf(const aclTensor& tensor) {
  return std::span<const int64_t>(tensor.viewDims).first(tensor.viewDims.size() - 2);
}

// Factors, and the shape of their product.
void CheckProduct(ArgumentChecks& check, const NamedTensor& x1, const NamedTensor& x2, const NamedTensor& y) {
  const auto& first = x1.tensor->viewDims;
  const auto& second = x2.tensor->viewDims;
  std::optional<Dims> shape = BroadcastShape(BatchOf(*x1.tensor), BatchOf(*x2.tensor));
  check.Require(
      x2.name, "as many rows as x1 has columns, and a batch that broadcasts with that of x1",
      [&] { return second[second.size() - 2] == first.back() && shape.has_value(); },
      [&] { return ShapeText(second) + " behind " + ShapeText(first); });
  if (!check.Failed()) {
    shape->push_back(first[first.size() - 2]);
    shape->push_back(second.back());
    check.Shape(y, *shape, "that of the product");
  }
}

void CheckOthers(ArgumentChecks& check, const NamedTensor& bias, const NamedTensor& x3, const NamedTensor& y,
                 Fused fused) {
  const std::vector<int64_t>& dims = y.tensor->viewDims;
  if (bias.tensor != nullptr) {
    check.Require(
        bias.name, "[n] or [1, n] of y",
        [&] {
          const auto& own = bias.tensor->viewDims;
          return !own.empty() && own.size() <= 2 && own.back() == dims.back() &&
                 (own.size() == 1 || own[0] == 1);
        },
        [&] { return ShapeText(bias.tensor->viewDims) + " for " + ShapeText(dims); });
  }
  const bool combines = fused == Fused::kAdd || fused == Fused::kMul;
  check.Require(
      x3.name, combines ? "a tensor, which is added or multiplied" : "null, as it has no part",
      [&] { return combines == (x3.tensor != nullptr); },
      [&] { return x3.tensor == nullptr ? "null" : "a tensor"; });
  check.Require(
      x3.name, "a shape that broadcasts to y",
      [&] {
        const auto both = x3.tensor == nullptr ? std::optional<Dims>(Dims(dims))
                                               : BroadcastShape(x3.tensor->viewDims, dims);
        return both && std::ranges::equal(*both, dims);
      },
      [&] { return ShapeText(x3.tensor->viewDims) + " for " + ShapeText(dims); });
}

Status Bind(PhaseOneCall& call, const Tensors<5>& given, const char* fusedOpType, int8_t cubeMathType) {
  const auto [x1, x2, bias, x3, y] = Named(kFusedMatmul, given);
  ArgumentChecks check;
  check.NotNull(x1).NotNull(x2).LiveOrNull(bias).LiveOrNull(x3).NotNull("fusedOpType", fusedOpType);
  check.NotNull(y);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.fused = Find(check, fusedOpType);
  if (args.fused == Fused::kAdd || args.fused == Fused::kMul) {
    check.NotNull(x3);
  }
  const bool casts = args.fused == Fused::kCast;
  check.DtypeIn(x1, casts ? std::span<const DType>(kHalves) : FloatDtypes()).SameDtype(x2, x1);
  casts ? check.DtypeIn(y, kFloat) : check.SameDtype(y, x1);
  check.ValidView(x1).ValidView(x2).ValidOutputView(y);
  for (const NamedTensor& one : {bias, x3}) {
    if (one.tensor != nullptr) {
      check.SameDtype(one, x1).ValidView(one);
    }
  }
  CheckCubeMathType(check, cubeMathType, 4);
  CheckRank(check, x1);
  CheckRank(check, x2);
  if (!check.Failed()) {
    CheckProduct(check, x1, x2, y);
  }
  if (!check.Failed()) {
    CheckOthers(check, bias, x3, y, args.fused);
  }
  return check.Failed() ? check.Result() : call.Bind(kFusedMatmul, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnFusedMatmul,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* bias, const aclTensor* x3,
                const char* fusedOpType, int8_t cubeMathType, const aclTensor* y),
               Bind(call, {x1, x2, bias, x3, y}, fusedOpType, cubeMathType))
