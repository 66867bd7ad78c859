// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_apply_adam_w_quant.h"
#include "catalogue/rows/optimizer/updates.h"

namespace openaclnn::catalogue::optimizer::adam_quant {
namespace {

constexpr int64_t kBlock = 256;

aclnnStatus AdamQuant(aclTensor* varRef, const aclTensor* grad, aclTensor* mRef, aclTensor* vRef,
                      const aclTensor* qmapM, const aclTensor* qmapV, aclTensor* absmaxMRef,
                      aclTensor* absmaxVRef, const aclTensor* step, double lr, double beta1, double beta2,
                      double weightDecay, double eps, double gnormScale, int64_t quantModeOptional,
                      int64_t blockSize, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnApplyAdamWQuantGetWorkspaceSize(
      varRef, grad, mRef, vRef, qmapM, qmapV, absmaxMRef, absmaxVRef, step, lr, beta1, beta2, weightDecay,
      eps, gnormScale, quantModeOptional == 0 ? "BLOCKWISE" : "other", blockSize, workspaceSize, executor);
}

int64_t Blocks(const Shape& shape) {
  const int64_t elements = Product(shape);
  return elements / kBlock + (elements % kBlock != 0 ? 1 : 0);
}

Arguments Fill(const Shape& shape, aclDataType dtype) {
  return {.tensors = {{"varRef", {{shape, dtype}}},
                      {"grad", {{shape, dtype}}},
                      {"mRef", {{shape, ACL_UINT8}}},
                      {"vRef", {{shape, ACL_UINT8}}},
                      {"qmapM", {{{kBlock}, ACL_FLOAT}}},
                      {"qmapV", {{{kBlock}, ACL_FLOAT}}},
                      {"absmaxMRef", {{{Blocks(shape)}, ACL_FLOAT}}},
                      {"absmaxVRef", {{{Blocks(shape)}, ACL_FLOAT}}},
                      {"step", {{{1}, ACL_INT64}}}}};
}

Argument Moment(std::string name, std::string meaning) {
  Argument argument = Tensor(std::move(name), std::move(meaning), "that of varRef", {ACL_UINT8});
  argument.role = Role::kInPlace;
  argument.shape = SameShapeAs("varRef");
  return argument;
}

Argument Table(std::string name, std::string meaning) {
  Argument argument = Tensor(std::move(name), std::move(meaning), "[256]", {ACL_FLOAT});
  argument.shape = [](const Arguments&) { return Shape{kBlock}; };
  argument.holds = Meaning::kProbabilities;
  return argument;
}

Argument Largest(std::string name, std::string meaning) {
  Argument argument = Tensor(std::move(name), std::move(meaning), "[blocks of 256]", {ACL_FLOAT});
  argument.role = Role::kInPlace;
  argument.shape = [](const Arguments& known) { return Shape{Blocks(known.ShapeOf("varRef"))}; };
  argument.holds = Meaning::kPositive;
  return argument;
}

}  // namespace

std::vector<Operator> Rows() {
  Argument step = One("step", "the number of this step", {ACL_INT64, ACL_INT32, ACL_FLOAT});
  step.holds = Meaning::kOnes;
  Operator row = MakeOperator({
      .phases = TwoPhases<&AdamQuant, &aclnnApplyAdamWQuant>("aclnnApplyAdamWQuant"),
      .summary = "a step of AdamW with moments of 8 bits",
      .formula = {"m = qmapM[mRef] * absmaxMRef, v = qmapV[vRef] * absmaxVRef, of each block of 256",
                  "varRef = AdamW(varRef, grad * gnormScale, m, v), and the moments back"},
      .arguments = {Updated("varRef", "parameters", "varRef"), Read("grad", "gradients", "varRef"),
                    Moment("mRef", "entries of the mean of the gradients"),
                    Moment("vRef", "entries of the mean of their squares"),
                    Table("qmapM", "ascending shares of the largest"),
                    Table("qmapV", "ascending shares of the largest"),
                    Largest("absmaxMRef", "the largest mean of each block"),
                    Largest("absmaxVRef", "the largest mean of squares"), std::move(step),
                    Real("lr", "learning rate", 0.001), Real("beta1", "how much of the mean stays", 0.9),
                    Real("beta2", "how much of the mean of squares stays", 0.999),
                    Real("weightDecay", "share of the parameters taken away, times lr", 0.01),
                    Real("eps", "added to the square root", 1e-8),
                    Real("gnormScale", "factor of the gradients", 1),
                    Mode("quantModeOptional", "how moments are quantized", {{"BLOCKWISE", 0}}),
                    Argument{.name = "blockSize",
                             .role = Role::kAttribute,
                             .meaning = "parameters with one largest moment",
                             .defaultValue = kBlock}},
      .draw = [](Choices& choices) { return Fill(choices.AnyShape(4), choices.DType(Floats())); },
      .samples = {{.name = "blocks", .arguments = Fill({17, 256}, ACL_DT_UNDEFINED)},
                  {.name = "rest", .arguments = Fill({7, 301}, ACL_DT_UNDEFINED)},
                  {.name = "one_element", .arguments = Fill({}, ACL_DT_UNDEFINED)}},
      .runExample = "--var-ref p.npy --grad g.npy --m-ref m.npy --v-ref v.npy --qmapm a.npy --qmapv b.npy "
                    "--absmaxm-ref c.npy --absmaxv-ref d.npy --step s.npy --var-ref-result p.npy",
      .benchExample = "--var-ref 1024x1024 --grad 1024x1024",
  });
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::optimizer::adam_quant
