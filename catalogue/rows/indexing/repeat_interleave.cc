// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_repeat_interleave.h"
#include "catalogue/rows/indexing/filled.h"
#include "catalogue/rows/indexing/indexed.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::repeat_interleave {
namespace {

/// How often; 1 where the catalogue makes the numbers, so that their sum is known.
Argument Repeats() {
  return {.name = "repeats",
          .meaning = "how often; one number for all, or one for each",
          .shapeText = "one element, or one for each",
          .dtypes = {ACL_INT64, ACL_INT32},
          .holds = Meaning::kOnes};
}

size_t PlaceOf(const Arguments& known) {
  const auto rank = static_cast<int64_t>(known.ShapeOf("self").size());
  const int64_t dim = known.Integer("dim");
  return static_cast<size_t>(
      std::clamp<int64_t>(dim < 0 ? dim + rank : dim, 0, std::max<int64_t>(rank - 1, 0)));
}

Argument OutputSize(std::function<int64_t(const Arguments&)> slices) {
  return {.name = "outputSize",
          .role = Role::kAttribute,
          .meaning = "the sum of the repeats",
          .derive = [slices = std::move(slices)](const Arguments& known) { return Value(slices(known)); },
          .derivation = "as if all repeats were 1"};
}

/// Repeats for so many slices as a shape has.
Arguments FillRepeats(const Shape& shape, int64_t slices, aclDataType dtype) {
  return {.tensors = {{"self", {{shape, dtype}}}, {"repeats", {{{slices}, ACL_INT64}}}}};
}

}  // namespace

std::vector<Operator> Rows() {
  const auto elements = [](const Arguments& known) { return Product(known.ShapeOf("self")); };
  const auto alongDim = [](const Arguments& known) { return Extent(known.ShapeOf("self"), PlaceOf(known)); };
  const auto row = [](const Arguments& known) { return Shape{Whole(known, "outputSize")}; };
  Argument indices = OutputOfThatType("out", {ACL_INT64, ACL_INT32}, SameAs("repeats"));
  indices.anyDType = true;
  indices.shapeText = "[outputSize]";
  indices.shape = row;
  return {
      Filled({.phases = TwoPhases<&aclnnRepeatInterleaveGetWorkspaceSize, &aclnnRepeatInterleave>(
                  "aclnnRepeatInterleave"),
              .summary = "each element as often as a tensor says",
              .formula = {"out = self[i] repeats[i] times, of all elements in a row"},
              .arguments = {Storable(Input("self", Numbers())), Repeats(), OutputSize(elements),
                            ResultAs("self", "[outputSize]", row)},
              .runExample = "--self x.npy --repeats r.npy --output-size 100 -o y.npy",
              .benchExample = "--self 1000000 --repeats 1000000:int64"},
             [](const Shape& shape, int64_t number, aclDataType dtype) {
               return FillRepeats(shape, number % 2 == 0 ? 1 : Product(shape), dtype);
             }),
      Filled({.phases = TwoPhases<&aclnnRepeatInterleaveTensorGetWorkspaceSize, &aclnnRepeatInterleaveTensor>(
                  "aclnnRepeatInterleaveTensor"),
              .summary = "each index as often as a tensor says",
              .formula = {"out = i repeats[i] times"},
              .arguments = {Repeats(), OutputSize([](const Arguments& known) {
                              return Product(known.ShapeOf("repeats"));
                            }),
                            indices},
              .runExample = "--repeats r.npy --output-size 100 -o i.npy",
              .benchExample = "--repeats 1000000:int64"},
             [](const Shape& shape, int64_t /*number*/, aclDataType dtype) {
               return Arguments{.tensors = {{"repeats", {{{Product(shape)}, dtype}}}}};
             },
             {ACL_INT64, ACL_INT32}),
      Filled(
          {.phases = TwoPhases<&aclnnRepeatInterleaveWithDimGetWorkspaceSize, &aclnnRepeatInterleaveWithDim>(
               "aclnnRepeatInterleaveWithDim"),
           .summary = "each index of a dimension as often as a tensor says",
           .formula = {"out = self[i] repeats[i] times along dim"},
           .arguments = {Storable(Input("self", Numbers())), Repeats(), Dim(), OutputSize(alongDim),
                         ResultAs("self", "that of self with outputSize at dim",
                                  [](const Arguments& known) {
                                    Shape shape = known.ShapeOf("self");
                                    if (shape.empty()) {
                                      return Shape{Whole(known, "outputSize")};
                                    }
                                    shape[PlaceOf(known)] = Whole(known, "outputSize");
                                    return shape;
                                  })},
           .runExample = "--self x.npy --repeats r.npy --dim 0 --output-size 100 -o y.npy",
           .benchExample = "--self 65536x256 --repeats 65536:int64"},
          [](const Shape& shape, int64_t number, aclDataType dtype) {
            const bool last = number % 2 == 0 && !shape.empty();
            Arguments all = FillRepeats(shape,
                                        shape.empty() ? 1
                                        : last        ? shape.back()
                                                      : shape.front(),
                                        dtype);
            all.attributes["dim"] = last ? int64_t{-1} : int64_t{0};
            return all;
          }),
  };
}

}  // namespace openaclnn::catalogue::indexing::repeat_interleave
