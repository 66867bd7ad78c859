// SPDX-License-Identifier: Apache-2.0
#include "acl/acl.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "runtime/graph/branches.h"

using openaclnn::Boundary;
using openaclnn::NumberOf;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtActiveStream(aclrtStream activeStream, aclrtStream stream) {
  return Boundary("aclrtActiveStream", [&] { return runtime::StartStream(activeStream, stream); });
}

aclError aclrtSwitchStream(void* leftValue, aclrtCondition cond, void* rightValue,
                           aclrtCompareDataType dataType, aclrtStream trueStream, aclrtStream falseStream,
                           aclrtStream stream) {
  return Boundary("aclrtSwitchStream", [&] {
    return runtime::SwitchStream(
        {leftValue, rightValue, NumberOf(cond), NumberOf(dataType), trueStream, falseStream}, stream);
  });
}

aclError aclrtCreateLabel(aclrtLabel* label) {
  return Boundary("aclrtCreateLabel", [&] { return runtime::CreateLabel(label); });
}

aclError aclrtSetLabel(aclrtLabel label, aclrtStream stream) {
  return Boundary("aclrtSetLabel", [&] { return runtime::SetLabel(label, stream); });
}

aclError aclrtDestroyLabel(aclrtLabel label) {
  return Boundary("aclrtDestroyLabel", [&] { return runtime::DestroyLabel(label); });
}

aclError aclrtCreateLabelList(aclrtLabel* labels, size_t num, aclrtLabelList* labelList) {
  return Boundary("aclrtCreateLabelList", [&] { return runtime::CreateLabelList(labels, num, labelList); });
}

aclError aclrtDestroyLabelList(aclrtLabelList labelList) {
  return Boundary("aclrtDestroyLabelList", [&] { return runtime::DestroyLabelList(labelList); });
}

aclError aclrtSwitchLabelByIndex(void* ptr, uint32_t maxValue, aclrtLabelList labelList, aclrtStream stream) {
  return Boundary("aclrtSwitchLabelByIndex",
                  [&] { return runtime::SwitchLabel(ptr, maxValue, labelList, stream); });
}

}  // extern "C"
