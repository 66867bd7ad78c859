// SPDX-License-Identifier: Apache-2.0
#include "tests/reference/group_norm_backward.h"

#include <cmath>
#include <cstddef>

#include "tests/reference/terms.h"

namespace openaclnn::reference {
namespace {

using testing::Array;
using testing::Full;
using testing::Require;

/// The problem as [N, C, HxW]. All arithmetic is long double: with inputs anywhere in the float range the
/// products of up to six of them stay between 1e-315 and 1e270, far from its limits, and long sums keep their
/// digits.
class Problem {
 public:
  Problem(const Array& gradOut, const Array& input, const Array& mean, const Array& rstd,
          const std::optional<Array>& gamma, int64_t N, int64_t C, int64_t HxW, int64_t group, Terms terms)
      : gradOut_(gradOut),
        input_(input),
        mean_(mean),
        rstd_(rstd),
        gamma_(gamma),
        n_(N),
        c_(C),
        hxw_(HxW),
        group_(group),
        terms_(terms) {
    Require(N >= 0 && C >= 0 && HxW >= 0, "N, C or HxW is negative");
    Require(group > 0 && C % group == 0, "group does not divide C");
    const auto holds = [](const Array& array, int64_t count) {
      return static_cast<int64_t>(array.values.size()) == count;
    };
    Require(holds(gradOut, N * C * HxW) && holds(input, N * C * HxW), "gradOut or input is not N*C*HxW");
    Require(holds(mean, N * group) && holds(rstd, N * group), "mean or rstd is not N*group");
    Require(!gamma || holds(*gamma, C), "gamma is not C");
  }

  GroupNormBackwardResult Solve() const {
    GroupNormBackwardResult result;
    const testing::Shape channelShape = gamma_ ? gamma_->shape : testing::Shape{c_};
    result.gradInput = Full(input_.shape, 0.0);
    result.gradGammaOut = Full(channelShape, 0.0);
    result.gradBetaOut = Full(channelShape, 0.0);
    for (int64_t c = 0; c < c_; ++c) {
      SolveChannel(c, result);
    }
    for (int64_t n = 0; n < n_; ++n) {
      for (int64_t k = 0; k < group_; ++k) {
        SolveSlab(n, k, result);
      }
    }
    return result;
  }

 private:
  void SolveChannel(int64_t c, GroupNormBackwardResult& result) const {
    long double gammaSum = 0;
    long double betaSum = 0;
    for (int64_t n = 0; n < n_; ++n) {
      for (int64_t s = 0; s < hxw_; ++s) {
        gammaSum += Gradient(n, c, s) * Normalised(n, c, s);
        betaSum += Gradient(n, c, s);
      }
    }
    result.gradGammaOut.values[static_cast<size_t>(c)] = static_cast<double>(gammaSum);
    result.gradBetaOut.values[static_cast<size_t>(c)] = static_cast<double>(betaSum);
  }

  void SolveSlab(int64_t n, int64_t k, GroupNormBackwardResult& result) const {
    const int64_t channels = c_ / group_;
    const auto m = static_cast<long double>(channels * hxw_);
    long double s1 = 0;
    long double s2 = 0;
    for (int64_t c = k * channels; c < (k + 1) * channels; ++c) {
      for (int64_t s = 0; s < hxw_; ++s) {
        const long double u = Gamma(c) * Gradient(n, c, s);
        s1 += u;
        s2 += u * Normalised(n, c, s);
      }
    }
    for (int64_t c = k * channels; c < (k + 1) * channels; ++c) {
      for (int64_t s = 0; s < hxw_; ++s) {
        const long double u = Gamma(c) * Gradient(n, c, s);
        const long double pull = (s1 + Normalised(n, c, s) * s2) / m;
        const long double inner = terms_ == Terms::kAbsolute ? u + pull : u - pull;
        result.gradInput.values[At(n, c, s)] = static_cast<double>(Rstd(n, k) * inner);
      }
    }
  }

  size_t At(int64_t n, int64_t c, int64_t s) const { return static_cast<size_t>((n * c_ + c) * hxw_ + s); }

  // With all factors absolute, every sum above becomes the sum of its absolute terms.
  long double Term(long double value) const { return terms_ == Terms::kAbsolute ? std::fabs(value) : value; }
  long double Gradient(int64_t n, int64_t c, int64_t s) const { return Term(gradOut_.values[At(n, c, s)]); }
  long double Gamma(int64_t c) const { return gamma_ ? Term(gamma_->values[static_cast<size_t>(c)]) : 1.0L; }
  long double Rstd(int64_t n, int64_t k) const {
    return Term(rstd_.values[static_cast<size_t>(n * group_ + k)]);
  }
  long double Normalised(int64_t n, int64_t c, int64_t s) const {
    const int64_t k = c / (c_ / group_);
    const long double mean = mean_.values[static_cast<size_t>(n * group_ + k)];
    return Term(input_.values[At(n, c, s)] - mean) * Rstd(n, k);
  }

  const Array& gradOut_;
  const Array& input_;
  const Array& mean_;
  const Array& rstd_;
  const std::optional<Array>& gamma_;
  int64_t n_;
  int64_t c_;
  int64_t hxw_;
  int64_t group_;
  Terms terms_;
};

}  // namespace

GroupNormBackwardResult GroupNormBackward(const Array& gradOut, const Array& input, const Array& mean,
                                          const Array& rstd, const std::optional<Array>& gamma, int64_t N,
                                          int64_t C, int64_t HxW, int64_t group) {
  return Problem(gradOut, input, mean, rstd, gamma, N, C, HxW, group, Terms::kSigned).Solve();
}

GroupNormBackwardResult GroupNormBackwardMagnitudes(const Array& gradOut, const Array& input,
                                                    const Array& mean, const Array& rstd,
                                                    const std::optional<Array>& gamma, int64_t N, int64_t C,
                                                    int64_t HxW, int64_t group) {
  return Problem(gradOut, input, mean, rstd, gamma, N, C, HxW, group, Terms::kAbsolute).Solve();
}

GroupNormStatistics ComputeGroupNormStatistics(const Array& input, int64_t N, int64_t C, int64_t HxW,
                                               int64_t group, double eps) {
  Require(group > 0 && C % group == 0, "group does not divide C");
  Require(static_cast<int64_t>(input.values.size()) == N * C * HxW, "input is not N*C*HxW");
  GroupNormStatistics statistics{Full({N, group}, 0.0), Full({N, group}, 0.0)};
  const auto m = static_cast<size_t>(C / group * HxW);
  const auto count = static_cast<long double>(m);
  for (size_t slab = 0; slab < statistics.mean.values.size(); ++slab) {
    // A group's channels are adjacent, so its elements are one run of the input.
    long double sum = 0;
    for (size_t i = 0; i < m; ++i) {
      sum += input.values[slab * m + i];
    }
    const long double mean = sum / count;
    long double squares = 0;
    for (size_t i = 0; i < m; ++i) {
      const long double centred = input.values[slab * m + i] - mean;
      squares += centred * centred;
    }
    statistics.mean.values[slab] = static_cast<double>(mean);
    statistics.rstd.values[slab] = static_cast<double>(1.0L / std::sqrt(squares / count + eps));
  }
  return statistics;
}

}  // namespace openaclnn::reference
