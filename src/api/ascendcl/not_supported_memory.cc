// SPDX-License-Identifier: Apache-2.0
#include "acl/acl.h"
#include "runtime/core/not_supported.h"

using openaclnn::runtime::NotSupported;

namespace {

constexpr const char* kManagedMemoryUncachedAddresses =
    "an emulated device has no cache that could be bypassed";
constexpr const char* kSharedBufferBuffers = "there are no queues that would carry them";

}  // namespace

extern "C" {

aclError aclrtReserveMemAddressNoUCMemory(void** /*virPtr*/, size_t /*size*/, size_t /*alignment*/,
                                          void* /*expectPtr*/, uint64_t /*flags*/) {
  return NotSupported("aclrtReserveMemAddressNoUCMemory", kManagedMemoryUncachedAddresses);
}

aclError aclrtAllocBuf(aclrtMbuf* /*buf*/, size_t /*size*/) {
  return NotSupported("aclrtAllocBuf", kSharedBufferBuffers);
}

aclError aclrtFreeBuf(aclrtMbuf /*buf*/) {
  return NotSupported("aclrtFreeBuf", kSharedBufferBuffers);
}

aclError aclrtGetBufData(const aclrtMbuf /*buf*/, void** /*dataPtr*/, size_t* /*size*/) {
  return NotSupported("aclrtGetBufData", kSharedBufferBuffers);
}

aclError aclrtGetBufDataLen(aclrtMbuf /*buf*/, size_t* /*len*/) {
  return NotSupported("aclrtGetBufDataLen", kSharedBufferBuffers);
}

aclError aclrtSetBufDataLen(aclrtMbuf /*buf*/, size_t /*len*/) {
  return NotSupported("aclrtSetBufDataLen", kSharedBufferBuffers);
}

aclError aclrtGetBufUserData(const aclrtMbuf /*buf*/, void* /*dataPtr*/, size_t /*size*/, size_t /*offset*/) {
  return NotSupported("aclrtGetBufUserData", kSharedBufferBuffers);
}

aclError aclrtSetBufUserData(aclrtMbuf /*buf*/, const void* /*dataPtr*/, size_t /*size*/, size_t /*offset*/) {
  return NotSupported("aclrtSetBufUserData", kSharedBufferBuffers);
}

aclError aclrtCopyBufRef(const aclrtMbuf /*buf*/, aclrtMbuf* /*newBuf*/) {
  return NotSupported("aclrtCopyBufRef", kSharedBufferBuffers);
}

aclError aclrtAppendBufChain(aclrtMbuf /*headBuf*/, aclrtMbuf /*buf*/) {
  return NotSupported("aclrtAppendBufChain", kSharedBufferBuffers);
}

aclError aclrtGetBufChainNum(aclrtMbuf /*headBuf*/, uint32_t* /*num*/) {
  return NotSupported("aclrtGetBufChainNum", kSharedBufferBuffers);
}

aclError aclrtGetBufFromChain(aclrtMbuf /*headBuf*/, uint32_t /*index*/, aclrtMbuf* /*buf*/) {
  return NotSupported("aclrtGetBufFromChain", kSharedBufferBuffers);
}

}  // extern "C"
