// SPDX-License-Identifier: Apache-2.0
#include "bench/operators/builders.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "bench/operators/tensors.h"

namespace bench {
namespace {

std::string Text(const Dims& dims) {
  std::ostringstream text;
  for (size_t i = 0; i < dims.size(); ++i) {
    text << (i == 0 ? "" : "x") << dims[i];
  }
  return text.str();
}

double Coordinate(Grid kind, int64_t width, int64_t height, int64_t index) {
  const bool isX = index % 2 == 0;
  const int64_t pixel = index / 2;
  const double x = 2.0 * (static_cast<double>(pixel % width) + 0.5) / static_cast<double>(width) - 1.0;
  const double y =
      2.0 * (static_cast<double>(pixel / width % height) + 0.5) / static_cast<double>(height) - 1.0;
  switch (kind) {
    case Grid::kRandom:
      return 2.2 * Random(static_cast<uint64_t>(index)) - 1.1;
    case Grid::kAffine:
      return isX ? 0.9 * x - 0.2 * y + 0.05 : 0.2 * x + 0.9 * y - 0.05;
    case Grid::kOnePixel:
      return 0.01;
    case Grid::kIdentity:
      break;
  }
  return isX ? x : y;
}

const char* NameOf(Grid kind) {
  switch (kind) {
    case Grid::kRandom:
      return "random";
    case Grid::kAffine:
      return "affine";
    case Grid::kOnePixel:
      return "one pixel";
    case Grid::kIdentity:
      break;
  }
  return "identity";
}

const char* NameOf(Indices kind) {
  switch (kind) {
    case Indices::kZipf:
      return "Zipf";
    case Indices::kAllEqual:
      return "all equal";
    case Indices::kSorted:
      return "sorted";
    case Indices::kUniform:
      break;
  }
  return "uniform";
}

double IndexAt(Indices kind, int64_t rows, int64_t count, int64_t position) {
  const double random = Random(static_cast<uint64_t>(position) + 7);
  const auto last = static_cast<double>(rows - 1);
  switch (kind) {
    case Indices::kZipf:  // the inverse of the distribution function, in its continuous form
      return std::min(last, std::floor(std::pow(static_cast<double>(rows), random)) - 1.0);
    case Indices::kAllEqual:
      return std::floor(last / 2);
    case Indices::kSorted:
      return std::floor(last * static_cast<double>(position) / static_cast<double>(count));
    case Indices::kUniform:
      break;
  }
  return std::min(last, std::floor(random * static_cast<double>(rows)));
}

}  // namespace

Case MakeCase(const MseShape& shape, DType dtype, Layout layout) {
  std::string name = Text(shape.dims);
  if (shape.gradDims != shape.dims) {
    name += " gradOutput " + (shape.gradDims.empty() ? "scalar" : Text(shape.gradDims));
  }
  if (shape.targetDims != shape.dims) {
    name += " target " + (shape.targetDims.empty() ? "scalar" : Text(shape.targetDims));
  }
  return {"MseLossBackward", name, dtype, layout, [=] {
            const auto make = [&](const Dims& dims) {
              return MakeTensor(dims, dtype, dims == shape.dims ? layout : Layout::kContiguous);
            };
            // Expanded are the inputs: an output cannot be.
            const Layout outLayout = layout == Layout::kExpanded ? Layout::kContiguous : layout;
            return MseLoss{make(shape.gradDims), make(shape.dims), make(shape.targetDims),
                           MakeOutput(shape.outDims.empty() ? shape.dims : shape.outDims, dtype, outLayout),
                           shape.reduction};
          }};
}

Case MakeCase(const PreluShape& shape, DType dtype, Layout layout) {
  const std::string name = Text(shape.dims) + " weights " + std::to_string(shape.weights);
  return {"PreluBackward", name, dtype, layout, [=] {
            return Prelu{MakeTensor(shape.dims, dtype, layout), MakeTensor(shape.dims, dtype, layout),
                         MakeTensor({shape.weights}, dtype, Layout::kContiguous, 0.1F, 0.3F),
                         MakeOutput(shape.dims, dtype, layout), MakeOutput({shape.weights}, dtype)};
          }};
}

Case MakeCase(const GroupNormShape& shape, DType dtype, Layout layout) {
  const std::string name = Text(shape.dims) + " group " + std::to_string(shape.group);
  return {"GroupNormBackward", name, dtype, layout, [=] {
            const Dims statistics{shape.n, shape.group};
            return GroupNorm{MakeTensor(shape.dims, dtype, layout),
                             MakeTensor(shape.dims, dtype, layout),
                             MakeTensor(statistics, dtype, Layout::kContiguous, -0.1F, 0.1F),
                             MakeTensor(statistics, dtype, Layout::kContiguous, 1.0F, 2.0F),
                             MakeTensor({shape.c}, dtype),
                             MakeOutput(shape.dims, dtype, layout),
                             MakeOutput({shape.c}, dtype),
                             MakeOutput({shape.c}, dtype),
                             shape.n,
                             shape.c,
                             shape.hxw,
                             shape.group};
          }};
}

Case MakeCase(const GridShape& shape, DType dtype, Layout layout) {
  const char* const modes[] = {"bilinear", "nearest"};
  const char* const paddings[] = {"zeros", "border", "reflection"};
  const Dims input{shape.n, shape.c, shape.height, shape.width};
  const Dims output{shape.n, shape.c, shape.outHeight, shape.outWidth};
  const std::string name = Text(input) + " to " + Text({shape.outHeight, shape.outWidth}) + " " +
                           NameOf(shape.grid) + " " + modes[shape.interpolation] + " " +
                           paddings[shape.padding] + (shape.alignCorners ? " aligned" : "");
  return {"GridSampler2DBackward", name, dtype, layout, [=] {
            const auto at = [=](int64_t index) {
              return Coordinate(shape.grid, shape.outWidth, shape.outHeight, index);
            };
            const Dims grid{shape.n, shape.outHeight, shape.outWidth, 2};
            return GridSampler{MakeTensor(output, dtype, layout),
                               MakeTensor(input, dtype, layout),
                               MakeTensor(grid, dtype, at),
                               MakeOutput(input, dtype, layout),
                               MakeOutput(grid, dtype),
                               shape.interpolation,
                               shape.padding,
                               shape.alignCorners};
          }};
}

Case MakeCase(const EmbeddingShape& shape, DType dtype, DType indexType) {
  const std::string name = std::to_string(shape.count) + " of " + std::to_string(shape.rows) + "x" +
                           std::to_string(shape.width) + " " + NameOf(shape.indices) + " " +
                           NameOf(indexType) + (shape.scaleByFrequency ? " scaled" : "");
  return {"EmbeddingDenseBackward", name, dtype, Layout::kContiguous, [=] {
            const auto at = [=](int64_t position) {
              return IndexAt(shape.indices, shape.rows, shape.count, position);
            };
            return Embedding{MakeTensor({shape.count, shape.width}, dtype),
                             MakeTensor({shape.count}, indexType, at),
                             MakeOutput({shape.rows, shape.width}, dtype),
                             shape.rows,
                             -1,
                             shape.scaleByFrequency};
          }};
}

}  // namespace bench
