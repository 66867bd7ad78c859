// SPDX-License-Identifier: Apache-2.0
#include "tensor/result_shape.h"

#include <atomic>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/no_destructor.h"
#include "base/tensor_view.h"

namespace openaclnn {
namespace {

// Those of all tensors that have one, which are few: each is used some times in its life.
struct Table {
  std::mutex mutex;
  std::unordered_map<const aclTensor*, std::shared_ptr<ResultShape>> shapes;
  std::atomic<size_t> size = 0;  // of `shapes`: most tensors need not look there
};

Table& Shapes() {
  static NoDestructor<Table> table;
  return *table;
}

std::vector<int64_t> Contiguous(std::span<const int64_t> dims) {
  std::vector<int64_t> strides(dims.size());
  ContiguousStrides(dims, strides);
  return strides;
}

}  // namespace

std::shared_ptr<ResultShape> ResultShape::Of(aclTensor& tensor) {
  Table& table = Shapes();
  const std::scoped_lock lock(table.mutex);
  std::shared_ptr<ResultShape>& shape = table.shapes[&tensor];
  if (shape == nullptr) {
    shape = std::make_shared<ResultShape>();
    shape->tensor_ = &tensor;
    table.size = table.shapes.size();
  }
  return shape;
}

void ResultShape::Set(std::span<const int64_t> dims) {
  const std::scoped_lock lock(Shapes().mutex);
  if (tensor_ == nullptr) {
    return;
  }
  if (tensor_->strides == Contiguous(tensor_->viewDims)) {
    tensor_->strides = Contiguous(dims);
  }
  tensor_->viewDims.assign(dims.begin(), dims.end());
  KnowView(*tensor_);
}

void ResultShape::Forget(const aclTensor* tensor) {
  Table& table = Shapes();
  if (table.size == 0) {
    return;
  }
  const std::scoped_lock lock(table.mutex);
  const auto found = table.shapes.find(tensor);
  if (found != table.shapes.end()) {
    found->second->tensor_ = nullptr;
    table.shapes.erase(found);
    table.size = table.shapes.size();
  }
}

}  // namespace openaclnn
