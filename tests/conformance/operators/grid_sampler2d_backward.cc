// SPDX-License-Identifier: Apache-2.0
// The formulas are in operators/grid_points.h (where a sample lies) and below (what it adds to the
// gradients).
#include "aclnnop/aclnn_grid_sampler2d_backward.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/conformance/operator.h"
#include "tests/conformance/operators/grid_points.h"
#include "tests/conformance/parallel.h"

namespace openaclnn::conformance {
namespace {

struct Sizes {
  int64_t N;
  int64_t C;
  int64_t height;
  int64_t width;
  int64_t samples;  // of one image

  explicit Sizes(const TensorMap& inputs)
      : N(Find(inputs, "input").Dims().at(0)),
        C(Find(inputs, "input").Dims().at(1)),
        height(Find(inputs, "input").Dims().at(2)),
        width(Find(inputs, "input").Dims().at(3)),
        samples(Find(inputs, "grid").Dims().at(1) * Find(inputs, "grid").Dims().at(2)) {}

  int64_t Pixels() const { return height * width; }
};

GridOptions OptionsOf(const Case& testCase) {
  return {testCase.Integer("interpolationMode") == 1, testCase.Integer("paddingMode"),
          testCase.Boolean("alignCorners")};
}

void Complete(const Case& /*testCase*/, TensorMap& /*inputs*/) {}

TensorMap Execute(const Session& session, const Case& testCase, const TensorMap& inputs) {
  const DeviceTensor gradOutput(Find(inputs, "gradOutput"));
  const DeviceTensor input(Find(inputs, "input"));
  const DeviceTensor grid(Find(inputs, "grid"));
  const std::vector<bool> mask = testCase.Booleans("outputMask", 2);
  const BoolArray outputMask(mask);
  const aclDataType dtype = Find(inputs, "input").Dtype();
  const DeviceTensor inputGrad(dtype, Find(inputs, "input").Dims());
  const DeviceTensor gridGrad(dtype, Find(inputs, "grid").Dims());
  RunTwoPhases(
      session,
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnGridSampler2DBackwardGetWorkspaceSize(
            gradOutput.Get(), input.Get(), grid.Get(), testCase.Integer("interpolationMode"),
            testCase.Integer("paddingMode"), testCase.Boolean("alignCorners"), outputMask.Get(),
            inputGrad.Get(), gridGrad.Get(), size, executor);
      },
      aclnnGridSampler2DBackward);
  TensorMap outputs;
  if (mask[0]) {
    outputs.emplace("inputGrad", inputGrad.Download());
  } else {
    inputGrad.CheckUntouched();
  }
  if (mask[1]) {
    outputs.emplace("gridGrad", gridGrad.Download());
  } else {
    gridGrad.CheckUntouched();
  }
  return outputs;
}

/// Where the samples of image n read.
std::vector<GridPoint> Points(const Tensor& grid, const Sizes& sizes, int64_t n, const GridOptions& options) {
  std::vector<GridPoint> points(static_cast<size_t>(sizes.samples));
  ForPieces(sizes.samples, 1024, [&](int64_t begin, int64_t end) {
    for (int64_t s = begin; s < end; ++s) {
      const int64_t at = (n * sizes.samples + s) * 2;
      points[static_cast<size_t>(s)] =
          Locate(grid.At(at), grid.At(at + 1), sizes.width, sizes.height, options);
    }
  });
  return points;
}

/// Calls visit(corner, its pixel) for the corners of a point that are inside the image. One of weight 0 takes
/// part: 0 * inf is NaN.
template <typename Visit>
void VisitCorners(const GridPoint& point, const Sizes& sizes, const Visit& visit) {
  for (size_t corner = 0; corner < point.corners; ++corner) {
    const int64_t x = point.left + static_cast<int64_t>(corner % 2);
    const int64_t y = point.top + static_cast<int64_t>(corner / 2);
    if (x >= 0 && x < sizes.width && y >= 0 && y < sizes.height) {
      visit(corner, static_cast<size_t>(y * sizes.width + x));
    }
  }
}

/// Image n of inputGrad: one plane, that is one channel, after the other.
Comparison CheckInputGrad(const TensorMap& inputs, const Sizes& sizes, int64_t n,
                          const std::vector<GridPoint>& points, const Comparison& empty) {
  const Tensor& gradOutput = Find(inputs, "gradOutput");
  const auto parts = MapPieces(sizes.C, 1, [&](int64_t begin, int64_t end) {
    Comparison part = empty;
    std::vector<double> gradients(points.size());
    for (int64_t c = begin; c < end; ++c) {
      const int64_t plane = n * sizes.C + c;
      gradOutput.Read(plane * sizes.samples, sizes.samples, gradients.data());
      std::vector<double> sums(static_cast<size_t>(sizes.Pixels()), 0.0);
      std::vector<double> magnitudes(sums.size(), 0.0);
      for (size_t s = 0; s < points.size(); ++s) {
        VisitCorners(points[s], sizes, [&](size_t corner, size_t pixel) {
          const double term = points[s].Weight(corner) * gradients[s];
          sums[pixel] += term;
          magnitudes[pixel] += std::fabs(term);
        });
      }
      part.AddBlock(plane * sizes.Pixels(), sizes.Pixels(), sums.data(), magnitudes.data());
    }
    return part;
  });
  Comparison whole = empty;
  for (const Comparison& part : parts) {
    whole.Merge(part);
  }
  return whole;
}

/// The sums over channels of pixel * gradient at the corners of one sample, and of their magnitudes.
struct Dots {
  std::array<double, 4> signedSums{};
  std::array<double, 4> magnitudes{};
};

/// The two elements of gridGrad that belong to a sample.
void GradientOfPoint(const GridPoint& point, const Dots& dots, double* expected, double* magnitudes) {
  for (size_t axis = 0; axis < 2; ++axis) {
    double sum = 0;
    double magnitude = 0;
    for (size_t corner = 0; corner < point.corners; ++corner) {
      const double along = axis == 0 ? point.WeightAlongX(corner) : point.WeightAlongY(corner);
      sum += along * dots.signedSums[corner];
      magnitude += std::fabs(along) * dots.magnitudes[corner];
    }
    const double slope = axis == 0 ? point.slopeX : point.slopeY;
    const bool contributes = point.corners > 1;  // nearest is piecewise constant: exactly 0
    expected[axis] = contributes ? slope * sum : 0;
    magnitudes[axis] = contributes ? std::fabs(slope) * magnitude : 0;
  }
}

/// Image n of gridGrad, in pieces of its samples.
Comparison CheckGridGrad(const TensorMap& inputs, const Sizes& sizes, int64_t n,
                         const std::vector<GridPoint>& points, const Comparison& empty) {
  const Tensor& gradOutput = Find(inputs, "gradOutput");
  const Tensor& input = Find(inputs, "input");
  const bool anyDots =
      std::any_of(points.begin(), points.end(), [](const GridPoint& p) { return p.corners > 1; });
  const auto parts = MapPieces(sizes.samples, 1024, [&](int64_t begin, int64_t end) {
    const auto size = static_cast<size_t>(end - begin);
    const GridPoint* own = points.data() + begin;
    std::vector<Dots> dots(size);
    std::vector<double> gradients(size);
    std::vector<double> pixels(static_cast<size_t>(sizes.Pixels()));
    for (int64_t c = 0; c < sizes.C && anyDots; ++c) {
      const int64_t plane = n * sizes.C + c;
      gradOutput.Read(plane * sizes.samples + begin, end - begin, gradients.data());
      input.Read(plane * sizes.Pixels(), sizes.Pixels(), pixels.data());
      for (size_t s = 0; s < size; ++s) {
        VisitCorners(own[s], sizes, [&](size_t corner, size_t pixel) {
          const double term = pixels[pixel] * gradients[s];
          dots[s].signedSums[corner] += term;
          dots[s].magnitudes[corner] += std::fabs(term);
        });
      }
    }
    std::vector<double> expected(2 * size);
    std::vector<double> magnitudes(2 * size);
    for (size_t s = 0; s < size; ++s) {
      GradientOfPoint(own[s], dots[s], &expected[2 * s], &magnitudes[2 * s]);
    }
    Comparison part = empty;
    part.AddBlock((n * sizes.samples + begin) * 2, (end - begin) * 2, expected.data(), magnitudes.data());
    return part;
  });
  Comparison whole = empty;
  for (const Comparison& part : parts) {
    whole.Merge(part);
  }
  return whole;
}

std::vector<Comparison> Check(const Case& testCase, const TensorMap& inputs, const TensorMap& outputs) {
  using CheckImage = Comparison (*)(const TensorMap&, const Sizes&, int64_t, const std::vector<GridPoint>&,
                                    const Comparison&);
  const std::map<std::string, CheckImage> checks{{"inputGrad", CheckInputGrad}, {"gridGrad", CheckGridGrad}};
  const Sizes sizes(inputs);
  std::vector<Comparison> comparisons;
  for (const auto& [name, output] : outputs) {
    comparisons.emplace_back(name, output, Tolerance{Tolerance::kFloat32Sum, false});
  }
  for (int64_t n = 0; n < sizes.N; ++n) {
    const std::vector<GridPoint> points = Points(Find(inputs, "grid"), sizes, n, OptionsOf(testCase));
    for (Comparison& comparison : comparisons) {
      const Comparison empty(comparison.Name(), Find(outputs, comparison.Name().c_str()),
                             Tolerance{Tolerance::kFloat32Sum, false});
      comparison.Merge(checks.at(comparison.Name())(inputs, sizes, n, points, empty));
    }
  }
  return comparisons;
}

}  // namespace

Operator GridSampler2DBackward() {
  return {"grid_sampler2d_backward", Complete, Execute, Check};
}

}  // namespace openaclnn::conformance
