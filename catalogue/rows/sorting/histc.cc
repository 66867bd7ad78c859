// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_histc.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sorting::histc {
namespace {

Operator Histc() {
  // Its elements have to be finite where their range is that of the bins.
  Argument self = Input("self", NumbersButBool());
  self.mayRunOut = true;
  Argument out = OutputOfThatType("out", NumbersButBool(), SameAs("self"));
  out.shapeText = "[bins]";
  out.shape = [](const Arguments& known) { return Shape{known.Integer("bins")}; };
  Operator op = MakeOperator(
      {.phases = TwoPhases<&aclnnHistcGetWorkspaceSize, &aclnnHistc>("aclnnHistc"),
       .summary = "how many elements are in each of some bins of equal width",
       .formula =
           {"out[b] = how many x of self have trunc((x - min) * bins / (max - min)) = b; max is in the "
            "last bin"},
       .arguments = {self,
                     {.name = "bins",
                      .role = Role::kAttribute,
                      .meaning = "how many",
                      .defaultValue = int64_t{100},
                      .lowest = 1},
                     Number("min", 0),
                     Number("max", 0),
                     out},
       .runExample = "--self x.npy --bins 10 -o counts.npy",
       .benchExample = "--self 4096x4096"});
  const auto call = [](const Shape& shape, aclDataType dtype, int64_t bins, double min, double max) {
    Arguments all;
    all.tensors["self"] = {{shape, dtype}};
    all.attributes = {{"bins", bins}, {"min", Scalar{ACL_DOUBLE, min}}, {"max", Scalar{ACL_DOUBLE, max}}};
    return all;
  };
  op.samples.push_back(
      {.name = "range_of_data", .arguments = call({31, 40, 170}, ACL_DT_UNDEFINED, 100, 0, 0)});
  op.samples.push_back({.name = "range", .arguments = call({601, 57}, ACL_DT_UNDEFINED, 37, -3, 11)});
  op.samples.push_back({.name = "many_bins", .arguments = call({3001}, ACL_FLOAT, 5003, -1, 1)});
  op.samples.push_back({.name = "specials",
                        .arguments = call({301, 257}, ACL_DT_UNDEFINED, 10, -4, 4),
                        .data = {{.name = "self", .specials = true}}});
  op.draw = [call](Choices& choices) {
    const Shape shape = choices.AnyShape(6);
    const aclDataType dtype = choices.DType(NumbersButBool());
    const auto min = static_cast<double>(choices.Below(3)) - 1;
    const auto width = static_cast<double>(choices.Below(4));
    return call(shape, dtype, choices.Extent(false), min, min + width);
  };
  return op;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Histc(),
  };
}

}  // namespace openaclnn::catalogue::sorting::histc
