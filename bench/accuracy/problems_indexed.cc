// SPDX-License-Identifier: Apache-2.0
//
// The operators whose data decide what is added to what: embedding, grid sampler.
#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/accuracy/data.h"
#include "bench/accuracy/problem.h"
#include "tests/reference/embedding_dense_backward.h"
#include "tests/reference/grid_sampler2d_backward.h"
#include "tests/support/grid_modes.h"

namespace openaclnn::accuracy {
namespace {

using testing::Array;
using testing::Shape;

// ---- embedding_dense_backward

struct EmbeddingCase {
  std::string name;
  int64_t rows;
  int64_t rowLength;
  int64_t numWeights;
  bool scale;
  Range range;
  double mean = 0;
};

Problem EmbeddingDenseBackward(const EmbeddingCase& embedding, aclDataType dtype) {
  Data data(dtype, embedding.range);
  const auto rows = static_cast<size_t>(embedding.rows);
  const auto rowLength = static_cast<size_t>(embedding.rowLength);
  const Shape shape{embedding.rows, embedding.rowLength};
  const Array grad = embedding.mean != 0 ? data.Generator().Normal(shape, dtype, embedding.mean, 1)
                                         : data.PlainGradient(shape, {rows, rowLength, 1});
  std::vector<int64_t> indices = data.Generator().Indices(rows, 0, embedding.numWeights);
  for (size_t i = 0; i < rows / 2; ++i) {
    indices[rows - 1 - i] = indices[i];  // partners of a cancellation belong to one row
  }

  Problem problem;
  problem.hostile = IsHostile(embedding.range, dtype);
  problem.call = MakeCall(
      "embedding_dense_backward", {{"grad", Encode(grad, dtype)}, {"indices", EncodeIndices(indices)}},
      {{"numWeights", embedding.numWeights}, {"scaleGradByFreq", int64_t{embedding.scale ? 1 : 0}}});
  problem.attributes = {{"numWeights", embedding.numWeights}, {"scale", embedding.scale}};

  std::vector<double> magnitudes(static_cast<size_t>(embedding.numWeights) * rowLength, 0);
  std::vector<double> counts(static_cast<size_t>(embedding.numWeights), 0);
  for (size_t t = 0; t < rows; ++t) {
    const auto v = static_cast<size_t>(indices[t]);
    counts[v] += 1;
    for (size_t e = 0; e < rowLength; ++e) {
      AddTerm(magnitudes[v * rowLength + e], grad.values[t * rowLength + e]);
    }
  }
  for (size_t i = 0; i < magnitudes.size() && embedding.scale; ++i) {
    magnitudes[i] /= std::max(counts[i / rowLength], 1.0);
  }
  Array exact = reference::EmbeddingDenseBackward(grad, indices, static_cast<uint64_t>(embedding.numWeights),
                                                  static_cast<uint64_t>(-1), embedding.scale);
  problem.outputs.push_back(OfSum("out", std::move(exact), std::move(magnitudes)));
  return problem;
}

// ---- grid_sampler2d_backward

struct GridCase {
  std::string name;
  Shape input;  // N, C, H, W
  int64_t outHeight;
  int64_t outWidth;
  int64_t interpolation;
  int64_t padding;
  bool alignCorners;
  Range range;
};

/// Where a sample lies along one axis, in pixels; and |its derivative| with respect to the grid value.
struct Position {
  double pixel;
  double slope;
};

/// The formula of shared/api/aclnn.md, section 6.5. Only magnitudes depend on it: which of two pixels a
/// sample on the border between them belongs to does not matter here.
Position Locate(double value, int64_t size, const GridCase& sampler) {
  const auto last = static_cast<double>(size - 1);
  const double slope = sampler.alignCorners ? last / 2 : static_cast<double>(size) / 2;
  const double first = sampler.alignCorners ? 0 : -0.5;
  double pixel = (value + 1) * slope + first;
  if (sampler.padding == kReflection) {
    const double period = 4 * slope;
    const double rest = std::fmod(std::fabs(pixel - first), period);
    pixel = std::min(rest, period - rest) + first;
  }
  if (sampler.padding != kZeros && (pixel <= 0 || pixel >= last)) {
    return {std::clamp(pixel, 0.0, last), 0};
  }
  return {pixel, slope};
}

struct GridMagnitudes {
  std::vector<double> inputGrad;
  std::vector<double> gridGrad;
};

/// The terms: weight * gradOutput for each pixel, slope * (other axis's weight) * input * gradOutput
/// for each coordinate.
class GridTerms {
 public:
  GridTerms(const GridCase& sampler, const Array& gradOutput, const Array& input, const Array& grid)
      : sampler_(sampler), gradOutput_(gradOutput), input_(input), grid_(grid) {}

  GridMagnitudes Find() {
    magnitudes_ = {std::vector<double>(input_.values.size(), 0), std::vector<double>(grid_.values.size(), 0)};
    const size_t points = grid_.values.size() / 2;
    for (size_t point = 0; point < points; ++point) {
      VisitPoint(point);
    }
    return std::move(magnitudes_);
  }

 private:
  void VisitPoint(size_t point) {
    const Position x = Locate(grid_.values[2 * point], sampler_.input[3], sampler_);
    const Position y = Locate(grid_.values[2 * point + 1], sampler_.input[2], sampler_);
    if (sampler_.interpolation == kNearest) {
      VisitCorner(point, std::nearbyint(x.pixel), std::nearbyint(y.pixel), 1, 0, 0);
      return;
    }
    for (const double right : {0.0, 1.0}) {
      for (const double lower : {0.0, 1.0}) {
        const double column = std::floor(x.pixel) + right;
        const double row = std::floor(y.pixel) + lower;
        const double weightX = 1 - std::fabs(x.pixel - column);
        const double weightY = 1 - std::fabs(y.pixel - row);
        VisitCorner(point, column, row, weightX * weightY, x.slope * weightY, y.slope * weightX);
      }
    }
  }

  void VisitCorner(size_t point, double column, double row, double weight, double alongX, double alongY) {
    const Shape& shape = sampler_.input;
    if (column < 0 || column >= static_cast<double>(shape[3]) || row < 0 ||
        row >= static_cast<double>(shape[2])) {
      return;
    }
    const auto channels = static_cast<size_t>(shape[1]);
    const auto pixels = static_cast<size_t>(shape[2] * shape[3]);
    const auto samples = static_cast<size_t>(sampler_.outHeight * sampler_.outWidth);
    const size_t image = point / samples;
    const auto pixel = static_cast<size_t>(row) * static_cast<size_t>(shape[3]) + static_cast<size_t>(column);
    double& gridX = magnitudes_.gridGrad[2 * point];
    double& gridY = magnitudes_.gridGrad[2 * point + 1];
    for (size_t plane = image * channels; plane < (image + 1) * channels; ++plane) {
      const double gradient = std::fabs(gradOutput_.values[plane * samples + point % samples]);
      const double product = gradient * std::fabs(input_.values[plane * pixels + pixel]);
      AddTerm(magnitudes_.inputGrad[plane * pixels + pixel], weight * gradient);
      AddTerm(gridX, alongX * product);
      AddTerm(gridY, alongY * product);
    }
  }

  const GridCase& sampler_;
  const Array& gradOutput_;
  const Array& input_;
  const Array& grid_;
  GridMagnitudes magnitudes_;
};

Problem GridSampler2DBackward(const GridCase& sampler, aclDataType dtype) {
  Data data(dtype, sampler.range);
  const int64_t images = sampler.input[0];
  const int64_t channels = sampler.input[1];
  const Shape gradShape{images, channels, sampler.outHeight, sampler.outWidth};
  const Shape gridShape{images, sampler.outHeight, sampler.outWidth, 2};
  const auto samples = static_cast<size_t>(sampler.outHeight * sampler.outWidth);
  const Axes planes{static_cast<size_t>(images), static_cast<size_t>(channels), samples};
  const Array gradOutput = data.PlainGradient(gradShape, planes);
  const Array input = sampler.range == Range::kTiny ? data.Generator().Normal(sampler.input, dtype, 0, 1)
                                                    : data.Factor(sampler.input);
  // A little more than the image.
  Array grid = data.Generator().Uniform(gridShape, dtype, -1.1, 1.1);
  if (sampler.range == Range::kCancelling) {  // partners go to the same place
    const size_t points = grid.values.size() / 2;
    for (size_t i = 0; i < points / 2; ++i) {
      std::copy_n(&grid.values[2 * i], 2, &grid.values[2 * (points - 1 - i)]);
    }
  }

  Problem problem;
  problem.hostile = IsHostile(sampler.range, dtype);
  problem.call = MakeCall("grid_sampler2d_backward",
                          {{"gradOutput", Encode(gradOutput, dtype)},
                           {"input", Encode(input, dtype)},
                           {"grid", Encode(grid, dtype)}},
                          {{"interpolationMode", sampler.interpolation},
                           {"paddingMode", sampler.padding},
                           {"alignCorners", int64_t{sampler.alignCorners ? 1 : 0}}});
  problem.attributes = {{"interpolation", sampler.interpolation},
                        {"padding", sampler.padding},
                        {"alignCorners", sampler.alignCorners}};
  GridMagnitudes magnitudes = GridTerms(sampler, gradOutput, input, grid).Find();
  reference::GridSampler2DBackwardResult result = reference::GridSampler2DBackward(
      gradOutput, input, grid, sampler.interpolation, sampler.padding, sampler.alignCorners);
  problem.outputs.push_back(OfSum("inputGrad", std::move(result.inputGrad), std::move(magnitudes.inputGrad)));
  if (sampler.interpolation == kNearest) {
    problem.outputs.push_back({"gridGrad", {}, {}});  // 0 everywhere
  } else {
    problem.outputs.push_back(OfSum("gridGrad", std::move(result.gridGrad), std::move(magnitudes.gridGrad)));
  }
  return problem;
}

}  // namespace

void ListEmbeddingDenseBackward(std::vector<ProblemKind>& kinds) {
  const std::vector<EmbeddingCase> cases{
      {"ordinary [65536,64] to [5000,64]", 65536, 64, 5000, false, Range::kOrdinary},
      {"ordinary [65536,64] to [5000,64], scaled", 65536, 64, 5000, true, Range::kOrdinary},
      {"mean 1 [10000019,1] to [1,1], scaled", 10000019, 1, 1, true, Range::kOrdinary, 1},
      {"cancelling [60000,32] to [20,32]", 60000, 32, 20, false, Range::kCancelling},
      {"tiny [65536,64] to [5000,64]", 65536, 64, 5000, false, Range::kTiny},
      {"whole range [65536,64] to [5000,64]", 65536, 64, 5000, false, Range::kWhole},
  };
  ListCases("embedding_dense_backward", cases, EmbeddingDenseBackward, kinds);
}

void ListGridSampler2DBackward(std::vector<ProblemKind>& kinds) {
  const std::vector<GridCase> cases{
      {"bilinear zeros [2,16,64,64] at 64x64",
       {2, 16, 64, 64},
       64,
       64,
       kBilinear,
       kZeros,
       false,
       Range::kOrdinary},
      {"bilinear border [2,3,200,300] at 150x150, align corners",
       {2, 3, 200, 300},
       150,
       150,
       kBilinear,
       kBorder,
       true,
       Range::kOrdinary},
      {"bilinear reflection [1,64,16,16] at 40x40",
       {1, 64, 16, 16},
       40,
       40,
       kBilinear,
       kReflection,
       false,
       Range::kOrdinary},
      {"nearest zeros [2,16,64,64] at 64x64",
       {2, 16, 64, 64},
       64,
       64,
       kNearest,
       kZeros,
       false,
       Range::kOrdinary},
      {"bilinear border [1,1,2,2] at 3163x3163",
       {1, 1, 2, 2},
       3163,
       3163,
       kBilinear,
       kBorder,
       false,
       Range::kOrdinary},
      {"cancelling bilinear zeros [1,8,16,16] at 128x128",
       {1, 8, 16, 16},
       128,
       128,
       kBilinear,
       kZeros,
       false,
       Range::kCancelling},
      {"tiny bilinear zeros [2,16,64,64] at 64x64",
       {2, 16, 64, 64},
       64,
       64,
       kBilinear,
       kZeros,
       false,
       Range::kTiny},
      {"whole range bilinear zeros [2,16,64,64] at 64x64",
       {2, 16, 64, 64},
       64,
       64,
       kBilinear,
       kZeros,
       false,
       Range::kWhole},
  };
  ListCases("grid_sampler2d_backward", cases, GridSampler2DBackward, kinds);
}

}  // namespace openaclnn::accuracy
