// SPDX-License-Identifier: Apache-2.0
//
// aclnnPromptFlashAttention and its later versions.
#include "aclnnop/aclnn_prompt_flash_attention.h"

#include "aclnnop/aclnn_prompt_flash_attention_v2.h"
#include "aclnnop/aclnn_prompt_flash_attention_v3.h"
#include "ops/attention/inference_entry.h"
#include "ops/common/entry.h"

namespace openaclnn {
namespace {

using Args = InferenceArgs;

constexpr std::array<TensorArgument<Args>, 10> kInputs{{{"query", Role::kInput, &Args::query},
                                                        {"key", Role::kInput, &Args::key},
                                                        {"value", Role::kInput, &Args::value},
                                                        {"pseShift", Role::kInput, &Args::bias},
                                                        {"attenMask", Role::kInput, &Args::mask},
                                                        {"deqScale1", Role::kInput, &Args::unused},
                                                        {"quantScale1", Role::kInput, &Args::unused},
                                                        {"deqScale2", Role::kInput, &Args::unused},
                                                        {"quantScale2", Role::kInput, &Args::unused},
                                                        {"quantOffset2", Role::kInput, &Args::unused}}};
constexpr std::array<TensorArgument<Args>, 1> kOutputs{{{"attentionOut", Role::kOutput, &Args::out}}};
constexpr auto kArguments = ArgumentsOf<5>(kInputs, kOutputs);
constexpr auto kArgumentsV2 = ArgumentsOf<10>(kInputs, kOutputs);

constexpr Operator<Args> kPrompt{"aclnnPromptFlashAttention", kArguments, kInferenceKernels};
constexpr Operator<Args> kPromptV2{"aclnnPromptFlashAttentionV2", kArgumentsV2, kInferenceKernels};
constexpr Operator<Args> kPromptV3{"aclnnPromptFlashAttentionV3", kArgumentsV2, kInferenceKernels};

// What all versions have.
InferenceCall CallOf(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                     const aclTensor* pseShift, const aclTensor* attenMask,
                     const aclIntArray* actualSeqLengths, int64_t numHeads, double scaleValue,
                     int64_t preTokens, int64_t nextTokens, const char* inputLayout, int64_t numKeyValueHeads,
                     const aclTensor* attentionOut) {
  InferenceCall call;
  call.query.tensor = query;
  call.key = key;
  call.value = value;
  call.bias.tensor = pseShift;
  call.mask.tensor = attenMask;
  call.queryLengths.list = actualSeqLengths;
  call.heads = numHeads;
  call.scale = scaleValue;
  call.before = preTokens;
  call.after = nextTokens;
  call.layout = inputLayout;
  call.keyHeads = numKeyValueHeads;
  call.out.tensor = attentionOut;
  return call;
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnPromptFlashAttention,
                (const aclTensor* query, const aclTensor* key, const aclTensor* value,
                 const aclTensor* pseShift, const aclTensor* attenMask, const aclIntArray* actualSeqLengths,
                 int64_t numHeads, double scaleValue, int64_t preTokens, int64_t nextTokens,
                 char* inputLayout, int64_t numKeyValueHeads, const aclTensor* attentionOut),
                {
                  const InferenceCall call =
                      CallOf(query, key, value, pseShift, attenMask, actualSeqLengths, numHeads, scaleValue,
                             preTokens, nextTokens, inputLayout, numKeyValueHeads, attentionOut);
                  return InferencePhaseOne(__func__, kPrompt, call, {}, workspaceSize, executor);
                })

OPENACLNN_ENTRY(
    aclnnPromptFlashAttentionV2,
    (const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* pseShift,
     const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
     const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
     const aclTensor* quantScale2, const aclTensor* quantOffset2, int64_t numHeads, double scaleValue,
     int64_t preTokens, int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode,
     const aclTensor* attentionOut),
    {
      InferenceCall call =
          CallOf(query, key, value, pseShift, attenMask, actualSeqLengths, numHeads, scaleValue, preTokens,
                 nextTokens, inputLayout, numKeyValueHeads, attentionOut);
      call.keyLengths.list = actualSeqLengthsKv;
      call.sparseMode = sparseMode;
      const aclTensor* const absent[] = {deqScale1, quantScale1, deqScale2, quantScale2, quantOffset2};
      return InferencePhaseOne(__func__, kPromptV2, call, absent, workspaceSize, executor);
    })

OPENACLNN_ENTRY(
    aclnnPromptFlashAttentionV3,
    (const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* pseShift,
     const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
     const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
     const aclTensor* quantScale2, const aclTensor* quantOffset2, int64_t numHeads, double scaleValue,
     int64_t preTokens, int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode,
     int64_t innerPrecise, const aclTensor* attentionOut),
    {
      InferenceCall call =
          CallOf(query, key, value, pseShift, attenMask, actualSeqLengths, numHeads, scaleValue, preTokens,
                 nextTokens, inputLayout, numKeyValueHeads, attentionOut);
      call.keyLengths.list = actualSeqLengthsKv;
      call.sparseMode = sparseMode;
      call.innerPrecise = innerPrecise;
      const aclTensor* const absent[] = {deqScale1, quantScale1, deqScale2, quantScale2, quantOffset2};
      return InferencePhaseOne(__func__, kPromptV3, call, absent, workspaceSize, executor);
    })
