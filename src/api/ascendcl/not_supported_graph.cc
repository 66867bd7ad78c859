// SPDX-License-Identifier: Apache-2.0
#include "acl/acl.h"
#include "runtime/core/not_supported.h"

using openaclnn::runtime::NotSupported;

namespace {

constexpr const char* kModelStreamBranchesAndLabels = "there are no models whose streams could branch";
constexpr const char* kModelStreamNotesOnCapturedTasks =
    "captured tasks, which it would describe, do not exist";

}  // namespace

extern "C" {

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
