// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_fused_linear_cross_entropy_loss_grad.h"
#include "aclnnop/aclnn_fused_linear_online_max_sum.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::loss::vocabulary_product {
namespace {

const DTypes kTargets{ACL_INT32, ACL_INT64};
constexpr int64_t kBits = 8;

struct Product {
  int64_t rows;
  int64_t vocabulary;
  int64_t hidden;
};

int64_t RowsOf(const Arguments& known) {
  return Extent(known.ShapeOf("input"), 0);
}
Shape Vector(const Arguments& known) {
  return {RowsOf(known)};
}
Shape Matrix(const Arguments& known) {
  return {RowsOf(known), Extent(known.ShapeOf("weight"), 0)};
}
Shape Mask(const Arguments& known) {
  const int64_t rows = RowsOf(known);
  return {rows / kBits + (rows % kBits != 0 ? 1 : 0)};
}

Argument Operand(std::string name, std::string meaning, std::string shapeText) {
  const bool leads = name == "input";
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shapeText), Floats());
  if (!leads) {
    argument.dtype = SameAs("input");
  }
  return argument;
}
Argument Row(std::string name, std::string meaning) {
  return OutputWith(Tensor(std::move(name), std::move(meaning), "[N]", {ACL_FLOAT}), Vector,
                    Always(ACL_FLOAT));
}
Argument Whole(std::string name, std::string meaning) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = int64_t{0},
          .lowest = 0};
}

Arguments FillSums(const Product& product, int64_t start, aclDataType dtype, aclDataType target) {
  return {.tensors = {{"input", {{{product.rows, product.hidden}, dtype}}},
                      {"weight", {{{product.vocabulary, product.hidden}, dtype}}},
                      {"target", {{{product.rows}, target}}}},
          .attributes = {{"vocabStartIndex", start}, {"vocabEndIndex", start + product.vocabulary - 1}}};
}

Product DrawProduct(Choices& choices) {
  return {choices.Extent(), choices.Extent(false), choices.Extent(false)};
}

Operator Sums() {
  Argument target = Tensor("target", "numbers of the whole vocabulary", "[N]", kTargets);
  target.holds = Meaning::kIndices;
  target.bound = [](const Arguments& known) { return Extent(known.ShapeOf("weight"), 0) + 5; };
  target.mayStray = true;
  Argument end = Whole("vocabEndIndex", "the last number of the part");
  end.defaultValue.reset();
  end.derive = [](const Arguments& known) {
    return Value(known.Integer("vocabStartIndex") + Extent(known.ShapeOf("weight"), 0) - 1);
  };
  end.derivation = "vocabStartIndex and the rows of weight";
  Argument logits = OutputWith(Tensor("vocabParallelLogitsOutOptional", "the logits", "[N, V]", Floats()),
                               Matrix, SameAs("input"));
  logits.optional = true;
  return MakeOperator({
      .phases = TwoPhases<&aclnnFusedLinearOnlineMaxSumGetWorkspaceSize, &aclnnFusedLinearOnlineMaxSum>(
          "aclnnFusedLinearOnlineMaxSum"),
      .summary = "the last product of a model, and what its part of a vocabulary adds to the cross entropy",
      .formula =
          {"logits = input * transposed(weight), logitsMaxLocalOut = max(logits)",
           "sumExpLogitsLocalOut = sum(exp(logits - max)), predictedLogitsLocalOut = logits[target] - max"},
      .arguments = {Operand("input", "rows of the last layer", "[N, H]"),
                    Operand("weight", "of one part of a vocabulary", "[V, H]"), std::move(target),
                    Whole("vocabStartIndex", "the first number of the part"), std::move(end),
                    Row("logitsMaxLocalOut", "the largest logits"),
                    Row("sumExpLogitsLocalOut", "sums of exponentials"),
                    Row("predictedLogitsLocalOut", "logits of the targets, less the largest"),
                    OutputWith(
                        Tensor("targetMaskOut", "a bit for each row, set for targets outside of the part",
                               "[N / 8]", {ACL_UINT8}),
                        Mask, Always(ACL_UINT8)),
                    OutputWith(
                        Tensor("maskedTargetOut", "numbers of the part, 0 for others", "[N]", kTargets),
                        Vector, SameAs("target")),
                    std::move(logits)},
      .bitsOfProcessor = true,
      .draw =
          [](Choices& choices) {
            const Product product = DrawProduct(choices);
            const auto start = static_cast<int64_t>(choices.Below(4));
            const aclDataType dtype = choices.DType(Floats());
            return FillSums(product, start, dtype, choices.DType(kTargets));
          },
      .samples = {{.name = "rows", .arguments = FillSums({70, 301, 64}, 3, ACL_DT_UNDEFINED, ACL_INT32)},
                  {.name = "deep", .arguments = FillSums({9, 33, 1201}, 0, ACL_DT_UNDEFINED, ACL_INT64)},
                  {.name = "many_rows", .arguments = FillSums({2003, 5, 7}, 1, ACL_DT_UNDEFINED, ACL_INT32)}},
      .runExample =
          "--input x.npy --weight w.npy --target t.npy --logits-max-local-out m.npy "
          "--sum-exp-logits-local-out s.npy --predicted-logits-local-out p.npy --target-mask-out k.npy "
          "--masked-target-out o.npy",
      .benchExample = "--input 512x1024 --weight 32000x1024 --target 512:int32",
  });
}

Arguments FillGrad(const Product& product, aclDataType dtype, bool softmax, bool bits) {
  Arguments all{.tensors = {{"grad", {{{product.rows}, ACL_FLOAT}}},
                            {"input", {{{product.rows, product.hidden}, dtype}}},
                            {"weight", {{{product.vocabulary, product.hidden}, dtype}}},
                            {"maskedTarget", {{{product.rows}, ACL_INT32}}}}};
  all.tensors["targetMask"] = {bits ? TensorSpec{{(product.rows + kBits - 1) / kBits}, ACL_UINT8}
                                    : TensorSpec{{product.rows}, ACL_BOOL}};
  if (softmax) {
    all.tensors["softmaxOptional"] = {{{product.rows, product.vocabulary}, ACL_FLOAT}};
  } else {
    all.tensors["logitsMaxOptional"] = {{{product.rows}, ACL_FLOAT}};
    all.tensors["sumExpLogitsOptional"] = {{{product.rows}, ACL_FLOAT}};
  }
  return all;
}

Argument Optional(std::string name, std::string meaning, std::string shapeText, bool withSoftmax) {
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shapeText), {ACL_FLOAT});
  argument.optional = true;
  argument.holds = Meaning::kPositive;
  argument.needed = [withSoftmax](const Arguments& known) {
    return (known.Find("softmaxOptional") != nullptr) == withSoftmax;
  };
  return argument;
}

Operator Gradient() {
  Argument mask =
      Tensor("targetMask", "a bit for each row, or a truth value: whether the target is in another part",
             "[N / 8], or [N] of BOOL", {ACL_UINT8, ACL_BOOL});
  Argument target = Tensor("maskedTarget", "numbers of the part", "[N]", kTargets);
  target.holds = Meaning::kIndices;
  target.bound = [](const Arguments& known) { return Extent(known.ShapeOf("weight"), 0); };
  target.mayStray = true;  // where the mask is set
  return MakeOperator({
      .phases = TwoPhases<&aclnnFusedLinearCrossEntropyLossGradGetWorkspaceSize,
                          &aclnnFusedLinearCrossEntropyLossGrad>("aclnnFusedLinearCrossEntropyLossGrad"),
      .summary = "gradient of the cross entropy of a vocabulary in parts, and of the product before it",
      .formula = {"g = grad * (softmax - 1 at maskedTarget)",
                  "inputGradOut = g * weight, weightGradOut = transposed(g) * input"},
      .arguments = {Tensor("grad", "gradient of the losses", "[N]", {ACL_FLOAT}),
                    Operand("input", "rows of the last layer", "[N, H]"),
                    Operand("weight", "of one part of a vocabulary", "[V, H]"), std::move(mask),
                    std::move(target), Real("labelSmoothing", "0", 0),
                    Optional("logitsMaxOptional", "the largest logits of all parts", "[N]", false),
                    Optional("sumExpLogitsOptional", "sums of exponentials of all parts", "[N]", false),
                    Optional("softmaxOptional", "probabilities of the part", "[N, V]", true),
                    OutputWith(Tensor("inputGradOut", "gradient of input", "[N, H]", Floats()),
                               SameShapeAs("input"), SameAs("input")),
                    OutputWith(Tensor("weightGradOut", "gradient of weight", "[V, H]", Floats()),
                               SameShapeAs("weight"), SameAs("input"))},
      .lead = "input",
      .bitsOfProcessor = true,
      .draw =
          [](Choices& choices) {
            const Product product = DrawProduct(choices);
            const aclDataType dtype = choices.DType(Floats());
            const bool softmax = choices.Chance(128);
            return FillGrad(product, dtype, softmax, choices.Chance(128));
          },
      .samples = {{.name = "probabilities",
                   .arguments = FillGrad({70, 301, 64}, ACL_DT_UNDEFINED, true, false)},
                  {.name = "computed", .arguments = FillGrad({99, 133, 201}, ACL_DT_UNDEFINED, false, true)},
                  {.name = "many_rows", .arguments = FillGrad({2003, 5, 7}, ACL_DT_UNDEFINED, false, true)}},
      .runExample = "--grad g.npy --input x.npy --weight w.npy --target-mask k.npy --masked-target t.npy "
                    "--softmax-optional p.npy --input-grad-out a.npy --weight-grad-out b.npy",
      .benchExample =
          "--grad 512 --input 512x1024 --weight 32000x1024 --target-mask 512:bool --masked-target 512:int32 "
          "--softmax-optional 512x32000",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {Sums(), Gradient()};
}

}  // namespace openaclnn::catalogue::loss::vocabulary_product
