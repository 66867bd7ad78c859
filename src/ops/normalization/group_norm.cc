// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupNorm, aclnnGroupNormSilu and V2, aclnnGroupNormSwish: rows are the groups of a sample.
#include <array>
#include <limits>
#include <string>

#include "aclnnop/aclnn_group_norm.h"
#include "aclnnop/aclnn_group_norm_silu.h"
#include "aclnnop/aclnn_group_norm_swish.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn {
namespace {

constexpr std::array<const KernelEntry<RowNormArgs>*, 1> kKernels{&kRowNormCpu};
constexpr std::array<TensorArgument<RowNormArgs>, 6> Names(const char* self, const char* gamma,
                                                           const char* beta, const char* out) {
  return {{{self, Role::kInput, &RowNormArgs::input},
           {gamma, Role::kInput, &RowNormArgs::scale},
           {beta, Role::kInput, &RowNormArgs::shift},
           {out, Role::kOutput, &RowNormArgs::out, true},
           {"meanOut", Role::kOutput, &RowNormArgs::mean},
           {"rstdOut", Role::kOutput, &RowNormArgs::rstd}}};
}
constexpr auto kArguments = Names("self", "gamma", "beta", "out");
constexpr auto kSiluArguments = Names("self", "gammaOptional", "betaOptional", "out");
constexpr auto kSwishArguments = Names("x", "gamma", "beta", "yOut");
constexpr Operator<RowNormArgs> kGroupNorm{"aclnnGroupNorm", kArguments, kKernels};
constexpr Operator<RowNormArgs> kGroupNormSilu{"aclnnGroupNormSilu", kSiluArguments, kKernels};
constexpr Operator<RowNormArgs> kGroupNormSiluV2{"aclnnGroupNormSiluV2", kSiluArguments, kKernels};
constexpr Operator<RowNormArgs> kGroupNormSwish{"aclnnGroupNormSwish", kSwishArguments, kKernels};

using NamedTensors = std::array<NamedTensor, 6>;

struct Attributes {
  int64_t N;
  int64_t C;
  int64_t HxW;
  int64_t group;
  double eps;
};

// What follows the norm: nothing, or z * sigmoid(scale * z).
struct Swish {
  bool follows = false;
  double scale = 1;
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
      self.name, "2 to 8 dims", [&tensor = self] { return tensor.tensor->viewDims.size() >= 2; },
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

Status Bind(PhaseOneCall& call, const Operator<RowNormArgs>& op, const Tensors<6>& given,
            const Attributes& attributes, const Swish& swish) {
  if (Status status = Check(Named(op, given), attributes); !status.IsOk()) {
    return status;
  }
  const auto [N, C, HxW, group, eps] = attributes;
  RowNormArgs args;
  args.shape = {.rows = N * group, .channels = C / group, .positions = HxW, .groups = group};
  args.epsilon = eps;
  args.swish = swish.follows;
  args.swishScale = static_cast<float>(swish.scale);
  return call.Bind(op, args, TensorsOf(given));
}

// The forms whose prototype has the dims of self alone.
Status Bind(PhaseOneCall& call, const Operator<RowNormArgs>& op, const Tensors<6>& given,
            norms::GroupsOfSample groups, double eps, const Swish& swish) {
  const NamedTensors tensors = Named(op, given);
  ArgumentChecks check;
  for (const size_t i : {size_t{0}, size_t{3}, size_t{4}, size_t{5}}) {
    check.NotNull(tensors[i]);
  }
  norms::FindGroups(check, tensors[0], groups);
  if (check.Failed()) {
    return check.Result();
  }
  return Bind(call, op, given, {groups.N, groups.C, groups.HxW, groups.group, eps}, swish);
}

Status BindSwish(PhaseOneCall& call, const Tensors<6>& given, int64_t numGroups, const char* dataFormat,
                 double eps, const Swish& swish) {
  const NamedTensors tensors = Named(kGroupNormSwish, given);
  ArgumentChecks check;
  for (const NamedTensor& tensor : tensors) {
    check.NotNull(tensor);
  }
  norms::CheckChannelsSecond(check, dataFormat);
  if (check.Failed()) {
    return check.Result();
  }
  return Bind(call, kGroupNormSwish, given, {"numGroups", numGroups}, eps, swish);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGroupNorm,
               (const aclTensor* self, const aclTensor* gamma, const aclTensor* beta, int64_t N, int64_t C,
                int64_t HxW, int64_t group, double eps, aclTensor* out, aclTensor* meanOut,
                aclTensor* rstdOut),
               Bind(call, kGroupNorm, {self, gamma, beta, out, meanOut, rstdOut}, {N, C, HxW, group, eps},
                    {}))

OPENACLNN_CALL(aclnnGroupNormSilu,
               (const aclTensor* self, const aclTensor* gammaOptional, const aclTensor* betaOptional,
                int64_t group, double eps, aclTensor* out, aclTensor* meanOut, aclTensor* rstdOut),
               Bind(call, kGroupNormSilu, {self, gammaOptional, betaOptional, out, meanOut, rstdOut},
                    {"group", group}, eps, {true}))

OPENACLNN_CALL(aclnnGroupNormSiluV2,
               (const aclTensor* self, const aclTensor* gammaOptional, const aclTensor* betaOptional,
                int64_t group, double eps, bool activateSilu, aclTensor* out, aclTensor* meanOut,
                aclTensor* rstdOut),
               Bind(call, kGroupNormSiluV2, {self, gammaOptional, betaOptional, out, meanOut, rstdOut},
                    {"group", group}, eps, {activateSilu}))

OPENACLNN_CALL(aclnnGroupNormSwish,
               (const aclTensor* x, const aclTensor* gamma, const aclTensor* beta, int64_t numGroups,
                char* dataFormatOptional, double eps, bool activateSwish, double swishScale, aclTensor* yOut,
                aclTensor* meanOut, aclTensor* rstdOut),
               BindSwish(call, {x, gamma, beta, yOut, meanOut, rstdOut}, numGroups, dataFormatOptional, eps,
                         {activateSwish, swishScale}))
