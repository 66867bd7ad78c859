// SPDX-License-Identifier: Apache-2.0
#include "bench/operators/cases.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>
#include <utility>

#include "bench/operators/tensors.h"

namespace bench {
namespace {

using Dims = std::vector<int64_t>;

constexpr DType kFloats[] = {DType::kFloat32, DType::kFloat16, DType::kBfloat16};

std::string Text(const Dims& dims) {
  std::ostringstream text;
  for (size_t i = 0; i < dims.size(); ++i) {
    text << (i == 0 ? "" : "x") << dims[i];
  }
  return text.str();
}

// --- MseLossBackward
// -------------------------------------------------------------------------------------------------

void AddMse(std::vector<Case>& cases) {
  const auto add = [&](const Dims& dims, DType dtype, Layout layout, const Dims& gradDims,
                       const Dims& targetDims, const char* remark) {
    cases.push_back({"MseLossBackward", Text(dims) + remark, dtype, layout, [=] {
                       // Expanded are the inputs: an output cannot be.
                       const Layout outLayout = layout == Layout::kExpanded ? Layout::kContiguous : layout;
                       return MseLoss{
                           MakeTensor(gradDims, dtype), MakeTensor(dims, dtype, layout),
                           MakeTensor(targetDims, dtype, targetDims == dims ? layout : Layout::kContiguous),
                           MakeOutput(dims, dtype, outLayout), gradDims.empty() ? 1 : 0};
                     }});
  };
  for (const DType dtype : kFloats) {
    for (const int64_t size : {4, 1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 24}) {
      add({size}, dtype, Layout::kContiguous, {size}, {size}, "");
    }
    const Dims image{16, 64, 128, 128};
    for (const Layout layout : {Layout::kChannelsLast, Layout::kTransposed, Layout::kExpanded}) {
      add(image, dtype, layout, image, image, "");
    }
    add(image, dtype, Layout::kContiguous, {}, image, " scalar grad");
    add(image, dtype, Layout::kContiguous, image, {1, 64, 128, 128}, " broadcast target");
  }
  add({1 << 26}, DType::kFloat32, Layout::kContiguous, {1 << 26}, {1 << 26}, "");
}

// --- PreluBackward
// ---------------------------------------------------------------------------------------------------

void AddPrelu(std::vector<Case>& cases) {
  const auto add = [&](const Dims& dims, int64_t weights, DType dtype, Layout layout) {
    const std::string name = Text(dims) + " weights " + std::to_string(weights);
    cases.push_back({"PreluBackward", name, dtype, layout, [=] {
                       return Prelu{MakeTensor(dims, dtype, layout), MakeTensor(dims, dtype, layout),
                                    MakeTensor({weights}, dtype, Layout::kContiguous, 0.1F, 0.3F),
                                    MakeOutput(dims, dtype, layout), MakeOutput({weights}, dtype)};
                     }});
  };
  for (const DType dtype : kFloats) {
    add({2, 2}, 2, dtype, Layout::kContiguous);
    add({16, 64}, 64, dtype, Layout::kContiguous);
    add({4, 3, 512, 512}, 3, dtype, Layout::kContiguous);
    add({16, 64, 128, 128}, 1, dtype, Layout::kContiguous);
    add({16, 64, 128, 128}, 64, dtype, Layout::kContiguous);
    add({16, 64, 128, 128}, 64, dtype, Layout::kChannelsLast);
    add({16, 64, 128, 128}, 64, dtype, Layout::kTransposed);
    add({8, 2048, 32, 32}, 2048, dtype, Layout::kContiguous);
    add({8192, 2048}, 2048, dtype, Layout::kContiguous);
  }
}

// --- GroupNormBackward
// -----------------------------------------------------------------------------------------------

void AddGroupNorm(std::vector<Case>& cases) {
  const auto add = [&](const Dims& dims, int64_t group, DType dtype, Layout layout) {
    const std::string name = Text(dims) + " group " + std::to_string(group);
    cases.push_back({"GroupNormBackward", name, dtype, layout, [=] {
                       const int64_t n = dims[0];
                       const int64_t c = dims[1];
                       return GroupNorm{MakeTensor(dims, dtype, layout),
                                        MakeTensor(dims, dtype, layout),
                                        MakeTensor({n, group}, dtype, Layout::kContiguous, -0.1F, 0.1F),
                                        MakeTensor({n, group}, dtype, Layout::kContiguous, 1.0F, 2.0F),
                                        MakeTensor({c}, dtype),
                                        MakeOutput(dims, dtype, layout),
                                        MakeOutput({c}, dtype),
                                        MakeOutput({c}, dtype),
                                        n,
                                        c,
                                        dims[2] * dims[3],
                                        group};
                     }});
  };
  for (const DType dtype : kFloats) {
    add({1, 4, 1, 1}, 2, dtype, Layout::kContiguous);
    add({4, 320, 64, 64}, 32, dtype, Layout::kContiguous);
    add({4, 320, 64, 64}, 32, dtype, Layout::kChannelsLast);
    add({2, 1280, 16, 16}, 32, dtype, Layout::kContiguous);
    add({8, 64, 56, 56}, 32, dtype, Layout::kContiguous);
    add({32, 256, 28, 28}, 32, dtype, Layout::kContiguous);
    add({32, 256, 28, 28}, 32, dtype, Layout::kChannelsLast);
    add({1, 512, 512, 512}, 32, dtype, Layout::kContiguous);
    add({16, 64, 128, 128}, 1, dtype, Layout::kContiguous);
    add({16, 64, 128, 128}, 64, dtype, Layout::kContiguous);
    add({1024, 512, 1, 1}, 32, dtype, Layout::kContiguous);
  }
}

// --- GridSampler2DBackward
// -------------------------------------------------------------------------------------------

enum class Grid { kRandom, kAffine, kIdentity, kOnePixel };

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

struct GridCase {
  int64_t n, c, height, width, outHeight, outWidth;
  Grid grid = Grid::kRandom;
  int64_t interpolation = 0;
  int64_t padding = 0;
  bool alignCorners = false;
};

void AddGrid(std::vector<Case>& cases) {
  const auto add = [&](const GridCase& g, DType dtype, Layout layout = Layout::kContiguous) {
    const char* const modes[] = {"bilinear", "nearest", "bicubic"};
    const char* const paddings[] = {"zeros", "border", "reflection"};
    const Dims input{g.n, g.c, g.height, g.width};
    const Dims output{g.n, g.c, g.outHeight, g.outWidth};
    const std::string name = Text(input) + " to " + Text({g.outHeight, g.outWidth}) + " " + NameOf(g.grid) +
                             " " + modes[g.interpolation] + " " + paddings[g.padding] +
                             (g.alignCorners ? " aligned" : "");
    cases.push_back({"GridSampler2DBackward", name, dtype, layout, [=] {
                       const auto at = [=](int64_t index) {
                         return Coordinate(g.grid, g.outWidth, g.outHeight, index);
                       };
                       const Dims grid{g.n, g.outHeight, g.outWidth, 2};
                       return GridSampler{MakeTensor(output, dtype, layout),
                                          MakeTensor(input, dtype, layout),
                                          MakeTensor(grid, dtype, at),
                                          MakeOutput(input, dtype, layout),
                                          MakeOutput(grid, dtype),
                                          g.interpolation,
                                          g.padding,
                                          g.alignCorners};
                     }});
  };
  for (const DType dtype : {DType::kFloat32, DType::kFloat16}) {
    add({1, 1, 2, 2, 2, 2}, dtype);
    for (const Grid grid : {Grid::kRandom, Grid::kAffine, Grid::kIdentity, Grid::kOnePixel}) {
      add({4, 3, 256, 256, 256, 256, grid}, dtype);
      add({2, 64, 64, 64, 64, 64, grid}, dtype);
    }
    add({2, 16, 128, 128, 128, 128, Grid::kRandom}, dtype);
    add({1, 512, 32, 32, 32, 32, Grid::kRandom}, dtype);
    add({2, 64, 64, 64, 64, 64, Grid::kRandom}, dtype, Layout::kChannelsLast);
  }
  for (const int64_t interpolation : {0, 1, 2}) {
    for (const int64_t padding : {0, 1, 2}) {
      add({2, 32, 64, 64, 64, 64, Grid::kRandom, interpolation, padding, padding == 2}, DType::kFloat32);
    }
  }
  add({2, 64, 32, 32, 128, 128, Grid::kAffine}, DType::kFloat32);  // up
  add({2, 64, 256, 256, 64, 64, Grid::kAffine}, DType::kFloat32);  // down
  add({8, 64, 128, 128, 128, 128, Grid::kRandom}, DType::kFloat32);
}

// --- EmbeddingDenseBackward
// ------------------------------------------------------------------------------------------

enum class Indices { kUniform, kZipf, kAllEqual, kSorted };

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

void AddEmbedding(std::vector<Case>& cases) {
  const auto add = [&](int64_t count, int64_t rows, int64_t width, Indices kind, DType dtype,
                       DType indexType = DType::kInt64, bool scale = false) {
    const std::string name = std::to_string(count) + " of " + std::to_string(rows) + "x" +
                             std::to_string(width) + " " + NameOf(kind) +
                             (indexType == DType::kInt32 ? " int32" : "") + (scale ? " scaled" : "");
    cases.push_back({"EmbeddingDenseBackward", name, dtype, Layout::kContiguous, [=] {
                       const auto at = [=](int64_t position) { return IndexAt(kind, rows, count, position); };
                       return Embedding{MakeTensor({count, width}, dtype),
                                        MakeTensor({count}, indexType, at),
                                        MakeOutput({rows, width}, dtype),
                                        rows,
                                        -1,
                                        scale};
                     }});
  };
  for (const DType dtype : kFloats) {
    add(4, 4, 4, Indices::kUniform, dtype);
    for (const Indices kind : {Indices::kUniform, Indices::kZipf, Indices::kAllEqual, Indices::kSorted}) {
      add(32768, 32000, 512, kind, dtype);
    }
    add(65536, 100, 64, Indices::kUniform, dtype);
    add(65536, 1000000, 16, Indices::kUniform, dtype);
    add(4096, 32000, 4096, Indices::kUniform, dtype);
  }
  add(32768, 32000, 512, Indices::kUniform, DType::kFloat32, DType::kInt32);
  add(32768, 32000, 512, Indices::kUniform, DType::kFloat32, DType::kInt64, true);
}

}  // namespace

std::vector<Case> AllCases() {
  std::vector<Case> cases;
  AddMse(cases);
  AddPrelu(cases);
  AddGroupNorm(cases);
  AddGrid(cases);
  AddEmbedding(cases);
  return cases;
}

}  // namespace bench
