// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_add_layer_norm.h"
#include "aclnnop/aclnn_add_layer_norm_grad.h"
#include "catalogue/rows/normalization/row_norm.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::add_layer_norm {
namespace {

Argument Like(const char* as, const char* name, const char* meaning) {
  Argument argument = Data(name, meaning);
  argument.shape = SameShapeAs(as);
  argument.dtype = SameAs(as);
  return argument;
}
Argument LikeOut(const char* as, const char* name, const char* meaning) {
  return OutputWith(Data(name, meaning), SameShapeAs(as), SameAs(as));
}

size_t Trailing(const Arguments& known) {
  return std::max<size_t>(known.ShapeOf("gamma").size(), 1);
}
Shape RowsOfX1(const Arguments& known) {
  return OfRows(known.ShapeOf("x1"), Trailing(known));
}
Argument OfRow(const char* name, const char* meaning) {
  Argument row = Tensor(name, meaning, "the last extents of x1: those of a row", Floats());
  row.shape = [](const Arguments& known) { return normalization::Trailing(known.ShapeOf("x1"), 1); };
  row.dtype = SameAs("x1");
  return row;
}
Argument FloatOfRow(const char* name, const char* meaning) {
  return Tensor(name, meaning, "one element a row", {ACL_FLOAT});
}
Argument GivenStatistic(const char* name, const char* meaning, Meaning holds) {
  Argument argument = FloatOfRow(name, meaning);
  argument.holds = holds;
  argument.shape = RowsOfX1;
  argument.dtype = Always(ACL_FLOAT);
  return argument;
}
Argument MadeStatistic(const char* name, const char* meaning) {
  return OutputWith(FloatOfRow(name, meaning), RowsOfX1, Always(ACL_FLOAT));
}

Arguments Sum(const Shape& shape, size_t trailing, bool backward, bool optional,
              aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments call;
  const Shape row = normalization::Trailing(shape, trailing);
  call.tensors = {{"x1", {{shape, dtype}}}, {"x2", {{shape, dtype}}}, {"gamma", {{row, dtype}}}};
  if (backward) {
    call.tensors["dy"] = {{shape, dtype}};
    call.tensors["rstd"] = {{OfRows(shape, trailing), ACL_FLOAT}};
    call.tensors["mean"] = {{OfRows(shape, trailing), ACL_FLOAT}};
    if (optional) {
      call.tensors["dsumOptional"] = {{shape, dtype}};
    }
  } else {
    call.tensors["beta"] = {{row, dtype}};
    if (optional) {
      call.tensors["biasOptional"] = {{row, dtype}};
    }
    call.attributes["additionalOutput"] = int64_t{optional ? 1 : 0};
  }
  return call;
}

Operator OfSum(Operator row, bool backward) {
  const auto sample = [&](std::string name, const Shape& shape, size_t trailing, bool optional,
                          bool specials = false) {
    Sample made = RowsSample(std::move(name), {"x1", "x2"}, shape, trailing, specials);
    made.arguments = Sum(shape, trailing, backward, optional);
    return made;
  };
  row.samples = {sample("short_rows", {301, 24}, 1, true), sample("rows_of_planes", {33, 31, 57}, 2, false),
                 sample("one_long_row", {1, 70001}, 1, true), sample("specials", {65, 130}, 1, true, true)};
  row.draw = [backward](Choices& choices) {
    const Drawn drawn = DrawRows(choices);
    Arguments call = Sum(drawn.shape, drawn.normalized.size(), backward, choices.Chance(128), drawn.dtype);
    if (!backward) {
      call.attributes["epsilon"] = 1e-5;
      if (choices.Chance(64)) {
        call.tensors["gamma"].front().dtype = ACL_FLOAT;
      }
      if (call.tensors.contains("biasOptional") && choices.Chance(128)) {
        call.tensors["biasOptional"].front().shape = drawn.shape;
      }
    }
    return call;
  };
  row.lead = "x1";
  return MakeOperator(std::move(row));
}

Operator AddLayerNorm() {
  Argument bias = OfRow("biasOptional", "third addend, a row or of the shape of x1; without it, zeros");
  bias.optional = true;
  // FLOAT where one addend is.
  const auto ofBoth = [](const char* name, const char* meaning) {
    return OutputWith(Data(name, meaning), SameShapeAs("x1"), Promoted({"x1", "x2"}));
  };
  Argument sum = ofBoth("xOut", "the sum x");
  sum.optional = true;
  sum.written = [](const Arguments& known) { return known.Integer("additionalOutput") != 0; };
  sum.needed = sum.written;
  return OfSum(
      {.phases = TwoPhases<&aclnnAddLayerNormGetWorkspaceSize, &aclnnAddLayerNorm>("aclnnAddLayerNorm"),
       .summary = "layer normalization of a sum",
       .formula = {"yOut = (x - mean) * rstd * gamma + beta, x = x1 + x2 + bias",
                   "mean and rstd = 1 / sqrt(variance + epsilon): those of the element's row"},
       .arguments = {Data("x1", "addend"), Like("x1", "x2", "addend"), OfRow("gamma", "scale"),
                     OfRow("beta", "shift"), bias, Epsilon("epsilon"),
                     Flag("additionalOutput", "whether to write xOut"), ofBoth("yOut", "the result"),
                     MadeStatistic("meanOut", "means of the rows"),
                     MadeStatistic("rstdOut", "reciprocal standard deviations"), sum},
       .runExample = "--x1 x.npy --x2 r.npy --gamma w.npy --beta b.npy --y-out y.npy",
       .benchExample = "--x1 4096x1024"},
      false);
}

Operator AddLayerNormGrad() {
  Argument passed = Like("x1", "dsumOptional", "gradient of the sum; without it, zeros");
  passed.optional = true;
  const auto sum = [](const char* name, const char* meaning) {
    return OutputWith(Tensor(name, meaning, "that of gamma", {ACL_FLOAT}), SameShapeAs("gamma"),
                      Always(ACL_FLOAT));
  };
  return OfSum(
      {.phases =
           TwoPhases<&aclnnAddLayerNormGradGetWorkspaceSize, &aclnnAddLayerNormGrad>("aclnnAddLayerNormGrad"),
       .summary = "gradients of layer normalization of a sum",
       .formula = {"g = dy * gamma, xh = (x1 + x2 - mean) * rstd",
                   "dxOut = rstd * (g - average of g - xh * average of g * xh) + dsum",
                   "dgammaOut = sum of dy * xh over rows, dbetaOut = sum of dy over rows"},
       .arguments = {Like("x1", "dy", "gradient of the result"), Data("x1", "addend"),
                     Like("x1", "x2", "addend"),
                     GivenStatistic("rstd", "reciprocal standard deviations", Meaning::kPositive),
                     GivenStatistic("mean", "means of the rows", Meaning::kAnything), OfRow("gamma", "scale"),
                     passed, LikeOut("x1", "dxOut", "gradient for the sum"),
                     sum("dgammaOut", "gradient for gamma"), sum("dbetaOut", "gradient for beta")},
       .runExample =
           "--dy g.npy --x1 x.npy --x2 r.npy --rstd s.npy --mean m.npy --gamma w.npy --dx-out gx.npy "
           "--dgamma-out gw.npy --dbeta-out gb.npy",
       .benchExample = "--x1 4096x1024"},
      true);
}

}  // namespace

std::vector<Operator> Rows() {
  return {AddLayerNorm(), AddLayerNormGrad()};
}

}  // namespace openaclnn::catalogue::normalization::add_layer_norm
