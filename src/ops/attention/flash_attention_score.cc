// SPDX-License-Identifier: Apache-2.0
//
// aclnnFlashAttentionScore and its later versions.
#include "aclnnop/aclnn_flash_attention_score.h"

#include <array>

#include "aclnnop/aclnn_flash_attention_score_v4.h"
#include "executor/phases.h"
#include "ops/attention/attention.h"
#include "ops/attention/checks.h"
#include "ops/common/entry.h"

namespace openaclnn {
namespace {

using Args = AttentionArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kAttentionCpu};
constexpr std::array<const KernelEntry<Args>*, 1> kKernelsOfSequences{&kAttentionOfSequencesCpu};
constexpr std::array<const KernelEntry<Args>*, 1> kKernelsWithRope{&kAttentionWithRopeCpu};

// What all versions begin with, and end with. softmaxOutOut is reserved: nothing looks at it.
constexpr std::array<TensorArgument<Args>, 7> kInputs{{{"query", Role::kInput, &Args::query},
                                                       {"key", Role::kInput, &Args::key},
                                                       {"value", Role::kInput, &Args::value},
                                                       {"realShift", Role::kInput, &Args::bias},
                                                       {"dropMask", Role::kInput, &Args::dropMask},
                                                       {"paddingMask", Role::kInput, &Args::unused},
                                                       {"attenMask", Role::kInput, &Args::mask}}};
constexpr std::array<TensorArgument<Args>, 4> kOutputs{{{"softmaxMaxOut", Role::kOutput, &Args::largest},
                                                        {"softmaxSumOut", Role::kOutput, &Args::sum},
                                                        {"softmaxOutOut", Role::kOutput, &Args::unused},
                                                        {"attentionOutOut", Role::kOutput, &Args::out}}};
// Inputs of version 4 alone, none of which is supported.
constexpr std::array<const char*, 6> kAbsentNames{"queryRope", "keyRope", "dScaleQ",
                                                  "dScaleK",   "dScaleV", "sink"};

template <size_t kAbsent>
constexpr auto MakeArguments() {
  std::array<TensorArgument<Args>, kInputs.size() + kAbsent + kOutputs.size()> arguments{};
  size_t next = 0;
  for (const TensorArgument<Args>& input : kInputs) {
    arguments[next++] = input;
  }
  for (size_t i = 0; i < kAbsent; ++i) {
    arguments[next++] = {kAbsentNames[i], Role::kInput, &Args::unused};
  }
  for (const TensorArgument<Args>& output : kOutputs) {
    arguments[next++] = output;
  }
  return arguments;
}
// Version 3 of those of sequences has rotary parts behind query and key.
constexpr auto MakeArgumentsWithRope() {
  std::array<TensorArgument<Args>, kInputs.size() + 2 + kOutputs.size()> arguments{};
  size_t next = 0;
  for (const TensorArgument<Args>& input : kInputs) {
    arguments[next++] = input;
    if (input.view == &Args::query) {
      arguments[next++] = {"queryRope", Role::kInput, &Args::queryRope};
    } else if (input.view == &Args::key) {
      arguments[next++] = {"keyRope", Role::kInput, &Args::keyRope};
    }
  }
  for (const TensorArgument<Args>& output : kOutputs) {
    arguments[next++] = output;
  }
  return arguments;
}
constexpr auto kArguments = MakeArguments<0>();
constexpr auto kArgumentsV3 = MakeArgumentsWithRope();
constexpr auto kArgumentsV4 = MakeArguments<kAbsentNames.size()>();

constexpr Operator<Args> kScore{"aclnnFlashAttentionScore", kArguments, kKernels};
constexpr Operator<Args> kScoreV2{"aclnnFlashAttentionScoreV2", kArguments, kKernels};
constexpr Operator<Args> kScoreV4{"aclnnFlashAttentionScoreV4", kArgumentsV4, kKernels};
constexpr Operator<Args> kScoreV4OfSequences{"aclnnFlashAttentionScoreV4", kArgumentsV4, kKernelsOfSequences};
constexpr Operator<Args> kVarLen{"aclnnFlashAttentionVarLenScore", kArguments, kKernelsOfSequences};
constexpr Operator<Args> kVarLenV2{"aclnnFlashAttentionVarLenScoreV2", kArguments, kKernelsOfSequences};
constexpr Operator<Args> kVarLenV3{"aclnnFlashAttentionVarLenScoreV3", kArgumentsV3, kKernelsWithRope};
constexpr Operator<Args> kVarLenV4{"aclnnFlashAttentionVarLenScoreV4", kArguments, kKernelsOfSequences};

struct Outputs {
  const aclTensor* largest;
  const aclTensor* sum;
  const aclTensor* softmax;
  const aclTensor* out;
};

// What version 4 has beside the others.
struct Additions {
  std::array<const aclTensor*, kAbsentNames.size()> absent{};
  const aclIntArray* queryLengths = nullptr;
  const aclIntArray* keyLengths = nullptr;
  int64_t outDtype = 0;
  const char* softmaxLayout = nullptr;
};

void CheckAdditions(ArgumentChecks& check, const AttentionCall& call, const Additions& additions) {
  for (size_t i = 0; i < additions.absent.size(); ++i) {
    CheckAbsent(check, {kAbsentNames[i], additions.absent[i]});
  }
  if (!call.ragged) {
    CheckNoLengths(check, "actualSeqQLen", additions.queryLengths);
    CheckNoLengths(check, "actualSeqKvLen", additions.keyLengths);
  }
  check.InRange("outDtype", additions.outDtype, 0, 0, "0: the query's type");
  CheckSoftmaxLayout(check, "softmaxOutLayout", additions.softmaxLayout);
}

aclnnStatus PhaseOneOf(const char* function, const Operator<Args>& op, const AttentionCall& call,
                       const Outputs& outputs, const Additions& additions, uint64_t* workspaceSize,
                       aclOpExecutor** executor) {
  return PhaseOne(function, workspaceSize, executor, [&](PhaseOneCall& phase) -> Status {
    const NamedTensor largest{"softmaxMaxOut", outputs.largest};
    const NamedTensor sum{"softmaxSumOut", outputs.sum};
    const NamedTensor out{"attentionOutOut", outputs.out};
    ArgumentChecks check;
    Args args;
    CheckAttentionPointers(check, call);
    check.NotNull(largest).NotNull(sum).NotNull(out);
    if (!check.Failed()) {
      CheckAdditions(check, call, additions);
    }
    if (!check.Failed()) {
      CheckAttention(check, call, &args);
    }
    check.SameDtype(out, {"query", call.query})
        .ValidOutputView(largest)
        .ValidOutputView(sum)
        .ValidOutputView(out);
    if (!check.Failed()) {
      CheckRowNumbers(check, largest, call, args);
      CheckRowNumbers(check, sum, call, args);
      CheckOutputShape(check, out, call, args);
    }
    if (check.Failed()) {
      return check.Result();
    }
    const bool ropes = op.arguments.data() == kArgumentsV3.data();
    TensorsOfCall tensors;
    tensors.push_back(call.query);
    if (ropes) {
      tensors.push_back(call.queryRope.tensor);
    }
    tensors.push_back(call.key);
    if (ropes) {
      tensors.push_back(call.keyRope.tensor);
    }
    tensors.push_back(call.value);
    tensors.push_back(call.bias.tensor);
    tensors.push_back(call.dropMask);
    tensors.push_back({nullptr, false});
    tensors.push_back({call.mask, HoldsMask(call)});
    for (size_t i = kInputs.size() + kOutputs.size(); !ropes && i < op.arguments.size(); ++i) {
      tensors.push_back({nullptr, false});
    }
    tensors.push_back(outputs.largest);
    tensors.push_back(outputs.sum);
    tensors.push_back({outputs.softmax, false});
    tensors.push_back(outputs.out);
    return phase.Bind(op, args, tensors);
  });
}

aclnnStatus PhaseOneOfSequences(const char* function, const Operator<Args>& op, AttentionCall call,
                                const Sequences& sequences, const Outputs& outputs, uint64_t* workspaceSize,
                                aclOpExecutor** executor) {
  SetSequences(sequences, &call);
  Additions additions;
  additions.softmaxLayout = sequences.softmaxLayout;
  return PhaseOneOf(function, op, call, outputs, additions, workspaceSize, executor);
}

}  // namespace
}  // namespace openaclnn

using openaclnn::Additions;
using openaclnn::AttentionCall;
using openaclnn::IsOfSequences;
using openaclnn::PhaseOneOf;
using openaclnn::PhaseOneOfSequences;
using openaclnn::SetSequences;

OPENACLNN_ENTRY(aclnnFlashAttentionScore,
                (const aclTensor* query, const aclTensor* key, const aclTensor* value,
                 const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                 const aclTensor* attenMask, const aclIntArray* prefix, double scaleValue, double keepProb,
                 int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout,
                 int64_t innerPrecise, int64_t sparseMode, const aclTensor* softmaxMaxOut,
                 const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
                 const aclTensor* attentionOutOut),
                {
                  const AttentionCall call{query,      key,         value,        {"realShift", realShift},
                                           dropMask,   paddingMask, attenMask,    prefix,
                                           scaleValue, keepProb,    preTokens,    nextTokens,
                                           headNum,    inputLayout, innerPrecise, sparseMode};
                  return PhaseOneOf(__func__, kScore, call,
                                    {softmaxMaxOut, softmaxSumOut, softmaxOutOut, attentionOutOut}, {},
                                    workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnFlashAttentionScoreV2,
                (const aclTensor* query, const aclTensor* key, const aclTensor* value,
                 const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                 const aclTensor* attenMask, const aclIntArray* prefix, const aclIntArray* /*qStartIdx*/,
                 const aclIntArray* /*kvStartIdx*/, double scaleValue, double keepProb, int64_t preTokens,
                 int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
                 int64_t sparseMode, int64_t pseType, const aclTensor* softmaxMaxOut,
                 const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
                 const aclTensor* attentionOutOut),
                {
                  const AttentionCall call{query,      key,         value,        {"realShift", realShift},
                                           dropMask,   paddingMask, attenMask,    prefix,
                                           scaleValue, keepProb,    preTokens,    nextTokens,
                                           headNum,    inputLayout, innerPrecise, sparseMode,
                                           pseType};
                  return PhaseOneOf(__func__, kScoreV2, call,
                                    {softmaxMaxOut, softmaxSumOut, softmaxOutOut, attentionOutOut}, {},
                                    workspaceSize, executor);
                })

OPENACLNN_ENTRY(
    aclnnFlashAttentionScoreV4,
    (const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* realShift,
     const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
     const aclTensor* queryRope, const aclTensor* keyRope, const aclTensor* dScaleQ, const aclTensor* dScaleK,
     const aclTensor* dScaleV, const aclTensor* sink, const aclIntArray* prefix,
     const aclIntArray* actualSeqQLen, const aclIntArray* actualSeqKvLen, const aclIntArray* /*qStartIdx*/,
     const aclIntArray* /*kvStartIdx*/, double scaleValue, double keepProb, int64_t preTokens,
     int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise, int64_t sparseMode,
     int64_t outDtype, int64_t pseType, char* softmaxOutLayout, int64_t seed, int64_t offset,
     const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
     const aclTensor* attentionOutOut),
    {
      AttentionCall call{
          query,        key,
          value,        {"realShift", realShift},
          dropMask,     paddingMask,
          attenMask,    prefix,
          scaleValue,   keepProb,
          preTokens,    nextTokens,
          headNum,      inputLayout,
          innerPrecise, sparseMode,
          pseType,      RandomSequence{static_cast<uint64_t>(seed), static_cast<uint64_t>(offset)}};
      if (IsOfSequences(inputLayout)) {
        SetSequences({actualSeqQLen, actualSeqKvLen, softmaxOutLayout}, &call);
      }
      return PhaseOneOf(__func__, call.ragged ? kScoreV4OfSequences : kScoreV4, call,
                        {softmaxMaxOut, softmaxSumOut, softmaxOutOut, attentionOutOut},
                        {{queryRope, keyRope, dScaleQ, dScaleK, dScaleV, sink},
                         actualSeqQLen,
                         actualSeqKvLen,
                         outDtype,
                         softmaxOutLayout},
                        workspaceSize, executor);
    })

OPENACLNN_ENTRY(aclnnFlashAttentionVarLenScore,
                (const aclTensor* query, const aclTensor* key, const aclTensor* value,
                 const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                 const aclTensor* attenMask, const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
                 const aclIntArray* actualSeqKvLen, double scaleValue, double keepProb, int64_t preTokens,
                 int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
                 int64_t sparseMode, const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut,
                 const aclTensor* softmaxOutOut, const aclTensor* attentionOutOut),
                {
                  const AttentionCall call{query,      key,         value,        {"realShift", realShift},
                                           dropMask,   paddingMask, attenMask,    prefix,
                                           scaleValue, keepProb,    preTokens,    nextTokens,
                                           headNum,    inputLayout, innerPrecise, sparseMode};
                  return PhaseOneOfSequences(__func__, kVarLen, call, {actualSeqQLen, actualSeqKvLen},
                                             {softmaxMaxOut, softmaxSumOut, softmaxOutOut, attentionOutOut},
                                             workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnFlashAttentionVarLenScoreV2,
                (const aclTensor* query, const aclTensor* key, const aclTensor* value,
                 const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                 const aclTensor* attenMask, const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
                 const aclIntArray* actualSeqKvLen, const aclIntArray* /*qStartIdx*/,
                 const aclIntArray* /*kvStartIdx*/, double scaleValue, double keepProb, int64_t preTokens,
                 int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
                 int64_t sparseMode, int64_t pseType, const aclTensor* softmaxMaxOut,
                 const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
                 const aclTensor* attentionOutOut),
                {
                  const AttentionCall call{query,      key,         value,        {"realShift", realShift},
                                           dropMask,   paddingMask, attenMask,    prefix,
                                           scaleValue, keepProb,    preTokens,    nextTokens,
                                           headNum,    inputLayout, innerPrecise, sparseMode,
                                           pseType};
                  return PhaseOneOfSequences(__func__, kVarLenV2, call, {actualSeqQLen, actualSeqKvLen},
                                             {softmaxMaxOut, softmaxSumOut, softmaxOutOut, attentionOutOut},
                                             workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnFlashAttentionVarLenScoreV3,
                (const aclTensor* query, const aclTensor* queryRope, const aclTensor* key,
                 const aclTensor* keyRope, const aclTensor* value, const aclTensor* realShift,
                 const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
                 const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
                 const aclIntArray* actualSeqKvLen, const aclIntArray* /*qStartIdx*/,
                 const aclIntArray* /*kvStartIdx*/, double scaleValue, double keepProb, int64_t preTokens,
                 int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
                 int64_t sparseMode, int64_t pseType, const aclTensor* softmaxMaxOut,
                 const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
                 const aclTensor* attentionOutOut),
                {
                  AttentionCall call{query,      key,         value,        {"realShift", realShift},
                                     dropMask,   paddingMask, attenMask,    prefix,
                                     scaleValue, keepProb,    preTokens,    nextTokens,
                                     headNum,    inputLayout, innerPrecise, sparseMode,
                                     pseType};
                  call.queryRope.tensor = queryRope;
                  call.keyRope.tensor = keyRope;
                  return PhaseOneOfSequences(__func__, kVarLenV3, call, {actualSeqQLen, actualSeqKvLen},
                                             {softmaxMaxOut, softmaxSumOut, softmaxOutOut, attentionOutOut},
                                             workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnFlashAttentionVarLenScoreV4,
                (const aclTensor* query, const aclTensor* key, const aclTensor* value,
                 const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                 const aclTensor* attenMask, const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
                 const aclIntArray* actualSeqKvLen, double scaleValue, double keepProb, int64_t preTokens,
                 int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
                 int64_t sparseMode, char* softmaxOutLayout, const aclTensor* softmaxMaxOut,
                 const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
                 const aclTensor* attentionOutOut),
                {
                  const AttentionCall call{query,      key,         value,        {"realShift", realShift},
                                           dropMask,   paddingMask, attenMask,    prefix,
                                           scaleValue, keepProb,    preTokens,    nextTokens,
                                           headNum,    inputLayout, innerPrecise, sparseMode};
                  return PhaseOneOfSequences(__func__, kVarLenV4, call,
                                             {actualSeqQLen, actualSeqKvLen, softmaxOutLayout},
                                             {softmaxMaxOut, softmaxSumOut, softmaxOutOut, attentionOutOut},
                                             workspaceSize, executor);
                })
