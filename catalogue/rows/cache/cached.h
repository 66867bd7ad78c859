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
/// Keys or values that are written, of the type of another argument.
[[nodiscard]] Argument Written(std::string name, std::string meaning, std::string shapeText,
                               const std::string& as);

/// A cache and the tokens that go there, or come from there.
struct Cached {
  aclDataType dtype;
  int64_t mode;
  int64_t heads;
  int64_t size;
  Shape shape;  // of the cache
};
[[nodiscard]] Cached DrawCached(Choices& choices);

}  // namespace openaclnn::catalogue::cache
