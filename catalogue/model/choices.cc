// SPDX-License-Identifier: Apache-2.0
#include "catalogue/model/choices.h"

#include <algorithm>

namespace openaclnn::catalogue {

// Beside an extent of 0, others may be as large as they come; half of that leaves room for paddings.
int64_t Choices::ExtentFor(int64_t window) {
  return std::min(Extent(false), INT64_MAX / 2) + window - 1;
}

Shape Choices::AnyShape(size_t mostRank) {
  Shape shape(Below(mostRank + 1));
  for (int64_t& extent : shape) {
    extent = Extent();
  }
  return shape;
}

Shape Choices::AnyShapeOf(int64_t count) {
  Shape shape{count};
  const size_t splits = Below(4);
  for (size_t i = 0; i < splits; ++i) {
    const int64_t last = shape.back();
    const auto factor = static_cast<int64_t>(1 + Below(4));
    if (last > 0 && last % factor == 0) {
      shape.back() = factor;
      shape.push_back(last / factor);
    }
  }
  return shape;
}

Shape Choices::Narrowed(Shape shape) {
  switch (Below(4)) {
    default:
      return shape;
    case 2:
      for (int64_t& extent : shape) {
        extent = Chance(128) ? 1 : extent;
      }
      return shape;
    case 3: {
      const size_t dropped = Below(shape.size() + 1);
      shape.erase(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(dropped));
      return shape;
    }
  }
}

std::vector<int64_t> Choices::SomeDims(size_t rank) {
  std::vector<int64_t> dims;
  for (size_t dim = 0; dim < rank; ++dim) {
    if (Chance(128)) {
      const auto number = static_cast<int64_t>(dim);
      dims.push_back(Chance(64) ? number - static_cast<int64_t>(rank) : number);
    }
  }
  return dims;
}

RandomChoices::RandomChoices(uint64_t seed, aclDataType dtype, int64_t elements)
    : random_(seed), dtype_(dtype), left_(elements) {}

size_t RandomChoices::Below(size_t count) {
  return count <= 1 ? 0 : static_cast<size_t>(random_() % count);
}

bool RandomChoices::Chance(unsigned of256) {
  return random_() % 256 < of256;
}

int64_t RandomChoices::AnyInteger() {
  return static_cast<int64_t>(random_() % 64) - 8;
}

int64_t RandomChoices::Extent(bool /*mayBeZero*/) {
  // The large dim may come first or last: each takes what a root of the rest allows, or nearly all of it.
  const auto most = static_cast<uint64_t>(std::max<int64_t>(left_, 1));
  const uint64_t root = std::max<uint64_t>(most / (random_() % 4 == 0 ? 4 : 32), 2);
  const auto extent = static_cast<int64_t>(std::min(1 + random_() % root, most));
  left_ = std::max<int64_t>(left_ / extent, 1);
  return extent;
}

aclDataType RandomChoices::DType(const DTypes& dtypes) {
  return Contains(dtypes, dtype_) ? dtype_ : dtypes.front();
}

}  // namespace openaclnn::catalogue
