// SPDX-License-Identifier: Apache-2.0
//
// Operators of the shape family that take, or make, a list of tensors.
#include <algorithm>
#include <string>
#include <utility>

#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_split_tensor.h"
#include "aclnnop/aclnn_split_with_size.h"
#include "aclnnop/aclnn_stack.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/shape/moving.h"

namespace openaclnn::catalogue::shape::joining {
namespace {

Argument Tensors() {
  return Storable({.name = "tensors",
                   .meaning = "one after the other",
                   .shapeText = "any, a list of them",
                   .dtypes = Numbers()});
}

DTypeRule PromotedList() {
  return {"promoted from tensors", [](const Arguments& known) {
            aclDataType dtype = known.DTypeOf("tensors");
            for (const TensorSpec& tensor : known.tensors.at("tensors")) {
              dtype = openaclnn::catalogue::Promote(dtype, tensor.dtype);
            }
            return dtype;
          }};
}

Sample ListSample(std::string name, const std::vector<Shape>& shapes, int64_t dim) {
  Sample sample{.name = std::move(name)};
  for (const Shape& shape : shapes) {
    sample.arguments.tensors["tensors"].push_back({shape, ACL_DT_UNDEFINED});
  }
  sample.arguments.attributes["dim"] = dim;
  sample.data = {{.name = "tensors"}};
  return sample;
}

Operator Joining(Phases phases, const char* summary, const char* formula, bool isCat, ShapeRule shape) {
  Argument out = Storable(Output("out", Numbers(), PromotedList()));
  out.shapeText = isCat ? "that of the tensors, extents of dim summed up" : "that of a tensor, and dim";
  out.shape = std::move(shape);
  Operator op = MakeOperator({.phases = std::move(phases),
                              .summary = summary,
                              .formula = {formula},
                              .arguments = {Tensors(), Whole("dim", "along which", 0), std::move(out)},
                              .runExample = "--tensors a.npy,b.npy -o result.npy",
                              .benchExample = "--tensors 4096x1024,4096x1024"});
  if (isCat) {
    op.samples = {ListSample("rows", {{30, 170}, {1, 170}, {99, 170}}, 0),
                  ListSample("columns", {{300, 17}, {300, 1}, {300, 99}}, -1),
                  ListSample("channels", {{3, 7, 31, 46}, {3, 2, 31, 46}}, 1)};
  } else {
    op.samples = {ListSample("rows", std::vector<Shape>(7, Shape{170}), 0),
                  ListSample("columns", std::vector<Shape>(5, Shape{300, 40}), -1),
                  ListSample("middle", std::vector<Shape>(2, Shape{3, 700, 31}), 1)};
  }
  op.draw = [isCat](Choices& choices) {
    Arguments drawn;
    const aclDataType dtype = choices.DType(Numbers());
    Shape one = choices.AnyShape(5);
    if (one.empty() && isCat) {
      one.push_back(choices.Extent());
    }
    const size_t rank = isCat ? one.size() : one.size() + 1;
    const int64_t dim = AnyDim(choices, rank);
    drawn.attributes["dim"] = dim;
    for (size_t count = 1 + choices.Below(4); count > 0; --count) {
      if (isCat) {
        one[Place(dim, rank)] = choices.Extent();
      }
      const aclDataType other = choices.Chance(32) ? choices.DType(Numbers()) : dtype;
      drawn.tensors["tensors"].push_back({one, other});
    }
    return drawn;
  };
  return op;
}

/// `lengths` of the pieces.
Argument Pieces(std::function<Integers64(const Arguments&)> lengths) {
  Argument out = Storable({.name = "out",
                           .role = Role::kOutput,
                           .meaning = "the pieces",
                           .shapeText = "that of self with the piece's extent at dim",
                           .dtypes = Numbers(),
                           .shape = SameShapeAs("self"),
                           .dtype = SameAs("self")});
  out.list = [lengths = std::move(lengths)](const Arguments& known) {
    TensorSpec piece = known.tensors.at("self").front();
    std::vector<TensorSpec> pieces;
    for (const int64_t length : lengths(known)) {
      piece.shape[Place(known.Integer("dim"), piece.shape.size())] = length;
      pieces.push_back(piece);
    }
    return pieces;
  };
  return out;
}

Operator Cat() {
  return Joining(TwoPhases<&aclnnCatGetWorkspaceSize, &aclnnCat>("aclnnCat"),
                 "tensors one after the other along a dimension", "out = tensors along dim", true,
                 [](const Arguments& known) {
                   Shape shape = known.ShapeOf("tensors");
                   if (shape.empty()) {
                     return shape;
                   }
                   const size_t place = Place(known.Integer("dim"), shape.size());
                   shape[place] = 0;
                   for (const TensorSpec& tensor : known.tensors.at("tensors")) {
                     shape[place] += Extent(tensor.shape, place);
                   }
                   return shape;
                 });
}

Operator Stack() {
  return Joining(TwoPhases<&aclnnStackGetWorkspaceSize, &aclnnStack>("aclnnStack"),
                 "tensors side by side along a new dimension", "out[k] = tensors[k] along dim", false,
                 [](const Arguments& known) {
                   Shape shape = known.ShapeOf("tensors");
                   const size_t place = Place(known.Integer("dim"), shape.size() + 1);
                   shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(place),
                                static_cast<int64_t>(known.tensors.at("tensors").size()));
                   return shape;
                 });
}

Operator SplitTensor() {
  return Moving({TwoPhases<&aclnnSplitTensorGetWorkspaceSize, &aclnnSplitTensor>("aclnnSplitTensor"),
                 "a tensor cut into pieces of one length",
                 "out[k] = self[k * splitSections : (k + 1) * splitSections] along dim",
                 {In("self"), Whole("splitSections", "length of a piece", 1), Whole("dim", "along which", 0),
                  Pieces([](const Arguments& known) {
                    const Shape& self = known.ShapeOf("self");
                    int64_t left = Extent(self, Place(known.Integer("dim"), self.size()));
                    const int64_t length = std::max<int64_t>(known.Integer("splitSections"), 1);
                    Integers64 lengths;
                    for (; left > 0; left -= lengths.back()) {
                      lengths.push_back(std::min(left, length));
                    }
                    return lengths;
                  })},
                 1,
                 [](Choices& choices, const Shape& shape, Arguments* arguments) {
                   const int64_t dim = AnyDim(choices, shape.size());
                   const int64_t extent = shape[Place(dim, shape.size())];
                   const int64_t length = extent / static_cast<int64_t>(1 + choices.Below(4));
                   arguments->attributes = {{"dim", dim}, {"splitSections", std::max<int64_t>(length, 1)}};
                 }});
}

Operator SplitWithSize() {
  return Moving({TwoPhases<&aclnnSplitWithSizeGetWorkspaceSize, &aclnnSplitWithSize>("aclnnSplitWithSize"),
                 "a tensor cut into pieces of given lengths",
                 "out[k] = the next splitSize[k] elements of self along dim",
                 {In("self"), Numbers64("splitSize", "length of each piece"), Whole("dim", "along which", 0),
                  Pieces([](const Arguments& known) { return known.Integers("splitSize"); })},
                 1,
                 [](Choices& choices, const Shape& shape, Arguments* arguments) {
                   const int64_t dim = AnyDim(choices, shape.size());
                   int64_t left = shape[Place(dim, shape.size())];
                   Integers64 sizes;
                   while (left > 0) {
                     const auto least = std::max<size_t>(static_cast<size_t>(left) / 4, 1);
                     sizes.push_back(std::min(left, static_cast<int64_t>(least + choices.Below(least))));
                     left -= sizes.back();
                   }
                   if (sizes.empty()) {
                     sizes.push_back(0);
                   }
                   arguments->attributes = {{"dim", dim}, {"splitSize", sizes}};
                 },
                 "--split-size 4096 --dim 0 "});
}

}  // namespace

std::vector<Operator> Rows() {
  return {Cat(), SplitTensor(), SplitWithSize(), Stack()};
}

}  // namespace openaclnn::catalogue::shape::joining
