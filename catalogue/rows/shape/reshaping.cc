// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_chunk_cat.h"
#include "aclnnop/aclnn_confusion_transpose.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/shape/moving.h"

namespace openaclnn::catalogue::shape::reshaping {
namespace {

/// Dims in the opposite order.
Integers64 Backwards(size_t rank) {
  Integers64 order;
  for (size_t d = rank; d-- > 0;) {
    order.push_back(static_cast<int64_t>(d));
  }
  return order;
}

Operator Transposed() {
  Argument shape = Numbers64("shape", "the other dimensions");
  shape.defaultValue.reset();
  shape.derive = [](const Arguments& known) { return Value(Integers64{Product(known.ShapeOf("x"))}); };
  shape.derivation = "all elements in one dimension";
  Operator row = Moving({TwoPhases<&aclnnConfusionTransposeGetWorkspaceSize, &aclnnConfusionTranspose>(
                             "aclnnConfusionTranspose"),
                         "dimensions in another order, and elements in other dimensions",
                         "out = reshape(permute(x, perm), shape), or permute(reshape(x, shape), perm)",
                         {In("x"), Numbers64("perm", "each dimension once"), std::move(shape),
                          Flag("transposeFirst", "the order of the two"),
                          Result("x", "shape, or permuted",
                                 [](const Arguments& known) {
                                   const Shape& given = known.Integers("shape");
                                   if (known.Integer("transposeFirst") != 0) {
                                     return given;
                                   }
                                   Shape result;
                                   for (const int64_t dim : known.Integers("perm")) {
                                     result.push_back(Extent(given, Place(dim, given.size())));
                                   }
                                   return result;
                                 })},
                         0,
                         [](Choices& choices, const Shape& own, Arguments* arguments) {
                           const bool first = choices.Chance(128);
                           Shape other{Product(own)};
                           if (choices.Chance(128)) {
                             other.insert(other.begin(), 1);
                           }
                           arguments->attributes["transposeFirst"] = int64_t{first ? 1 : 0};
                           arguments->attributes["shape"] = other;
                           arguments->attributes["perm"] = Backwards(first ? own.size() : other.size());
                         },
                         "--perm 1,0 --shape 4096,4096 "});
  return row;
}

Sample Chunks(std::string name, const std::vector<Shape>& shapes, int64_t dim, int64_t chunks) {
  Sample sample{.name = std::move(name)};
  for (const Shape& shape : shapes) {
    sample.arguments.tensors["tensors"].push_back({shape, ACL_DT_UNDEFINED});
  }
  sample.arguments.attributes = {{"dim", dim}, {"numChunks", chunks}};
  return sample;
}

Operator ChunkCat() {
  Argument out = OutputOfThatType("out", Floats(), SameAs("tensors"));
  out.shapeText = "[dims before dim, numChunks, elements of a chunk of all tensors]";
  out.shape = [](const Arguments& known) {
    const std::vector<TensorSpec>& tensors = known.tensors.at("tensors");
    const Shape& first = tensors.front().shape;
    const size_t dim = Place(known.Integer("dim"), first.size());
    const int64_t chunks = known.Integer("numChunks") < 1 ? 1 : known.Integer("numChunks");
    Shape shape(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(std::min(dim, first.size())));
    int64_t length = 0;
    for (const TensorSpec& tensor : tensors) {
      const int64_t extent = Extent(tensor.shape, dim);
      const int64_t chunk = extent / chunks + (extent % chunks != 0 ? 1 : 0);
      int64_t elements = 0;
      if (__builtin_mul_overflow(chunk, Product(tensor.shape, dim + 1), &elements) ||
          __builtin_add_overflow(length, elements, &length)) {
        length = 1;
      }
    }
    shape.push_back(chunks);
    shape.push_back(length);
    return shape;
  };
  return MakeOperator(
      {.phases = TwoPhases<&aclnnChunkCatGetWorkspaceSize, &aclnnChunkCat>("aclnnChunkCat"),
       .summary = "tensors in chunks, those of the same number one after the other",
       .formula = {"out[.., c] = chunks number c of all tensors along dim, one after the other"},
       .arguments = {Argument{.name = "tensors",
                              .meaning = "what is cut into chunks",
                              .shapeText = "any, a list of them",
                              .dtypes = Floats()},
                     Whole("dim", "along which", 0), Whole("numChunks", "chunks of each tensor", 2),
                     std::move(out)},
       .draw =
           [](Choices& choices) {
             Arguments drawn;
             const aclDataType dtype = choices.DType(Floats());
             const Shape before = choices.AnyShape(2);
             for (size_t count = 1 + choices.Below(4); count > 0; --count) {
               Shape shape = before;
               shape.push_back(choices.Extent());
               const Shape behind = choices.AnyShape(2);
               shape.insert(shape.end(), behind.begin(), behind.end());
               drawn.tensors["tensors"].push_back({shape, dtype});
             }
             drawn.attributes["dim"] = static_cast<int64_t>(before.size());
             drawn.attributes["numChunks"] = static_cast<int64_t>(1 + choices.Below(5));
             return drawn;
           },
       .samples = {Chunks("rows", {{30, 170}, {1}, {99, 3, 7}}, 0, 4),
                   Chunks("even", {{64, 330}, {8, 17}}, 0, 8), Chunks("inner", {{40, 33, 7}, {40, 5}}, 1, 3)},
       .runExample = "--tensors a.npy,b.npy --num-chunks 4 -o result.npy",
       .benchExample = "--tensors 4096x1024,4096x1024 --num-chunks 8"});
}

}  // namespace

std::vector<Operator> Rows() {
  return {Transposed(), ChunkCat()};
}

}  // namespace openaclnn::catalogue::shape::reshaping
