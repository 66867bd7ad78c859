// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_cdist.h"
#include "aclnnop/aclnn_cdist_backward.h"
#include "aclnnop/aclnn_pdist.h"
#include "aclnnop/aclnn_pdist_forward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::reduction::cdist {
namespace {

/// [matrices broadcast together, rows of x1, `last`].
Shape Together(const Arguments& known, int64_t last) {
  const auto batch = [&](const char* name) {
    const Shape& x = known.ShapeOf(name);
    return x.size() < 2 ? Shape{} : Shape(x.begin(), x.end() - 2);
  };
  Shape shape = Broadcast(batch("x1"), batch("x2"));
  const Shape& x1 = known.ShapeOf("x1");
  shape.push_back(x1.size() < 2 ? 1 : x1[x1.size() - 2]);
  shape.push_back(last);
  return shape;
}
Shape Distances(const Arguments& known) {
  const Shape& x2 = known.ShapeOf("x2");
  return Together(known, x2.size() < 2 ? 1 : x2[x2.size() - 2]);
}
Shape Gradients(const Arguments& known) {
  const Shape& x1 = known.ShapeOf("x1");
  return Together(known, x1.empty() ? 1 : x1.back());
}

Argument Matrices(const char* name, const char* shapeText) {
  Argument x = name == std::string("x1") ? Input(name, Floats()) : InputAs(name, Floats(), "x1");
  x.shapeText = shapeText;
  return x;
}
Argument OfPairs(const char* name, const char* meaning, Meaning holds) {
  Argument pairs = InputAs(name, Floats(), "x1");
  pairs.meaning = meaning;
  pairs.shapeText = "[..., P, R]";
  pairs.shape = Distances;
  pairs.holds = holds;
  return pairs;
}
Argument Out(const char* shapeText, ShapeRule shape) {
  Argument out = OutputOfThatType("out", Floats(), SameAs("x1"));
  out.shapeText = shapeText;
  out.shape = std::move(shape);
  return out;
}
Argument Order() {
  return Real("p", "order of the norm", 2);
}

Operator Pairs(Operator row) {
  const bool backward = row.arguments.front().name == "grad";
  const auto call = [backward](const Shape& x1, const Shape& x2, aclDataType dtype, double p) {
    Arguments all;
    all.tensors["x1"] = {{x1, dtype}};
    all.tensors["x2"] = {{x2, dtype}};
    all.attributes["p"] = p;
    if (backward) {
      const Shape distances = Distances(all);
      all.tensors["grad"] = {{distances, dtype}};
      all.tensors["cdist"] = {{distances, dtype}};
    }
    return all;
  };
  for (const auto& [name, p] :
       {std::pair{"order_2", 2.0}, std::pair{"order_1", 1.0}, std::pair{"order_0", 0.0},
        std::pair{"order_half", 0.5}, std::pair{"infinite", std::numeric_limits<double>::infinity()}}) {
    row.samples.push_back({.name = name,
                           .arguments = call({5, 61, 37}, {1, 70, 37}, ACL_DT_UNDEFINED, p),
                           .data = {{.name = "x1"}, {.name = "x2"}}});
  }
  row.draw = [call](Choices& choices) {
    const Shape batch = choices.AnyShape(2);
    Shape x1 = choices.Narrowed(batch);
    Shape x2 = batch;
    const int64_t columns = choices.Extent();
    x1.insert(x1.end(), {choices.Extent(), columns});
    x2.insert(x2.end(), {choices.Extent(), columns});
    return call(x1, x2, choices.DType(Floats()), 0.5 * static_cast<double>(choices.Below(7)));
  };
  row.lead = backward ? "x1" : "";
  return MakeOperator(std::move(row));
}

/// Of the rows of one matrix; the order is a scalar or not.
Operator PairsOfOne(Operator row) {
  const bool scalar = row.arguments[1].name == "pScalar";
  const auto call = [scalar](const Shape& self, aclDataType dtype, double p) {
    Arguments all;
    all.tensors["self"] = {{self, dtype}};
    if (scalar) {
      all.attributes["pScalar"] = Scalar{.dtype = ACL_DOUBLE, .value = p};
    } else {
      all.attributes["p"] = p;
    }
    return all;
  };
  for (const auto& [name, p] :
       {std::pair{"order_2", 2.0}, std::pair{"order_1", 1.0}, std::pair{"order_0", 0.0},
        std::pair{"order_half", 0.5}, std::pair{"infinite", std::numeric_limits<double>::infinity()}}) {
    row.samples.push_back(
        {.name = name, .arguments = call({71, 37}, ACL_DT_UNDEFINED, p), .data = {{.name = "self"}}});
  }
  row.samples.push_back(
      {.name = "few_rows", .arguments = call({7, 3}, ACL_DT_UNDEFINED, 2), .data = {{.name = "self"}}});
  row.draw = [call](Choices& choices) {
    const int64_t rows = choices.Chance(128) ? 1 + static_cast<int64_t>(choices.Below(11)) : choices.Extent();
    const Shape self{rows, choices.Extent()};
    return call(self, choices.DType(Floats()), 0.5 * static_cast<double>(choices.Below(7)));
  };
  return MakeOperator(std::move(row));
}

Argument AllPairs() {
  Argument out = OutputOfThatType("out", Floats(), SameAs("self"));
  out.shapeText = "[N * (N - 1) / 2]";
  out.shape = [](const Arguments& known) {
    const int64_t rows = Extent(known.ShapeOf("self"), 0);
    return Shape{rows % 2 == 0 ? rows / 2 * (rows - 1) : rows * ((rows - 1) / 2)};
  };
  return out;
}

}  // namespace

std::vector<Operator> Rows() {
  const Argument x1 = Matrices("x1", "[..., P, M]");
  const Argument x2 = Matrices("x2", "[..., R, M]");
  Argument mode{
      .name = "compute_mode", .role = Role::kAttribute, .meaning = "no effect", .defaultValue = int64_t{0}};
  Argument self = Input("self", Floats());
  self.shapeText = "[N, M]";
  const char* const formula = "out = norms of self[i, :] - self[j, :], i < j";
  return {
      PairsOfOne({.phases = TwoPhases<&aclnnPdistGetWorkspaceSize, &aclnnPdist>("aclnnPdist"),
                  .summary = "distances of all pairs of rows of one matrix",
                  .formula = {formula},
                  .arguments = {self, Order(), AllPairs()},
                  .runExample = "--self a.npy -o distances.npy",
                  .benchExample = "--self 1000x64"}),
      PairsOfOne(
          {.phases = TwoPhases<&aclnnPdistForwardGetWorkspaceSize, &aclnnPdistForward>("aclnnPdistForward"),
           .summary = "distances of all pairs of rows of one matrix",
           .formula = {formula},
           .arguments = {self, Number("pScalar", 2), AllPairs()},
           .runExample = "--self a.npy -o distances.npy",
           .benchExample = "--self 1000x64"}),
      Pairs({.phases = TwoPhases<&aclnnCdistGetWorkspaceSize, &aclnnCdist>("aclnnCdist"),
             .summary = "distances of all pairs of rows",
             .formula = {"out[..., i, j] = norm of x1[..., i, :] - x2[..., j, :]"},
             .arguments = {x1, x2, Order(), std::move(mode), Out("[..., P, R]", Distances)},
             .runExample = "--x1 a.npy --x2 b.npy -o distances.npy",
             .benchExample = "--x1 1000x64 --x2 1000x64"}),
      Pairs({.phases =
                 TwoPhases<&aclnnCdistBackwardGetWorkspaceSize, &aclnnCdistBackward>("aclnnCdistBackward"),
             .summary = "gradient of distances for the first rows",
             .formula =
                 {"out[..., i, m] = sum over j of grad[..., i, j] * d cdist[..., i, j] / d x1[..., i, m]"},
             .arguments = {OfPairs("grad", "gradient of the distances", Meaning::kAnything), x1, x2,
                           OfPairs("cdist", "the distances", Meaning::kPositive), Order(),
                           Out("[..., P, M]", Gradients)},
             .runExample = "--grad g.npy --x1 a.npy --x2 b.npy --cdist distances.npy -o gx.npy",
             .benchExample = "--grad 1000x1000 --x1 1000x64 --x2 1000x64 --cdist 1000x1000"}),
  };
}

}  // namespace openaclnn::catalogue::reduction::cdist
