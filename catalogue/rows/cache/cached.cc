// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/cache/cached.h"

#include <array>

namespace openaclnn::catalogue::cache {
namespace {

constexpr std::array<const char*, 2> kModes{"Norm", "PA_NZ"};

}  // namespace

std::string CacheModeText(int64_t mode) {
  const auto index = static_cast<size_t>(mode);
  return index < kModes.size() ? kModes[index] : std::to_string(mode);
}

Argument CacheMode() {
  return Mode("cacheMode", "how the elements of a block lie", {{"Norm", 0}, {"PA_NZ", 1}});
}

DTypes TokenDTypes() {
  DTypes dtypes = Floats();
  dtypes.insert(dtypes.end(), {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32});
  return dtypes;
}

int64_t ElementsOfPiece(aclDataType dtype) {
  switch (dtype) {
    case ACL_INT8:
    case ACL_UINT8:
      return 32;
    case ACL_FLOAT:
    case ACL_INT32:
      return 8;
    default:
      return 16;
  }
}

Shape CacheShape(int64_t mode, int64_t blocks, int64_t blockSize, int64_t heads, int64_t size,
                 aclDataType dtype) {
  if (mode == 0) {
    return {blocks, blockSize, heads, size};
  }
  const int64_t piece = ElementsOfPiece(dtype);
  return {blocks, heads * size / piece, blockSize, piece};
}

}  // namespace openaclnn::catalogue::cache
