// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_chamfer_distance_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::loss::chamfer_distance_backward {
namespace {

Arguments Fill(int64_t batches, int64_t first, int64_t second, aclDataType dtype) {
  return {.tensors = {{"xyz1", {{{batches, first, 2}, dtype}}},
                      {"xyz2", {{{batches, second, 2}, dtype}}},
                      {"idx1", {{{batches, first}, ACL_INT32}}},
                      {"idx2", {{{batches, second}, ACL_INT32}}},
                      {"gradDist1", {{{batches, first}, dtype}}},
                      {"gradDist2", {{{batches, second}, dtype}}}}};
}

Argument Floating(std::string name, std::string meaning, std::string shapeText) {
  const bool leads = name == "xyz1";
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shapeText), Floats());
  if (!leads) {
    argument.dtype = SameAs("xyz1");
  }
  return argument;
}

Argument Nearest(std::string name, const std::string& of, std::string shapeText) {
  Argument numbers = Tensor(std::move(name), "numbers of the nearest points of " + of, std::move(shapeText),
                            {ACL_INT32, ACL_INT64});
  numbers.holds = Meaning::kIndices;
  numbers.bound = [of](const Arguments& known) { return Extent(known.ShapeOf(of), 1); };
  numbers.dtype = Always(ACL_INT32);
  return numbers;
}

Argument Gradient(std::string name, const std::string& as, const std::string& shapeText) {
  return OutputWith(Tensor(std::move(name), "gradient of " + as, shapeText, Floats()), SameShapeAs(as),
                    SameAs("xyz1"));
}

}  // namespace

std::vector<Operator> Rows() {
  Operator row = MakeOperator({
      .phases = TwoPhases<&aclnnChamferDistanceBackwardGetWorkspaceSize, &aclnnChamferDistanceBackward>(
          "aclnnChamferDistanceBackward"),
      .summary = "gradient of the distances between points and their nearest ones",
      .formula = {"gradXyz1[i] += 2 gradDist1[i] (xyz1[i] - xyz2[idx1[i]]), gradXyz2[idx1[i]] -= the same",
                  "and likewise with 1 and 2 exchanged"},
      .arguments = {Floating("xyz1", "points", "[B, N, 2]"), Floating("xyz2", "other points", "[B, M, 2]"),
                    Nearest("idx1", "xyz2", "[B, N]"), Nearest("idx2", "xyz1", "[B, M]"),
                    Floating("gradDist1", "gradient of the distances of xyz1", "[B, N]"),
                    Floating("gradDist2", "gradient of the distances of xyz2", "[B, M]"),
                    Gradient("gradXyz1", "xyz1", "[B, N, 2]"), Gradient("gradXyz2", "xyz2", "[B, M, 2]")},
      .draw =
          [](Choices& choices) {
            const int64_t batches = choices.Extent();
            const int64_t first = choices.Extent(false);
            const int64_t second = choices.Extent(false);
            return Fill(batches, first, second, choices.DType(Floats()));
          },
      .samples = {{.name = "clouds", .arguments = Fill(7, 301, 173, ACL_DT_UNDEFINED)},
                  {.name = "one", .arguments = Fill(1, 2003, 1001, ACL_DT_UNDEFINED)},
                  {.name = "pairs", .arguments = Fill(301, 2, 3, ACL_DT_UNDEFINED)}},
      .runExample =
          "--xyz1 a.npy --xyz2 b.npy --idx1 i.npy --idx2 j.npy --grad-dist1 d.npy --grad-dist2 e.npy "
          "--grad-xyz1 x.npy --grad-xyz2 y.npy",
      .benchExample = "--xyz1 32x2048x2 --xyz2 32x2048x2 --idx1 32x2048:int32 --idx2 32x2048:int32 "
                      "--grad-dist1 32x2048 --grad-dist2 32x2048",
  });
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::loss::chamfer_distance_backward
