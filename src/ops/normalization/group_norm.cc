// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupNorm, aclnnGroupNormSilu and V2: rows are the groups of a sample.
#include <array>
#include <limits>
#include <string>

#include "aclnnop/aclnn_group_norm.h"
#include "aclnnop/aclnn_group_norm_silu.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn {
namespace {

constexpr std::array<const KernelEntry<RowNormArgs>*, 1> kKernels{&kRowNormCpu};
constexpr std::array<TensorArgument<RowNormArgs>, 6> Names(const char* gamma, const char* beta) {
  return {{{"self", Role::kInput, &RowNormArgs::input},
           {gamma, Role::kInput, &RowNormArgs::scale},
           {beta, Role::kInput, &RowNormArgs::shift},
           {"out", Role::kOutput, &RowNormArgs::out, true},
           {"meanOut", Role::kOutput, &RowNormArgs::mean},
           {"rstdOut", Role::kOutput, &RowNormArgs::rstd}}};
}
constexpr auto kArguments = Names("gamma", "beta");
constexpr auto kSiluArguments = Names("gammaOptional", "betaOptional");
constexpr Operator<RowNormArgs> kGroupNorm{"aclnnGroupNorm", kArguments, kKernels};
constexpr Operator<RowNormArgs> kGroupNormSilu{"aclnnGroupNormSilu", kSiluArguments, kKernels};
constexpr Operator<RowNormArgs> kGroupNormSiluV2{"aclnnGroupNormSiluV2", kSiluArguments, kKernels};

using NamedTensors = std::array<NamedTensor, 6>;

struct Attributes {
  int64_t N;
  int64_t C;
  int64_t HxW;
  int64_t group;
  double eps;
};

Status Check(const NamedTensors& tensors, const Attributes& attributes) {
  const auto& [self, gamma, beta, out, mean, rstd] = tensors;
  const auto [N, C, HxW, group, eps] = attributes;
  ArgumentChecks check;
  check.NotNull(self).NotNull(out).NotNull(mean).NotNull(rstd);

  check.DtypeIn(self, FloatDtypes());
  norms::CheckParameterDtypes(check, {gamma, beta}, self);
  check.SameDtype(out, self);
  norms::CheckParameterDtypes(check, {mean, rstd}, self);

  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  check.InRange("group", group, 1, kMax, "more than 0");
  check.Require(
      "C", "a multiple of group", [c = C, groups = group] { return c % groups == 0; },
      [c = C, groups = group] { return std::to_string(c) + " with group " + std::to_string(groups); });
  check.InRange("N", N, 0, kMax, "0 or more").InRange("C", C, 0, kMax, "0 or more");
  check.InRange("HxW", HxW, 0, kMax, "0 or more");
  check.Require(
      "eps", "0 or more", [epsilon = eps] { return epsilon >= 0; },
      [epsilon = eps] { return std::to_string(epsilon); });

  norms::CheckViews(check, {self, gamma, beta}, {out, mean, rstd});
  check.Require(
      "self", "2 to 8 dims", [&tensor = self] { return tensor.tensor->viewDims.size() >= 2; },
      [&tensor = self] { return std::to_string(tensor.tensor->viewDims.size()); });
  check.NumElements(self, CheckedProduct({N, C, HxW}), "N * C * HxW");
  for (const NamedTensor& parameter : {gamma, beta}) {
    if (parameter.tensor != nullptr) {
      check.Shape(parameter, {C}, "[C]");
    }
  }
  check.SameShape(out, self);
  for (const NamedTensor& statistics : {mean, rstd}) {
    check.NumElements(statistics, CheckedProduct({N, group}), "N * group");
  }
  return check.Result();
}

// What aclnnGroupNorm is told of the dims of self.
struct Dimensions {
  int64_t N = 0;
  int64_t C = 0;
  int64_t HxW = 0;
};

Status FindDimensions(const NamedTensors& tensors, int64_t group, Dimensions& dimensions) {
  const auto& [input, gamma, beta, out, mean, rstd] = tensors;
  const NamedTensor& self = input;
  ArgumentChecks check;
  check.NotNull(self).NotNull(out).NotNull(mean).NotNull(rstd);
  check.DtypeIn(self, FloatDtypes()).ValidView(self);
  check.Require(
      self.name, "2 to 8 dims", [&] { return self.tensor->viewDims.size() >= 2; },
      [&] { return std::to_string(self.tensor->viewDims.size()); });
  check.InRange("group", group, 1, std::numeric_limits<int64_t>::max(), "more than 0");
  check.Require(
      "group", "a divisor of self's second dim", [&] { return self.tensor->viewDims[1] % group == 0; },
      [&] { return std::to_string(group) + " for " + ShapeText(self.tensor->viewDims); });
  if (!check.Failed()) {
    const std::vector<int64_t>& dims = self.tensor->viewDims;
    dimensions = {dims[0], dims[1], CheckedProduct(std::span<const int64_t>(dims).subspan(2)).value_or(0)};
  }
  return check.Result();
}

Status Bind(PhaseOneCall& call, const Operator<RowNormArgs>& op, const Tensors<6>& given,
            const Attributes& attributes, bool silu) {
  if (Status status = Check(Named(op, given), attributes); !status.IsOk()) {
    return status;
  }
  const auto [N, C, HxW, group, eps] = attributes;
  RowNormArgs args;
  args.shape = {.rows = N * group, .channels = C / group, .positions = HxW, .groups = group};
  args.epsilon = eps;
  args.silu = silu;
  return call.Bind(op, args, TensorsOf(given));
}

Status BindSilu(PhaseOneCall& call, const Operator<RowNormArgs>& op, const Tensors<6>& given, int64_t group,
                double eps, bool silu) {
  Dimensions dimensions;
  if (Status status = FindDimensions(Named(op, given), group, dimensions); !status.IsOk()) {
    return status;
  }
  return Bind(call, op, given, {dimensions.N, dimensions.C, dimensions.HxW, group, eps}, silu);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGroupNorm,
               (const aclTensor* self, const aclTensor* gamma, const aclTensor* beta, int64_t N, int64_t C,
                int64_t HxW, int64_t group, double eps, aclTensor* out, aclTensor* meanOut,
                aclTensor* rstdOut),
               Bind(call, kGroupNorm, {self, gamma, beta, out, meanOut, rstdOut}, {N, C, HxW, group, eps},
                    false))

OPENACLNN_CALL(aclnnGroupNormSilu,
               (const aclTensor* self, const aclTensor* gammaOptional, const aclTensor* betaOptional,
                int64_t group, double eps, aclTensor* out, aclTensor* meanOut, aclTensor* rstdOut),
               BindSilu(call, kGroupNormSilu, {self, gammaOptional, betaOptional, out, meanOut, rstdOut},
                        group, eps, true))

OPENACLNN_CALL(aclnnGroupNormSiluV2,
               (const aclTensor* self, const aclTensor* gammaOptional, const aclTensor* betaOptional,
                int64_t group, double eps, bool activateSilu, aclTensor* out, aclTensor* meanOut,
                aclTensor* rstdOut),
               BindSilu(call, kGroupNormSiluV2, {self, gammaOptional, betaOptional, out, meanOut, rstdOut},
                        group, eps, activateSilu))
