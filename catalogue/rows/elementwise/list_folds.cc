// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_add_n.h"
#include "aclnnop/aclnn_maxn.h"
#include "aclnnop/aclnn_minn.h"
#include "aclnnop/aclnn_sum.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::list_folds {
namespace {

Operator Row(Phases phases, const char* summary, const char* formula, bool broadcasts) {
  Argument out = OutputWith(
      Tensor("out", "the result", "that of the tensors together", NumbersButBool()),
      [](const Arguments& known) {
        Shape shape = known.ShapeOf("tensors");
        for (const TensorSpec& tensor : known.tensors.at("tensors")) {
          shape = Broadcast(shape, tensor.shape);
        }
        return shape;
      },
      SameAs("tensors"));
  Operator row = MakeOperator({.phases = std::move(phases),
                               .summary = summary,
                               .formula = {formula},
                               .arguments = {{.name = "tensors",
                                              .meaning = "operands",
                                              .shapeText = "any, a list of them",
                                              .dtypes = NumbersButBool()},
                                             std::move(out)},
                               .runExample = "--tensors a.npy,b.npy -o result.npy",
                               .benchExample = "--tensors 4096x1024,4096x1024"});
  const auto sample = [&](const char* name, const std::vector<Shape>& shapes, bool specials = false) {
    Sample one{.name = name};
    for (const Shape& shape : shapes) {
      one.arguments.tensors["tensors"].push_back({shape, ACL_DT_UNDEFINED});
    }
    one.data = {{.name = "tensors", .pattern = Pattern::kSpread, .specials = specials}};
    row.samples.push_back(std::move(one));
  };
  sample("three", std::vector<Shape>(3, Shape{130, 301}));
  sample("one", {{17, 31}});
  sample("specials", std::vector<Shape>(2, Shape{31, 57}), true);
  if (broadcasts) {
    sample("broadcast", {{31, 1, 57}, {19, 1}, {57}});
  }
  row.draw = [broadcasts](Choices& choices) {
    Arguments drawn;
    const aclDataType dtype = choices.DType(NumbersButBool());
    const Shape all = choices.AnyShape(5);
    for (size_t count = 1 + choices.Below(4); count > 0; --count) {
      drawn.tensors["tensors"].push_back({broadcasts ? choices.Narrowed(all) : all, dtype});
    }
    return drawn;
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Row(TwoPhases<&aclnnSumGetWorkspaceSize, &aclnnSum>("aclnnSum"), "sum of the tensors of a list",
          "out = tensors[0] + tensors[1] + ...", true),
      Row(TwoPhases<&aclnnAddNGetWorkspaceSize, &aclnnAddN>("aclnnAddN"),
          "sum of the tensors of a list that have one shape", "out = tensors[0] + tensors[1] + ...", false),
      Row(TwoPhases<&aclnnMaxNGetWorkspaceSize, &aclnnMaxN>("aclnnMaxN"),
          "largest elements of the tensors of a list", "out = max(tensors[0], tensors[1], ...)", true),
      Row(TwoPhases<&aclnnMinNGetWorkspaceSize, &aclnnMinN>("aclnnMinN"),
          "smallest elements of the tensors of a list", "out = min(tensors[0], tensors[1], ...)", true),
  };
}

}  // namespace openaclnn::catalogue::elementwise::list_folds
