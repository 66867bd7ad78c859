// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_thnn_fused_lstm_cell.h"
#include "aclnnop/aclnn_thnn_fused_lstm_cell_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::recurrent::lstm_cell {
namespace {

Argument Of(const char* name, const char* meaning, const char* shapeText, bool optional = false) {
  Argument argument = Tensor(name, meaning, shapeText, Floats());
  argument.dtype = SameAs("cx");
  argument.optional = optional;
  return argument;
}

Shape GatesShape(const Arguments& known) {
  const Shape& cell = known.ShapeOf("cx");
  return {Extent(cell, 0), 4 * Extent(cell, 1)};
}
Shape BiasShape(const Arguments& known) {
  return {4 * Extent(known.ShapeOf("cx"), 1)};
}

Argument Made(const char* name, const char* meaning, const char* shapeText, ShapeRule shape) {
  return OutputWith(Tensor(name, meaning, shapeText, Floats()), std::move(shape), SameAs("cx"));
}

Arguments Forward(int64_t batch, int64_t hidden, aclDataType dtype, bool biases) {
  Arguments all;
  all.tensors = {{"inputGates", {{{batch, 4 * hidden}, dtype}}},
                 {"hiddenGates", {{{batch, 4 * hidden}, dtype}}},
                 {"cx", {{{batch, hidden}, dtype}}}};
  if (biases) {
    all.tensors["inputBiasOptional"] = {{{4 * hidden}, dtype}};
    all.tensors["hiddenBiasOptional"] = {{{4 * hidden}, dtype}};
  }
  return all;
}

Arguments Backward(int64_t batch, int64_t hidden, aclDataType dtype, bool hasBias) {
  Arguments all;
  for (const char* name : {"gradHyOptional", "gradCOptional", "cx", "cy"}) {
    all.tensors[name] = {{{batch, hidden}, dtype}};
  }
  all.tensors["storage"] = {{{batch, 4 * hidden}, dtype}};
  all.attributes["hasBias"] = int64_t{hasBias};
  return all;
}

template <class Call>
Operator Row(Operator row, const Call& call) {
  row.lead = "cx";
  row.draw = [call](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    const int64_t batch = choices.Extent();
    const int64_t hidden = choices.Extent();
    return call(batch, hidden, dtype, choices.Chance(128));
  };
  row.samples = {{.name = "narrow", .arguments = call(131, 20, ACL_DT_UNDEFINED, true)},
                 {.name = "wide", .arguments = call(7, 1003, ACL_DT_UNDEFINED, true)},
                 {.name = "no_bias", .arguments = call(33, 64, ACL_DT_UNDEFINED, false)}};
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  Argument gradBias = Made("gradBiasOut", "gradient of a bias", "[4 * H]", BiasShape);
  gradBias.written = [](const Arguments& known) { return known.Integer("hasBias") != 0; };
  gradBias.optional = true;
  gradBias.needed = gradBias.written;
  return {
      Row({.phases = TwoPhases<&aclnnThnnFusedLstmCellGetWorkspaceSize, &aclnnThnnFusedLstmCell>(
               "aclnnThnnFusedLstmCell"),
           .summary = "a step of long short-term memory from the sums of its gates",
           .formula = {"cyOut = f * cx + i * g", "hyOut = o * tanh(cyOut)"},
           .arguments = {Of("inputGates", "products of the input", "[B, 4 * H]"),
                         Of("hiddenGates", "products of the hidden state", "[B, 4 * H]"),
                         Of("cx", "the cell before", "[B, H]"),
                         Of("inputBiasOptional", "bias", "[4 * H]", true),
                         Of("hiddenBiasOptional", "bias", "[4 * H]", true),
                         Made("hyOut", "the hidden state", "[B, H]", SameShapeAs("cx")),
                         Made("cyOut", "the cell", "[B, H]", SameShapeAs("cx")),
                         Made("storageOut", "i, f, g, o", "[B, 4 * H]", GatesShape)},
           .runExample =
               "--input-gates x.npy --hidden-gates h.npy --cx c.npy --hy-out hy.npy --cy-out cy.npy "
               "--storage-out gates.npy",
           .benchExample = "--input-gates 64x4096 --hidden-gates 64x4096 --cx 64x1024"},
          Forward),
      Row({.phases =
               TwoPhases<&aclnnThnnFusedLstmCellBackwardGetWorkspaceSize, &aclnnThnnFusedLstmCellBackward>(
                   "aclnnThnnFusedLstmCellBackward"),
           .summary = "gradients of a step of long short-term memory",
           .formula = {"gradCxOut = f * (gradC + gradHy * o * (1 - tanh(cy)^2))"},
           .arguments = {Of("gradHyOptional", "gradient of the hidden state", "[B, H]", true),
                         Of("gradCOptional", "gradient of the cell", "[B, H]", true),
                         Of("cx", "the cell before", "[B, H]"), Of("cy", "the cell", "[B, H]"),
                         Of("storage", "i, f, g, o", "[B, 4 * H]"),
                         Flag("hasBias", "whether gradBiasOut is asked for"),
                         Made("gradGatesOut", "gradients of the sums", "[B, 4 * H]", GatesShape),
                         Made("gradCxOut", "gradient of the cell before", "[B, H]", SameShapeAs("cx")),
                         gradBias},
           .runExample =
               "--grad-hy-optional g.npy --cx cx.npy --cy cy.npy --storage gates.npy --grad-gates-out gg.npy "
               "--grad-cx-out gc.npy",
           .benchExample = "--grad-hy-optional 64x1024 --cx 64x1024 --cy 64x1024 --storage 64x4096"},
          Backward),
  };
}

}  // namespace openaclnn::catalogue::recurrent::lstm_cell
