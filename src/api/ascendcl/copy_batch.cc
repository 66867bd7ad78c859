// SPDX-License-Identifier: Apache-2.0
#include "runtime/copy/copy_batch.h"

#include <cstddef>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/core/check.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtMemcpyBatch(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes, size_t numBatches,
                          aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes, size_t numAttrs,
                          size_t* failIndex) {
  return Boundary("aclrtMemcpyBatch", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("failIndex", failIndex));
    return runtime::CopyBatch({dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs},
                              failIndex);
  });
}

aclError aclrtMemcpyBatchV2(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes, size_t numBatches,
                            aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes, size_t numAttrs) {
  return Boundary("aclrtMemcpyBatchV2", [&] {
    return runtime::CopyBatch({dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs},
                              nullptr);
  });
}

aclError aclrtMemcpyBatchAsync(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes, size_t numBatches,
                               aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes, size_t numAttrs,
                               size_t* failIndex, aclrtStream stream) {
  return Boundary("aclrtMemcpyBatchAsync", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("failIndex", failIndex));
    return runtime::EnqueueCopyBatch({dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs},
                                     stream, failIndex);
  });
}

aclError aclrtMemcpyBatchAsyncV2(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes, size_t numBatches,
                                 aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes, size_t numAttrs,
                                 aclrtStream stream) {
  return Boundary("aclrtMemcpyBatchAsyncV2", [&] {
    return runtime::EnqueueCopyBatch({dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs},
                                     stream, nullptr);
  });
}

}  // extern "C"
