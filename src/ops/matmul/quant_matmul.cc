// SPDX-License-Identifier: Apache-2.0
//
// The checks and entry points of scaled products of INT8 or INT4: aclnnQuantMatmulV2 to V5, and of one with a
// factor in FRACTAL_NZ, aclnnQuantMatmulWeightNz.
#include "ops/matmul/quant_matmul.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "aclnnop/aclnn_quant_matmul.h"
#include "aclnnop/aclnn_quant_matmul_v3.h"
#include "aclnnop/aclnn_quant_matmul_v4.h"
#include "aclnnop/aclnn_quant_matmul_v5.h"
#include "aclnnop/aclnn_quant_matmul_weight_nz.h"
#include "base/checked_math.h"
#include "kernels/quantization/whole_numbers.h"
#include "ops/common/entry.h"
#include "ops/common/fractal.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

using Args = QuantMatmulArgs;
using Packed = WholeMatrix::Packed;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kQuantMatmulCpu};

// x1, x2, scale, offset, the scale of rows, bias, out.
constexpr std::array<TensorArgument<Args>, 7> Names(const char* scale, const char* offset,
                                                    const char* rowScale) {
  return {{{"x1", Role::kInput, &Args::x1, false, true},
           {"x2", Role::kInput, &Args::x2, false, true},
           {scale, Role::kInput, &Args::scale, false, true},
           {offset, Role::kInput, &Args::offset, false, true},
           {rowScale, Role::kInput, &Args::rowScale, false, true},
           {"bias", Role::kInput, &Args::bias, false, true},
           {"out", Role::kOutput, &Args::out}}};
}
constexpr auto kFourth = Names("scale", "offset", "pertokenScaleOptional");
constexpr std::array<TensorArgument<Args>, 5> kSecond{
    {kFourth[0], kFourth[1], kFourth[5], {"deqScale", Role::kInput, &Args::scale, false, true}, kFourth[6]}};
constexpr auto kFifth = Names("x2Scale", "x2Offset", "x1Scale");
constexpr Operator<Args> kQuantMatmulV2{"aclnnQuantMatmulV2", kSecond, kKernels};
constexpr Operator<Args> kQuantMatmulV3{"aclnnQuantMatmulV3", kFourth, kKernels};
constexpr Operator<Args> kQuantMatmulV4{"aclnnQuantMatmulV4", kFourth, kKernels};
constexpr Operator<Args> kQuantMatmulV5{"aclnnQuantMatmulV5", kFifth, kKernels};
constexpr Operator<Args> kQuantMatmulWeightNz{"aclnnQuantMatmulWeightNz", kFifth, kKernels};

constexpr std::array<DType, 2> kFactorDtypes{DType::kInt8, DType::kInt32};
constexpr std::array<DType, 4> kScaleDtypes{DType::kFloat, DType::kBfloat16, DType::kInt64, DType::kUint64};
constexpr std::array<DType, 2> kWords{DType::kInt64, DType::kUint64};
constexpr std::array<DType, 1> kHalf{DType::kFloat16};
constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<DType, 4> kBiasDtypes{DType::kInt32, DType::kFloat, DType::kFloat16, DType::kBfloat16};
constexpr std::array<DType, 5> kOutDtypes{DType::kFloat16, DType::kBfloat16, DType::kInt8, DType::kInt32,
                                          DType::kFloat};

// What the scales of aclnnQuantMatmulV2 may be filled up to a multiple of.
constexpr int64_t kScaleMultiple = 16;

// The last two dims of a factor, unpacked, and which of them an INT32 packs.
struct Factor {
  int64_t before = 0;
  int64_t last = 0;
  bool isPacked = false;
  bool lastPacked = false;
};

// INT4 lie side by side in memory: the dim of stride 1 has them. Where both have it, `last` decides.
Factor FactorOf(const aclTensor& tensor, bool last = true) {
  const size_t rank = tensor.viewDims.size();
  Factor factor{tensor.viewDims[rank - 2], tensor.viewDims[rank - 1]};
  factor.isPacked = tensor.dtype == DType::kInt32;
  const bool both = tensor.strides[rank - 1] == 1 && tensor.strides[rank - 2] == 1;
  factor.lastPacked = both ? last : tensor.strides[rank - 1] == 1 || tensor.strides[rank - 2] != 1;
  if (factor.isPacked) {
    (factor.lastPacked ? factor.last : factor.before) *= kPackedInWord;
  }
  return factor;
}

Packed PackedAlong(const Factor& factor, bool lanesLast) {
  if (!factor.isPacked) {
    return Packed::kNone;
  }
  return factor.lastPacked == lanesLast ? Packed::kLanes : Packed::kDepths;
}

void CheckFactorRank(ArgumentChecks& check, const NamedTensor& factor) {
  check.Require(
      factor.name, "2 to 6 dims, of less than 2^58",
      [&] {
        const std::vector<int64_t>& dims = factor.tensor->viewDims;
        return dims.size() >= 2 && dims.size() <= 6 &&
               std::max(dims.back(), dims[dims.size() - 2]) < (int64_t{1} << 58);
      },
      [&] { return ShapeText(factor.tensor->viewDims); });
}

std::span<const int64_t> BatchOf(const aclTensor& tensor) {
  return std::span<const int64_t>(tensor.viewDims).first(tensor.viewDims.size() - 2);
}

// Rows, columns and depth, and that out is the product of factors whose batches broadcast.
void CheckProduct(ArgumentChecks& check, const NamedTensor& x1, const NamedTensor& x2, const NamedTensor& out,
                  Args& args) {
  if (check.Failed()) {
    return;
  }
  const Factor first = FactorOf(*x1.tensor);
  Factor second = FactorOf(*x2.tensor);
  args.rows = args.swapped1 ? first.last : first.before;
  args.depth = args.swapped1 ? first.before : first.last;
  const auto depthOf = [&](const Factor& factor) { return args.swapped2 ? factor.last : factor.before; };
  if (depthOf(second) != args.depth) {
    second = FactorOf(*x2.tensor, false);
  }
  args.columns = args.swapped2 ? second.before : second.last;
  args.packed1 = PackedAlong(first, args.swapped1);
  args.packed2 = PackedAlong(second, !args.swapped2);
  check.Require(
      x2.name, "as many rows as x1 has columns", [&] { return depthOf(second) == args.depth; },
      [&] { return ShapeText(x2.tensor->viewDims) + " behind " + ShapeText(x1.tensor->viewDims); });
  const std::optional<Dims> batch = BroadcastShape(BatchOf(*x1.tensor), BatchOf(*x2.tensor));
  check.Require(
      x2.name, "a batch that broadcasts with that of x1", [&] { return batch.has_value(); },
      [&] { return ShapeText(x2.tensor->viewDims) + " behind " + ShapeText(x1.tensor->viewDims); });
  if (check.Failed()) {
    return;
  }
  Dims shape = *batch;
  shape.push_back(args.rows);
  shape.push_back(args.columns);
  check.Shape(out, shape, "that of the product");
}

// One number for all, or one for each.
void CheckOneOrEach(ArgumentChecks& check, const NamedTensor& numbers, int64_t count, const char* expected) {
  check.Require(
      numbers.name, expected,
      [&] {
        const int64_t own = NumElements(*numbers.tensor);
        return own == 1 || own == count;
      },
      [&] { return ShapeText(numbers.tensor->viewDims); });
}

void CheckBias(ArgumentChecks& check, const NamedTensor& bias, const NamedTensor& out, const Args& args) {
  if (check.Failed() || bias.tensor == nullptr) {
    return;
  }
  check.DtypeIn(bias, kBiasDtypes).ValidView(bias);
  check.Require(
      bias.name, "INT32, as the result is INT32",
      [&] { return out.tensor->dtype != DType::kInt32 || bias.tensor->dtype == DType::kInt32; },
      [&] { return NameOf(bias.tensor->dtype); });
  check.Require(
      bias.name, "[columns] or [batches, 1, columns]",
      [&] {
        const std::vector<int64_t>& dims = bias.tensor->viewDims;
        if (dims.empty() || dims.back() != args.columns) {
          return false;
        }
        const bool none = NumElements(*out.tensor) == 0;
        const int64_t batches = none ? 0 : NumElements(*out.tensor) / args.columns / args.rows;
        return dims.size() == 1 ||
               (dims.size() == 3 && dims[1] == 1 && (none || dims[0] == 1 || dims[0] == batches));
      },
      [&] { return ShapeText(bias.tensor->viewDims); });
}

struct Attributes {
  bool transpose1;
  bool transpose2;
};

// x2 as checks see it, and as the kernel does, if it has the label of FRACTAL_NZ.
struct FractalFactor {
  aclTensor shown;
  FractalMatrices matrices;
};

// A client gives the matrices as the view, or their storage dims. One that has the label alone is plain.
std::optional<FractalFactor> FindFractalFactor(ArgumentChecks& check, const NamedTensor& x1,
                                               const NamedTensor& x2, const NamedTensor& out,
                                               const Attributes& attributes) {
  if (check.Failed() || !IsFractalLabel(x2.tensor->format)) {
    return std::nullopt;
  }
  const std::vector<int64_t>& first = x1.tensor->viewDims;
  const std::vector<int64_t>& dims = x2.tensor->viewDims;
  if (!IsFractal(*x2.tensor) || first.size() < 2 || out.tensor->viewDims.empty()) {
    return FractalFactor{AsPlain(*x2.tensor), {}};
  }
  check.Require(
      x2.name, "INT8, as it is in FRACTAL_NZ",
      [&] { return x2.tensor->dtype == DType::kInt8 && x1.tensor->dtype == DType::kInt8; },
      [&] { return std::string(NameOf(x2.tensor->dtype)) + " behind " + NameOf(x1.tensor->dtype); });
  std::optional<FractalFactor> factor;
  if (check.Failed()) {
    return factor;
  }
  if (x2.tensor->storageDims.size() == dims.size()) {
    int64_t rows = first[first.size() - (attributes.transpose1 ? 2 : 1)];
    int64_t columns = out.tensor->viewDims.back();
    if (attributes.transpose2) {
      std::swap(rows, columns);
    }
    if (const auto matrices = FindFractalView(check, x2, rows, columns); matrices) {
      std::vector<int64_t> shown(dims.begin(), dims.end() - 4);
      shown.insert(shown.end(), {rows, columns});
      factor = FractalFactor{PlainTensor(*x2.tensor, shown), *matrices};
    }
  } else if (const auto matrices = FindFractal(check, x2); matrices) {
    factor = FractalFactor{AsPlain(*x2.tensor), *matrices};
  }
  check.Require(
      x2.name, "blocks of 2, 4, 8, 16 or 32 columns",
      [&] { return factor && kWholeTileColumns % factor->matrices.width == 0; },
      [&] { return ShapeText(x2.tensor->storageDims); });
  return factor;
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<7>& given,
            const Attributes& attributes, std::initializer_list<NamedTensor> leftOut = {},
            int64_t groupSize = 0) {
  const bool second = &op == &kQuantMatmulV2;
  auto named = Named(second ? kQuantMatmulV4 : op, given);
  named[2].name = op.arguments[second ? 3 : 2].name;
  const auto& [x1, given2, scale, offset, rowScale, bias, out] = named;
  ArgumentChecks check;
  check.NotNull(x1).NotNull(given2).NotNull(scale).LiveOrNull(offset).LiveOrNull(rowScale).LiveOrNull(bias);
  check.NotNull(out);
  for (const NamedTensor& tensor : leftOut) {
    check.LiveOrNull(tensor);
  }
  check.DtypeIn(x1, kFactorDtypes).DtypeIn(given2, kFactorDtypes);
  check.DtypeIn(scale, second ? std::span<const DType>(kWords) : kScaleDtypes);
  check.DtypeIn(out, second ? std::span<const DType>(kHalf) : kOutDtypes);
  const std::optional<FractalFactor> fractal =
      &op == &kQuantMatmulWeightNz ? FindFractalFactor(check, x1, given2, out, attributes) : std::nullopt;
  const NamedTensor x2{given2.name, fractal ? &fractal->shown : given2.tensor};
  check.ValidView(x1).ValidView(x2).ValidView(scale).ValidOutputView(out);
  for (const NamedTensor& tensor : leftOut) {  // torch_npu passes tensors without elements, too
    check.Require(
        tensor.name, "null: it is not supported",
        [&] { return tensor.tensor == nullptr || NumElements(*tensor.tensor) == 0; },
        [] { return "a tensor"; });
  }
  check.InRange("groupSize", groupSize, 0, 0, "0");
  CheckFactorRank(check, x1);
  CheckFactorRank(check, x2);
  Args args;
  args.swapped1 = attributes.transpose1;
  args.swapped2 = attributes.transpose2;
  CheckProduct(check, x1, x2, out, args);
  const int64_t padded = CeilDivide(args.columns, kScaleMultiple) * kScaleMultiple;
  if (!check.Failed() && (!second || NumElements(*scale.tensor) != padded)) {
    CheckOneOrEach(check, scale, args.columns, "one scale, or one for each column");
  }
  if (offset.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(offset, kFloat).ValidView(offset);
    CheckOneOrEach(check, offset, args.columns, "one offset, or one for each column");
  }
  if (rowScale.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(rowScale, kFloat).ValidView(rowScale);
    check.NumElements(rowScale, args.rows, "one for each row");
  }
  CheckBias(check, bias, out, args);
  if (check.Failed()) {
    return check.Result();
  }
  if (second) {
    return call.Bind(op, args, {x1.tensor, x2.tensor, bias.tensor, scale.tensor, out.tensor});
  }
  TensorOfCall factor{given2.tensor};
  if (fractal && fractal->matrices.width > 0) {
    args.blockWidth = fractal->matrices.width;
    args.blocksOfColumns = fractal->matrices.transposed == args.swapped2;
    factor = {given2.tensor, fractal->matrices.storage};
  } else if (fractal) {
    factor = {given2.tensor, fractal->shown};
  }
  return call.Bind(
      op, args, {x1.tensor, factor, scale.tensor, offset.tensor, rowScale.tensor, bias.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnQuantMatmulV3,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* scale, const aclTensor* offset,
                const aclTensor* bias, bool transposeX1, bool transposeX2, const aclTensor* out),
               Bind(call, kQuantMatmulV3, {x1, x2, scale, offset, nullptr, bias, out},
                    {transposeX1, transposeX2}))

OPENACLNN_CALL(aclnnQuantMatmulV4,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* scale, const aclTensor* offset,
                const aclTensor* pertokenScaleOptional, const aclTensor* bias, bool transposeX1,
                bool transposeX2, const aclTensor* out),
               Bind(call, kQuantMatmulV4, {x1, x2, scale, offset, pertokenScaleOptional, bias, out},
                    {transposeX1, transposeX2}))

OPENACLNN_CALL(aclnnQuantMatmulV5,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* x1Scale, const aclTensor* x2Scale,
                const aclTensor* yScale, const aclTensor* x1Offset, const aclTensor* x2Offset,
                const aclTensor* yOffset, const aclTensor* bias, bool transposeX1, bool transposeX2,
                int64_t groupSize, aclTensor* out),
               Bind(call, kQuantMatmulV5, {x1, x2, x2Scale, x2Offset, x1Scale, bias, out},
                    {transposeX1, transposeX2},
                    {{"yScale", yScale}, {"x1Offset", x1Offset}, {"yOffset", yOffset}}, groupSize))

OPENACLNN_CALL(aclnnQuantMatmulV2,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* bias, const aclTensor* deqScale,
                bool adjX1, bool adjX2, aclTensor* out),
               Bind(call, kQuantMatmulV2, {x1, x2, deqScale, nullptr, nullptr, bias, out}, {adjX1, adjX2}))

OPENACLNN_CALL(aclnnQuantMatmulWeightNz,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* x1Scale, const aclTensor* x2Scale,
                const aclTensor* yScale, const aclTensor* x1Offset, const aclTensor* x2Offset,
                const aclTensor* yOffset, const aclTensor* bias, bool transposeX1, bool transposeX2,
                int64_t groupSize, aclTensor* out),
               Bind(call, kQuantMatmulWeightNz, {x1, x2, x2Scale, x2Offset, x1Scale, bias, out},
                    {transposeX1, transposeX2},
                    {{"yScale", yScale}, {"x1Offset", x1Offset}, {"yOffset", yOffset}}, groupSize))
