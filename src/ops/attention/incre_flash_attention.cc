// SPDX-License-Identifier: Apache-2.0
//
// aclnnIncreFlashAttention and its later versions.
#include "aclnnop/aclnn_incre_flash_attention.h"

#include "aclnnop/aclnn_incre_flash_attention_v2.h"
#include "aclnnop/aclnn_incre_flash_attention_v3.h"
#include "aclnnop/aclnn_incre_flash_attention_v4.h"
#include "ops/attention/inference_entry.h"
#include "ops/common/entry.h"

namespace openaclnn {
namespace {

using Args = InferenceArgs;

// Each version has some of these, from the first one on.
constexpr std::array<TensorArgument<Args>, 14> kInputs{{{"query", Role::kInput, &Args::query},
                                                        ListArgument("key", Role::kInput, &Args::keys),
                                                        ListArgument("value", Role::kInput, &Args::values),
                                                        {"pseShift", Role::kInput, &Args::bias},
                                                        {"attenMask", Role::kInput, &Args::mask},
                                                        {"dequantScale1", Role::kInput, &Args::unused},
                                                        {"quantScale1", Role::kInput, &Args::unused},
                                                        {"dequantScale2", Role::kInput, &Args::unused},
                                                        {"quantScale2", Role::kInput, &Args::unused},
                                                        {"quantOffset2", Role::kInput, &Args::unused},
                                                        {"antiquantScale", Role::kInput, &Args::scales},
                                                        {"antiquantOffset", Role::kInput, &Args::offsets},
                                                        {"blockTable", Role::kInput, &Args::table},
                                                        {"kvPaddingSize", Role::kInput, &Args::keyPadding}}};
constexpr std::array<TensorArgument<Args>, 1> kOutputs{{{"attentionOut", Role::kOutput, &Args::out}}};
constexpr auto kArgumentsV1 = ArgumentsOf<5>(kInputs, kOutputs);
constexpr auto kArgumentsV2 = ArgumentsOf<10>(kInputs, kOutputs);
constexpr auto kArgumentsV3 = ArgumentsOf<13>(kInputs, kOutputs);
constexpr auto kArgumentsV4 = ArgumentsOf<14>(kInputs, kOutputs);

constexpr Operator<Args> kIncre{"aclnnIncreFlashAttention", kArgumentsV1, kInferenceKernels};
constexpr Operator<Args> kIncreV2{"aclnnIncreFlashAttentionV2", kArgumentsV2, kInferenceKernels};
constexpr Operator<Args> kIncreV3{"aclnnIncreFlashAttentionV3", kArgumentsV3, kInferenceKernels};
constexpr Operator<Args> kIncreV4{"aclnnIncreFlashAttentionV4", kArgumentsV4, kInferenceKernels};

// What all versions have. Lengths are those of keys.
InferenceCall CallOf(const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                     const aclTensor* pseShift, const aclTensor* attenMask,
                     const aclIntArray* actualSeqLengths, int64_t numHeads, double scaleValue,
                     const char* inputLayout, int64_t numKeyValueHeads, const aclTensor* attentionOut) {
  InferenceCall call;
  call.oneQuery = true;
  call.query.tensor = query;
  call.keyList = key;
  call.valueList = value;
  call.bias.tensor = pseShift;
  call.mask.tensor = attenMask;
  call.keyLengths = {"actualSeqLengths", actualSeqLengths};
  call.heads = numHeads;
  call.scale = scaleValue;
  call.layout = inputLayout;
  call.keyHeads = numKeyValueHeads;
  call.out.tensor = attentionOut;
  return call;
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnIncreFlashAttention,
                (const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                 const aclTensor* pseShift, const aclTensor* attenMask, const aclIntArray* actualSeqLengths,
                 int64_t numHeads, double scaleValue, char* inputLayout, int64_t numKeyValueHeads,
                 const aclTensor* attentionOut),
                {
                  const InferenceCall call =
                      CallOf(query, key, value, pseShift, attenMask, actualSeqLengths, numHeads, scaleValue,
                             inputLayout, numKeyValueHeads, attentionOut);
                  return InferencePhaseOne(__func__, kIncre, call, {}, workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnIncreFlashAttentionV2,
                (const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                 const aclTensor* pseShift, const aclTensor* attenMask, const aclIntArray* actualSeqLengths,
                 const aclTensor* dequantScale1, const aclTensor* quantScale1, const aclTensor* dequantScale2,
                 const aclTensor* quantScale2, const aclTensor* quantOffset2, int64_t numHeads,
                 double scaleValue, char* inputLayout, int64_t numKeyValueHeads,
                 const aclTensor* attentionOut),
                {
                  const InferenceCall call =
                      CallOf(query, key, value, pseShift, attenMask, actualSeqLengths, numHeads, scaleValue,
                             inputLayout, numKeyValueHeads, attentionOut);
                  const aclTensor* const absent[] = {dequantScale1, quantScale1, dequantScale2, quantScale2,
                                                     quantOffset2};
                  return InferencePhaseOne(__func__, kIncreV2, call, absent, workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnIncreFlashAttentionV3,
                (const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                 const aclTensor* pseShift, const aclTensor* attenMask, const aclIntArray* actualSeqLengths,
                 const aclTensor* dequantScale1, const aclTensor* quantScale1, const aclTensor* dequantScale2,
                 const aclTensor* quantScale2, const aclTensor* quantOffset2, const aclTensor* antiquantScale,
                 const aclTensor* antiquantOffset, const aclTensor* blockTable, int64_t numHeads,
                 double scaleValue, char* inputLayout, int64_t numKeyValueHeads, int64_t blockSize,
                 int64_t innerPrecise, const aclTensor* attentionOut),
                {
                  InferenceCall call =
                      CallOf(query, key, value, pseShift, attenMask, actualSeqLengths, numHeads, scaleValue,
                             inputLayout, numKeyValueHeads, attentionOut);
                  call.takesIntegers = true;
                  call.scales.tensor = antiquantScale;
                  call.offsets.tensor = antiquantOffset;
                  call.table.tensor = blockTable;
                  call.blockSize = blockSize;
                  call.innerPrecise = innerPrecise;
                  const aclTensor* const absent[] = {dequantScale1, quantScale1, dequantScale2, quantScale2,
                                                     quantOffset2};
                  return InferencePhaseOne(__func__, kIncreV3, call, absent, workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnIncreFlashAttentionV4,
                (const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                 const aclTensor* pseShift, const aclTensor* attenMask, const aclIntArray* actualSeqLengths,
                 const aclTensor* dequantScale1, const aclTensor* quantScale1, const aclTensor* dequantScale2,
                 const aclTensor* quantScale2, const aclTensor* quantOffset2, const aclTensor* antiquantScale,
                 const aclTensor* antiquantOffset, const aclTensor* blockTable,
                 const aclTensor* kvPaddingSize, int64_t numHeads, double scaleValue, char* inputLayout,
                 int64_t numKeyValueHeads, int64_t blockSize, int64_t innerPrecise,
                 const aclTensor* attentionOut),
                {
                  InferenceCall call =
                      CallOf(query, key, value, pseShift, attenMask, actualSeqLengths, numHeads, scaleValue,
                             inputLayout, numKeyValueHeads, attentionOut);
                  call.takesIntegers = true;
                  call.scales.tensor = antiquantScale;
                  call.offsets.tensor = antiquantOffset;
                  call.table.tensor = blockTable;
                  call.blockSize = blockSize;
                  call.innerPrecise = innerPrecise;
                  call.keyPadding.tensor = kvPaddingSize;
                  const aclTensor* const absent[] = {dequantScale1, quantScale1, dequantScale2, quantScale2,
                                                     quantOffset2};
                  return InferencePhaseOne(__func__, kIncreV4, call, absent, workspaceSize, executor);
                })
