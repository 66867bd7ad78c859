// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "aclnnop/aclnn_addbmm.h"
#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_addmv.h"
#include "aclnnop/aclnn_baddbmm.h"
#include "aclnnop/aclnn_batch_matmul.h"
#include "aclnnop/aclnn_dot.h"
#include "aclnnop/aclnn_matmul.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_mv.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::matmul::matmul {
namespace {

Argument CubeMathType() {
  return Mode("cubeMathType", "how FLOAT may be computed",
              {{"keep_dtype", 0}, {"allow_down_precision", 1}, {"use_fp16", 2}, {"use_hf32", 3}});
}

Argument Matrix(std::string name, std::string meaning, std::string shapeText) {
  return {.name = std::move(name),
          .meaning = std::move(meaning),
          .shapeText = std::move(shapeText),
          .dtypes = FloatsAndDouble(),
          .others = Integers()};
}

Shape BatchOf(const Shape& shape) {
  return shape.size() > 2 ? Shape(shape.begin(), shape.end() - 2) : Shape();
}

/// torch.matmul's shape.
Shape ProductShape(const Shape& first, const Shape& second) {
  Shape shape = Broadcast(BatchOf(first), BatchOf(second));
  if (first.size() > 1) {
    shape.push_back(first[first.size() - 2]);
  }
  if (second.size() > 1) {
    shape.push_back(second.back());
  }
  return shape;
}

/// A second operand that may be in blocks.
Argument Weight(std::string meaning, std::string shapeText) {
  Argument argument = Matrix("mat2", std::move(meaning), std::move(shapeText));
  argument.mayBeFractal = true;
  return argument;
}

/// Of operators that take such weights alone.
Argument WeightMode() {
  Argument mode = CubeMathType();
  mode.choices.push_back({"use_fp32_add", 4});
  return mode;
}

constexpr size_t kAnyBatch = 99;

/// An operator of the family: the names of its tensors, and shapes that it takes.
struct Row {
  Phases phases;
  std::string summary;
  std::string formula;
  std::vector<Argument> arguments;  // without the result, but where that is in place
  std::string first;
  std::string second;
  std::string added{};  // empty: nothing is
  bool sumsBatches = false;
  size_t batchRank = 0;  // of draws; kAnyBatch: all that torch.matmul takes
  bool vectors = false;  // the second operand is a vector
  bool firstVector = false;
  std::vector<std::pair<Shape, Shape>> shapes;  // of samples
};

Arguments DrawProduct(const Row& row, Choices& choices) {
  Arguments drawn;
  const aclDataType dtype = choices.DType(FloatsAndDouble());
  const int64_t rows = choices.Extent();
  const int64_t depth = choices.Extent();
  const int64_t columns = choices.Extent();
  Shape first;
  Shape second;
  if (row.batchRank == kAnyBatch) {
    const Shape batch = choices.AnyShape(4);
    first = choices.Narrowed(batch);
    second = choices.Narrowed(batch);
  } else {
    for (size_t d = 0; d < row.batchRank; ++d) {
      first.push_back(choices.Extent());
    }
    second = first;
  }
  const bool firstVector = row.firstVector || (row.batchRank == kAnyBatch && choices.Chance(32));
  const bool secondVector = row.vectors || (row.batchRank == kAnyBatch && choices.Chance(32));
  if (firstVector) {
    first.clear();
  } else {
    first.push_back(rows);
  }
  first.push_back(depth);
  if (secondVector) {
    second = {depth};
  } else {
    second.insert(second.end(), {depth, columns});
  }
  drawn.tensors = {{row.first, {{first, dtype}}}, {row.second, {{second, dtype}}}};
  if (!row.added.empty()) {
    Shape result = ProductShape(first, second);
    if (row.sumsBatches) {
      result.erase(result.begin());
    }
    const bool inPlace = row.added == "selfRef";
    drawn.tensors[row.added] = {{inPlace ? result : choices.Narrowed(result), dtype}};
  }
  for (const Argument& argument : row.arguments) {
    if (!argument.choices.empty()) {
      drawn.attributes[argument.name] = argument.choices[choices.Below(argument.choices.size())].value;
    } else if (argument.role == Role::kAttribute) {
      drawn.attributes[argument.name] = Scalar{ACL_DOUBLE, static_cast<double>(choices.Below(4))};
    }
  }
  return drawn;
}

Operator Product(Row row) {
  Operator op{.phases = row.phases,
              .summary = row.summary,
              .formula = {row.formula},
              .arguments = row.arguments,
              .bitsOfProcessor = true};
  const auto result = [row](const Arguments& known) {
    Shape shape = ProductShape(known.ShapeOf(row.first), known.ShapeOf(row.second));
    if (row.sumsBatches && !shape.empty()) {
      shape.erase(shape.begin());
    }
    return shape;
  };
  std::vector<std::string> tensors{row.first, row.second};
  if (!row.added.empty()) {
    tensors.push_back(row.added);
  }
  for (Argument& argument : op.arguments) {
    if (argument.name == row.second) {
      argument.shape = [row](const Arguments& known) {
        Shape shape = known.ShapeOf(row.first);
        if (row.vectors) {
          return Shape{Extent(shape, shape.size() - 1)};
        }
        if (shape.size() > 1) {
          std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
        }
        return shape;
      };
    } else if (argument.name == row.added) {
      argument.shape = result;
    } else if (argument.role == Role::kOutput) {
      argument.shape = result;
      argument.dtype = Promoted(tensors);
    }
    if (argument.IsRead() && argument.name != row.first) {
      argument.dtype = SameAs(row.first);
    }
  }
  op.draw = [row](Choices& choices) { return DrawProduct(row, choices); };
  for (const auto& [first, second] : row.shapes) {
    Sample sample{.name = "product"};
    for (const Shape& shape : {first, second}) {
      for (const int64_t dim : shape) {
        sample.name += "_" + std::to_string(dim);
      }
    }
    sample.arguments.tensors = {{row.first, {{first}}}, {row.second, {{second}}}};
    if (!row.added.empty()) {
      Shape added = result(sample.arguments);
      if (row.added == "self" && !added.empty()) {
        added.front() = 1;  // broadcast
      }
      sample.arguments.tensors[row.added] = {{added}};
    }
    sample.data = {{.name = row.first, .pattern = Pattern::kSpread},
                   {.name = row.second, .pattern = Pattern::kSpread}};
    op.samples.push_back(std::move(sample));
  }
  Sample specials = op.samples.back();
  specials.name = "specials";
  for (SampleData& data : specials.data) {
    data = {.name = data.name, .specials = true};
  }
  op.samples.push_back(std::move(specials));
  std::string files;
  for (const Argument& argument : op.arguments) {
    if (argument.IsRead()) {
      files += OptionName(argument.name) + " " + argument.name + ".npy ";
    }
  }
  op.runExample = files + (row.added == "selfRef" ? "--self-ref-result" : "-o") + " out.npy";
  const size_t batch = row.batchRank == kAnyBatch ? 0 : row.batchRank;
  op.benchExample = OptionName(row.first) + (row.firstVector ? " 4194304"
                                             : batch > 0     ? " 64x256x256"
                                                             : " 1024x1024");
  if (row.added == "selfRef") {  // whose shape is the result's
    const bool keepsBatches = batch > 0 && !row.sumsBatches;
    op.benchExample += keepsBatches ? " --self-ref 64x256x256"
                       : batch > 0  ? " --self-ref 256x256"
                                    : " --self-ref 1024x1024";
  }
  return MakeOperator(std::move(op));
}

const std::vector<std::pair<Shape, Shape>> kMatrices{{{1, 1}, {1, 1}},
                                                     {{500, 300}, {300, 520}},
                                                     {{17, 9001}, {9001, 33}},
                                                     {{1, 3001}, {3001, 70}},
                                                     {{70, 301}, {301, 7}}};
const std::vector<std::pair<Shape, Shape>> kBatches{
    {{2, 200, 300}, {2, 300, 65}}, {{300, 4, 5}, {300, 5, 6}}, {{6, 33, 41}, {6, 41, 20}}};

}  // namespace

std::vector<Operator> Rows() {
  const auto out = [](std::string shape) {
    return Argument{.name = "out",
                    .role = Role::kOutput,
                    .meaning = "the product",
                    .shapeText = std::move(shape),
                    .dtypes = FloatsAndDouble(),
                    .others = Integers()};
  };
  const auto summand = [](const std::string& shape) {
    return Matrix("self", "summand", "broadcasts to " + shape);
  };
  const auto inPlace = [](std::string shape) {
    Argument argument = With(InPlace("selfRef", FloatsAndDouble()), Integers());
    argument.shapeText = std::move(shape);
    return argument;
  };
  std::vector<std::pair<Shape, Shape>> all = kMatrices;
  all.insert(all.end(), {{{3, 5, 40, 60}, {60, 30}},
                         {{2, 1, 33, 40}, {5, 40, 20}},
                         {{300}, {4, 300, 6}},
                         {{2, 7, 300}, {300}},
                         {{2, 7, 300}, {300, 40}},
                         {{50, 600}, {600, 11}}});
  std::vector<std::pair<Shape, Shape>> batches = kBatches;
  batches.push_back({{1, 30, 40}, {7, 40, 20}});
  const std::vector<std::pair<Shape, Shape>> vectors{
      {{1, 1}, {1}}, {{700, 300}, {300}}, {{3, 20001}, {20001}}};
  return {
      Product({.phases = TwoPhases<&aclnnMmGetWorkspaceSize, &aclnnMm>("aclnnMm"),
               .summary = "product of two matrices",
               .formula = "out = self @ mat2",
               .arguments = {Matrix("self", "first matrix", "[n, m]"), Weight("second matrix", "[m, p]"),
                             out("[n, p]"), CubeMathType()},
               .first = "self",
               .second = "mat2",
               .shapes = kMatrices}),
      Product(
          {.phases = TwoPhases<&aclnnMatmulGetWorkspaceSize, &aclnnMatmul>("aclnnMatmul"),
           .summary = "product of matrices, vectors or batches of matrices",
           .formula = "out = self @ mat2",
           .arguments = {Matrix("self", "first operand", "[..., n, m] or [m]"),
                         Weight("second operand", "[..., m, p] or [m]"), out("[..., n, p]"), CubeMathType()},
           .first = "self",
           .second = "mat2",
           .batchRank = kAnyBatch,
           .shapes = all}),
      Product(
          {.phases =
               TwoPhases<&aclnnMatmulWeightNzGetWorkspaceSize, &aclnnMatmulWeightNz>("aclnnMatmulWeightNz"),
           .summary = "product of matrices, or batches of them, and a weight in FRACTAL_NZ",
           .formula = "out = self @ mat2",
           .arguments = {Matrix("self", "first operand", "[..., n, m] or [m]"),
                         Weight("second operand", "[..., m, p] or [m]"), out("[..., n, p]"), WeightMode()},
           .first = "self",
           .second = "mat2",
           .batchRank = kAnyBatch,
           .shapes = all}),
      Product({.phases = TwoPhases<&aclnnBatchMatMulGetWorkspaceSize, &aclnnBatchMatMul>("aclnnBatchMatMul"),
               .summary = "products of two batches of matrices",
               .formula = "out[i] = self[i] @ mat2[i]",
               .arguments = {Matrix("self", "first matrices", "[b, n, m]"),
                             Weight("second matrices", "[b, m, p]"), out("[b, n, p]"), CubeMathType()},
               .first = "self",
               .second = "mat2",
               .batchRank = 1,
               .shapes = batches}),
      Product({.phases = TwoPhases<&aclnnBatchMatMulWeightNzGetWorkspaceSize, &aclnnBatchMatMulWeightNz>(
                   "aclnnBatchMatMulWeightNz"),
               .summary = "products of a batch of matrices and one of weights in FRACTAL_NZ",
               .formula = "out[i] = self[i] @ mat2[i]",
               .arguments = {Matrix("self", "first matrices", "[b, n, m]"),
                             Weight("second matrices", "[b, m, p]"), out("[b, n, p]"), WeightMode()},
               .first = "self",
               .second = "mat2",
               .batchRank = 1,
               .shapes = batches}),
      Product({.phases = TwoPhases<&aclnnMvGetWorkspaceSize, &aclnnMv>("aclnnMv"),
               .summary = "product of a matrix and a vector",
               .formula = "out = self @ vec",
               .arguments = {Matrix("self", "matrix", "[n, m]"), Matrix("vec", "vector", "[m]"), out("[n]"),
                             CubeMathType()},
               .first = "self",
               .second = "vec",
               .vectors = true,
               .shapes = vectors}),
      Product({.phases = TwoPhases<&aclnnDotGetWorkspaceSize, &aclnnDot>("aclnnDot"),
               .summary = "inner product of two vectors",
               .formula = "out = sum of self[i] * tensor[i]",
               .arguments = {Matrix("self", "first vector", "[n]"), Matrix("tensor", "second vector", "[n]"),
                             out("one element")},
               .first = "self",
               .second = "tensor",
               .vectors = true,
               .firstVector = true,
               .shapes = {{{1}, {1}}, {{5001}, {5001}}, {{200001}, {200001}}}}),
      Product({.phases = TwoPhases<&aclnnAddmmGetWorkspaceSize, &aclnnAddmm>("aclnnAddmm"),
               .summary = "tensor plus the product of two matrices",
               .formula = "out = beta * self + alpha * (mat1 @ mat2)",
               .arguments = {summand("out"), Matrix("mat1", "first matrix", "[n, m]"),
                             Matrix("mat2", "second matrix", "[m, p]"), Number("beta", 1), Number("alpha", 1),
                             out("[n, p]"), CubeMathType()},
               .first = "mat1",
               .second = "mat2",
               .added = "self",
               .shapes = kMatrices}),
      Product({.phases =
                   TwoPhases<&aclnnAddmmWeightNzGetWorkspaceSize, &aclnnAddmmWeightNz>("aclnnAddmmWeightNz"),
               .summary = "tensor plus the product of a matrix and a weight in FRACTAL_NZ",
               .formula = "out = beta * self + alpha * (mat1 @ mat2)",
               .arguments = {summand("out"), Matrix("mat1", "first matrix", "[n, m]"),
                             Weight("second matrix", "[m, p]"), Number("beta", 1), Number("alpha", 1),
                             out("[n, p]"), WeightMode()},
               .first = "mat1",
               .second = "mat2",
               .added = "self",
               .shapes = kMatrices}),
      Product(
          {.phases = TwoPhases<&aclnnInplaceAddmmGetWorkspaceSize, &aclnnInplaceAddmm>("aclnnInplaceAddmm"),
           .summary = "tensor plus the product of two matrices, in place",
           .formula = "selfRef = beta * selfRef + alpha * (mat1 @ mat2)",
           .arguments = {inPlace("[n, p]"), Matrix("mat1", "first matrix", "[n, m]"),
                         Matrix("mat2", "second matrix", "[m, p]"), Number("beta", 1), Number("alpha", 1),
                         CubeMathType()},
           .first = "mat1",
           .second = "mat2",
           .added = "selfRef",
           .shapes = kMatrices}),
      Product(
          {.phases = TwoPhases<&aclnnAddmvGetWorkspaceSize, &aclnnAddmv>("aclnnAddmv"),
           .summary = "vector plus the product of a matrix and a vector",
           .formula = "out = beta * self + alpha * (mat @ vec)",
           .arguments = {summand("out"), Matrix("mat", "matrix", "[n, m]"), Matrix("vec", "vector", "[m]"),
                         Number("alpha", 1), Number("beta", 1), out("[n]"), CubeMathType()},
           .first = "mat",
           .second = "vec",
           .added = "self",
           .vectors = true,
           .shapes = vectors}),
      Product({.phases = TwoPhases<&aclnnAddbmmGetWorkspaceSize, &aclnnAddbmm>("aclnnAddbmm"),
               .summary = "matrix plus the sum of the products of two batches",
               .formula = "out = beta * self + alpha * (sum over i of batch1[i] @ batch2[i])",
               .arguments = {summand("out"), Matrix("batch1", "first matrices", "[b, n, m]"),
                             Matrix("batch2", "second matrices", "[b, m, p]"), Number("beta", 1),
                             Number("alpha", 1), out("[n, p]"), CubeMathType()},
               .first = "batch1",
               .second = "batch2",
               .added = "self",
               .sumsBatches = true,
               .batchRank = 1,
               .shapes = kBatches}),
      Product({.phases =
                   TwoPhases<&aclnnInplaceAddbmmGetWorkspaceSize, &aclnnInplaceAddbmm>("aclnnInplaceAddbmm"),
               .summary = "matrix plus the sum of the products of two batches, in place",
               .formula = "selfRef = beta * selfRef + alpha * (sum over i of batch1[i] @ batch2[i])",
               .arguments = {inPlace("[n, p]"), Matrix("batch1", "first matrices", "[b, n, m]"),
                             Matrix("batch2", "second matrices", "[b, m, p]"), Number("beta", 1),
                             Number("alpha", 1), CubeMathType()},
               .first = "batch1",
               .second = "batch2",
               .added = "selfRef",
               .sumsBatches = true,
               .batchRank = 1,
               .shapes = kBatches}),
      Product({.phases = TwoPhases<&aclnnBaddbmmGetWorkspaceSize, &aclnnBaddbmm>("aclnnBaddbmm"),
               .summary = "matrices plus the products of two batches",
               .formula = "out[i] = beta * self[i] + alpha * (batch1[i] @ batch2[i])",
               .arguments = {summand("out"), Matrix("batch1", "first matrices", "[b, n, m]"),
                             Matrix("batch2", "second matrices", "[b, m, p]"), Number("beta", 1),
                             Number("alpha", 1), out("[b, n, p]"), CubeMathType()},
               .first = "batch1",
               .second = "batch2",
               .added = "self",
               .batchRank = 1,
               .shapes = kBatches}),
      Product({.phases = TwoPhases<&aclnnInplaceBaddbmmGetWorkspaceSize, &aclnnInplaceBaddbmm>(
                   "aclnnInplaceBaddbmm"),
               .summary = "matrices plus the products of two batches, in place",
               .formula = "selfRef[i] = beta * selfRef[i] + alpha * (batch1[i] @ batch2[i])",
               .arguments = {inPlace("[b, n, p]"), Matrix("batch1", "first matrices", "[b, n, m]"),
                             Matrix("batch2", "second matrices", "[b, m, p]"), Number("beta", 1),
                             Number("alpha", 1), CubeMathType()},
               .first = "batch1",
               .second = "batch2",
               .added = "selfRef",
               .batchRank = 1,
               .shapes = kBatches}),
  };
}

}  // namespace openaclnn::catalogue::matmul::matmul
