// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/stream/values.h"

using openaclnn::Boundary;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtValueWrite(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream) {
  return Boundary("aclrtValueWrite", [&] { return runtime::WriteValue(devAddr, value, flag, stream); });
}

aclError aclrtValueWait(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream) {
  return Boundary("aclrtValueWait", [&] { return runtime::WaitForValue(devAddr, value, flag, stream); });
}

}  // extern "C"
