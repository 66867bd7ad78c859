// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tests/conformance/case.h"
#include "tests/conformance/comparison.h"
#include "tests/conformance/tensor.h"

namespace openaclnn::conformance {

/// A slab is what one pair of mean and rstd belongs to: a group of channels of one sample, one run of memory.
struct GroupNormSizes {
  int64_t N;
  int64_t C;
  int64_t HxW;
  int64_t group;

  /// Throws std::runtime_error if the attributes contradict each other.
  explicit GroupNormSizes(const Case& testCase);

  /// Throws std::runtime_error unless the tensor has N * C * HxW elements.
  void Require(const Tensor& tensor) const;

  int64_t NumSlabs() const { return N * group; }
  int64_t ChannelsOfSlab() const { return C / group; }
  int64_t SlabSize() const { return ChannelsOfSlab() * HxW; }
  int64_t FirstChannel(int64_t slab) const { return slab % group * ChannelsOfSlab(); }
};

struct SlabStatistics {
  double mean;
  double rstd;
};

/// In float64, with eps = 1e-5.
SlabStatistics ComputeSlabStatistics(const Tensor& input, const GroupNormSizes& sizes, int64_t slab);

struct GroupNormProblem {
  const Tensor& gradOut;
  const Tensor& input;
  const Tensor& mean;
  const Tensor& rstd;
  const std::vector<double>& gamma;
  GroupNormSizes sizes;
};

/// What the outputs that belong to channels add up to, with the sums of the terms' magnitudes.
struct ChannelSums {
  struct Output {
    std::vector<double> signedSums;
    std::vector<double> magnitudes;
  };
  Output gamma;
  Output beta;

  explicit ChannelSums(size_t channels);
  void Add(const ChannelSums& other);
};

/// Judges the slab's part of gradInput (unless that is null) and adds to the sums of its channels.
void CheckSlab(const GroupNormProblem& problem, int64_t slab, Comparison* gradInput, ChannelSums& channels);

}  // namespace openaclnn::conformance
