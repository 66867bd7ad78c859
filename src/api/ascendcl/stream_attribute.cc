// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

#include "acl/acl.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "runtime/settings/float_overflow.h"
#include "runtime/stream/stream_attributes.h"

using openaclnn::Boundary;
using openaclnn::NumberOf;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                 aclrtStreamAttrValue* value) {
  return Boundary("aclrtSetStreamAttribute",
                  [&] { return runtime::SetStreamAttribute(stream, NumberOf(stmAttrType), value); });
}

aclError aclrtGetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                 aclrtStreamAttrValue* value) {
  return Boundary("aclrtGetStreamAttribute",
                  [&] { return runtime::GetStreamAttribute(stream, NumberOf(stmAttrType), value); });
}

aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag) {
  return Boundary("aclrtSetStreamOverflowSwitch",
                  [&] { return runtime::SetStreamOverflowSwitch(stream, flag); });
}

aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t* flag) {
  return Boundary("aclrtGetStreamOverflowSwitch",
                  [&] { return runtime::GetStreamOverflowSwitch(stream, flag); });
}

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) {
  return Boundary("aclrtSetDeviceSatMode", [&] { return runtime::SetSaturationMode(NumberOf(mode)); });
}

aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode) {
  return Boundary("aclrtGetDeviceSatMode", [&] { return runtime::GetSaturationMode(mode); });
}

aclError aclrtGetOverflowStatus(void* outputAddr, size_t outputSize, aclrtStream stream) {
  return Boundary("aclrtGetOverflowStatus",
                  [&] { return runtime::EnqueueOverflowStatus(outputAddr, outputSize, stream); });
}

aclError aclrtResetOverflowStatus(aclrtStream stream) {
  return Boundary("aclrtResetOverflowStatus", [&] { return runtime::EnqueueOverflowReset(stream); });
}

}  // extern "C"
