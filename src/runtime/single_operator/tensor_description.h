// SPDX-License-Identifier: Apache-2.0
//
// Tensor descriptions of the single-operator interface: what aclTensorDesc stands for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl_base_mdl.h"
#include "base/object_slabs.h"
#include "base/status.h"

// Numbers of enumerations are kept as they came: any can come.
struct aclTensorDesc {
  std::string name;
  int32_t dtype = 0;
  int32_t format = 0;
  int32_t placement = ACL_MEMTYPE_DEVICE;
  std::vector<int64_t> dims;
  // How the tensor lies in memory, where the caller said so.
  std::optional<int32_t> storageFormat;
  std::optional<std::vector<int64_t>> storageDims;
  // Its elements, where the caller said that it is a constant.
  std::optional<std::vector<std::byte>> constant;
};

namespace openaclnn::single_operator {

[[nodiscard]] ObjectSlabs<aclTensorDesc>& Descriptions();

// Reads a shape as callers give it; kInvalidParam, and no change, if it is none.
[[nodiscard]] Status ReadDims(int numDims, const int64_t* dims, std::vector<int64_t>* read);

// For messages: "x: FLOAT [2, 3], stored as [6] in format 29": what is stored as it is described is left out.
[[nodiscard]] std::string TextOf(const aclTensorDesc& description);

}  // namespace openaclnn::single_operator
