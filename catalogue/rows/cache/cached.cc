// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/cache/cached.h"

#include <array>
#include <utility>

namespace openaclnn::catalogue::cache {
namespace {

constexpr std::array<const char*, 2> kModes{"Norm", "PA_NZ"};

// Elements of 32 bytes.
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

Argument Written(std::string name, std::string meaning, std::string shapeText, const std::string& as) {
  Argument argument = InPlace(std::move(name), TokenDTypes());
  argument.meaning = std::move(meaning);
  argument.shapeText = std::move(shapeText);
  argument.others = {ACL_UINT16, ACL_UINT32};
  argument.dtype = SameAs(as);
  return argument;
}

Cached DrawCached(Choices& choices) {
  Cached drawn;
  drawn.dtype = choices.DType(TokenDTypes());
  drawn.mode = static_cast<int64_t>(choices.Below(2));
  drawn.heads = choices.Extent(false);
  drawn.size =
      (drawn.mode == 0 ? 1 : ElementsOfPiece(drawn.dtype)) * (1 + static_cast<int64_t>(choices.Below(3)));
  drawn.shape = CacheShape(drawn.mode, choices.Extent(false), choices.Extent(false), drawn.heads, drawn.size,
                           drawn.dtype);
  return drawn;
}

}  // namespace openaclnn::catalogue::cache
