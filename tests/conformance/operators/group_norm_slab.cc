// SPDX-License-Identifier: Apache-2.0
//   xh           = (x - mean) * rstd
//   gradBetaOut  = sum of g, gradGammaOut = sum of g * xh, over a channel
//   S1, S2       = sums of gamma * g, gamma * g * xh, over a slab of m elements
//   gradInput    = rstd * (gamma * g - (S1 + xh * S2) / m)
// Doubles never overflow here: with every input anywhere in the float32 range, the largest product,
// rstd * xh * S2, stays below 1e271.
#include "tests/conformance/operators/group_norm_slab.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace openaclnn::conformance {
namespace {

constexpr int64_t kBlock = 4096;

/// Calls visit(channel, first element, count) for blocks that each lie in one channel.
template <typename Visit>
void VisitBlocks(const GroupNormSizes& sizes, int64_t slab, const Visit& visit) {
  for (int64_t c = 0; c < sizes.ChannelsOfSlab(); ++c) {
    const int64_t begin = slab * sizes.SlabSize() + c * sizes.HxW;
    for (int64_t s = 0; s < sizes.HxW; s += kBlock) {
      visit(static_cast<size_t>(sizes.FirstChannel(slab) + c), begin + s, std::min(kBlock, sizes.HxW - s));
    }
  }
}

/// S1 and S2, and the sums of their terms' magnitudes.
struct SlabSums {
  double s1 = 0;
  double s2 = 0;
  double magnitude1 = 0;
  double magnitude2 = 0;
};

/// The inputs of a block as doubles; x already normalised to xh.
class Block {
 public:
  void Read(const GroupNormProblem& problem, int64_t first, int64_t count, const SlabStatistics& statistics) {
    problem.gradOut.Read(first, count, g.data());
    problem.input.Read(first, count, xh.data());
    for (int64_t i = 0; i < count; ++i) {
      double& x = xh[static_cast<size_t>(i)];
      x = (x - statistics.mean) * statistics.rstd;
    }
  }

  std::vector<double> g = std::vector<double>(kBlock);
  std::vector<double> xh = std::vector<double>(kBlock);
};

SlabSums SumSlab(const GroupNormProblem& problem, int64_t slab, const SlabStatistics& statistics,
                 Block& block, ChannelSums& channels) {
  SlabSums sums;
  VisitBlocks(problem.sizes, slab, [&](size_t channel, int64_t first, int64_t count) {
    block.Read(problem, first, count, statistics);
    double beta = 0;
    double gamma = 0;
    double betaMagnitude = 0;
    double gammaMagnitude = 0;
    const double scale = problem.gamma[channel];
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      const double g = block.g[i];
      const double product = g * block.xh[i];
      beta += g;
      gamma += product;
      betaMagnitude += std::fabs(g);
      gammaMagnitude += std::fabs(product);
      // Not scale * gamma at the end: 0 * inf must meet element by element, as in the formula.
      sums.s1 += scale * g;
      sums.s2 += scale * product;
    }
    channels.beta.signedSums[channel] += beta;
    channels.beta.magnitudes[channel] += betaMagnitude;
    channels.gamma.signedSums[channel] += gamma;
    channels.gamma.magnitudes[channel] += gammaMagnitude;
    sums.magnitude1 += std::fabs(scale) * betaMagnitude;
    sums.magnitude2 += std::fabs(scale) * gammaMagnitude;
  });
  return sums;
}

}  // namespace

GroupNormSizes::GroupNormSizes(const Case& testCase)
    : N(testCase.Integer("N")),
      C(testCase.Integer("C")),
      HxW(testCase.Integer("HxW")),
      group(testCase.Integer("group")) {
  if (N < 0 || C < 0 || HxW < 0 || group <= 0 || C % group != 0) {
    throw std::runtime_error("N, C, HxW or group is negative, or group does not divide C");
  }
}

void GroupNormSizes::Require(const Tensor& tensor) const {
  if (tensor.Count() != N * C * HxW) {
    throw std::runtime_error("gradOut or input does not have N * C * HxW elements");
  }
}

SlabStatistics ComputeSlabStatistics(const Tensor& input, const GroupNormSizes& sizes, int64_t slab) {
  constexpr double kEps = 1e-5;
  std::vector<double> x(kBlock);
  const auto sumOver = [&](const auto& term) {
    double sum = 0;
    VisitBlocks(sizes, slab, [&](size_t /*channel*/, int64_t first, int64_t count) {
      input.Read(first, count, x.data());
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        sum += term(x[i]);
      }
    });
    return sum;
  };
  const auto m = static_cast<double>(sizes.SlabSize());
  const double mean = sumOver([](double value) { return value; }) / m;
  const double variance = sumOver([mean](double value) { return (value - mean) * (value - mean); }) / m;
  return {mean, 1.0 / std::sqrt(variance + kEps)};
}

ChannelSums::ChannelSums(size_t channels) {
  for (Output* output : {&gamma, &beta}) {
    output->signedSums.assign(channels, 0.0);
    output->magnitudes.assign(channels, 0.0);
  }
}

void ChannelSums::Add(const ChannelSums& other) {
  const auto add = [](std::vector<double>& sums, const std::vector<double>& more) {
    std::transform(sums.begin(), sums.end(), more.begin(), sums.begin(),
                   [](double a, double b) { return a + b; });
  };
  add(gamma.signedSums, other.gamma.signedSums);
  add(gamma.magnitudes, other.gamma.magnitudes);
  add(beta.signedSums, other.beta.signedSums);
  add(beta.magnitudes, other.beta.magnitudes);
}

void CheckSlab(const GroupNormProblem& problem, int64_t slab, Comparison* gradInput, ChannelSums& channels) {
  const SlabStatistics statistics{problem.mean.At(slab), problem.rstd.At(slab)};
  Block block;
  const SlabSums sums = SumSlab(problem, slab, statistics, block, channels);
  if (gradInput == nullptr) {
    return;
  }
  const auto m = static_cast<double>(problem.sizes.SlabSize());
  std::vector<double> expected(kBlock);
  std::vector<double> magnitudes(kBlock);
  VisitBlocks(problem.sizes, slab, [&](size_t channel, int64_t first, int64_t count) {
    block.Read(problem, first, count, statistics);
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      const double u = problem.gamma[channel] * block.g[i];
      const double xh = block.xh[i];
      expected[i] = statistics.rstd * (u - (sums.s1 + xh * sums.s2) / m);
      magnitudes[i] = std::fabs(statistics.rstd) *
                      (std::fabs(u) + (sums.magnitude1 + std::fabs(xh) * sums.magnitude2) / m);
    }
    gradInput->AddBlock(first, count, expected.data(), magnitudes.data());
  });
}

}  // namespace openaclnn::conformance
