// SPDX-License-Identifier: Apache-2.0
//
// The operators whose data decide what is added to what: embedding, grid sampler.
#include <array>
#include <cstring>
#include <utility>

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "tests/determinism/calls.h"

namespace openaclnn::testing {
namespace {

// ---- embedding_dense_backward

enum class Indices {
  kUniform,
  kEqual,
  kSkewed,  // every second one is the same
};

struct EmbeddingCase {
  const char* name;
  int64_t rows;
  int64_t rowLength;
  int64_t numWeights;
  Indices indices;
  bool scale = false;
  uint64_t paddingIdx = static_cast<uint64_t>(-1);
  aclDataType indexDtype = ACL_INT64;
  bool specials = false;
};

Values MakeIndices(const EmbeddingCase& embedding, Source& source) {
  // Equal indices are a constant input: stride 0 if the layout is to be so.
  const int64_t end = embedding.indices == Indices::kEqual ? 1 : embedding.numWeights;
  Values indices = source.Integers({embedding.rows}, embedding.indexDtype, end);
  if (embedding.indices == Indices::kEqual) {
    return ConstantAlongFirst(std::move(indices));
  }
  if (embedding.indices == Indices::kSkewed) {
    const size_t size = SizeOf(embedding.indexDtype);
    for (size_t at = 0; at < indices.bits.size(); at += 2 * size) {
      std::memset(&indices.bits[at], 0, size);
      indices.bits[at] = std::byte{2};
    }
  }
  return Mirrored(std::move(indices), {static_cast<size_t>(embedding.rows), 1, 1}, Mirror::kEqual);
}

Call EmbeddingDenseBackward(const EmbeddingCase& embedding, aclDataType dtype, const std::string& name) {
  Source source(name, dtype);
  const Axes axes{static_cast<size_t>(embedding.rows), static_cast<size_t>(embedding.rowLength), 1};
  Values grad = Mirrored(source.Spread({embedding.rows, embedding.rowLength}), axes, Mirror::kNegated);
  if (embedding.specials) {
    grad = WithSpecials(std::move(grad));
  }
  Call call{name,
            {std::move(grad), MakeIndices(embedding, source)},
            {{{embedding.numWeights, embedding.rowLength}, dtype}},
            {},
            aclnnEmbeddingDenseBackward};
  call.phaseOne = [embedding](TensorSpan in, TensorSpan out, uint64_t* size, aclOpExecutor** executor) {
    return aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        in[0], in[1], static_cast<uint64_t>(embedding.numWeights), embedding.paddingIdx, embedding.scale,
        out[0], size, executor);
  };
  return call;
}

// ---- grid_sampler2d_backward

constexpr int64_t kBilinear = 0;
constexpr int64_t kNearest = 1;
constexpr int64_t kZeros = 0;
constexpr int64_t kBorder = 1;
constexpr int64_t kReflection = 2;

struct GridCase {
  const char* name;
  Shape input;  // N, C, H, W
  int64_t outHeight;
  int64_t outWidth;
  int64_t interpolation;
  int64_t padding;
  bool alignCorners;
  std::array<bool, 2> mask{true, true};
  bool specials = false;
};

Call GridSampler2DBackward(const GridCase& sampler, aclDataType dtype, const std::string& name) {
  Source source(name, dtype);
  const int64_t images = sampler.input[0];
  const int64_t channels = sampler.input[1];
  const auto samples = static_cast<size_t>(sampler.outHeight * sampler.outWidth);
  const Shape gradShape{images, channels, sampler.outHeight, sampler.outWidth};
  const Shape gridShape{images, sampler.outHeight, sampler.outWidth, 2};
  // Each place is sampled twice, with opposite gradients.
  const auto outer = static_cast<size_t>(images);
  Values gradOutput =
      Mirrored(source.Spread(gradShape), {outer, static_cast<size_t>(channels), samples}, Mirror::kNegated);
  // Up to twice the image's size to each side.
  Values grid = Mirrored(source.Exponents(gridShape, -6, 0), {outer * samples, 2, 1}, Mirror::kEqual);
  if (sampler.specials) {
    gradOutput = WithSpecials(std::move(gradOutput));
    grid = WithSpecials(std::move(grid));
  }
  Call call{name,
            {std::move(gradOutput), source.Spread(sampler.input), std::move(grid)},
            {{sampler.input, dtype, sampler.mask[0]}, {gridShape, dtype, sampler.mask[1]}},
            {},
            aclnnGridSampler2DBackward};
  call.phaseOne = [sampler](TensorSpan in, TensorSpan out, uint64_t* size, aclOpExecutor** executor) {
    aclBoolArray* mask = aclCreateBoolArray(sampler.mask.data(), sampler.mask.size());
    const aclnnStatus status = aclnnGridSampler2DBackwardGetWorkspaceSize(
        in[0], in[1], in[2], sampler.interpolation, sampler.padding, sampler.alignCorners, mask, out[0],
        out[1], size, executor);
    (void)aclDestroyBoolArray(mask);
    return status;
  };
  return call;
}

}  // namespace

void VisitEmbeddingDenseBackward(const CallVisitor& visit) {
  const std::vector<EmbeddingCase> cases{
      {"uniform", 20011, 16, 1000, Indices::kUniform},
      {"uniform_scaled", 5003, 64, 300, Indices::kUniform, true},
      {"equal", 20011, 16, 100, Indices::kEqual},
      {"equal_scaled_int32", 3001, 64, 3, Indices::kEqual, true, static_cast<uint64_t>(-1), ACL_INT32},
      {"skewed_padded", 30011, 8, 500, Indices::kSkewed, true, 7},
      {"long_rows", 301, 1500, 40, Indices::kSkewed, false, 3},
      {"large_sparse_table", 40009, 3, 70001, Indices::kUniform, false, static_cast<uint64_t>(-1), ACL_INT32},
      {"specials", 9001, 24, 200, Indices::kUniform, true, 5, ACL_INT64, true},
  };
  VisitCases("embedding_dense_backward", cases, EmbeddingDenseBackward, visit);
}

void VisitGridSampler2DBackward(const CallVisitor& visit) {
  const std::vector<GridCase> cases{
      {"bilinear_zeros_one_channel", {1, 1, 61, 83}, 127, 129, kBilinear, kZeros, false},
      {"bilinear_border_three_channels", {3, 3, 40, 50}, 90, 70, kBilinear, kBorder, true},
      {"bilinear_reflection_many_channels", {1, 13, 33, 35}, 65, 71, kBilinear, kReflection, false},
      {"bilinear_border_chunks_of_channels", {1, 130, 24, 33}, 40, 30, kBilinear, kBorder, false},
      {"bilinear_many_small_images", {41, 2, 9, 7}, 11, 13, kBilinear, kZeros, true},
      {"bilinear_input_gradient_alone", {1, 8, 40, 50}, 60, 70, kBilinear, kZeros, true, {true, false}},
      {"bilinear_grid_gradient_alone", {1, 8, 40, 50}, 60, 70, kBilinear, kReflection, true, {false, true}},
      {"nearest_zeros", {1, 3, 61, 83}, 127, 129, kNearest, kZeros, false},
      {"nearest_border_many_channels", {3, 6, 40, 50}, 50, 60, kNearest, kBorder, true},
      {"bilinear_specials", {1, 3, 40, 50}, 90, 70, kBilinear, kBorder, false, {true, true}, true},
  };
  VisitCases("grid_sampler2d_backward", cases, GridSampler2DBackward, visit);
}

}  // namespace openaclnn::testing
