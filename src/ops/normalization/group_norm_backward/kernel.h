// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "executor/kernel.h"
#include "simd/convert.h"

namespace openaclnn {

struct GroupNormBackwardArgs {
  TensorView gradOut;
  TensorView input;
  TensorView mean;
  TensorView rstd;
  TensorView gamma;  // left out: all ones
  // The outputs that are asked for; the others are left out.
  TensorView gradInput;
  TensorView gradGammaOut;
  TensorView gradBetaOut;
  int64_t N = 0;
  int64_t C = 0;
  int64_t HxW = 0;
  int64_t group = 1;  // divides C
};

// With g = gradOut and xh = (input - mean) * rstd as [N, C, HxW], mean and rstd as [N, group]:
//   gradBetaOut[c] = sum of g, gradGammaOut[c] = sum of g * xh, both over samples and HxW
//   gradInput = rstd * (gamma * g - (S1 + xh * S2) / m), where S1 and S2 sum gamma * g and gamma * g * xh
//   over the m elements of the (sample, group) slab.
extern const KernelEntry<GroupNormBackwardArgs> kGroupNormBackwardCpu;

// The inner loops of the CPU kernel. Sums over positions are made in lanes: position p of a channel goes to
// lane p modulo kGroupNormLanes, and the lanes are added up at the end. So they have the same bits whether
// vectors lie along the positions of a channel or across the channels of a position.

inline constexpr int64_t kGroupNormLanes = 8;
// With fewer positions sums are centred from the first to the last; and how many gradients of half types are
// added up in float32. Of a half type's own order of lanes, see half_pairs-inl.h.
inline constexpr int64_t kGroupNormFewPositions = 32;
inline constexpr int64_t kGroupNormRun = 128;
// Channels of which lanes are kept at a time: enough that what is read of each position is long, and that the
// set-up for a band is nothing beside the work on it.
inline constexpr int64_t kGroupNormBand = 512;

// A part of gradOut and input, in their type: rows of consecutive elements. A row is some positions of a
// channel or some channels of a position.
struct GroupNormTile {
  DType dtype;
  const void* gradOut;
  const void* input;  // null where there are no products to be made
  int64_t gradOutStride;
  int64_t inputStride;
  int64_t rows;
  int64_t columns;
};

// [channel of a band], and room for the last vector of those that are written in whole vectors.
using GroupNormBandValues = std::array<double, kGroupNormBand + kGroupNormLanes>;

struct GroupNormSums {
  double gradient;  // of g
  double product;   // of g * (x - mean), or of g * x where they are not centred yet; 0 without input
};

// [lane][channel of a band], at distances that do not fall onto one set of a cache.
inline constexpr int64_t kGroupNormLaneStride = kGroupNormBand + 2 * kGroupNormLanes;
struct GroupNormLaneSums {
  std::array<double, kGroupNormLanes * kGroupNormLaneStride> gradients;
  std::array<double, kGroupNormLanes * kGroupNormLaneStride> products;
  std::array<float, kGroupNormLanes * kGroupNormLaneStride> runs;  // of gradients of half types
};

// [channel of a band]
struct GroupNormBandSums {
  std::array<double, kGroupNormBand> gradients;
  std::array<double, kGroupNormBand> products;
};

// gradInput = rstd * gamma * g + (constant + (x - mean) * slope)
struct GroupNormCoefficients {
  double mean;
  double rstd;
  double constant;
  double slope;
};

// Whether elements of FLOAT may be centred after they were multiplied: beside the standard deviation, the
// mean is so small that float64's last digits, which that costs, are far below float32's.
inline bool CentresLast(double mean, double rstd) {
  return std::abs(mean * rstd) <= 64;
}

// Of a slab, each element of which has the given share in it.
inline GroupNormCoefficients CoefficientsOf(DType dtype, double mean, double rstd, const GroupNormSums& sums,
                                            double share) {
  const double constant = -(rstd * sums.gradient * share);
  const double slope = -(rstd * rstd * (rstd * sums.product) * share);
  if (dtype == DType::kFloat && CentresLast(mean, rstd) && std::isfinite(slope)) {
    return {.mean = 0, .rstd = rstd, .constant = constant - mean * slope, .slope = slope};
  }
  return {.mean = mean, .rstd = rstd, .constant = constant, .slope = slope};
}

// For half types.
struct GroupNormFloatCoefficients {
  std::array<float, kGroupNormBand> scales;
  std::array<float, kGroupNormBand> means;
  std::array<float, kGroupNormBand> constants;
  std::array<float, kGroupNormBand> slopes;
};

struct GroupNormBandCoefficients {
  GroupNormBandValues scales;
  GroupNormBandValues means;
  GroupNormBandValues constants;
  GroupNormBandValues slopes;
  GroupNormFloatCoefficients floats;
};

// Rows are channels, or parts of one, which share a mean: the sums of each. Where there are
// kGroupNormFewPositions they may be centred at the end, if that is asked for.
void SumGroupNormRows(const GroupNormTile& tile, double mean, bool uncentred, double* gradients,
                      double* products);
// Rows are positions, the first one of which is `position`, of channels from `channel` of the band on: adds
// them to the lanes, centred if there are means.
void AddGroupNormPositions(const GroupNormTile& tile, const double* means, int64_t channel, int64_t position,
                           GroupNormLaneSums& lanes);
// Before and after, for the lanes that some positions, from the first of a part on, go to.
void ClearGroupNormLanes(int64_t positions, int64_t channels, GroupNormLaneSums& lanes);
void FoldGroupNormLanes(const GroupNormLaneSums& lanes, int64_t positions, int64_t channels,
                        GroupNormBandSums& sums);
// Sums that were not centred: centres them, and says which of them are sure; the others have to be made anew.
void CentreGroupNormLanes(DType dtype, GroupNormLaneSums& lanes, const double* means, int64_t channels,
                          bool products, GroupNormBandSums& sums, bool* sure);
// From the float64 ones.
void RoundGroupNormCoefficients(int64_t channels, GroupNormBandCoefficients& by);
// The value of each channel's slab, for channels that begin in row `row` of the first slab.
void SpreadGroupNormSlabs(const float* slabValues, int64_t slabRows, int64_t row, int64_t channels,
                          GroupNormBandValues& values);
void SpreadGroupNormSlabs(const double* slabValues, int64_t slabRows, int64_t row, int64_t channels,
                          GroupNormBandValues& values);
// values[i] *= factors[i]
void MultiplyGroupNormBand(const double* factors, int64_t channels, GroupNormBandValues& values);
// The sums over the rows of each of some slabs in a band, weighted by gamma.
void WeighGroupNormSlabs(const GroupNormBandSums& sums, const double* gamma, int64_t slabRows, int64_t slabs,
                         GroupNormSums* weighted);

// Rows are channels, with a gamma each. gradInput has the dtype of the tile, and its rows no gaps.
void WriteGroupNormRows(const GroupNormTile& tile, const double* gamma, const GroupNormCoefficients& slab,
                        void* gradInput, Stores stores);
// Rows are positions, of all channels of a band. gradInput has the dtype of the tile.
void WriteGroupNormPositions(const GroupNormTile& tile, const GroupNormBandCoefficients& band,
                             void* gradInput, int64_t gradInputStride, Stores stores);

// Some slabs of a sample with one position, in the type of the tensors.
struct GroupNormSinglePosition {
  DType dtype;
  const void* gradOut;
  const void* input;
  const double* gamma;
  const float* mean;  // of each slab, as rstd
  const float* rstd;
  int64_t slabRows;
  int64_t slabs;
  void* gradInput;  // null: not asked for
};
// Sums and gradInput. Adds the sums of channels to the given ones, if any.
void ComputeGroupNormSinglePosition(const GroupNormSinglePosition& part, double* gradientSums,
                                    double* productSums);

}  // namespace openaclnn
