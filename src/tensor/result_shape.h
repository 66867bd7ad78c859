// SPDX-License-Identifier: Apache-2.0
//
// Outputs whose shape the data decide, as of the elements that a mask selects: work says it when it is done,
// and clients ask the tensor for it then. They may as well have destroyed the tensor before.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "tensor/objects.h"

namespace openaclnn {

class ResultShape {
 public:
  // The tensor's: one, however often work is planned for it.
  [[nodiscard]] static std::shared_ptr<ResultShape> Of(aclTensor& tensor);

  // The tensor's dims from now on, if it is still there. One that was contiguous is so with these.
  void Set(std::span<const int64_t> dims);

  // Before a tensor is destroyed, whether it has a result's shape or not.
  static void Forget(const aclTensor* tensor);

 private:
  aclTensor* tensor_ = nullptr;  // null once it is destroyed
};

}  // namespace openaclnn
