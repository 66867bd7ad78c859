// SPDX-License-Identifier: Apache-2.0
//
// What operators on paged caches have in common.
#pragma once

#include <string>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::cache {

/// Modes as their numbers in catalogue calls stand for them; another number is a name that no mode has.
[[nodiscard]] std::string CacheModeText(int64_t mode);
[[nodiscard]] Argument CacheMode();
/// The types that tokens have.
[[nodiscard]] DTypes TokenDTypes();
/// Elements of 32 bytes.
[[nodiscard]] int64_t ElementsOfPiece(aclDataType dtype);
/// The shape of a cache.
[[nodiscard]] Shape CacheShape(int64_t mode, int64_t blocks, int64_t blockSize, int64_t heads, int64_t size,
                               aclDataType dtype);

}  // namespace openaclnn::catalogue::cache
