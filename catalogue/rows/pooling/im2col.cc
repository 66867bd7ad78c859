// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_im2col.h"
#include "aclnnop/aclnn_im2col_backward.h"
#include "catalogue/rows/pooling/pools.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::pooling::im2col {
namespace {

int64_t ValueAt(const Arguments& known, const char* name, size_t d) {
  const Shape& values = known.Integers(name);
  return values.empty() ? 1 : values.size() == 1 ? values[0] : values[d];
}

/// Along height or width, of an image with that extent.
int64_t BlocksOf(const Arguments& known, size_t d, int64_t extent) {
  const int64_t window = ValueAt(known, "dilation", d) * (ValueAt(known, "kernelSize", d) - 1) + 1;
  return WindowsOf(extent, window, std::max<int64_t>(ValueAt(known, "stride", d), 1),
                   ValueAt(known, "padding", d), false);
}

Shape ColumnsOf(const Arguments& known, const Shape& image) {
  if (image.size() < 3) {
    return image;
  }
  Shape shape(image.begin(), image.end() - 2);
  shape.back() *= ValueAt(known, "kernelSize", 0) * ValueAt(known, "kernelSize", 1);
  shape.push_back(BlocksOf(known, 0, image[image.size() - 2]) * BlocksOf(known, 1, image.back()));
  return shape;
}

std::vector<Argument> Windows() {
  return {IntegerList("kernelSize", "height and width of windows", {3, 3}),
          IntegerList("dilation", "distances of their places", {1, 1}),
          IntegerList("padding", "zeros on each side", {0, 0}),
          IntegerList("stride", "distances of windows", {1, 1})};
}

struct Folding {
  Shape image;
  Shape kernel;
  Shape dilation;
  Shape padding;
  Shape stride;
};

Arguments ArgumentsOf(const Folding& folding, aclDataType dtype, bool backward) {
  Arguments all;
  all.attributes = {{"kernelSize", folding.kernel},
                    {"dilation", folding.dilation},
                    {"padding", folding.padding},
                    {"stride", folding.stride}};
  if (backward) {
    all.attributes["inputSize"] = Shape(folding.image.end() - 2, folding.image.end());
    all.tensors["gradOutput"] = {{ColumnsOf(all, folding.image), dtype}};
  } else {
    all.tensors["self"] = {{folding.image, dtype}};
  }
  return all;
}

Operator Row(Operator row, bool backward) {
  const std::string input = row.arguments.front().name;
  const auto sample = [&](const char* name, const Folding& folding) {
    row.samples.push_back({.name = name,
                           .arguments = ArgumentsOf(folding, ACL_DT_UNDEFINED, backward),
                           .data = {{.name = input, .pattern = Pattern::kSpread}}});
  };
  sample("plain", {{3, 5, 31, 46}, {3, 3}, {1, 1}, {1, 1}, {1, 1}});
  sample("patches", {{2, 3, 64, 64}, {16, 16}, {1, 1}, {0, 0}, {16, 16}});
  sample("uneven", {{7, 40, 33}, {2, 5}, {3, 2}, {4, 1}, {2, 3}});
  sample("long_rows", {{1, 1, 3, 5003}, {1, 7}, {1, 1}, {0, 3}, {1, 1}});
  row.draw = [backward](Choices& choices) {
    Folding folding;
    folding.image = DrawFront(choices);
    for (size_t d = 0; d < 2; ++d) {
      folding.kernel.push_back(1 + static_cast<int64_t>(choices.Below(3)));
      folding.dilation.push_back(1 + static_cast<int64_t>(choices.Below(2)));
      folding.padding.push_back(static_cast<int64_t>(choices.Below(3)));
      folding.stride.push_back(1 + static_cast<int64_t>(choices.Below(3)));
      folding.image.push_back(choices.ExtentFor(folding.dilation[d] * (folding.kernel[d] - 1) + 1));
    }
    return ArgumentsOf(folding, choices.DType(Floats()), backward);
  };
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  Argument image = Input("self", Floats());
  image.shapeText = "[N, C, H, W] or [C, H, W]";
  Argument columns = OutputOfThatType("out", Floats(), SameAs("self"));
  columns.shapeText = "[N, C * kh * kw, windows] or without N";
  columns.shape = [](const Arguments& known) { return ColumnsOf(known, known.ShapeOf("self")); };
  Argument gradOutput = Input("gradOutput", Floats());
  gradOutput.shapeText = columns.shapeText;
  Argument out = OutputOfThatType("out", Floats(), SameAs("gradOutput"));
  out.shapeText = image.shapeText;
  out.shape = [](const Arguments& known) {
    Shape shape = known.ShapeOf("gradOutput");
    if (shape.size() < 2) {
      return shape;
    }
    shape.pop_back();
    shape.back() /= std::max<int64_t>(ValueAt(known, "kernelSize", 0) * ValueAt(known, "kernelSize", 1), 1);
    const Shape& size = known.Integers("inputSize");
    shape.insert(shape.end(), {size.empty() ? 1 : size.front(), size.empty() ? 1 : size.back()});
    return shape;
  };
  std::vector<Argument> forward = Windows();
  forward.insert(forward.begin(), std::move(image));
  forward.push_back(std::move(columns));
  std::vector<Argument> backward = Windows();
  backward.insert(backward.begin(), {std::move(gradOutput),
                                     IntegerList("inputSize", "height and width of the image", {32, 32})});
  backward.push_back(std::move(out));
  return {
      Row({.phases = TwoPhases<&aclnnIm2colGetWorkspaceSize, &aclnnIm2col>("aclnnIm2col"),
           .summary = "windows of a convolution as columns",
           .formula = {"out[n, c * kh * kw + i * kw + j, window] = self[n, c, place i, j of the window]"},
           .arguments = std::move(forward),
           .runExample = "--self x.npy --kernel-size 3,3 --padding 1,1 -o columns.npy",
           .benchExample = "--self 8x64x56x56 --padding 1,1"},
          false),
      Row({.phases =
               TwoPhases<&aclnnIm2colBackwardGetWorkspaceSize, &aclnnIm2colBackward>("aclnnIm2colBackward"),
           .summary = "columns added up to an image: the gradient of im2col",
           .formula = {"out[n, c, h, w] = sum of gradOutput in the places that are taken from h, w"},
           .arguments = std::move(backward),
           .runExample =
               "--grad-output columns.npy --input-size 32,32 --kernel-size 3,3 --padding 1,1 -o x.npy",
           .benchExample = "--grad-output 4096x256x8 --input-size 4,8 --kernel-size 2,2 --stride 2,2"},
          true),
  };
}

}  // namespace openaclnn::catalogue::pooling::im2col
