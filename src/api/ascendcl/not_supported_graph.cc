// SPDX-License-Identifier: Apache-2.0
#include "acl/acl.h"
#include "runtime/core/not_supported.h"

using openaclnn::runtime::NotSupported;

namespace {

constexpr const char* kGraphCapture = "work is run as it is issued; it cannot be captured";
constexpr const char* kGraphBuilding = "there are no streams that only collect tasks";
constexpr const char* kGraphUse = "there are no graphs";
constexpr const char* kModelStreamBranchesAndLabels = "there are no models whose streams could branch";
constexpr const char* kModelStreamNotesOnCapturedTasks =
    "captured tasks, which it would describe, do not exist";

}  // namespace

extern "C" {

aclError aclmdlRICaptureBegin(aclrtStream /*stream*/, aclmdlRICaptureMode /*mode*/) {
  return NotSupported("aclmdlRICaptureBegin", kGraphCapture);
}

aclError aclmdlRICaptureEnd(aclrtStream /*stream*/, aclmdlRI* /*modelRI*/) {
  return NotSupported("aclmdlRICaptureEnd", kGraphCapture);
}

aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* /*mode*/) {
  return NotSupported("aclmdlRICaptureThreadExchangeMode", kGraphCapture);
}

aclError aclmdlRICaptureTaskGrpBegin(aclrtStream /*stream*/) {
  return NotSupported("aclmdlRICaptureTaskGrpBegin", kGraphCapture);
}

aclError aclmdlRICaptureTaskGrpEnd(aclrtStream /*stream*/, aclrtTaskGrp* /*handle*/) {
  return NotSupported("aclmdlRICaptureTaskGrpEnd", kGraphCapture);
}

aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream /*stream*/, aclrtTaskGrp /*handle*/) {
  return NotSupported("aclmdlRICaptureTaskUpdateBegin", kGraphCapture);
}

aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream /*stream*/) {
  return NotSupported("aclmdlRICaptureTaskUpdateEnd", kGraphCapture);
}

aclError aclmdlRIBuildBegin(aclmdlRI* /*modelRI*/, uint32_t /*flag*/) {
  return NotSupported("aclmdlRIBuildBegin", kGraphBuilding);
}

aclError aclmdlRIBindStream(aclmdlRI /*modelRI*/, aclrtStream /*stream*/, uint32_t /*flag*/) {
  return NotSupported("aclmdlRIBindStream", kGraphBuilding);
}

aclError aclmdlRIUnbindStream(aclmdlRI /*modelRI*/, aclrtStream /*stream*/) {
  return NotSupported("aclmdlRIUnbindStream", kGraphBuilding);
}

aclError aclmdlRIEndTask(aclmdlRI /*modelRI*/, aclrtStream /*stream*/) {
  return NotSupported("aclmdlRIEndTask", kGraphBuilding);
}

aclError aclmdlRIBuildEnd(aclmdlRI /*modelRI*/, void* /*reserve*/) {
  return NotSupported("aclmdlRIBuildEnd", kGraphBuilding);
}

aclError aclmdlRIExecute(aclmdlRI /*modelRI*/, int32_t /*timeout*/) {
  return NotSupported("aclmdlRIExecute", kGraphUse);
}

aclError aclmdlRIExecuteAsync(aclmdlRI /*modelRI*/, aclrtStream /*stream*/) {
  return NotSupported("aclmdlRIExecuteAsync", kGraphUse);
}

aclError aclmdlRIAbort(aclmdlRI /*modelRI*/) {
  return NotSupported("aclmdlRIAbort", kGraphUse);
}

aclError aclmdlRIDestroy(aclmdlRI /*modelRI*/) {
  return NotSupported("aclmdlRIDestroy", kGraphUse);
}

aclError aclmdlRISetName(aclmdlRI /*modelRI*/, const char* /*name*/) {
  return NotSupported("aclmdlRISetName", kGraphUse);
}

aclError aclmdlRIGetName(aclmdlRI /*modelRI*/, uint32_t /*maxLen*/, char* /*name*/) {
  return NotSupported("aclmdlRIGetName", kGraphUse);
}

aclError aclmdlRIDebugPrint(aclmdlRI /*modelRI*/) {
  return NotSupported("aclmdlRIDebugPrint", kGraphUse);
}

aclError aclrtActiveStream(aclrtStream /*activeStream*/, aclrtStream /*stream*/) {
  return NotSupported("aclrtActiveStream", kModelStreamBranchesAndLabels);
}

aclError aclrtSwitchStream(void* /*leftValue*/, aclrtCondition /*cond*/, void* /*rightValue*/,
                           aclrtCompareDataType /*dataType*/, aclrtStream /*trueStream*/,
                           aclrtStream /*falseStream*/, aclrtStream /*stream*/) {
  return NotSupported("aclrtSwitchStream", kModelStreamBranchesAndLabels);
}

aclError aclrtCreateLabel(aclrtLabel* /*label*/) {
  return NotSupported("aclrtCreateLabel", kModelStreamBranchesAndLabels);
}

aclError aclrtSetLabel(aclrtLabel /*label*/, aclrtStream /*stream*/) {
  return NotSupported("aclrtSetLabel", kModelStreamBranchesAndLabels);
}

aclError aclrtDestroyLabel(aclrtLabel /*label*/) {
  return NotSupported("aclrtDestroyLabel", kModelStreamBranchesAndLabels);
}

aclError aclrtCreateLabelList(aclrtLabel* /*labels*/, size_t /*num*/, aclrtLabelList* /*labelList*/) {
  return NotSupported("aclrtCreateLabelList", kModelStreamBranchesAndLabels);
}

aclError aclrtDestroyLabelList(aclrtLabelList /*labelList*/) {
  return NotSupported("aclrtDestroyLabelList", kModelStreamBranchesAndLabels);
}

aclError aclrtSwitchLabelByIndex(void* /*ptr*/, uint32_t /*maxValue*/, aclrtLabelList /*labelList*/,
                                 aclrtStream /*stream*/) {
  return NotSupported("aclrtSwitchLabelByIndex", kModelStreamBranchesAndLabels);
}

aclError aclrtCacheLastTaskOpInfo(const void* const /*infoPtr*/, const size_t /*infoSize*/) {
  return NotSupported("aclrtCacheLastTaskOpInfo", kModelStreamNotesOnCapturedTasks);
}

}  // extern "C"
