// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupedMatmulFinalizeRouting in its versions: scaled products in float32, then the sum of the rows of each
// token, in their order.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "aclnnop/aclnn_grouped_matmul_finalize_routing.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_v2.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_v3.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_weight_nz.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_weight_nz_v2.h"
#include "base/checked_math.h"
#include "kernels/indexing/group_order.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/matmul/group_weights.h"
#include "ops/matmul/grouped_matmul.h"
#include "ops/matmul/scaled_products.h"

namespace openaclnn {
namespace {

struct Args : ScaledOperands {
  TensorView shared;  // [s, n]
  TensorView logit;   // [m]
  TensorView index;   // [m]
  TensorView out;     // [rows, n]
  int64_t listType = 0;
  float sharedWeight = 0;
  int64_t sharedOffset = 0;
};

struct State : Prepared {
  Prepared products;
  ScratchArray<float> numbers;   // [m, n]
  ScratchArray<int64_t> tokens;  // of rows
  ScratchArray<int64_t> begins;  // of the rows of each token, in `rows`
  ScratchArray<int64_t> rows;
  ScratchArray<std::byte> workspace;
};

GroupedMatmulArgs ProductsOf(const Args& args, float* numbers) {
  GroupedMatmulArgs products = ScaledProducts(args, numbers);
  products.listType = args.listType;
  return products;
}

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  state.numbers =
      scratch.Book<float>(CheckedMultiply(args.x.dims[0], args.columnScale.dims[1]).value_or(INT64_MAX));
  state.tokens = scratch.Book<int64_t>(args.x.dims[0]);
  state.begins = scratch.Book<int64_t>(args.out.dims[0] + 1);
  state.rows = scratch.Book<int64_t>(args.x.dims[0]);
  state.products = PlanGroupedMatmul(ProductsOf(args, nullptr));
  state.workspace = scratch.Book<std::byte>(static_cast<int64_t>(state.products.workspaceBytes));
  state.workspaceBytes = scratch.Bytes();
  state.cost = state.products.cost + static_cast<size_t>(args.out.NumElements()) * sizeof(float);
  return state;
}

// Brings the rows of each token together, in their order.
Status Sort(const Args& args, int64_t* tokens, int64_t* begins, int64_t* rows) {
  const IndexReader reader(args.index, -1);
  const int64_t most = args.out.dims[0];
  for (int64_t row = 0; row < args.x.dims[0]; ++row) {
    reader.Read(row, 1, &tokens[row]);
    if (tokens[row] < 0 || tokens[row] >= most) {
      return {code::kRtVectorCoreException, "rowIndex: expected numbers from 0 to below " +
                                                std::to_string(most) + ", got " + reader.Text(row) +
                                                " at position " + std::to_string(row)};
    }
  }
  OrderByGroups({tokens, static_cast<size_t>(args.x.dims[0])}, {begins, static_cast<size_t>(most) + 1},
                [&](int64_t row, int64_t at) { rows[at] = row; });
  return Status::Ok();
}

// Sums of tokens.
class Sums {
 public:
  Sums(const Args& args, const float* numbers, const int64_t* begins, const int64_t* rows)
      : args_(args),
        numbers_(numbers),
        begins_(begins),
        rows_(rows),
        logits_(args.logit.Defined() ? args.logit : args.out),
        shared_(args.shared.Defined() ? args.shared : args.out),
        out_(args.out) {}

  void Write(int64_t token) const {
    const int64_t columns = args_.out.dims[1];
    for (int64_t begin = 0; begin < columns; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, columns - begin);
      DoubleTileBuffer sums{};
      for (int64_t i = begins_[token]; i < begins_[token + 1]; ++i) {
        TileBuffer one;
        const double by = args_.logit.Defined() ? *logits_.Read(rows_[i], 1, one) : 1.0;
        Add(numbers_ + rows_[i] * columns + begin, by, count, sums);
      }
      const int64_t row = token - args_.sharedOffset;
      if (args_.shared.Defined() && row >= 0 && row < args_.shared.dims[0]) {
        TileBuffer buffer;
        Add(shared_.Read(row * columns + begin, count, buffer), args_.sharedWeight, count, sums);
      }
      out_.Write(token * columns + begin, count, sums.data());
    }
  }

 private:
  static void Add(const float* numbers, double by, int64_t count, DoubleTileBuffer& sums) {
    for (int64_t i = 0; i < count; ++i) {
      sums[static_cast<size_t>(i)] += by * static_cast<double>(numbers[i]);
    }
  }

  const Args& args_;
  const float* numbers_;
  const int64_t* begins_;
  const int64_t* rows_;
  TileReader logits_;
  TileReader shared_;
  TileWriter out_;
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  int64_t* const begins = state.begins.In(workspace);
  int64_t* const rows = state.rows.In(workspace);
  float* const numbers = state.numbers.In(workspace);
  Status status = Sort(args, state.tokens.In(workspace), begins, rows);
  if (status.IsOk()) {
    status = RunGroupedMatmul(ProductsOf(args, numbers), state.products, state.workspace.In(workspace), cpu);
  }
  if (!status.IsOk()) {
    return status;
  }
  const Sums sums(args, numbers, begins, rows);
  ForEachRow(cpu, args.out.dims[0], args.out.dims[1], [&](int64_t token) { sums.Write(token); });
  return status;
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:grouped_matmul_finalize_routing", Prepare));

struct Names {
  const char* x;
  const char* weight;
  const char* scale;
  const char* groups;
  const char* shared;
  const char* logit;
  const char* index;
  const char* out;
};
constexpr std::array<TensorArgument<Args>, 9> Arguments(const Names& names) {
  return {{{names.x, Role::kInput, &Args::x, false, true},
           {names.weight, Role::kInput, &Args::weight, false, true},
           {names.scale, Role::kInput, &Args::columnScale, false, true},
           {"pertokenScaleOptional", Role::kInput, &Args::rowScale, false, true},
           {names.groups, Role::kInput, &Args::groups, false, true},
           {names.shared, Role::kInput, &Args::shared, false, true},
           {names.logit, Role::kInput, &Args::logit, false, true},
           {names.index, Role::kInput, &Args::index, false, true},
           {names.out, Role::kOutput, &Args::out}}};
}
constexpr auto kFirstNames = Arguments({"x", "w", "scaleOptional", "groupListOptional", "sharedInputOptional",
                                        "logitOptional", "rowIndexOptional", "y"});
constexpr auto kOptionalNames =
    Arguments({"x1", "x2", "scaleOptional", "groupListOptional", "sharedInputOptional", "logitOptional",
               "rowIndexOptional", "out"});
constexpr auto kWeightNzNames =
    Arguments({"x1", "x2", "scale", "groupList", "sharedInput", "logit", "rowIndex", "out"});
constexpr Operator<Args> kFirst{"aclnnGroupedMatmulFinalizeRouting", kFirstNames, kKernels};
constexpr Operator<Args> kV2{"aclnnGroupedMatmulFinalizeRoutingV2", kOptionalNames, kKernels};
constexpr Operator<Args> kV3{"aclnnGroupedMatmulFinalizeRoutingV3", kOptionalNames, kKernels};
constexpr Operator<Args> kWeightNz{"aclnnGroupedMatmulFinalizeRoutingWeightNz", kWeightNzNames, kKernels};
constexpr Operator<Args> kWeightNzV2{"aclnnGroupedMatmulFinalizeRoutingWeightNzV2", kWeightNzNames, kKernels};

constexpr std::array<DType, 1> kInt8{DType::kInt8};
constexpr std::array<DType, 1> kInt64{DType::kInt64};
constexpr std::array<DType, 2> kIndices{DType::kInt64, DType::kInt32};
constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<DType, 2> kScales{DType::kFloat, DType::kBfloat16};

struct Options {
  int64_t dtype;
  float sharedInputWeight;
  int64_t sharedInputOffset;
  bool transposeX;
  bool transposeWeight;
  int64_t groupListType;
};

// What may be left out.
void CheckOfRows(ArgumentChecks& check, const NamedTensor& numbers, int64_t rows) {
  if (numbers.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(numbers, kFloat).ValidView(numbers).Shape(numbers, {rows}, "[rows of x]");
  }
}

void CheckShared(ArgumentChecks& check, const NamedTensor& shared, const NamedTensor& out, int64_t offset) {
  if (shared.tensor == nullptr || check.Failed()) {
    return;
  }
  check.DtypeIn(shared, FloatDtypes()).ValidView(shared).Rank(shared, 2);
  if (check.Failed()) {
    return;
  }
  check.DimEquals(shared, 1, out.tensor->viewDims[1], "the columns of the result");
  const int64_t rows = out.tensor->viewDims[0];
  const int64_t added = shared.tensor->viewDims[0];
  check.Require(
      "sharedInputOffset", "a row of the result from which on there are those of sharedInput",
      [&] { return offset >= 0 && offset <= rows && added <= rows - offset; },
      [&] {
        return std::to_string(offset) + " for " + std::to_string(added) + " of " + std::to_string(rows) +
               " rows";
      });
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<9>& given,
            std::initializer_list<NamedTensor> leftOut, const Options& options) {
  const auto [x, weight, columnScale, rowScale, groups, shared, logit, index, out] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(weight).NotNull(columnScale).LiveOrNull(rowScale).NotNull(groups);
  check.LiveOrNull(shared).LiveOrNull(logit).NotNull(index).NotNull(out);
  for (const NamedTensor& one : leftOut) {
    check.LiveOrNull(one);
    check.Require(
        one.name, "null: it is not supported", [&] { return one.tensor == nullptr; },
        [] { return "a tensor"; });
  }
  check.DtypeIn(x, kInt8).DtypeIn(weight, kInt8).DtypeIn(columnScale, kScales).DtypeIn(groups, kInt64);
  check.DtypeIn(index, kIndices).DtypeIn(out, kFloat);
  check.ValidView(x).ValidView(columnScale).ValidView(groups).ValidView(index).ValidOutputView(out);
  check.Rank(x, 2).Rank(columnScale, 2).Rank(groups, 1).Rank(out, 2);
  check.InRange("dtype", options.dtype, 0, 0, "0");
  check.InRange(op.arguments[0].name == std::string("x") ? "transposeX" : "transposeX1",
                options.transposeX ? 1 : 0, 0, 0, "false");
  check.InRange("groupListType", options.groupListType, 0, 1, "0 or 1");
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t rows = x.tensor->viewDims[0];
  const int64_t depth = x.tensor->viewDims[1];
  const int64_t columns = columnScale.tensor->viewDims[1];
  const int64_t count = groups.tensor->viewDims[0];
  const GroupWeights weights(check, weight, depth, columns, true, options.transposeWeight);
  check.Shape(weights.Shown(), {count, depth, columns},
              "[groups, columns of x, columns of scale], as factors");
  check.DimEquals(columnScale, 0, count, "the number of groups");
  CheckOfRows(check, rowScale, rows);
  CheckOfRows(check, logit, rows);
  check.Shape(index, {rows}, "[rows of x]");
  check.DimEquals(out, 1, columns, "the columns of scale");
  CheckShared(check, shared, out, options.sharedInputOffset);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.blocks = weights.InBlocks();
  args.listType = options.groupListType;
  args.sharedWeight = options.sharedInputWeight;
  args.sharedOffset = options.sharedInputOffset;
  return call.Bind(op, args,
                   {x.tensor, weights.OfCall(), columnScale.tensor, rowScale.tensor, groups.tensor,
                    shared.tensor, logit.tensor, index.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGroupedMatmulFinalizeRouting,
               (const aclTensor* x, aclTensor* w, const aclTensor* scaleOptional,
                const aclTensor* biasOptional, const aclTensor* pertokenScaleOptional,
                const aclTensor* groupListOptional, const aclTensor* sharedInputOptional,
                const aclTensor* logitOptional, const aclTensor* rowIndexOptional, int64_t dtype,
                float sharedInputWeight, int64_t sharedInputOffset, bool transposeX, bool transposeW,
                int64_t groupListType, aclTensor* y),
               Bind(call, kFirst,
                    {x, w, scaleOptional, pertokenScaleOptional, groupListOptional, sharedInputOptional,
                     logitOptional, rowIndexOptional, y},
                    {{"biasOptional", biasOptional}},
                    {dtype, sharedInputWeight, sharedInputOffset, transposeX, transposeW, groupListType}))

OPENACLNN_CALL(aclnnGroupedMatmulFinalizeRoutingV2,
               (const aclTensor* x1, aclTensor* x2, const aclTensor* scaleOptional,
                const aclTensor* biasOptional, const aclTensor* offsetOptional,
                const aclTensor* antiquantScaleOptional, const aclTensor* antiquantOffsetOptional,
                const aclTensor* pertokenScaleOptional, const aclTensor* groupListOptional,
                const aclTensor* sharedInputOptional, const aclTensor* logitOptional,
                const aclTensor* rowIndexOptional, int64_t dtype, float sharedInputWeight,
                int64_t sharedInputOffset, bool transposeX1, bool transposeX2, int64_t groupListType,
                aclTensor* out),
               Bind(call, kV2,
                    {x1, x2, scaleOptional, pertokenScaleOptional, groupListOptional, sharedInputOptional,
                     logitOptional, rowIndexOptional, out},
                    {{"biasOptional", biasOptional},
                     {"offsetOptional", offsetOptional},
                     {"antiquantScaleOptional", antiquantScaleOptional},
                     {"antiquantOffsetOptional", antiquantOffsetOptional}},
                    {dtype, sharedInputWeight, sharedInputOffset, transposeX1, transposeX2, groupListType}))

OPENACLNN_CALL(aclnnGroupedMatmulFinalizeRoutingV3,
               (const aclTensor* x1, aclTensor* x2, const aclTensor* scaleOptional,
                const aclTensor* biasOptional, const aclTensor* offsetOptional,
                const aclTensor* antiquantScaleOptional, const aclTensor* antiquantOffsetOptional,
                const aclTensor* pertokenScaleOptional, const aclTensor* groupListOptional,
                const aclTensor* sharedInputOptional, const aclTensor* logitOptional,
                const aclTensor* rowIndexOptional, int64_t dtype, float sharedInputWeight,
                int64_t sharedInputOffset, bool transposeX1, bool transposeX2, int64_t groupListType,
                const aclIntArray* /*tuningConfigOptional*/, aclTensor* out),
               Bind(call, kV3,
                    {x1, x2, scaleOptional, pertokenScaleOptional, groupListOptional, sharedInputOptional,
                     logitOptional, rowIndexOptional, out},
                    {{"biasOptional", biasOptional},
                     {"offsetOptional", offsetOptional},
                     {"antiquantScaleOptional", antiquantScaleOptional},
                     {"antiquantOffsetOptional", antiquantOffsetOptional}},
                    {dtype, sharedInputWeight, sharedInputOffset, transposeX1, transposeX2, groupListType}))

OPENACLNN_CALL(aclnnGroupedMatmulFinalizeRoutingWeightNz,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* scale, const aclTensor* bias,
                const aclTensor* pertokenScaleOptional, const aclTensor* groupList,
                const aclTensor* sharedInput, const aclTensor* logit, const aclTensor* rowIndex,
                int64_t dtype, float sharedInputWeight, int64_t sharedInputOffset, bool transposeX1,
                bool transposeX2, int64_t groupListType, aclTensor* out),
               Bind(call, kWeightNz,
                    {x1, x2, scale, pertokenScaleOptional, groupList, sharedInput, logit, rowIndex, out},
                    {{"bias", bias}},
                    {dtype, sharedInputWeight, sharedInputOffset, transposeX1, transposeX2, groupListType}))

OPENACLNN_CALL(aclnnGroupedMatmulFinalizeRoutingWeightNzV2,
               (const aclTensor* x1, aclTensor* x2, const aclTensor* scale, const aclTensor* bias,
                const aclTensor* offsetOptional, const aclTensor* antiquantScaleOptional,
                const aclTensor* antiquantOffsetOptional, const aclTensor* pertokenScaleOptional,
                const aclTensor* groupList, const aclTensor* sharedInput, const aclTensor* logit,
                const aclTensor* rowIndex, int64_t dtype, float sharedInputWeight, int64_t sharedInputOffset,
                bool transposeX1, bool transposeX2, int64_t groupListType,
                const aclIntArray* /*tuningConfigOptional*/, aclTensor* out),
               Bind(call, kWeightNzV2,
                    {x1, x2, scale, pertokenScaleOptional, groupList, sharedInput, logit, rowIndex, out},
                    {{"bias", bias},
                     {"offsetOptional", offsetOptional},
                     {"antiquantScaleOptional", antiquantScaleOptional},
                     {"antiquantOffsetOptional", antiquantOffsetOptional}},
                    {dtype, sharedInputWeight, sharedInputOffset, transposeX1, transposeX2, groupListType}))
