// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_equal.h"
#include "aclnnop/aclnn_precision_compare.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::equal {
namespace {

/// Tensors as a whole.
Operator WholeTensors() {
  const DTypes others{ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128};
  Argument out = OutputOfThatType("out", {ACL_BOOL}, Always(ACL_BOOL));
  out.shapeText = "one element";
  out.shape = [](const Arguments& /*known*/) { return Shape{1}; };
  Operator row =
      MakeOperator({.phases = TwoPhases<&aclnnEqualGetWorkspaceSize, &aclnnEqual>("aclnnEqual"),
                    .summary = "whether two tensors are equal",
                    .formula = {"out = whether self and other have one shape, and self == other everywhere"},
                    .arguments = {With(Input("self", Numbers()), others),
                                  With(InputAs("other", Numbers(), "self"), others), out},
                    .runExample = "--self x.npy --other y.npy -o equal.npy",
                    .benchExample = "--self 4096x4096 --other 4096x4096"});
  const auto fill = [](const Shape& shape, aclDataType dtype) {
    return Arguments{.tensors = {{"self", {{shape, dtype}}}, {"other", {{shape, dtype}}}}};
  };
  for (const auto& [name, shape] : {std::pair{"row", Shape{100003}}, std::pair{"matrix", Shape{300, 170}},
                                    std::pair{"four_dims", Shape{5, 7, 31, 46}}}) {
    row.samples.push_back({.name = name, .arguments = fill(shape, ACL_DT_UNDEFINED)});
  }
  row.draw = [fill](Choices& choices) { return fill(choices.AnyShape(5), choices.DType(Numbers())); };
  return row;
}

/// Bits.
Operator PrecisionCompare() {
  Argument out = OutputOfThatType("out", {ACL_UINT32}, Always(ACL_UINT32));
  out.shapeText = "one element";
  out.shape = [](const Arguments& /*known*/) { return Shape{}; };
  Argument realdata = InputAs("realdata", Floats(), "golden");
  realdata.shape = SameShapeAs("golden");
  Operator row =
      MakeOperator({.phases = TwoPhases<&aclnnPrecisionCompareGetWorkspaceSize, &aclnnPrecisionCompare>(
                        "aclnnPrecisionCompare"),
                    .summary = "whether two tensors have the same bits",
                    .formula = {"out = 0 if golden and realdata have the same bits, otherwise 503"},
                    .arguments = {Input("golden", Floats()), realdata, out},
                    .runExample = "--golden x.npy --realdata y.npy -o code.npy",
                    .benchExample = "--golden 4096x4096 --realdata 4096x4096"});
  const auto fill = [](const Shape& shape, aclDataType dtype) {
    return Arguments{.tensors = {{"golden", {{shape, dtype}}}, {"realdata", {{shape, dtype}}}}};
  };
  row.samples = {{.name = "row", .arguments = fill({100003}, ACL_DT_UNDEFINED)},
                 {.name = "matrix", .arguments = fill({300, 170}, ACL_DT_UNDEFINED)},
                 {.name = "four_dims", .arguments = fill({5, 7, 31, 46}, ACL_DT_UNDEFINED)}};
  row.draw = [fill](Choices& choices) { return fill(choices.AnyShape(5), choices.DType(Floats())); };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      PrecisionCompare(),
      WholeTensors(),
  };
}

}  // namespace openaclnn::catalogue::elementwise::equal
