// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_quant_matmul.h"
#include "aclnnop/aclnn_quant_matmul_v3.h"
#include "aclnnop/aclnn_quant_matmul_v4.h"
#include "aclnnop/aclnn_quant_matmul_v5.h"
#include "aclnnop/aclnn_quant_matmul_weight_nz.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::matmul::quant_matmul {
namespace {

/// How a version calls its tensors; an empty name: it has none.
struct Names {
  std::string scale;
  std::string offset;
  std::string rowScale;
};

aclnnStatus FifthVersion(const aclTensor* x1, const aclTensor* x2, const aclTensor* x1Scale,
                         const aclTensor* x2Scale, const aclTensor* x2Offset, const aclTensor* bias,
                         bool transposeX1, bool transposeX2, aclTensor* out, uint64_t* workspaceSize,
                         aclOpExecutor** executor) {
  return aclnnQuantMatmulV5GetWorkspaceSize(x1, x2, x1Scale, x2Scale, nullptr, nullptr, x2Offset, nullptr,
                                            bias, transposeX1, transposeX2, 0, out, workspaceSize, executor);
}

aclnnStatus WeightNz(const aclTensor* x1, const aclTensor* x2, const aclTensor* x1Scale,
                     const aclTensor* x2Scale, const aclTensor* x2Offset, const aclTensor* bias,
                     bool transposeX1, bool transposeX2, aclTensor* out, uint64_t* workspaceSize,
                     aclOpExecutor** executor) {
  return aclnnQuantMatmulWeightNzGetWorkspaceSize(x1, x2, x1Scale, x2Scale, nullptr, nullptr, x2Offset,
                                                  nullptr, bias, transposeX1, transposeX2, 0, out,
                                                  workspaceSize, executor);
}

struct Sizes {
  Shape batch;
  int64_t rows;
  int64_t depth;
  int64_t columns;
};

Arguments Given(const Names& names, const Sizes& sizes, bool swapped, bool all, aclDataType scale = ACL_FLOAT,
                aclDataType bias = ACL_INT32) {
  const auto shape = [&](int64_t before, int64_t last) {
    Shape dims = sizes.batch;
    dims.insert(dims.end(), {before, last});
    return dims;
  };
  const auto& [batch, m, k, n] = sizes;
  Arguments given{.tensors = {{"x1", {{swapped ? shape(k, m) : shape(m, k), ACL_INT8}}},
                              {"x2", {{swapped ? shape(n, k) : shape(k, n), ACL_INT8}}},
                              {names.scale, {{{n}, scale}}}},
                  .attributes = {{"transposeX1", swapped ? int64_t{1} : int64_t{0}},
                                 {"transposeX2", swapped ? int64_t{1} : int64_t{0}}}};
  if (all) {
    given.tensors["bias"] = {{{n}, bias}};
    if (!names.rowScale.empty()) {
      given.tensors[names.rowScale] = {{{m}, ACL_FLOAT}};
    } else {
      given.tensors[names.offset] = {{{1}, ACL_FLOAT}};
    }
  }
  return given;
}

Argument Out() {
  return OutputWith(
      Tensor("out", "the products", "[.., m, n]", {ACL_FLOAT16, ACL_INT8, ACL_INT32, ACL_FLOAT, ACL_BF16}),
      [](const Arguments& known) {
        const auto dims = [&](const char* name) { return known.ShapeOf(name); };
        const Shape x1 = dims("x1");
        const Shape x2 = dims("x2");
        if (x1.size() < 2 || x2.size() < 2) {
          return x1;
        }
        Shape out = Broadcast(Shape(x1.begin(), x1.end() - 2), Shape(x2.begin(), x2.end() - 2));
        out.push_back(x1[x1.size() - (known.Integer("transposeX1") != 0 ? 1 : 2)]);
        out.push_back(x2[x2.size() - (known.Integer("transposeX2") != 0 ? 2 : 1)]);
        return out;
      },
      Always(ACL_FLOAT16));
}

Operator Row(Operator row, const Names& names) {
  row.summary = names.rowScale.empty() ? "products of matrices of INT8 or INT4, scaled"
                                       : "products of matrices of INT8 or INT4, scaled by columns and rows";
  row.formula = {names.rowScale.empty() ? "out = (x1 @ x2 + bias) * " + names.scale + " + " + names.offset
                                        : "out = (x1 @ x2 + bias) * " + names.scale + " * " + names.rowScale};
  row.draw = [names](Choices& choices) {
    Sizes sizes{{}, choices.Extent(), choices.Extent(), choices.Extent()};
    if (choices.Chance(64)) {
      sizes.batch = {choices.Extent()};
    }
    const aclDataType scale = choices.Chance(64) ? ACL_BF16 : ACL_FLOAT;
    return Given(names, sizes, choices.Chance(128), choices.Chance(128), scale,
                 choices.Chance(128) ? ACL_FLOAT : ACL_INT32);
  };
  row.samples = {{.name = "tiles", .arguments = Given(names, {{}, 130, 515, 193}, false, true)},
                 {.name = "transposed", .arguments = Given(names, {{3}, 65, 300, 70}, true, true)},
                 {.name = "one_row", .arguments = Given(names, {{}, 1, 1030, 257}, false, false)}};
  for (Sample& sample : row.samples) {
    sample.dtypes = {ACL_INT8};
  }
  row.runExample = "--x1 a.npy --x2 b.npy " + OptionName(names.scale) + " s.npy -o y.npy";
  row.benchExample = "--x1 2048x2048:int8 --x2 2048x2048:int8 " + OptionName(names.scale) + " 2048";
  return MakeOperator(std::move(row));
}

/// With words of scales.
Operator SecondVersion(const Argument& x1, const Argument& x2, const Argument& bias, Argument out) {
  Argument scale = Tensor("deqScale", "words of scales of columns", "[1] or [n]", {ACL_INT64, ACL_UINT64});
  scale.dtype = Always(ACL_INT64);
  scale.holds = Meaning::kOnes;  // the smallest scale; others may be NaN
  out.dtypes = {ACL_FLOAT16};
  out.shape = [shape = out.shape](Arguments known) {
    known.attributes["transposeX1"] = known.Integer("adjX1");
    known.attributes["transposeX2"] = known.Integer("adjX2");
    return shape(known);
  };
  const auto given = [](const Sizes& sizes, bool swapped, bool all, aclDataType type) {
    Arguments arguments = Given({"deqScale", "", ""}, sizes, swapped, all, ACL_INT64, type);
    arguments.tensors.erase("");
    arguments.attributes = {{"adjX1", swapped ? int64_t{1} : int64_t{0}},
                            {"adjX2", swapped ? int64_t{1} : int64_t{0}}};
    return arguments;
  };
  Operator row{
      .phases = TwoPhases<&aclnnQuantMatmulV2GetWorkspaceSize, &aclnnQuantMatmulV2>("aclnnQuantMatmulV2"),
      .summary = "products of matrices of INT8 or INT4, scaled by words",
      .formula = {"out = (x1 @ x2 + bias) * deqScale"},
      .arguments = {x1, x2, bias, scale, Flag("adjX1", "whether x1 is [.., k, m]"),
                    Flag("adjX2", "whether x2 is [.., n, k]"), std::move(out)}};
  row.draw = [given](Choices& choices) {
    return given({{}, choices.Extent(), choices.Extent(), choices.Extent()}, choices.Chance(128),
                 choices.Chance(128), choices.Chance(128) ? ACL_FLOAT : ACL_INT32);
  };
  row.samples = {{.name = "tiles", .arguments = given({{}, 130, 515, 193}, false, true, ACL_INT32)},
                 {.name = "transposed", .arguments = given({{3}, 65, 300, 70}, true, true, ACL_INT32)},
                 {.name = "one_row", .arguments = given({{}, 1, 1030, 257}, false, false, ACL_INT32)}};
  for (Sample& sample : row.samples) {
    sample.dtypes = {ACL_INT8};
  }
  row.runExample = "--x1 a.npy --x2 b.npy --deq-scale s.npy -o y.npy";
  row.benchExample = "--x1 2048x2048:int8 --x2 2048x2048:int8 --deq-scale 2048:int64";
  return MakeOperator(std::move(row));
}

/// With one scale, which is an attribute.
Operator FirstVersion(Argument out) {
  const auto factor = [](const char* name, const char* shape) {
    return Tensor(name, "factor", shape, {ACL_INT8});
  };
  const auto given = [](const Sizes& sizes, bool biased) {
    Arguments all = Given({"", "", ""}, sizes, false, biased);
    all.tensors.erase("");
    all.attributes = {{"deqScale", 0.25}};
    return all;
  };
  Argument second = factor("x2", "[.., k, n]");
  second.shape = [](const Arguments& known) {
    Shape shape = known.ShapeOf("x1");
    if (shape.size() > 1) {
      std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    }
    return shape;
  };
  out.dtypes = {ACL_FLOAT16};
  out.shape = [shape = out.shape](Arguments known) {
    known.attributes["transposeX1"] = int64_t{0};
    known.attributes["transposeX2"] = int64_t{0};
    return shape(known);
  };
  Operator row{.phases = TwoPhases<&aclnnQuantMatmulGetWorkspaceSize, &aclnnQuantMatmul>("aclnnQuantMatmul"),
               .summary = "products of matrices of INT8, times a number",
               .formula = {"out = (x1 @ x2 + bias) * deqScale"},
               .arguments = {factor("x1", "[.., m, k]"), std::move(second),
                             quantization::OptionalInput("bias", "added to columns", "[n]", {ACL_INT32}),
                             Real("deqScale", "the scale", 1), std::move(out)}};
  row.draw = [given](Choices& choices) {
    Sizes sizes{{}, choices.Extent(), choices.Extent(), choices.Extent()};
    if (choices.Chance(64)) {
      sizes.batch = {choices.Extent()};
    }
    return given(sizes, choices.Chance(128));
  };
  row.samples = {{.name = "tiles", .arguments = given({{}, 130, 515, 193}, true)},
                 {.name = "batch", .arguments = given({{3}, 65, 300, 70}, true)},
                 {.name = "one_row", .arguments = given({{}, 1, 1030, 257}, false)}};
  row.runExample = "--x1 a.npy --x2 b.npy --deq-scale 0.01 -o y.npy";
  row.benchExample = "--x1 2048x2048:int8";
  return MakeOperator(std::move(row));
}

Argument Scale(std::string name) {
  Argument scale = Tensor(std::move(name), "scale of columns", "[1] or [n]", {ACL_FLOAT, ACL_BF16});
  scale.others = {ACL_INT64, ACL_UINT64};
  scale.holds = Meaning::kPositive;
  scale.dtype = Always(ACL_FLOAT);
  return scale;
}

}  // namespace

std::vector<Operator> Rows() {
  const auto factor = [](std::string name, std::string shape) {
    return Tensor(std::move(name), "factor", std::move(shape), {ACL_INT8, ACL_INT32});
  };
  const Argument x1 = factor("x1", "[.., m, k]");
  const Argument x2 = factor("x2", "[.., k, n]");
  const Argument bias = quantization::OptionalInput("bias", "added to columns", "[n]",
                                                    {ACL_INT32, ACL_FLOAT, ACL_FLOAT16, ACL_BF16});
  const auto floats = [](std::string name, std::string meaning, std::string shape) {
    return quantization::OptionalInput(std::move(name), std::move(meaning), std::move(shape), {ACL_FLOAT});
  };
  const Argument swap1 = Flag("transposeX1", "whether x1 is [.., k, m]");
  const Argument swap2 = Flag("transposeX2", "whether x2 is [.., n, k]");
  Argument blocks = x2;
  blocks.mayBeFractal = true;
  Argument out = Out();
  out.anyDType = false;
  return {
      Row({.phases =
               TwoPhases<&aclnnQuantMatmulV3GetWorkspaceSize, &aclnnQuantMatmulV3>("aclnnQuantMatmulV3"),
           .arguments = {x1, x2, Scale("scale"), floats("offset", "offset of columns", "[1] or [n]"), bias,
                         swap1, swap2, out}},
          {"scale", "offset", ""}),
      Row({.phases =
               TwoPhases<&aclnnQuantMatmulV4GetWorkspaceSize, &aclnnQuantMatmulV4>("aclnnQuantMatmulV4"),
           .arguments = {x1, x2, Scale("scale"), floats("offset", "offset of columns", "[1] or [n]"),
                         floats("pertokenScaleOptional", "scale of rows", "[m]"), bias, swap1, swap2, out}},
          {"scale", "offset", "pertokenScaleOptional"}),
      Row({.phases = TwoPhases<&FifthVersion, &aclnnQuantMatmulV5>("aclnnQuantMatmulV5"),
           .arguments = {x1, x2, floats("x1Scale", "scale of rows", "[m]"), Scale("x2Scale"),
                         floats("x2Offset", "offset of columns", "[1] or [n]"), bias, swap1, swap2, out}},
          {"x2Scale", "x2Offset", "x1Scale"}),
      Row({.phases = TwoPhases<&WeightNz, &aclnnQuantMatmulWeightNz>("aclnnQuantMatmulWeightNz"),
           .arguments = {x1, blocks, floats("x1Scale", "scale of rows", "[m]"), Scale("x2Scale"),
                         floats("x2Offset", "offset of columns", "[1] or [n]"), bias, swap1, swap2, out}},
          {"x2Scale", "x2Offset", "x1Scale"}),
      FirstVersion(out),
      SecondVersion(x1, x2, bias, out),
  };
}

}  // namespace openaclnn::catalogue::matmul::quant_matmul
