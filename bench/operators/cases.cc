// SPDX-License-Identifier: Apache-2.0
#include "bench/operators/cases.h"

#include "bench/operators/builders.h"

namespace bench {
namespace {

constexpr DType kFloats[] = {DType::kFloat32, DType::kFloat16, DType::kBfloat16};

void AddMse(std::vector<Case>& cases) {
  const Dims image{16, 64, 128, 128};
  for (const DType dtype : kFloats) {
    for (const int64_t size : {4, 1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 24}) {
      cases.push_back(MakeCase(MseShape{{size}}, dtype));
    }
    for (const Layout layout : {Layout::kChannelsLast, Layout::kTransposed, Layout::kExpanded}) {
      cases.push_back(MakeCase(MseShape{image}, dtype, layout));
    }
    cases.push_back(MakeCase(MseShape{image, {}, image, 1}, dtype));
    cases.push_back(MakeCase(MseShape{image, image, {1, 64, 128, 128}}, dtype));
  }
  cases.push_back(MakeCase(MseShape{{1 << 26}}, DType::kFloat32));
}

void AddPrelu(std::vector<Case>& cases) {
  for (const DType dtype : kFloats) {
    const auto add = [&](const Dims& dims, int64_t weights, Layout layout = Layout::kContiguous) {
      cases.push_back(MakeCase(PreluShape{dims, weights}, dtype, layout));
    };
    add({2, 2}, 2);
    add({16, 64}, 64);
    add({4, 3, 512, 512}, 3);
    add({16, 64, 128, 128}, 1);
    add({16, 64, 128, 128}, 64);
    add({16, 64, 128, 128}, 64, Layout::kChannelsLast);
    add({16, 64, 128, 128}, 64, Layout::kTransposed);
    add({8, 2048, 32, 32}, 2048);
    add({8192, 2048}, 2048);
  }
}

void AddGroupNorm(std::vector<Case>& cases) {
  for (const DType dtype : kFloats) {
    const auto add = [&](const Dims& dims, int64_t group, Layout layout = Layout::kContiguous) {
      cases.push_back(
          MakeCase(GroupNormShape{dims, dims[0], dims[1], dims[2] * dims[3], group}, dtype, layout));
    };
    add({1, 4, 1, 1}, 2);
    add({4, 320, 64, 64}, 32);
    add({4, 320, 64, 64}, 32, Layout::kChannelsLast);
    add({2, 1280, 16, 16}, 32);
    add({8, 64, 56, 56}, 32);
    add({32, 256, 28, 28}, 32);
    add({32, 256, 28, 28}, 32, Layout::kChannelsLast);
    add({1, 512, 512, 512}, 32);
    add({16, 64, 128, 128}, 1);
    add({16, 64, 128, 128}, 64);
    add({1024, 512, 1, 1}, 32);
  }
}

void AddGrid(std::vector<Case>& cases) {
  const auto add = [&](const GridShape& shape, DType dtype, Layout layout = Layout::kContiguous) {
    cases.push_back(MakeCase(shape, dtype, layout));
  };
  for (const DType dtype : kFloats) {
    add({1, 1, 2, 2, 2, 2}, dtype);
    for (const Grid grid : {Grid::kRandom, Grid::kAffine, Grid::kIdentity, Grid::kOnePixel}) {
      add({4, 3, 256, 256, 256, 256, grid}, dtype);
      add({2, 64, 64, 64, 64, 64, grid}, dtype);
    }
    add({2, 16, 128, 128, 128, 128}, dtype);
    add({1, 512, 32, 32, 32, 32}, dtype);
    add({2, 64, 64, 64, 64, 64}, dtype, Layout::kChannelsLast);
  }
  for (const int64_t interpolation : {0, 1}) {
    for (const int64_t padding : {0, 1, 2}) {
      add({2, 32, 64, 64, 64, 64, Grid::kRandom, interpolation, padding, padding == 2}, DType::kFloat32);
      add({4, 3, 128, 128, 128, 128, Grid::kRandom, interpolation, padding, padding == 2}, DType::kFloat32);
    }
  }
  add({2, 64, 32, 32, 128, 128, Grid::kAffine}, DType::kFloat32);  // up
  add({2, 64, 256, 256, 64, 64, Grid::kAffine}, DType::kFloat32);  // down
  add({8, 64, 128, 128, 128, 128}, DType::kFloat32);
}

void AddEmbedding(std::vector<Case>& cases) {
  const auto add = [&](const EmbeddingShape& shape, DType dtype, DType indexType = DType::kInt64) {
    cases.push_back(MakeCase(shape, dtype, indexType));
  };
  for (const DType dtype : kFloats) {
    add({4, 4, 4}, dtype);
    for (const Indices kind : {Indices::kUniform, Indices::kZipf, Indices::kAllEqual, Indices::kSorted}) {
      add({32768, 32000, 512, kind}, dtype);
    }
    add({65536, 100, 64}, dtype);
    add({65536, 1000000, 16}, dtype);
    add({4096, 32000, 4096}, dtype);
  }
  add({32768, 32000, 512}, DType::kFloat32, DType::kInt32);
  for (const DType indexType : {DType::kFloat32, DType::kFloat16, DType::kDouble, DType::kInt32,
                                DType::kInt16, DType::kInt8, DType::kUint8}) {
    add({65536, 100, 64}, DType::kFloat32, indexType);
  }
  add({65536, 2, 64}, DType::kFloat32, DType::kBool);
  add({32768, 32000, 512, Indices::kUniform, true}, DType::kFloat32);
}

}  // namespace

std::vector<Case> SuiteCases() {
  std::vector<Case> cases;
  AddMse(cases);
  AddPrelu(cases);
  AddGroupNorm(cases);
  AddGrid(cases);
  AddEmbedding(cases);
  return cases;
}

std::vector<Case> SizeCases() {
  std::vector<Case> cases;
  for (const DType dtype : {DType::kFloat32, DType::kBfloat16}) {
    for (int64_t size = 16; size <= int64_t{1} << 26; size *= 4) {
      cases.push_back(MakeCase(MseShape{{size}}, dtype));
    }
    for (int64_t edge = 1; edge <= 1024; edge *= 2) {
      cases.push_back(MakeCase(PreluShape{{4, 16, edge, edge}, 16}, dtype));
      cases.push_back(MakeCase(GroupNormShape{{2, 32, edge, edge}, 2, 32, edge * edge, 8}, dtype));
    }
    for (int64_t edge = 2; edge <= 512; edge *= 2) {
      cases.push_back(MakeCase(GridShape{2, 32, edge, edge, edge, edge}, dtype));
      cases.push_back(MakeCase(GridShape{2, 3, edge, edge, edge, edge}, dtype));
    }
    for (int64_t count = 4; count <= int64_t{1} << 18; count *= 4) {
      cases.push_back(MakeCase(EmbeddingShape{count, count, 256}, dtype));
    }
  }
  return cases;
}

}  // namespace bench
