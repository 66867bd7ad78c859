// SPDX-License-Identifier: Apache-2.0
#include "runtime/single_operator/tensor_description.h"

#include <string>
#include <utility>
#include <vector>

#include "acl/acl_base_mdl.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "checker/objects.h"
#include "runtime/core/check.h"

using openaclnn::Boundary;
using openaclnn::NumberOf;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;
namespace single_operator = openaclnn::single_operator;

namespace {

// Runs `use` on a description; null is an argument's failure, and so is what is none.
template <typename Use>
aclError With(const char* function, const aclTensorDesc* desc, const Use& use) {
  return Boundary(function, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("desc", desc));
    if (!single_operator::Descriptions().IsLive(desc)) {
      return single_operator::Descriptions().Refusal(openaclnn::code::kInvalidParam, "desc", desc);
    }
    return use();
  });
}

}  // namespace

extern "C" {

aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims, const int64_t* dims, aclFormat format) {
  aclTensorDesc* made = nullptr;
  Boundary("aclCreateTensorDesc", [&]() -> Status {
    std::vector<int64_t> read;
    OPENACLNN_RETURN_IF_ERROR(single_operator::ReadDims(numDims, dims, &read));
    made = single_operator::Descriptions().Make([&](aclTensorDesc& description) {
      description.dims = std::move(read);
      description.dtype = NumberOf(dataType);
      description.format = NumberOf(format);
    });
    return Status::Ok();
  });
  return openaclnn::checker::NoteMade("aclTensorDesc", made);
}

void aclDestroyTensorDesc(const aclTensorDesc* desc) {
  openaclnn::checker::NoteEnded(desc);
  if (desc != nullptr && !single_operator::Descriptions().Destroy(desc)) {
    With("aclDestroyTensorDesc", desc, [] { return Status::Ok(); });
  }
}

aclDataType aclGetTensorDescType(const aclTensorDesc* desc) {
  aclDataType type = ACL_DT_UNDEFINED;
  With("aclGetTensorDescType", desc, [&] {
    openaclnn::StoreNumber(desc->dtype, &type);
    return Status::Ok();
  });
  return type;
}

aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc) {
  aclFormat format = ACL_FORMAT_UNDEFINED;
  With("aclGetTensorDescFormat", desc, [&] {
    openaclnn::StoreNumber(desc->format, &format);
    return Status::Ok();
  });
  return format;
}

size_t aclGetTensorDescNumDims(const aclTensorDesc* desc) {
  size_t number = 0;
  With("aclGetTensorDescNumDims", desc, [&] {
    number = desc->dims.size();
    return Status::Ok();
  });
  return number;
}

aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index, int64_t* dimSize) {
  return With("aclGetTensorDescDimV2", desc, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("dimSize", dimSize));
    if (index >= desc->dims.size()) {
      return runtime::Mismatch(openaclnn::code::kInvalidParam, "index",
                               "less than " + std::to_string(desc->dims.size()), std::to_string(index));
    }
    *dimSize = desc->dims[index];
    return Status::Ok();
  });
}

void aclSetTensorDescName(aclTensorDesc* desc, const char* name) {
  With("aclSetTensorDescName", desc, [&] {
    desc->name = name == nullptr ? "" : name;
    return Status::Ok();
  });
}

aclError aclSetTensorFormat(aclTensorDesc* desc, aclFormat format) {
  return With("aclSetTensorFormat", desc, [&] {
    desc->storageFormat = NumberOf(format);
    return Status::Ok();
  });
}

aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType memType) {
  return With("aclSetTensorPlaceMent", desc, [&] {
    desc->placement = NumberOf(memType);
    return Status::Ok();
  });
}

aclError aclSetTensorConst(aclTensorDesc* desc, void* dataBuffer, size_t length) {
  return With("aclSetTensorConst", desc, [&]() -> Status {
    if (length > 0) {
      OPENACLNN_RETURN_IF_ERROR(openaclnn::runtime::ExpectNotNull("dataBuffer", dataBuffer));
    }
    const auto* const bytes = static_cast<const std::byte*>(dataBuffer);
    desc->constant.emplace(bytes, bytes + length);
    return Status::Ok();
  });
}

aclError aclSetTensorShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
  return With("aclSetTensorShape", desc, [&]() -> Status {
    std::vector<int64_t> read;
    OPENACLNN_RETURN_IF_ERROR(single_operator::ReadDims(numDims, dims, &read));
    desc->storageDims = std::move(read);
    return Status::Ok();
  });
}

}  // extern "C"
