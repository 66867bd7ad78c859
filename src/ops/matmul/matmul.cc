// SPDX-License-Identifier: Apache-2.0
//
// The checks and entry points of matrix products: a row for each operator.
#include <array>
#include <optional>
#include <string>

#include "aclnnop/aclnn_addbmm.h"
#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_addmv.h"
#include "aclnnop/aclnn_baddbmm.h"
#include "aclnnop/aclnn_batch_matmul.h"
#include "aclnnop/aclnn_dot.h"
#include "aclnnop/aclnn_matmul.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_mv.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/fractal.h"
#include "ops/common/product_checks.h"
#include "ops/common/promotion.h"
#include "ops/common/result_checks.h"
#include "ops/matmul/matmul.h"

namespace openaclnn {
namespace {

using Args = MatmulArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kMatmulCpu};

constexpr std::array<TensorArgument<Args>, 3> Names(const char* first, const char* second, const char* out) {
  return {{{first, Role::kInput, &Args::first, false, true},
           {second, Role::kInput, &Args::second, false, true},
           {out, Role::kOutput, &Args::out, true}}};
}
constexpr std::array<TensorArgument<Args>, 4> Names(const char* added, const char* first, const char* second,
                                                    const char* out) {
  return {{{added, Role::kInput, &Args::added},
           {first, Role::kInput, &Args::first, false, true},
           {second, Role::kInput, &Args::second, false, true},
           {out, Role::kOutput, &Args::out, true}}};
}

constexpr size_t kAnyRank = 0;

struct MatmulOperator {
  Operator<Args> op;
  size_t firstRank;  // kAnyRank: 1 to 8
  size_t secondRank;
  bool adds = false;
  bool sumsBatches = false;
  bool equalBatches = false;  // else they broadcast
  bool takesFractal = false;  // as second operand
  int8_t highestMode = 3;     // of cubeMathType
};

constexpr auto kPlain = Names("self", "mat2", "out");
constexpr auto kMvNames = Names("self", "vec", "out");
constexpr auto kDotNames = Names("self", "tensor", "out");
constexpr auto kAddmmNames = Names("self", "mat1", "mat2", "out");
constexpr auto kInplaceAddmmNames = Names("selfRef", "mat1", "mat2", "selfRef");
constexpr auto kAddmvNames = Names("self", "mat", "vec", "out");
constexpr auto kBatchNames = Names("self", "batch1", "batch2", "out");
constexpr auto kInplaceBatchNames = Names("selfRef", "batch1", "batch2", "selfRef");

constexpr MatmulOperator kMm{
    .op = {"aclnnMm", kPlain, kKernels}, .firstRank = 2, .secondRank = 2, .takesFractal = true};
constexpr MatmulOperator kMatmul{.op = {"aclnnMatmul", kPlain, kKernels},
                                 .firstRank = kAnyRank,
                                 .secondRank = kAnyRank,
                                 .takesFractal = true};
constexpr MatmulOperator kMatmulWeightNz{.op = {"aclnnMatmulWeightNz", kPlain, kKernels},
                                         .firstRank = kAnyRank,
                                         .secondRank = kAnyRank,
                                         .takesFractal = true,
                                         .highestMode = 4};
constexpr MatmulOperator kBatchMatMul{
    .op = {"aclnnBatchMatMul", kPlain, kKernels}, .firstRank = 3, .secondRank = 3, .takesFractal = true};
constexpr MatmulOperator kBatchMatMulWeightNz{.op = {"aclnnBatchMatMulWeightNz", kPlain, kKernels},
                                              .firstRank = 3,
                                              .secondRank = 3,
                                              .takesFractal = true,
                                              .highestMode = 4};
constexpr MatmulOperator kMv{{"aclnnMv", kMvNames, kKernels}, 2, 1};
constexpr MatmulOperator kDot{{"aclnnDot", kDotNames, kKernels}, 1, 1};
constexpr MatmulOperator kAddmm{{"aclnnAddmm", kAddmmNames, kKernels}, 2, 2, true};
constexpr MatmulOperator kAddmmWeightNz{.op = {"aclnnAddmmWeightNz", kAddmmNames, kKernels},
                                        .firstRank = 2,
                                        .secondRank = 2,
                                        .adds = true,
                                        .takesFractal = true,
                                        .highestMode = 4};
constexpr MatmulOperator kInplaceAddmm{{"aclnnInplaceAddmm", kInplaceAddmmNames, kKernels}, 2, 2, true};
constexpr MatmulOperator kAddmv{{"aclnnAddmv", kAddmvNames, kKernels}, 2, 1, true};
constexpr MatmulOperator kAddbmm{{"aclnnAddbmm", kBatchNames, kKernels}, 3, 3, true, true, true};
constexpr MatmulOperator kInplaceAddbmm{
    {"aclnnInplaceAddbmm", kInplaceBatchNames, kKernels}, 3, 3, true, true, true};
constexpr MatmulOperator kBaddbmm{{"aclnnBaddbmm", kBatchNames, kKernels}, 3, 3, true, false, true};
constexpr MatmulOperator kInplaceBaddbmm{
    {"aclnnInplaceBaddbmm", kInplaceBatchNames, kKernels}, 3, 3, true, false, true};

// What a client gives, whatever the operator.
struct Call {
  const MatmulOperator& row;
  const aclTensor* added;
  const aclTensor* first;
  const aclTensor* second;
  const aclTensor* out;
  const aclScalar* alpha = nullptr;
  const aclScalar* beta = nullptr;
  int8_t cubeMathType = 0;

  [[nodiscard]] NamedTensor Added() const { return {row.op.arguments[0].name, added}; }
  [[nodiscard]] NamedTensor First() const { return {FromEnd(3), first}; }
  [[nodiscard]] NamedTensor Second() const { return {FromEnd(2), second}; }
  [[nodiscard]] NamedTensor Out() const { return {FromEnd(1), out}; }

 private:
  // Only sums have an argument before the factors.
  [[nodiscard]] const char* FromEnd(size_t place) const {
    return row.op.arguments[row.op.arguments.size() - place].name;
  }
};

void CheckRank(ArgumentChecks& check, const NamedTensor& argument, size_t rank) {
  if (rank != kAnyRank) {
    check.Rank(argument, rank);
    return;
  }
  check.Require(
      argument.name, "1 dim or more", [&] { return !argument.tensor->viewDims.empty(); },
      [] { return "0 dims"; });
}

std::span<const int64_t> BatchOf(const aclTensor& tensor) {
  const size_t rank = tensor.viewDims.size();
  return std::span<const int64_t>(tensor.viewDims).first(rank > 2 ? rank - 2 : 0);
}

// The second operand as its checks and its kernel see it, if it has the label of FRACTAL_NZ.
struct FractalOperand {
  aclTensor shown;  // the matrices, as a plain tensor
  FractalMatrices matrices;
};

// A client labels the second operand, and gives storage dims; or it gives the storage dims as the view. One
// that has the label alone is plain.
std::optional<FractalOperand> FindFractalOperand(ArgumentChecks& check, const Call& call) {
  if (!call.row.takesFractal || !IsFractalLabel(call.second->format)) {
    return std::nullopt;
  }
  const std::vector<int64_t>& first = call.first->viewDims;
  const std::vector<int64_t>& second = call.second->viewDims;
  const std::vector<int64_t>& out = call.out->viewDims;
  if (!IsFractal(*call.second) || first.empty() || out.empty()) {
    return FractalOperand{AsPlain(*call.second), {}};
  }
  if (call.second->storageDims.size() == second.size()) {
    const std::optional<FractalMatrices> matrices =
        FindFractalView(check, call.Second(), first.back(), out.back());
    if (!matrices) {
      return std::nullopt;
    }
    std::vector<int64_t> dims(second.begin(), second.end() - 4);
    dims.insert(dims.end(), {first.back(), out.back()});
    return FractalOperand{PlainTensor(*call.second, dims), *matrices};
  }
  const std::optional<FractalMatrices> matrices = FindFractal(check, call.Second());
  return matrices ? std::optional(FractalOperand{AsPlain(*call.second), *matrices}) : std::nullopt;
}

// The shape of the product; of operands that went through CheckRank.
std::optional<Dims> ProductShape(ArgumentChecks& check, const Call& call) {
  const auto& first = call.first->viewDims;
  const auto& second = call.second->viewDims;
  const int64_t depth = first.back();
  const size_t depthDim = second.size() > 1 ? second.size() - 2 : 0;
  check.Require(
      call.Second().name, "as many rows as the first operand has columns",
      [&] { return second[depthDim] == depth; },
      [&] { return ShapeText(second) + " behind " + ShapeText(first); });
  const std::optional<Dims> batch = BroadcastShape(BatchOf(*call.first), BatchOf(*call.second));
  check.Require(
      call.Second().name,
      call.row.equalBatches ? "the batch of the first operand" : "a batch that broadcasts with the first's",
      [&] {
        return batch &&
               (!call.row.equalBatches || std::ranges::equal(BatchOf(*call.first), BatchOf(*call.second)));
      },
      [&] { return ShapeText(second) + " behind " + ShapeText(first); });
  if (check.Failed()) {
    return std::nullopt;
  }
  Dims shape = call.row.sumsBatches ? Dims() : *batch;
  if (first.size() > 1) {
    shape.push_back(first[first.size() - 2]);
  }
  if (second.size() > 1) {
    shape.push_back(second.back());
  }
  return shape;
}

bool IsFloating(const aclTensor* tensor) {
  return ClassOf(tensor->dtype) == DTypeClass::kFloating;
}

void CheckDtypes(ArgumentChecks& check, const Call& call) {
  check.DtypeIn(call.First(), kRealDtypesButBool);
  const auto likeFirst = [&](const NamedTensor& argument) {
    check.DtypeIn(argument, kRealDtypesButBool)
        .Require(
            argument.name, "integers with integers, floating-point numbers with floating-point numbers",
            [&] { return IsFloating(argument.tensor) == IsFloating(call.first); },
            [&] {
              return std::string(NameOf(argument.tensor->dtype)) + " with " + NameOf(call.first->dtype);
            });
  };
  likeFirst(call.Second());
  if (call.row.adds) {
    likeFirst(call.Added());
  }
  check.DtypeIn(call.Out(), kRealDtypesButBool);
  if (check.Failed()) {
    return;
  }
  DType promoted = *Promote(call.first->dtype, call.second->dtype);
  if (call.row.adds) {
    promoted = *Promote(promoted, call.added->dtype);
  }
  if (IsFloating(call.first)) {
    CheckProductResult(check, call.Out(), promoted);
    return;
  }
  check.Require(
      call.Out().name, "the type of the operands", [&] { return call.out->dtype == promoted; },
      [&] { return std::string(NameOf(call.out->dtype)) + " for " + NameOf(promoted); });
}

Status Bind(PhaseOneCall& phase, Call call) {
  ArgumentChecks check;
  if (call.row.adds) {
    check.NotNull(call.Added());
  }
  check.NotNull(call.First()).NotNull(call.Second());
  if (call.row.adds) {
    check.NotNull("beta", call.beta).NotNull("alpha", call.alpha);
  }
  check.NotNull(call.Out());
  if (check.Failed()) {
    return check.Result();
  }
  CheckDtypes(check, call);
  if (call.row.adds) {
    CheckRealScalar(check, {"beta", call.beta});
    CheckRealScalar(check, {"alpha", call.alpha});
  }
  check.ValidView(call.First());
  if (call.row.adds) {
    check.ValidView(call.Added());
  }
  check.ValidOutputView(call.Out());
  if (check.Failed()) {
    return check.Result();
  }
  const aclTensor* const givenSecond = call.second;
  const std::optional<FractalOperand> fractal = FindFractalOperand(check, call);
  call.second = fractal ? &fractal->shown : call.second;
  check.ValidView(call.Second());
  if (check.Failed()) {
    return check.Result();
  }
  check.Require(
      call.Second().name, "a plain format, as the tensors hold integers",
      [&] { return !fractal || fractal->matrices.width == 0 || IsFloating(call.first); },
      [] { return "FRACTAL_NZ"; });
  CheckRank(check, call.First(), call.row.firstRank);
  CheckRank(check, call.Second(), call.row.secondRank);
  if (check.Failed()) {
    return check.Result();
  }
  const std::optional<Dims> shape = ProductShape(check, call);
  if (check.Failed()) {
    return check.Result();
  }
  if (call.row.adds) {
    check.Require(
        call.Added().name, "a shape that broadcasts to that of the product",
        [&] {
          const auto both = BroadcastShape(call.added->viewDims, {shape->begin(), shape->size()});
          return both && std::ranges::equal(*both, *shape);
        },
        [&] {
          return ShapeText(call.added->viewDims) + " against " + ShapeText({shape->begin(), shape->size()});
        });
  }
  CheckReducedShape(check, call.Out(), *shape, "of the product");
  CheckCubeMathType(check, call.cubeMathType, call.row.highestMode);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.sumsBatches = call.row.sumsBatches;
  if (call.row.adds) {
    args.alpha = ValueOf(*call.alpha).As<double>();
    args.beta = ValueOf(*call.beta).As<double>();
    args.wholeAlpha = ValueOf(*call.alpha).As<uint64_t>();
    args.wholeBeta = ValueOf(*call.beta).As<uint64_t>();
  }
  TensorOfCall second{givenSecond};
  if (fractal && fractal->matrices.width > 0) {
    args.blockWidth = fractal->matrices.width;
    args.transposedBlocks = fractal->matrices.transposed;
    args.depth = call.first->viewDims.back();
    args.columns = call.second->viewDims.back();
    second = {givenSecond, fractal->matrices.storage};
  }
  if (call.row.adds) {
    return phase.Bind(call.row.op, args, {call.added, call.first, second, call.out});
  }
  return phase.Bind(call.row.op, args, {call.first, second, call.out});
}

aclnnStatus PhaseOneOf(const char* function, const Call& call, uint64_t* workspaceSize,
                       aclOpExecutor** executor) {
  return PhaseOne(function, workspaceSize, executor, [&](PhaseOneCall& phase) { return Bind(phase, call); });
}

}  // namespace
}  // namespace openaclnn

using openaclnn::PhaseOneOf;

// Both phases of operators of two operands.
#define OPENACLNN_PRODUCT(name, row)                                                                 \
  OPENACLNN_ENTRY(                                                                                   \
      name, (const aclTensor* self, const aclTensor* mat2, aclTensor* out, int8_t cubeMathType), {   \
        return PhaseOneOf(__func__, {row, nullptr, self, mat2, out, nullptr, nullptr, cubeMathType}, \
                          workspaceSize, executor);                                                  \
      })

OPENACLNN_PRODUCT(aclnnMm, openaclnn::kMm)
OPENACLNN_PRODUCT(aclnnMatmul, openaclnn::kMatmul)
OPENACLNN_PRODUCT(aclnnBatchMatMul, openaclnn::kBatchMatMul)
OPENACLNN_PRODUCT(aclnnMv, openaclnn::kMv)
OPENACLNN_PRODUCT(aclnnMatmulWeightNz, openaclnn::kMatmulWeightNz)
OPENACLNN_PRODUCT(aclnnBatchMatMulWeightNz, openaclnn::kBatchMatMulWeightNz)

OPENACLNN_ENTRY(aclnnDot, (const aclTensor* self, const aclTensor* tensor, aclTensor* out), {
  return PhaseOneOf(__func__, {kDot, nullptr, self, tensor, out}, workspaceSize, executor);
})

// Both phases of operators that add a product to a tensor.
#define OPENACLNN_SUM_WITH_PRODUCT(name, row)                                                               \
  OPENACLNN_ENTRY(name,                                                                                     \
                  (const aclTensor* self, const aclTensor* first, const aclTensor* second,                  \
                   const aclScalar* beta, const aclScalar* alpha, aclTensor* out, int8_t cubeMathType),     \
                  {                                                                                         \
                    return PhaseOneOf(__func__, {row, self, first, second, out, alpha, beta, cubeMathType}, \
                                      workspaceSize, executor);                                             \
                  })

OPENACLNN_SUM_WITH_PRODUCT(aclnnAddmm, openaclnn::kAddmm)
OPENACLNN_SUM_WITH_PRODUCT(aclnnAddmmWeightNz, openaclnn::kAddmmWeightNz)
OPENACLNN_SUM_WITH_PRODUCT(aclnnAddbmm, openaclnn::kAddbmm)
OPENACLNN_SUM_WITH_PRODUCT(aclnnBaddbmm, openaclnn::kBaddbmm)

// The same in place.
#define OPENACLNN_INPLACE_SUM_WITH_PRODUCT(name, row)                                                    \
  OPENACLNN_ENTRY(name,                                                                                  \
                  (aclTensor * selfRef, const aclTensor* first, const aclTensor* second,                 \
                   const aclScalar* beta, const aclScalar* alpha, int8_t cubeMathType),                  \
                  {                                                                                      \
                    return PhaseOneOf(__func__,                                                          \
                                      {row, selfRef, first, second, selfRef, alpha, beta, cubeMathType}, \
                                      workspaceSize, executor);                                          \
                  })

OPENACLNN_INPLACE_SUM_WITH_PRODUCT(aclnnInplaceAddmm, openaclnn::kInplaceAddmm)
OPENACLNN_INPLACE_SUM_WITH_PRODUCT(aclnnInplaceAddbmm, openaclnn::kInplaceAddbmm)
OPENACLNN_INPLACE_SUM_WITH_PRODUCT(aclnnInplaceBaddbmm, openaclnn::kInplaceBaddbmm)

OPENACLNN_ENTRY(aclnnAddmv,
                (const aclTensor* self, const aclTensor* mat, const aclTensor* vec, const aclScalar* alpha,
                 const aclScalar* beta, aclTensor* out, int8_t cubeMathType),
                {
                  return PhaseOneOf(__func__, {kAddmv, self, mat, vec, out, alpha, beta, cubeMathType},
                                    workspaceSize, executor);
                })
