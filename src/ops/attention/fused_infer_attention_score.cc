// SPDX-License-Identifier: Apache-2.0
//
// aclnnFusedInferAttentionScore and its later versions.
#include "aclnnop/aclnn_fused_infer_attention_score.h"

#include "aclnnop/aclnn_fused_infer_attention_score_v2.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v3.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v4.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v5.h"
#include "ops/attention/inference_entry.h"
#include "ops/common/entry.h"

namespace openaclnn {
namespace {

using Args = InferenceArgs;

// Each version has some of these, from the first one on.
constexpr std::array<TensorArgument<Args>, 26> kInputs{
    {{"query", Role::kInput, &Args::query},
     ListArgument("key", Role::kInput, &Args::keys),
     ListArgument("value", Role::kInput, &Args::values),
     {"pseShift", Role::kInput, &Args::bias},
     {"attenMask", Role::kInput, &Args::mask},
     {"deqScale1", Role::kInput, &Args::unused},
     {"quantScale1", Role::kInput, &Args::unused},
     {"deqScale2", Role::kInput, &Args::unused},
     {"quantScale2", Role::kInput, &Args::unused},
     {"quantOffset2", Role::kInput, &Args::unused},
     {"antiquantScale", Role::kInput, &Args::scales},
     {"antiquantOffset", Role::kInput, &Args::offsets},
     {"blockTable", Role::kInput, &Args::table},
     {"queryPaddingSize", Role::kInput, &Args::queryPadding},
     {"kvPaddingSize", Role::kInput, &Args::keyPadding},
     {"keyAntiquantScale", Role::kInput, &Args::keyScales},
     {"keyAntiquantOffset", Role::kInput, &Args::keyOffsets},
     {"valueAntiquantScale", Role::kInput, &Args::valueScales},
     {"valueAntiquantOffset", Role::kInput, &Args::valueOffsets},
     {"keySharedPrefix", Role::kInput, &Args::keyPrefix},
     {"valueSharedPrefix", Role::kInput, &Args::valuePrefix},
     {"queryRope", Role::kInput, &Args::queryRope},
     {"keyRope", Role::kInput, &Args::keyRope},
     {"keyRopeAntiquantScale", Role::kInput, &Args::unused},
     {"dequantScaleQuery", Role::kInput, &Args::unused},
     {"learnableSink", Role::kInput, &Args::sink}}};
constexpr std::array<TensorArgument<Args>, 2> kOutputs{
    {{"attentionOut", Role::kOutput, &Args::out}, {"softmaxLse", Role::kOutput, &Args::lse}}};
constexpr auto kArgumentsV1 = ArgumentsOf<15>(kInputs, kOutputs);
constexpr auto kArgumentsV2 = ArgumentsOf<21>(kInputs, kOutputs);
constexpr auto kArgumentsV3 = ArgumentsOf<24>(kInputs, kOutputs);
constexpr auto kArgumentsV4 = ArgumentsOf<26>(kInputs, kOutputs);

constexpr Operator<Args> kFusedInfer{"aclnnFusedInferAttentionScore", kArgumentsV1, kInferenceKernels};
constexpr Operator<Args> kFusedInferV2{"aclnnFusedInferAttentionScoreV2", kArgumentsV2, kInferenceKernels};
constexpr Operator<Args> kFusedInferV3{"aclnnFusedInferAttentionScoreV3", kArgumentsV3, kInferenceKernels};
constexpr Operator<Args> kFusedInferV4{"aclnnFusedInferAttentionScoreV4", kArgumentsV4, kInferenceKernels};
constexpr Operator<Args> kFusedInferV5{"aclnnFusedInferAttentionScoreV5", kArgumentsV4, kInferenceKernels};

// What all versions have.
InferenceCall CallOf(const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                     const aclTensor* pseShift, const aclTensor* attenMask,
                     const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
                     const aclTensor* blockTable, const aclTensor* queryPaddingSize,
                     const aclTensor* kvPaddingSize, int64_t numHeads, double scaleValue, int64_t preTokens,
                     int64_t nextTokens, const char* inputLayout, int64_t numKeyValueHeads,
                     int64_t sparseMode, int64_t innerPrecise, int64_t blockSize, bool softmaxLseFlag,
                     const aclTensor* attentionOut, const aclTensor* softmaxLse) {
  InferenceCall call;
  call.query.tensor = query;
  call.keyList = key;
  call.valueList = value;
  call.bias.tensor = pseShift;
  call.mask.tensor = attenMask;
  call.queryLengths.list = actualSeqLengths;
  call.keyLengths.list = actualSeqLengthsKv;
  call.table.tensor = blockTable;
  call.queryPadding.tensor = queryPaddingSize;
  call.keyPadding.tensor = kvPaddingSize;
  call.heads = numHeads;
  call.scale = scaleValue;
  call.before = preTokens;
  call.after = nextTokens;
  call.layout = inputLayout;
  call.keyHeads = numKeyValueHeads;
  call.sparseMode = sparseMode;
  call.innerPrecise = innerPrecise;
  call.blockSize = blockSize;
  call.wantsLse = softmaxLseFlag;
  call.out.tensor = attentionOut;
  call.lse.tensor = softmaxLse;
  return call;
}

void SetScales(const aclTensor* antiquantScale, const aclTensor* antiquantOffset, int64_t antiquantMode,
               InferenceCall* call) {
  call->takesIntegers = true;
  call->scales.tensor = antiquantScale;
  call->offsets.tensor = antiquantOffset;
  call->scaleMode = antiquantMode;
}

// Those of keys, or of values.
struct OwnScales {
  const aclTensor* scales;
  const aclTensor* offsets;
  int64_t mode;
};
void SetOwnScales(const OwnScales& keys, const OwnScales& values, InferenceCall* call) {
  call->keyScales.tensor = keys.scales;
  call->keyOffsets.tensor = keys.offsets;
  call->keyScaleMode = keys.mode;
  call->valueScales.tensor = values.scales;
  call->valueOffsets.tensor = values.offsets;
  call->valueScaleMode = values.mode;
}

void SetPrefix(const aclTensor* keySharedPrefix, const aclTensor* valueSharedPrefix,
               const aclIntArray* actualSharedPrefixLen, InferenceCall* call) {
  call->keyPrefix.tensor = keySharedPrefix;
  call->valuePrefix.tensor = valueSharedPrefix;
  call->prefixLength.list = actualSharedPrefixLen;
}

void SetRope(const aclTensor* queryRope, const aclTensor* keyRope, InferenceCall* call) {
  call->queryRope.tensor = queryRope;
  call->keyRope.tensor = keyRope;
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(
    aclnnFusedInferAttentionScore,
    (const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
     const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
     const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
     const aclTensor* quantScale2, const aclTensor* quantOffset2, const aclTensor* antiquantScale,
     const aclTensor* antiquantOffset, const aclTensor* blockTable, const aclTensor* queryPaddingSize,
     const aclTensor* kvPaddingSize, int64_t numHeads, double scaleValue, int64_t preTokens,
     int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode,
     int64_t innerPrecise, int64_t blockSize, int64_t antiquantMode, bool softmaxLseFlag,
     const aclTensor* attentionOut, const aclTensor* softmaxLse),
    {
      InferenceCall call = CallOf(
          query, key, value, pseShift, attenMask, actualSeqLengths, actualSeqLengthsKv, blockTable,
          queryPaddingSize, kvPaddingSize, numHeads, scaleValue, preTokens, nextTokens, inputLayout,
          numKeyValueHeads, sparseMode, innerPrecise, blockSize, softmaxLseFlag, attentionOut, softmaxLse);
      SetScales(antiquantScale, antiquantOffset, antiquantMode, &call);
      const aclTensor* const absent[] = {deqScale1, quantScale1, deqScale2, quantScale2, quantOffset2};
      return InferencePhaseOne(__func__, kFusedInfer, call, absent, workspaceSize, executor);
    })

OPENACLNN_ENTRY(
    aclnnFusedInferAttentionScoreV2,
    (const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
     const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
     const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
     const aclTensor* quantScale2, const aclTensor* quantOffset2, const aclTensor* antiquantScale,
     const aclTensor* antiquantOffset, const aclTensor* blockTable, const aclTensor* queryPaddingSize,
     const aclTensor* kvPaddingSize, const aclTensor* keyAntiquantScale, const aclTensor* keyAntiquantOffset,
     const aclTensor* valueAntiquantScale, const aclTensor* valueAntiquantOffset,
     const aclTensor* keySharedPrefix, const aclTensor* valueSharedPrefix,
     const aclIntArray* actualSharedPrefixLen, int64_t numHeads, double scaleValue, int64_t preTokens,
     int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode,
     int64_t innerPrecise, int64_t blockSize, int64_t antiquantMode, bool softmaxLseFlag,
     int64_t keyAntiquantMode, int64_t valueAntiquantMode, const aclTensor* attentionOut,
     const aclTensor* softmaxLse),
    {
      InferenceCall call = CallOf(
          query, key, value, pseShift, attenMask, actualSeqLengths, actualSeqLengthsKv, blockTable,
          queryPaddingSize, kvPaddingSize, numHeads, scaleValue, preTokens, nextTokens, inputLayout,
          numKeyValueHeads, sparseMode, innerPrecise, blockSize, softmaxLseFlag, attentionOut, softmaxLse);
      SetScales(antiquantScale, antiquantOffset, antiquantMode, &call);
      SetOwnScales({keyAntiquantScale, keyAntiquantOffset, keyAntiquantMode},
                   {valueAntiquantScale, valueAntiquantOffset, valueAntiquantMode}, &call);
      SetPrefix(keySharedPrefix, valueSharedPrefix, actualSharedPrefixLen, &call);
      const aclTensor* const absent[] = {deqScale1, quantScale1, deqScale2, quantScale2, quantOffset2};
      return InferencePhaseOne(__func__, kFusedInferV2, call, absent, workspaceSize, executor);
    })

OPENACLNN_ENTRY(aclnnFusedInferAttentionScoreV3,
                (const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                 const aclTensor* pseShift, const aclTensor* attenMask, const aclIntArray* actualSeqLengths,
                 const aclIntArray* actualSeqLengthsKv, const aclTensor* deqScale1,
                 const aclTensor* quantScale1, const aclTensor* deqScale2, const aclTensor* quantScale2,
                 const aclTensor* quantOffset2, const aclTensor* antiquantScale,
                 const aclTensor* antiquantOffset, const aclTensor* blockTable,
                 const aclTensor* queryPaddingSize, const aclTensor* kvPaddingSize,
                 const aclTensor* keyAntiquantScale, const aclTensor* keyAntiquantOffset,
                 const aclTensor* valueAntiquantScale, const aclTensor* valueAntiquantOffset,
                 const aclTensor* keySharedPrefix, const aclTensor* valueSharedPrefix,
                 const aclIntArray* actualSharedPrefixLen, const aclTensor* queryRope,
                 const aclTensor* keyRope, const aclTensor* keyRopeAntiquantScale, int64_t numHeads,
                 double scaleValue, int64_t preTokens, int64_t nextTokens, char* inputLayout,
                 int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise, int64_t blockSize,
                 int64_t antiquantMode, bool softmaxLseFlag, int64_t keyAntiquantMode,
                 int64_t valueAntiquantMode, const aclTensor* attentionOut, const aclTensor* softmaxLse),
                {
                  InferenceCall call =
                      CallOf(query, key, value, pseShift, attenMask, actualSeqLengths, actualSeqLengthsKv,
                             blockTable, queryPaddingSize, kvPaddingSize, numHeads, scaleValue, preTokens,
                             nextTokens, inputLayout, numKeyValueHeads, sparseMode, innerPrecise, blockSize,
                             softmaxLseFlag, attentionOut, softmaxLse);
                  SetScales(antiquantScale, antiquantOffset, antiquantMode, &call);
                  SetOwnScales({keyAntiquantScale, keyAntiquantOffset, keyAntiquantMode},
                               {valueAntiquantScale, valueAntiquantOffset, valueAntiquantMode}, &call);
                  SetPrefix(keySharedPrefix, valueSharedPrefix, actualSharedPrefixLen, &call);
                  SetRope(queryRope, keyRope, &call);
                  const aclTensor* const absent[] = {deqScale1,   quantScale1,  deqScale2,
                                                     quantScale2, quantOffset2, keyRopeAntiquantScale};
                  return InferencePhaseOne(__func__, kFusedInferV3, call, absent, workspaceSize, executor);
                })

OPENACLNN_ENTRY(
    aclnnFusedInferAttentionScoreV4,
    (const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
     const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
     const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
     const aclTensor* quantScale2, const aclTensor* quantOffset2, const aclTensor* antiquantScale,
     const aclTensor* antiquantOffset, const aclTensor* blockTable, const aclTensor* queryPaddingSize,
     const aclTensor* kvPaddingSize, const aclTensor* keyAntiquantScale, const aclTensor* keyAntiquantOffset,
     const aclTensor* valueAntiquantScale, const aclTensor* valueAntiquantOffset,
     const aclTensor* keySharedPrefix, const aclTensor* valueSharedPrefix,
     const aclIntArray* actualSharedPrefixLen, const aclTensor* queryRope, const aclTensor* keyRope,
     const aclTensor* keyRopeAntiquantScale, const aclTensor* dequantScaleQuery,
     const aclTensor* learnableSink, int64_t numHeads, double scaleValue, int64_t preTokens,
     int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode,
     int64_t innerPrecise, int64_t blockSize, int64_t antiquantMode, bool softmaxLseFlag,
     int64_t keyAntiquantMode, int64_t valueAntiquantMode, int64_t /*queryQuantMode*/,
     const aclTensor* attentionOut, const aclTensor* softmaxLse),
    {
      InferenceCall call = CallOf(
          query, key, value, pseShift, attenMask, actualSeqLengths, actualSeqLengthsKv, blockTable,
          queryPaddingSize, kvPaddingSize, numHeads, scaleValue, preTokens, nextTokens, inputLayout,
          numKeyValueHeads, sparseMode, innerPrecise, blockSize, softmaxLseFlag, attentionOut, softmaxLse);
      SetScales(antiquantScale, antiquantOffset, antiquantMode, &call);
      SetOwnScales({keyAntiquantScale, keyAntiquantOffset, keyAntiquantMode},
                   {valueAntiquantScale, valueAntiquantOffset, valueAntiquantMode}, &call);
      SetPrefix(keySharedPrefix, valueSharedPrefix, actualSharedPrefixLen, &call);
      SetRope(queryRope, keyRope, &call);
      call.sink.tensor = learnableSink;
      const aclTensor* const absent[] = {deqScale1,    quantScale1,           deqScale2,        quantScale2,
                                         quantOffset2, keyRopeAntiquantScale, dequantScaleQuery};
      return InferencePhaseOne(__func__, kFusedInferV4, call, absent, workspaceSize, executor);
    })

OPENACLNN_ENTRY(
    aclnnFusedInferAttentionScoreV5,
    (const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
     const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
     const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
     const aclTensor* quantScale2, const aclTensor* quantOffset2, const aclTensor* antiquantScale,
     const aclTensor* antiquantOffset, const aclTensor* blockTable, const aclTensor* queryPaddingSize,
     const aclTensor* kvPaddingSize, const aclTensor* keyAntiquantScale, const aclTensor* keyAntiquantOffset,
     const aclTensor* valueAntiquantScale, const aclTensor* valueAntiquantOffset,
     const aclTensor* keySharedPrefix, const aclTensor* valueSharedPrefix,
     const aclIntArray* actualSharedPrefixLen, const aclTensor* queryRope, const aclTensor* keyRope,
     const aclTensor* keyRopeAntiquantScale, const aclTensor* dequantScaleQuery,
     const aclTensor* learnableSink, const aclIntArray* /*qStartIdx*/, const aclIntArray* /*kvStartIdx*/,
     int64_t numHeads, double scaleValue, int64_t preTokens, int64_t nextTokens, char* inputLayout,
     int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise, int64_t blockSize,
     int64_t antiquantMode, bool softmaxLseFlag, int64_t keyAntiquantMode, int64_t valueAntiquantMode,
     int64_t /*queryQuantMode*/, int64_t pseType, const aclTensor* attentionOut, const aclTensor* softmaxLse),
    {
      InferenceCall call = CallOf(
          query, key, value, pseShift, attenMask, actualSeqLengths, actualSeqLengthsKv, blockTable,
          queryPaddingSize, kvPaddingSize, numHeads, scaleValue, preTokens, nextTokens, inputLayout,
          numKeyValueHeads, sparseMode, innerPrecise, blockSize, softmaxLseFlag, attentionOut, softmaxLse);
      SetScales(antiquantScale, antiquantOffset, antiquantMode, &call);
      SetOwnScales({keyAntiquantScale, keyAntiquantOffset, keyAntiquantMode},
                   {valueAntiquantScale, valueAntiquantOffset, valueAntiquantMode}, &call);
      SetPrefix(keySharedPrefix, valueSharedPrefix, actualSharedPrefixLen, &call);
      SetRope(queryRope, keyRope, &call);
      call.sink.tensor = learnableSink;
      call.biasType = pseType;
      const aclTensor* const absent[] = {deqScale1,    quantScale1,           deqScale2,        quantScale2,
                                         quantOffset2, keyRopeAntiquantScale, dequantScaleQuery};
      return InferencePhaseOne(__func__, kFusedInferV5, call, absent, workspaceSize, executor);
    })

// Bounds for any call of these shapes: what the call itself takes.
decltype(aclnnFusedInferAttentionScoreV3GetWorkspaceSize) aclnnFusedInferAttentionScoreV3GetMaxWorkspaceSize
    __attribute__((alias("aclnnFusedInferAttentionScoreV3GetWorkspaceSize")));
decltype(aclnnFusedInferAttentionScoreV4GetWorkspaceSize) aclnnFusedInferAttentionScoreV4GetMaxWorkspaceSize
    __attribute__((alias("aclnnFusedInferAttentionScoreV4GetWorkspaceSize")));
decltype(aclnnFusedInferAttentionScoreV5GetWorkspaceSize) aclnnFusedInferAttentionScoreV5GetMaxWorkspaceSize
    __attribute__((alias("aclnnFusedInferAttentionScoreV5GetWorkspaceSize")));
