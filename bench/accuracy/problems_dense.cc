// SPDX-License-Identifier: Apache-2.0
//
// The operators whose tensors all have one shape, or nearly so: mse loss, prelu, group norm.
#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/accuracy/data.h"
#include "bench/accuracy/problem.h"
#include "tests/reference/group_norm_backward.h"
#include "tests/reference/mse_loss_backward.h"
#include "tests/reference/prelu_backward.h"
#include "tests/support/half.h"

namespace openaclnn::accuracy {
namespace {

using testing::Array;
using testing::Shape;

// ---- mse_loss_backward

struct MseCase {
  std::string name;
  Shape gradOutput;
  Shape self;
  Shape target;
  Shape out;
  int64_t reduction;
  Range range;
  bool close = false;  // target is self but for a few last places
};

Problem MseLossBackward(const MseCase& mse, aclDataType dtype) {
  Data data(dtype, mse.range);
  const auto gradients = static_cast<size_t>(testing::NumElements(mse.gradOutput));
  const Array gradOutput = data.Gradient(mse.gradOutput, {gradients, 1, 1});
  const Array self = data.Factor(mse.self);
  Array target = data.Factor(mse.target);
  if (mse.close) {
    for (size_t i = 0; i < target.values.size(); ++i) {
      const double places = static_cast<double>(data.Generator().Integer(-3, 4));
      target.values[i] =
          testing::RoundTo(dtype, self.values[i] + places * testing::UlpSize(dtype, self.values[i]));
    }
  }
  Problem problem;
  problem.hostile = IsHostile(mse.range, dtype);
  problem.call = MakeCall("mse_loss_backward",
                          {{"gradOutput", Encode(gradOutput, dtype)},
                           {"self", Encode(self, dtype)},
                           {"target", Encode(target, dtype)}},
                          {{"reduction", mse.reduction}});
  problem.attributes = {{"reduction", mse.reduction}};
  problem.outputs.push_back(
      OfOneTerm("out", reference::MseLossBackward(gradOutput, self, target, mse.reduction)));
  return problem;
}

// ---- prelu_backward

struct PreluCase {
  std::string name;
  Shape self;
  int64_t weights;
  Range range;
};

Problem PreluBackward(const PreluCase& prelu, aclDataType dtype) {
  Data data(dtype, prelu.range);
  const auto elements = static_cast<size_t>(testing::NumElements(prelu.self));
  const bool one = prelu.weights == 1;
  const size_t outer = one ? 1 : static_cast<size_t>(prelu.self[0]);
  const auto channels = static_cast<size_t>(prelu.weights);
  const size_t inner = elements / outer / channels;
  const Axes axes{outer, channels, inner};
  const Array gradOutput = data.Gradient(prelu.self, axes);
  const Array self = data.Factor(prelu.self, axes);
  const Array weight = data.Factor({prelu.weights});

  Problem problem;
  problem.hostile = IsHostile(prelu.range, dtype);
  problem.call = MakeCall("prelu_backward",
                          {{"gradOutput", Encode(gradOutput, dtype)},
                           {"self", Encode(self, dtype)},
                           {"weight", Encode(weight, dtype)}},
                          {});
  std::vector<double> magnitudes(channels, 0);
  for (size_t i = 0; i < elements; ++i) {
    if (self.values[i] <= 0) {
      AddTerm(magnitudes[i / inner % channels], gradOutput.values[i] * self.values[i]);
    }
  }
  reference::PreluBackwardResult result = reference::PreluBackward(gradOutput, self, weight);
  problem.outputs.push_back(OfOneTerm("gradInput", std::move(result.gradInput)));
  problem.outputs.push_back(OfSum("gradWeight", std::move(result.gradWeight), std::move(magnitudes)));
  return problem;
}

// ---- group_norm_backward

struct GroupNormCase {
  std::string name;
  int64_t N;
  int64_t C;
  int64_t HxW;
  int64_t group;
  Range range;
  bool farFromZero = false;
};

struct GroupNormInputs {
  Array gradOut;
  Array input;
  Array mean;
  Array rstd;
  Array gamma;
};

struct GroupNormMagnitudes {
  std::vector<double> gradInput;
  std::vector<double> gradGamma;
  std::vector<double> gradBeta;
};

/// The magnitudes of the sums, from the formula in the reference's header: of each channel for gradGamma and
/// gradBeta; for gradInput the three terms of each element, with S1 and S2 as large as these sums' own
/// magnitudes, all times rstd, and the latter over m.
GroupNormMagnitudes MagnitudesOf(const GroupNormCase& norm, const GroupNormInputs& in) {
  const int64_t slabRows = norm.C / norm.group;
  const auto m = static_cast<long double>(slabRows * norm.HxW);
  GroupNormMagnitudes all{std::vector<double>(in.input.values.size()),
                          std::vector<double>(in.gamma.values.size()),
                          std::vector<double>(in.gamma.values.size())};
  for (int64_t slab = 0; slab < norm.N * norm.group; ++slab) {
    const auto at = static_cast<size_t>(slab);
    const long double mean = in.mean.values[at];
    const long double rstd = in.rstd.values[at];
    const auto begin = static_cast<size_t>(slab * slabRows * norm.HxW);
    const auto end = static_cast<size_t>((slab + 1) * slabRows * norm.HxW);
    const auto channelOf = [&](size_t i) {
      return i / static_cast<size_t>(norm.HxW) % static_cast<size_t>(norm.C);
    };
    const auto normalised = [&](size_t i) { return (in.input.values[i] - mean) * rstd; };
    const auto scaled = [&](size_t i) {
      return static_cast<long double>(in.gamma.values[channelOf(i)]) * in.gradOut.values[i];
    };
    long double s1 = 0;
    long double s2 = 0;
    long double magnitude1 = 0;
    long double magnitude2 = 0;
    for (size_t i = begin; i < end; ++i) {
      const long double xh = normalised(i);
      const long double u = scaled(i);
      s1 += u;
      s2 += u * xh;
      AddTerm(magnitude1, u);
      AddTerm(magnitude2, u * xh);
      AddTerm(all.gradGamma[channelOf(i)], static_cast<double>(in.gradOut.values[i] * xh));
      AddTerm(all.gradBeta[channelOf(i)], in.gradOut.values[i]);
    }
    magnitude1 = std::max(magnitude1, std::fabs(s1));
    magnitude2 = std::max(magnitude2, std::fabs(s2));
    for (size_t i = begin; i < end; ++i) {
      const long double sums = std::max(magnitude1, std::fabs(normalised(i)) * magnitude2) / m;
      all.gradInput[i] = static_cast<double>(std::fabs(rstd) * std::max(std::fabs(scaled(i)), sums));
    }
  }
  return all;
}

GroupNormInputs MakeInputs(const GroupNormCase& norm, aclDataType dtype) {
  Data data(dtype, norm.range);
  const Shape shape{norm.N, norm.C, norm.HxW};
  const Axes rows{1, static_cast<size_t>(norm.N * norm.C), static_cast<size_t>(norm.HxW)};
  GroupNormInputs in;
  in.gradOut = data.PlainGradient(shape, rows);
  if (norm.farFromZero) {
    // As much wider than the dtype's last places at 1000 as leaves some digits.
    const double deviation = dtype == ACL_FLOAT ? 0.01 : (dtype == ACL_FLOAT16 ? 10 : 50);
    in.input = data.Generator().Normal(shape, dtype, 1000, deviation);
  } else if (norm.range == Range::kTiny) {
    in.input = data.Generator().Normal(shape, dtype, 0, 1);  // the gradients are tiny enough
  } else {
    in.input = data.Factor(shape, rows);
  }
  in.gamma =
      norm.range == Range::kTiny ? data.Generator().Normal({norm.C}, dtype, 0, 1) : data.Factor({norm.C});
  constexpr double kEpsilon = 1e-5;
  const reference::GroupNormStatistics statistics =
      reference::ComputeGroupNormStatistics(in.input, norm.N, norm.C, norm.HxW, norm.group, kEpsilon);
  in.mean = statistics.mean;
  in.rstd = statistics.rstd;
  for (Array* array : {&in.mean, &in.rstd}) {
    for (double& value : array->values) {
      value = testing::RoundTo(dtype, value);
    }
  }
  return in;
}

Problem GroupNormBackward(const GroupNormCase& norm, aclDataType dtype) {
  const GroupNormInputs in = MakeInputs(norm, dtype);
  Problem problem;
  problem.hostile = IsHostile(norm.range, dtype);
  problem.call = MakeCall("group_norm_backward",
                          {{"gradOut", Encode(in.gradOut, dtype)},
                           {"input", Encode(in.input, dtype)},
                           {"mean", Encode(in.mean, dtype)},
                           {"rstd", Encode(in.rstd, dtype)},
                           {"gamma", Encode(in.gamma, dtype)}},
                          {{"N", norm.N}, {"C", norm.C}, {"HxW", norm.HxW}, {"group", norm.group}});
  problem.attributes = {{"N", norm.N}, {"C", norm.C}, {"HxW", norm.HxW}, {"group", norm.group}};
  GroupNormMagnitudes magnitudes = MagnitudesOf(norm, in);
  reference::GroupNormBackwardResult result = reference::GroupNormBackward(
      in.gradOut, in.input, in.mean, in.rstd, in.gamma, norm.N, norm.C, norm.HxW, norm.group);
  problem.outputs.push_back(OfSum("gradInput", std::move(result.gradInput), std::move(magnitudes.gradInput)));
  problem.outputs.push_back(
      OfSum("gradGammaOut", std::move(result.gradGammaOut), std::move(magnitudes.gradGamma)));
  problem.outputs.push_back(
      OfSum("gradBetaOut", std::move(result.gradBetaOut), std::move(magnitudes.gradBeta)));
  return problem;
}

}  // namespace

void ListMseLossBackward(std::vector<ProblemKind>& kinds) {
  const Shape full{512, 1031};
  const std::vector<MseCase> cases{
      {"ordinary [512,1031], mean", full, full, full, full, 1, Range::kOrdinary},
      {"ordinary [64,129,515] from [], [64,1,515], [129,1], sum",
       {},
       {64, 1, 515},
       {129, 1},
       {64, 129, 515},
       2,
       Range::kOrdinary},
      {"target beside self [512,1031], none", full, full, full, full, 0, Range::kOrdinary, true},
      {"tiny [512,1031], none", full, full, full, full, 0, Range::kTiny},
      {"whole range [512,1031], mean", full, full, full, full, 1, Range::kWhole},
  };
  ListCases("mse_loss_backward", cases, MseLossBackward, kinds);
}

void ListPreluBackward(std::vector<ProblemKind>& kinds) {
  const std::vector<PreluCase> cases{
      {"ordinary [16,64,784]", {16, 64, 784}, 64, Range::kOrdinary},
      {"ordinary [4099,128]", {4099, 128}, 128, Range::kOrdinary},
      {"ordinary [10000019], one weight", {10000019}, 1, Range::kOrdinary},
      {"cancelling [64,32,500]", {64, 32, 500}, 32, Range::kCancelling},
      {"tiny [64,32,500]", {64, 32, 500}, 32, Range::kTiny},
      {"whole range [64,32,500]", {64, 32, 500}, 32, Range::kWhole},
  };
  ListCases("prelu_backward", cases, PreluBackward, kinds);
}

void ListGroupNormBackward(std::vector<ProblemKind>& kinds) {
  const std::vector<GroupNormCase> cases{
      {"ordinary [8,64,784], 8 groups", 8, 64, 784, 8, Range::kOrdinary},
      {"ordinary [10007,4,49], 4 groups", 10007, 4, 49, 4, Range::kOrdinary},
      {"mean >> std [8,64,784], 8 groups", 8, 64, 784, 8, Range::kOrdinary, true},
      {"ordinary [1,1,10000019], 1 group", 1, 1, 10000019, 1, Range::kOrdinary},
      {"cancelling [8,64,784], 8 groups", 8, 64, 784, 8, Range::kCancelling},
      {"tiny [8,64,784], 8 groups", 8, 64, 784, 8, Range::kTiny},
      {"whole range [8,64,784], 8 groups", 8, 64, 784, 8, Range::kWhole},
  };
  ListCases("group_norm_backward", cases, GroupNormBackward, kinds);
}

}  // namespace openaclnn::accuracy
