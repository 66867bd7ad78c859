// SPDX-License-Identifier: Apache-2.0
//
// aclnnFlashAttentionScoreGrad and its later versions.
#include "aclnnop/aclnn_flash_attention_score_grad.h"

#include <algorithm>
#include <array>
#include <utility>

#include "aclnnop/aclnn_flash_attention_score_grad_v4.h"
#include "executor/phases.h"
#include "ops/attention/attention.h"
#include "ops/attention/checks.h"
#include "ops/common/entry.h"

namespace openaclnn {
namespace {

using Args = AttentionArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kAttentionGradientCpu};
constexpr std::array<const KernelEntry<Args>*, 1> kKernelsOfSequences{&kAttentionGradientOfSequencesCpu};
constexpr std::array<const KernelEntry<Args>*, 1> kKernelsWithRope{&kAttentionGradientWithRopeCpu};

constexpr TensorArgument<Args> Unused(const char* name, Role role = Role::kInput) {
  return {name, role, &Args::unused};
}

// What all versions begin with. softmaxIn is reserved: nothing looks at it.
constexpr std::array<TensorArgument<Args>, 12> kInputs{{{"query", Role::kInput, &Args::query},
                                                        {"key", Role::kInput, &Args::key},
                                                        {"value", Role::kInput, &Args::value},
                                                        {"dy", Role::kInput, &Args::outGradient},
                                                        {"pse", Role::kInput, &Args::bias},
                                                        {"dropMask", Role::kInput, &Args::dropMask},
                                                        Unused("paddingMask"),
                                                        {"attenMask", Role::kInput, &Args::mask},
                                                        {"softmaxMax", Role::kInput, &Args::largest},
                                                        {"softmaxSum", Role::kInput, &Args::sum},
                                                        Unused("softmaxIn"),
                                                        {"attentionIn", Role::kInput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 3> kGradients{{{"dq", Role::kOutput, &Args::queryGradient},
                                                          {"dk", Role::kOutput, &Args::keyGradient},
                                                          {"dv", Role::kOutput, &Args::valueGradient}}};
constexpr TensorArgument<Args> kBiasGradient{"dpse", Role::kOutput, &Args::biasGradient};

// What version 4 has beside the others, none of which is supported.
constexpr std::array<const char*, 8> kAbsentInputs{"sink",    "queryRope", "keyRope",  "dScaleQ",
                                                   "dScaleK", "dScaleV",   "dScaleDy", "dScaleO"};
constexpr std::array<const char*, 2> kAbsentRopes{"dqRope", "dkRope"};
constexpr const char* kAbsentSink = "dsink";

template <bool kAdditions>
constexpr auto MakeArguments() {
  constexpr size_t kAbsent = kAdditions ? kAbsentInputs.size() + kAbsentRopes.size() + 1 : 0;
  std::array<TensorArgument<Args>, kInputs.size() + kGradients.size() + 1 + kAbsent> arguments{};
  auto* next = std::copy(kInputs.begin(), kInputs.end(), arguments.begin());
  if constexpr (kAdditions) {
    for (const char* name : kAbsentInputs) {
      *next++ = Unused(name);
    }
  }
  next = std::copy(kGradients.begin(), kGradients.end(), next);
  if constexpr (kAdditions) {
    for (const char* name : kAbsentRopes) {
      *next++ = Unused(name, Role::kOutput);
    }
  }
  *next++ = kBiasGradient;
  if constexpr (kAdditions) {
    *next++ = Unused(kAbsentSink, Role::kOutput);
  }
  return arguments;
}
// Version 3 of those of sequences has rotary parts behind query and key, and behind their gradients.
constexpr auto MakeArgumentsWithRope() {
  std::array<TensorArgument<Args>, kInputs.size() + kGradients.size() + 1 + 4> arguments{};
  auto* next = arguments.begin();
  const auto add = [&](const TensorArgument<Args>& argument) {
    *next++ = argument;
    if (argument.view == &Args::query) {
      *next++ = {"queryRope", Role::kInput, &Args::queryRope};
    } else if (argument.view == &Args::key) {
      *next++ = {"keyRope", Role::kInput, &Args::keyRope};
    } else if (argument.view == &Args::queryGradient) {
      *next++ = {"dqRope", Role::kOutput, &Args::queryRopeGradient};
    } else if (argument.view == &Args::keyGradient) {
      *next++ = {"dkRope", Role::kOutput, &Args::keyRopeGradient};
    }
  };
  std::ranges::for_each(kInputs, add);
  std::ranges::for_each(kGradients, add);
  add(kBiasGradient);
  return arguments;
}
constexpr auto kArguments = MakeArguments<false>();
constexpr auto kArgumentsV3 = MakeArgumentsWithRope();
constexpr auto kArgumentsV4 = MakeArguments<true>();

constexpr Operator<Args> kScoreGrad{"aclnnFlashAttentionScoreGrad", kArguments, kKernels};
constexpr Operator<Args> kScoreGradV2{"aclnnFlashAttentionScoreGradV2", kArguments, kKernels};
constexpr Operator<Args> kScoreGradV4{"aclnnFlashAttentionScoreGradV4", kArgumentsV4, kKernels};
constexpr Operator<Args> kScoreGradV4OfSequences{"aclnnFlashAttentionScoreGradV4", kArgumentsV4,
                                                 kKernelsOfSequences};
constexpr Operator<Args> kUnpadding{"aclnnFlashAttentionUnpaddingScoreGrad", kArguments, kKernelsOfSequences};
constexpr Operator<Args> kUnpaddingV2{"aclnnFlashAttentionUnpaddingScoreGradV2", kArguments,
                                      kKernelsOfSequences};
constexpr Operator<Args> kUnpaddingV3{"aclnnFlashAttentionUnpaddingScoreGradV3", kArgumentsV3,
                                      kKernelsWithRope};
constexpr Operator<Args> kUnpaddingV4{"aclnnFlashAttentionUnpaddingScoreGradV4", kArguments,
                                      kKernelsOfSequences};

// The tensors that the forward operator does not have.
struct Given {
  const aclTensor* outGradient;
  const aclTensor* largest;
  const aclTensor* sum;
  const aclTensor* softmax;
  const aclTensor* out;
  const aclTensor* queryGradient;
  const aclTensor* keyGradient;
  const aclTensor* valueGradient;
  const aclTensor* biasGradient;
  const aclTensor* queryRopeGradient = nullptr;
  const aclTensor* keyRopeGradient = nullptr;
};

struct Additions {
  std::array<const aclTensor*, kAbsentInputs.size()> inputs{};
  std::array<const aclTensor*, kAbsentRopes.size()> ropes{};
  const aclTensor* sink = nullptr;
  const aclIntArray* queryLengths = nullptr;
  const aclIntArray* keyLengths = nullptr;
  int64_t outDtype = 0;
  const char* softmaxLayout = nullptr;
};

// Checks that a tensor is null or empty.
void CheckWithoutElements(ArgumentChecks& check, const NamedTensor& argument) {
  if (IsLive(argument.tensor) &&
      std::ranges::find(argument.tensor->viewDims, 0) != argument.tensor->viewDims.end()) {
    check.DtypeIn(argument, FloatDtypes()).ValidOutputView(argument);
  } else {
    CheckAbsent(check, argument);
  }
}

void CheckAdditions(ArgumentChecks& check, const AttentionCall& call, const Additions& additions) {
  for (size_t i = 0; i < additions.inputs.size(); ++i) {
    CheckAbsent(check, {kAbsentInputs[i], additions.inputs[i]});
  }
  for (size_t i = 0; i < additions.ropes.size(); ++i) {
    CheckWithoutElements(check, {kAbsentRopes[i], additions.ropes[i]});
  }
  CheckWithoutElements(check, {kAbsentSink, additions.sink});
  if (!call.ragged) {
    CheckNoLengths(check, "actualSeqQLen", additions.queryLengths);
    CheckNoLengths(check, "actualSeqKvLen", additions.keyLengths);
  }
  check.InRange("outDtype", additions.outDtype, 0, 0, "0: the query's type");
  CheckSoftmaxLayout(check, "softmaxInLayout", additions.softmaxLayout);
}

// Gradients of rotary parts are there if these are.
void CheckRopePointers(ArgumentChecks& check, const AttentionCall& call, const Given& given) {
  for (const auto& [gradient, rope] :
       {std::pair(NamedTensor{"dqRope", given.queryRopeGradient}, call.queryRope.tensor),
        std::pair(NamedTensor{"dkRope", given.keyRopeGradient}, call.keyRope.tensor)}) {
    check.LiveOrNull(gradient);
    if (rope != nullptr) {
      check.NotNull(gradient);
    }
  }
}

// Like the rotary part that it is of; without one null or empty.
void CheckRopeGradient(ArgumentChecks& check, const NamedTensor& gradient, const NamedTensor& rope) {
  if (rope.tensor == nullptr) {
    CheckWithoutElements(check, gradient);
    return;
  }
  check.SameDtype(gradient, rope).ValidOutputView(gradient).SameShape(gradient, rope);
}

void CheckGiven(ArgumentChecks& check, const AttentionCall& call, const Given& given, const Args& args) {
  const NamedTensor query{"query", call.query};
  const NamedTensor key{"key", call.key};
  const NamedTensor value{"value", call.value};
  const NamedTensor outGradient{"dy", given.outGradient};
  const NamedTensor largest{"softmaxMax", given.largest};
  const NamedTensor sum{"softmaxSum", given.sum};
  const NamedTensor out{"attentionIn", given.out};
  const NamedTensor queryGradient{"dq", given.queryGradient};
  const NamedTensor keyGradient{"dk", given.keyGradient};
  const NamedTensor valueGradient{"dv", given.valueGradient};
  const NamedTensor biasGradient{"dpse", given.biasGradient};
  check.SameDtype(outGradient, query).SameDtype(out, query);
  check.SameDtype(queryGradient, query).SameDtype(keyGradient, query).SameDtype(valueGradient, query);
  check.ValidView(outGradient).ValidView(largest).ValidView(sum).ValidView(out);
  check.ValidOutputView(queryGradient).ValidOutputView(keyGradient).ValidOutputView(valueGradient);
  if (check.Failed()) {
    return;
  }
  CheckOutputShape(check, outGradient, call, args);
  CheckRowNumbers(check, largest, call, args);
  CheckRowNumbers(check, sum, call, args);
  CheckOutputShape(check, out, call, args);
  check.SameShape(queryGradient, query).SameShape(keyGradient, key).SameShape(valueGradient, value);
  CheckRopeGradient(check, {"dqRope", given.queryRopeGradient}, call.queryRope);
  CheckRopeGradient(check, {"dkRope", given.keyRopeGradient}, call.keyRope);
  if (call.bias.tensor == nullptr) {
    CheckWithoutElements(check, biasGradient);
  } else if (given.biasGradient != nullptr) {
    check.SameDtype(biasGradient, call.bias).ValidOutputView(biasGradient).SameShape(biasGradient, call.bias);
  }
}

aclnnStatus PhaseOneOf(const char* function, const Operator<Args>& op, const AttentionCall& call,
                       const Given& given, const Additions& additions, uint64_t* workspaceSize,
                       aclOpExecutor** executor) {
  return PhaseOne(function, workspaceSize, executor, [&](PhaseOneCall& phase) -> Status {
    ArgumentChecks check;
    Args args;
    CheckAttentionPointers(check, call);
    check.NotNull("dy", given.outGradient).NotNull("softmaxMax", given.largest);
    check.NotNull("softmaxSum", given.sum).NotNull("attentionIn", given.out);
    check.NotNull("dq", given.queryGradient)
        .NotNull("dk", given.keyGradient)
        .NotNull("dv", given.valueGradient)
        .LiveOrNull("dpse", given.biasGradient);
    CheckRopePointers(check, call, given);
    if (!check.Failed()) {
      CheckAdditions(check, call, additions);
    }
    if (!check.Failed()) {
      CheckAttention(check, call, &args);
    }
    if (!check.Failed()) {
      CheckGiven(check, call, given, args);
    }
    if (check.Failed()) {
      return check.Result();
    }
    const TensorOfCall absent{nullptr, false};
    const bool ropes = op.arguments.data() == kArgumentsV3.data();
    const bool usesRopes = call.queryRope.tensor != nullptr;
    TensorsOfCall tensors;
    const auto add = [&](const TensorOfCall& tensor, const TensorOfCall& rope) {
      tensors.push_back(tensor);
      if (ropes) {
        tensors.push_back(rope);
      }
    };
    add(call.query, call.queryRope.tensor);
    add(call.key, call.keyRope.tensor);
    for (const TensorOfCall& tensor :
         {TensorOfCall(call.value), TensorOfCall(given.outGradient), TensorOfCall(call.bias.tensor),
          TensorOfCall(call.dropMask), absent, TensorOfCall(call.mask, HoldsMask(call)),
          TensorOfCall(given.largest), TensorOfCall(given.sum), TensorOfCall(given.softmax, false),
          TensorOfCall(given.out)}) {
      tensors.push_back(tensor);
    }
    const bool all = op.arguments.size() == kArgumentsV4.size();
    for (size_t i = 0; all && i < kAbsentInputs.size(); ++i) {
      tensors.push_back(absent);
    }
    add(given.queryGradient, {given.queryRopeGradient, usesRopes});
    add(given.keyGradient, {given.keyRopeGradient, usesRopes});
    tensors.push_back(given.valueGradient);
    for (size_t i = 0; all && i < additions.ropes.size(); ++i) {
      tensors.push_back({additions.ropes[i], false});
    }
    tensors.push_back({given.biasGradient, call.bias.tensor != nullptr});
    if (all) {
      tensors.push_back({additions.sink, false});
    }
    return phase.Bind(op, args, tensors);
  });
}

aclnnStatus PhaseOneOfSequences(const char* function, const Operator<Args>& op, AttentionCall call,
                                const Sequences& sequences, const Given& given, uint64_t* workspaceSize,
                                aclOpExecutor** executor) {
  SetSequences(sequences, &call);
  Additions additions;
  additions.softmaxLayout = sequences.softmaxLayout;
  return PhaseOneOf(function, op, call, given, additions, workspaceSize, executor);
}

}  // namespace
}  // namespace openaclnn

using openaclnn::Additions;
using openaclnn::AttentionCall;
using openaclnn::IsOfSequences;
using openaclnn::PhaseOneOf;
using openaclnn::PhaseOneOfSequences;
using openaclnn::SetSequences;

OPENACLNN_ENTRY(aclnnFlashAttentionScoreGrad,
                (const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* dy,
                 const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask,
                 const aclTensor* attenMask, const aclTensor* softmaxMax, const aclTensor* softmaxSum,
                 const aclTensor* softmaxIn, const aclTensor* attentionIn, const aclIntArray* prefix,
                 double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens, int64_t headNum,
                 char* inputLayout, int64_t innerPrecise, int64_t sparseMode, const aclTensor* dq,
                 const aclTensor* dk, const aclTensor* dv, const aclTensor* dpse),
                {
                  const AttentionCall call{query,      key,         value,        {"pse", pse},
                                           dropMask,   paddingMask, attenMask,    prefix,
                                           scaleValue, keepProb,    preTokens,    nextTokens,
                                           headNum,    inputLayout, innerPrecise, sparseMode};
                  return PhaseOneOf(__func__, kScoreGrad, call,
                                    {dy, softmaxMax, softmaxSum, softmaxIn, attentionIn, dq, dk, dv, dpse},
                                    {}, workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnFlashAttentionScoreGradV2,
                (const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* dy,
                 const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask,
                 const aclTensor* attenMask, const aclTensor* softmaxMax, const aclTensor* softmaxSum,
                 const aclTensor* softmaxIn, const aclTensor* attentionIn, const aclIntArray* prefix,
                 const aclIntArray* /*qStartIdx*/, const aclIntArray* /*kvStartIdx*/, double scaleValue,
                 double keepProb, int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout,
                 int64_t innerPrecise, int64_t sparseMode, int64_t pseType, const aclTensor* dq,
                 const aclTensor* dk, const aclTensor* dv, const aclTensor* dpse),
                {
                  const AttentionCall call{query,       key,        value,   {"pse", pse}, dropMask,
                                           paddingMask, attenMask,  prefix,  scaleValue,   keepProb,
                                           preTokens,   nextTokens, headNum, inputLayout,  innerPrecise,
                                           sparseMode,  pseType};
                  return PhaseOneOf(__func__, kScoreGradV2, call,
                                    {dy, softmaxMax, softmaxSum, softmaxIn, attentionIn, dq, dk, dv, dpse},
                                    {}, workspaceSize, executor);
                })

OPENACLNN_ENTRY(
    aclnnFlashAttentionScoreGradV4,
    (const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* dy,
     const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask,
     const aclTensor* attenMask, const aclTensor* softmaxMax, const aclTensor* softmaxSum,
     const aclTensor* softmaxIn, const aclTensor* attentionIn, const aclTensor* sink,
     const aclTensor* queryRope, const aclTensor* keyRope, const aclTensor* dScaleQ, const aclTensor* dScaleK,
     const aclTensor* dScaleV, const aclTensor* dScaleDy, const aclTensor* dScaleO, const aclIntArray* prefix,
     const aclIntArray* actualSeqQLen, const aclIntArray* actualSeqKvLen, const aclIntArray* /*qStartIdx*/,
     const aclIntArray* /*kvStartIdx*/, double scaleValue, double keepProb, int64_t preTokens,
     int64_t nextTokens, int64_t headNum, char* inputLayout, char* softmaxInLayout, int64_t innerPrecise,
     int64_t sparseMode, int64_t pseType, int64_t seed, int64_t offset, int64_t outDtype, const aclTensor* dq,
     const aclTensor* dk, const aclTensor* dv, const aclTensor* dqRope, const aclTensor* dkRope,
     const aclTensor* dpse, const aclTensor* dsink),
    {
      AttentionCall call{
          query,        key,
          value,        {"pse", pse},
          dropMask,     paddingMask,
          attenMask,    prefix,
          scaleValue,   keepProb,
          preTokens,    nextTokens,
          headNum,      inputLayout,
          innerPrecise, sparseMode,
          pseType,      RandomSequence{static_cast<uint64_t>(seed), static_cast<uint64_t>(offset)}};
      if (IsOfSequences(inputLayout)) {
        SetSequences({actualSeqQLen, actualSeqKvLen, softmaxInLayout}, &call);
      }
      return PhaseOneOf(__func__, call.ragged ? kScoreGradV4OfSequences : kScoreGradV4, call,
                        {dy, softmaxMax, softmaxSum, softmaxIn, attentionIn, dq, dk, dv, dpse},
                        {{sink, queryRope, keyRope, dScaleQ, dScaleK, dScaleV, dScaleDy, dScaleO},
                         {dqRope, dkRope},
                         dsink,
                         actualSeqQLen,
                         actualSeqKvLen,
                         outDtype,
                         softmaxInLayout},
                        workspaceSize, executor);
    })

OPENACLNN_ENTRY(aclnnFlashAttentionUnpaddingScoreGrad,
                (const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* dy,
                 const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask,
                 const aclTensor* attenMask, const aclTensor* softmaxMax, const aclTensor* softmaxSum,
                 const aclTensor* softmaxIn, const aclTensor* attentionIn, const aclIntArray* prefix,
                 const aclIntArray* actualSeqQLen, const aclIntArray* actualSeqKvLen, double scaleValue,
                 double keepProb, int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout,
                 int64_t innerPrecise, int64_t sparseMode, const aclTensor* dq, const aclTensor* dk,
                 const aclTensor* dv, const aclTensor* dpse),
                {
                  const AttentionCall call{query,      key,         value,        {"pse", pse},
                                           dropMask,   paddingMask, attenMask,    prefix,
                                           scaleValue, keepProb,    preTokens,    nextTokens,
                                           headNum,    inputLayout, innerPrecise, sparseMode};
                  return PhaseOneOfSequences(
                      __func__, kUnpadding, call, {actualSeqQLen, actualSeqKvLen},
                      {dy, softmaxMax, softmaxSum, softmaxIn, attentionIn, dq, dk, dv, dpse}, workspaceSize,
                      executor);
                })

OPENACLNN_ENTRY(
    aclnnFlashAttentionUnpaddingScoreGradV2,
    (const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* dy,
     const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask,
     const aclTensor* attenMask, const aclTensor* softmaxMax, const aclTensor* softmaxSum,
     const aclTensor* softmaxIn, const aclTensor* attentionIn, const aclIntArray* prefix,
     const aclIntArray* actualSeqQLen, const aclIntArray* actualSeqKvLen, const aclIntArray* /*qStartIdx*/,
     const aclIntArray* /*kvStartIdx*/, double scaleValue, double keepProb, int64_t preTokens,
     int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise, int64_t sparseMode,
     int64_t pseType, const aclTensor* dq, const aclTensor* dk, const aclTensor* dv, const aclTensor* dpse),
    {
      const AttentionCall call{query,     key,         value,        {"pse", pse}, dropMask,  paddingMask,
                               attenMask, prefix,      scaleValue,   keepProb,     preTokens, nextTokens,
                               headNum,   inputLayout, innerPrecise, sparseMode,   pseType};
      return PhaseOneOfSequences(__func__, kUnpaddingV2, call, {actualSeqQLen, actualSeqKvLen},
                                 {dy, softmaxMax, softmaxSum, softmaxIn, attentionIn, dq, dk, dv, dpse},
                                 workspaceSize, executor);
    })

OPENACLNN_ENTRY(aclnnFlashAttentionUnpaddingScoreGradV3,
                (const aclTensor* query, const aclTensor* queryRope, const aclTensor* key,
                 const aclTensor* keyRope, const aclTensor* value, const aclTensor* dy, const aclTensor* pse,
                 const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
                 const aclTensor* softmaxMax, const aclTensor* softmaxSum, const aclTensor* softmaxIn,
                 const aclTensor* attentionIn, const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
                 const aclIntArray* actualSeqKvLen, const aclIntArray* /*qStartIdx*/,
                 const aclIntArray* /*kvStartIdx*/, double scaleValue, double keepProb, int64_t preTokens,
                 int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
                 int64_t sparseMode, int64_t pseType, const aclTensor* dq, const aclTensor* dqRope,
                 const aclTensor* dk, const aclTensor* dkRope, const aclTensor* dv, const aclTensor* dpse),
                {
                  AttentionCall call{query,       key,        value,   {"pse", pse}, dropMask,
                                     paddingMask, attenMask,  prefix,  scaleValue,   keepProb,
                                     preTokens,   nextTokens, headNum, inputLayout,  innerPrecise,
                                     sparseMode,  pseType};
                  call.queryRope.tensor = queryRope;
                  call.keyRope.tensor = keyRope;
                  return PhaseOneOfSequences(
                      __func__, kUnpaddingV3, call, {actualSeqQLen, actualSeqKvLen},
                      {dy, softmaxMax, softmaxSum, softmaxIn, attentionIn, dq, dk, dv, dpse, dqRope, dkRope},
                      workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnFlashAttentionUnpaddingScoreGradV4,
                (const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* dy,
                 const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask,
                 const aclTensor* attenMask, const aclTensor* softmaxMax, const aclTensor* softmaxSum,
                 const aclTensor* softmaxIn, const aclTensor* attentionIn, const aclIntArray* prefix,
                 const aclIntArray* actualSeqQLen, const aclIntArray* actualSeqKvLen, double scaleValue,
                 double keepProb, int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout,
                 int64_t innerPrecise, int64_t sparseMode, const aclTensor* dq, const aclTensor* dk,
                 const aclTensor* dv, const aclTensor* dpse, char* softmaxInLayout),
                {
                  const AttentionCall call{query,      key,         value,        {"pse", pse},
                                           dropMask,   paddingMask, attenMask,    prefix,
                                           scaleValue, keepProb,    preTokens,    nextTokens,
                                           headNum,    inputLayout, innerPrecise, sparseMode};
                  return PhaseOneOfSequences(
                      __func__, kUnpaddingV4, call, {actualSeqQLen, actualSeqKvLen, softmaxInLayout},
                      {dy, softmaxMax, softmaxSum, softmaxIn, attentionIn, dq, dk, dv, dpse}, workspaceSize,
                      executor);
                })
