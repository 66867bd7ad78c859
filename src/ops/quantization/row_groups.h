// SPDX-License-Identifier: Apache-2.0
//
// Groups of rows that follow each other, by where they end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "base/status.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

/// Which group a row is of: the first that ends behind it.
class RowGroups {
 public:
  explicit RowGroups(const TensorView& ends) : ends_(ends, 0), count_(ends.NumElements()) {}

  [[nodiscard]] int64_t Find(int64_t row) const {
    std::array<int64_t, kTileElements> tile;
    for (int64_t begin = 0; begin < count_; begin += kTileElements) {
      const int64_t some = std::min(kTileElements, count_ - begin);
      ends_.Read(begin, some, tile.data());
      const int64_t* const first = tile.data();
      const int64_t* const end = first + some;
      const int64_t* const found = std::find_if(first, end, [&](int64_t last) { return row < last; });
      if (found != end) {
        return begin + (found - first);
      }
    }
    return count_;
  }

 private:
  IndexReader ends_;
  int64_t count_;
};

/// Where the last row has a group, the others have one.
inline Status CheckRowGroups(const char* name, const TensorView& ends, int64_t rows) {
  if (rows > 0 && RowGroups(ends).Find(rows - 1) == ends.NumElements()) {
    return {code::kRtVectorCoreException, std::string(name) + ": expected an end of at least " +
                                              std::to_string(rows) +
                                              ", the rows of x, got only smaller ones"};
  }
  return Status::Ok();
}

}  // namespace openaclnn
