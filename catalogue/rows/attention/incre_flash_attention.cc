// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "aclnnop/aclnn_incre_flash_attention.h"
#include "aclnnop/aclnn_incre_flash_attention_v2.h"
#include "aclnnop/aclnn_incre_flash_attention_v3.h"
#include "aclnnop/aclnn_incre_flash_attention_v4.h"
#include "catalogue/rows/attention/inferred.h"

namespace openaclnn::catalogue::attention::incre_flash_attention {
namespace {

// Prototypes without the arguments that the catalogue's calls leave out; layouts are numbers in them.

aclnnStatus Incre(const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                  const aclTensor* pseShift, const aclTensor* attenMask, const aclIntArray* actualSeqLengths,
                  int64_t numHeads, double scaleValue, int64_t inputLayout, int64_t numKeyValueHeads,
                  const aclTensor* attentionOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = InferenceLayoutText(inputLayout);
  return aclnnIncreFlashAttentionGetWorkspaceSize(query, key, value, pseShift, attenMask, actualSeqLengths,
                                                  numHeads, scaleValue, layout.data(), numKeyValueHeads,
                                                  attentionOut, workspaceSize, executor);
}

aclnnStatus IncreV2(const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                    const aclTensor* pseShift, const aclTensor* attenMask,
                    const aclIntArray* actualSeqLengths, int64_t numHeads, double scaleValue,
                    int64_t inputLayout, int64_t numKeyValueHeads, const aclTensor* attentionOut,
                    uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = InferenceLayoutText(inputLayout);
  return aclnnIncreFlashAttentionV2GetWorkspaceSize(
      query, key, value, pseShift, attenMask, actualSeqLengths, nullptr, nullptr, nullptr, nullptr, nullptr,
      numHeads, scaleValue, layout.data(), numKeyValueHeads, attentionOut, workspaceSize, executor);
}

aclnnStatus IncreV3(const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                    const aclTensor* pseShift, const aclTensor* attenMask,
                    const aclIntArray* actualSeqLengths, const aclTensor* antiquantScale,
                    const aclTensor* antiquantOffset, const aclTensor* blockTable, int64_t numHeads,
                    double scaleValue, int64_t inputLayout, int64_t numKeyValueHeads, int64_t blockSize,
                    const aclTensor* attentionOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = InferenceLayoutText(inputLayout);
  return aclnnIncreFlashAttentionV3GetWorkspaceSize(
      query, key, value, pseShift, attenMask, actualSeqLengths, nullptr, nullptr, nullptr, nullptr, nullptr,
      antiquantScale, antiquantOffset, blockTable, numHeads, scaleValue, layout.data(), numKeyValueHeads,
      blockSize, 0, attentionOut, workspaceSize, executor);
}

aclnnStatus IncreV4(const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                    const aclTensor* pseShift, const aclTensor* attenMask,
                    const aclIntArray* actualSeqLengths, const aclTensor* antiquantScale,
                    const aclTensor* antiquantOffset, const aclTensor* blockTable, int64_t numHeads,
                    double scaleValue, int64_t inputLayout, int64_t numKeyValueHeads, int64_t blockSize,
                    const aclTensor* attentionOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = InferenceLayoutText(inputLayout);
  return aclnnIncreFlashAttentionV4GetWorkspaceSize(
      query, key, value, pseShift, attenMask, actualSeqLengths, nullptr, nullptr, nullptr, nullptr, nullptr,
      antiquantScale, antiquantOffset, blockTable, nullptr, numHeads, scaleValue, layout.data(),
      numKeyValueHeads, blockSize, 0, attentionOut, workspaceSize, executor);
}

}  // namespace

std::vector<Operator> Rows() {
  return {InferenceRow(TwoPhases<&Incre, &aclnnIncreFlashAttention>("aclnnIncreFlashAttention"),
                       {.keyLengths = true}),
          InferenceRow(TwoPhases<&IncreV2, &aclnnIncreFlashAttentionV2>("aclnnIncreFlashAttentionV2"),
                       {.keyLengths = true}),
          InferenceRow(TwoPhases<&IncreV3, &aclnnIncreFlashAttentionV3>("aclnnIncreFlashAttentionV3"),
                       {.keyLengths = true, .table = true, .joinedScales = true}),
          InferenceRow(TwoPhases<&IncreV4, &aclnnIncreFlashAttentionV4>("aclnnIncreFlashAttentionV4"),
                       {.keyLengths = true, .table = true, .joinedScales = true})};
}

}  // namespace openaclnn::catalogue::attention::incre_flash_attention
