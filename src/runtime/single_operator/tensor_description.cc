// SPDX-License-Identifier: Apache-2.0
#include "runtime/single_operator/tensor_description.h"

#include <algorithm>

#include "base/dtype.h"
#include "runtime/core/check.h"
#include "runtime/single_operator/list_text.h"

namespace openaclnn::single_operator {
namespace {

// The most that a shape of the interface has: a count that makes no sense is not followed into other memory.
constexpr int kMostDims = 128;
// Callers say so of a tensor whose rank they do not know.
constexpr int64_t kLeastSize = -2;

}  // namespace

ObjectSlabs<aclTensorDesc>& Descriptions() {
  static constinit ObjectSlabs<aclTensorDesc> descriptions("aclTensorDesc");
  return descriptions;
}

Status ReadDims(int numDims, const int64_t* dims, std::vector<int64_t>* read) {
  if (numDims < 0 || numDims > kMostDims) {
    return runtime::Mismatch(code::kInvalidParam, "numDims", "0 to " + std::to_string(kMostDims),
                             std::to_string(numDims));
  }
  if (numDims == 0) {
    read->clear();
    return Status::Ok();
  }
  OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("dims", dims));
  const int64_t* const wrong =
      std::find_if(dims, dims + numDims, [](int64_t size) { return size < kLeastSize; });
  if (wrong != dims + numDims) {
    return runtime::Mismatch(code::kInvalidParam, "dims", "sizes from " + std::to_string(kLeastSize),
                             std::to_string(*wrong));
  }
  read->assign(dims, dims + numDims);
  return Status::Ok();
}

std::string TextOf(const aclTensorDesc& description) {
  const auto dimsText = [](const std::vector<int64_t>& dims) {
    return ListText(dims, [](int64_t size) { return std::to_string(size); });
  };
  const std::vector<int64_t> storageDims = description.storageDims.value_or(description.dims);
  const int32_t storageFormat = description.storageFormat.value_or(description.format);
  std::string text = description.name.empty() ? std::string() : description.name + ": ";
  text.append(NameOf(static_cast<DType>(description.dtype))).append(" ").append(dimsText(description.dims));
  if (storageDims != description.dims || storageFormat != description.format) {
    text.append(", stored as ").append(dimsText(storageDims)).append(" in format ") +=
        std::to_string(storageFormat);
  }
  return description.placement == ACL_MEMTYPE_DEVICE ? text : text + " on the host";
}

}  // namespace openaclnn::single_operator
