// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_diag.h"
#include "aclnnop/aclnn_diag_flat.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/shape/moving.h"

namespace openaclnn::catalogue::shape::diagonals {
namespace {

Shape WithDiagonal(int64_t elements, int64_t diagonal) {
  const int64_t rows =
      elements + std::clamp<int64_t>(std::abs(std::max(diagonal, -INT64_MAX)), 0, INT64_MAX / 2);
  return {rows, rows};
}

Shape DiagonalOf(const Shape& self, int64_t diagonal) {
  if (self.size() != 2) {
    return WithDiagonal(Product(self), diagonal);
  }
  const int64_t rows = self[0] - std::max<int64_t>(-std::max(diagonal, -INT64_MAX), 0);
  const int64_t columns = self[1] - std::max<int64_t>(diagonal, 0);
  return {std::max<int64_t>(std::min(rows, columns), 0)};
}

Argument Diagonal() {
  return Whole("diagonal", "which one: 0 the main one", 0);
}

Argument Self() {
  return Movable(Input("self", Numbers()));
}

Argument Out(ShapeRule shape) {
  Argument out = Movable(OutputOfThatType("out", Numbers(), SameAs("self")));
  out.shapeText = "that of the result";
  out.shape = std::move(shape);
  return out;
}

Operator Row(Phases phases, const char* summary, const char* formula, Argument out, std::vector<Shape> shapes,
             size_t mostRank) {
  Operator row = MakeOperator({.phases = std::move(phases),
                               .summary = summary,
                               .formula = {formula},
                               .arguments = {Self(), Diagonal(), std::move(out)},
                               .runExample = "--self x.npy -o y.npy",
                               .benchExample = "--self 2000"});
  const auto call = [](const Shape& shape, aclDataType dtype, int64_t diagonal) {
    Arguments all;
    all.tensors["self"] = {{shape, dtype}};
    all.attributes["diagonal"] = diagonal;
    return all;
  };
  int64_t diagonal = -3;
  for (Shape& shape : shapes) {
    row.samples.push_back({.name = "sample" + std::to_string(row.samples.size() + 1),
                           .arguments = call(shape, ACL_DT_UNDEFINED, diagonal)});
    diagonal += 4;
  }
  row.draw = [call, mostRank](Choices& choices) {
    Shape shape = mostRank == 0 ? Shape{choices.Extent(choices.Chance(32))} : choices.AnyShape(mostRank);
    if (mostRank == 0 && choices.Chance(192)) {
      shape.push_back(choices.Extent(choices.Chance(32)));
    }
    const int64_t most = shape.size() == 2 && mostRank == 0 ? std::min(shape[0], shape[1]) : 10;
    const auto distance =
        static_cast<int64_t>(choices.Below(static_cast<size_t>(std::max<int64_t>(most, 1))));
    return call(shape, choices.DType(Numbers()), choices.Chance(128) ? distance : -distance);
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Row(TwoPhases<&aclnnDiagGetWorkspaceSize, &aclnnDiag>("aclnnDiag"),
          "a diagonal of a matrix, or a matrix with one",
          "out[i] = self[i, i + diagonal], or out[i, i + diagonal] = self[i]",
          Out([](const Arguments& known) {
            return DiagonalOf(known.ShapeOf("self"), known.Integer("diagonal"));
          }),
          {{300, 170}, {301}, {20011, 9}}, 0),
      Row(TwoPhases<&aclnnDiagFlatGetWorkspaceSize, &aclnnDiagFlat>("aclnnDiagFlat"),
          "a matrix with all elements on a diagonal", "out[i, i + diagonal] = element i of self",
          Out([](const Arguments& known) {
            return WithDiagonal(Product(known.ShapeOf("self")), known.Integer("diagonal"));
          }),
          {{300}, {17, 20}, {3, 5, 2, 4}}, 3),
  };
}

}  // namespace openaclnn::catalogue::shape::diagonals
