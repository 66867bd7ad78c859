// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"

namespace openaclnn::runtime {

/// Four rows of two are added to those of a table of two that four indices name; it needs workspace, of which this is
/// enough.
inline constexpr size_t kAddRowsWorkspace = size_t{1} << 20;
inline aclnnStatus AddRows(void* rows, void* indices, void* table, void* workspace, aclrtStream stream) {
  const std::array<int64_t, 2> rowDims{4, 2};
  const std::array<int64_t, 2> tableDims{2, 2};
  const std::array<int64_t, 2> strides{2, 1};
  const int64_t count = 4;
  const int64_t one = 1;
  aclTensor* const g = aclCreateTensor(rowDims.data(), 2, ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND,
                                       rowDims.data(), 2, rows);
  aclTensor* const i = aclCreateTensor(&count, 1, ACL_INT64, &one, 0, ACL_FORMAT_ND, &count, 1, indices);
  aclTensor* const o = aclCreateTensor(tableDims.data(), 2, ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND,
                                       tableDims.data(), 2, table);
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnEmbeddingDenseBackwardGetWorkspaceSize(g, i, 2, 100, false, o, &bytes, &executor), 0);
  EXPECT_GT(bytes, 0U);
  EXPECT_LE(bytes, kAddRowsWorkspace);
  const aclnnStatus status = aclnnEmbeddingDenseBackward(workspace, bytes, executor, stream);
  for (aclTensor* const tensor : {g, i, o}) {
    aclDestroyTensor(tensor);
  }
  return status;
}

}  // namespace openaclnn::runtime
