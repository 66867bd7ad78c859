// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "aclnnop/aclnn_prompt_flash_attention.h"
#include "aclnnop/aclnn_prompt_flash_attention_v2.h"
#include "aclnnop/aclnn_prompt_flash_attention_v3.h"
#include "catalogue/rows/attention/inferred.h"

namespace openaclnn::catalogue::attention::prompt_flash_attention {
namespace {

// Prototypes without the arguments that the catalogue's calls leave out; layouts are numbers in them.

aclnnStatus Prompt(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                   const aclTensor* pseShift, const aclTensor* attenMask, const aclIntArray* actualSeqLengths,
                   int64_t numHeads, double scaleValue, int64_t preTokens, int64_t nextTokens,
                   int64_t inputLayout, int64_t numKeyValueHeads, const aclTensor* attentionOut,
                   uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = InferenceLayoutText(inputLayout);
  return aclnnPromptFlashAttentionGetWorkspaceSize(query, key, value, pseShift, attenMask, actualSeqLengths,
                                                   numHeads, scaleValue, preTokens, nextTokens, layout.data(),
                                                   numKeyValueHeads, attentionOut, workspaceSize, executor);
}

aclnnStatus PromptV2(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                     const aclTensor* pseShift, const aclTensor* attenMask,
                     const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
                     int64_t numHeads, double scaleValue, int64_t preTokens, int64_t nextTokens,
                     int64_t inputLayout, int64_t numKeyValueHeads, int64_t sparseMode,
                     const aclTensor* attentionOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = InferenceLayoutText(inputLayout);
  return aclnnPromptFlashAttentionV2GetWorkspaceSize(
      query, key, value, pseShift, attenMask, actualSeqLengths, actualSeqLengthsKv, nullptr, nullptr, nullptr,
      nullptr, nullptr, numHeads, scaleValue, preTokens, nextTokens, layout.data(), numKeyValueHeads,
      sparseMode, attentionOut, workspaceSize, executor);
}

aclnnStatus PromptV3(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                     const aclTensor* pseShift, const aclTensor* attenMask,
                     const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
                     int64_t numHeads, double scaleValue, int64_t preTokens, int64_t nextTokens,
                     int64_t inputLayout, int64_t numKeyValueHeads, int64_t sparseMode,
                     const aclTensor* attentionOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = InferenceLayoutText(inputLayout);
  return aclnnPromptFlashAttentionV3GetWorkspaceSize(
      query, key, value, pseShift, attenMask, actualSeqLengths, actualSeqLengthsKv, nullptr, nullptr, nullptr,
      nullptr, nullptr, numHeads, scaleValue, preTokens, nextTokens, layout.data(), numKeyValueHeads,
      sparseMode, 0, attentionOut, workspaceSize, executor);
}

}  // namespace

std::vector<Operator> Rows() {
  return {InferenceRow(TwoPhases<&Prompt, &aclnnPromptFlashAttention>("aclnnPromptFlashAttention"),
                       {.queryLengths = true, .window = true}),
          InferenceRow(TwoPhases<&PromptV2, &aclnnPromptFlashAttentionV2>("aclnnPromptFlashAttentionV2"),
                       {.queryLengths = true, .keyLengths = true, .window = true, .sparseModes = true}),
          InferenceRow(TwoPhases<&PromptV3, &aclnnPromptFlashAttentionV3>("aclnnPromptFlashAttentionV3"),
                       {.queryLengths = true, .keyLengths = true, .window = true, .sparseModes = true})};
}

}  // namespace openaclnn::catalogue::attention::prompt_flash_attention
