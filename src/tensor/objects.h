// SPDX-License-Identifier: Apache-2.0
//
// The objects behind the opaque pointers of aclnn/acl_meta.h. They are descriptors: none of them owns or
// touches device memory. Lists own their elements.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "aclnn/acl_meta.h"
#include "base/dtype.h"
#include "base/object_slabs.h"
#include "base/scalar_value.h"
#include "base/tensor_view.h"

struct aclTensor {
  // Clients make and destroy tensors at every call: the vectors of one are used for the next.
  using KeptForNext = void;

  openaclnn::DType dtype = openaclnn::DType::kUndefined;
  int32_t format = ACL_FORMAT_UNDEFINED;  // any number that a caller gave
  std::vector<int64_t> viewDims;
  std::vector<int64_t> strides;  // in elements, one for each view dim
  std::vector<int64_t> storageDims;
  int64_t offset = 0;    // of the view's first element, in elements from data
  void* data = nullptr;  // base address; may be set later
};

struct aclScalar {
  openaclnn::DType dtype = openaclnn::DType::kUndefined;
  std::array<std::byte, 16> value{};
};

struct aclIntArray {
  std::vector<int64_t> values;
};

struct aclFloatArray {
  std::vector<float> values;
};

struct aclBoolArray {
  std::vector<unsigned char> values;
};

struct aclTensorList {
  std::vector<const aclTensor*> values;
};

struct aclScalarList {
  std::vector<const aclScalar*> values;
};

namespace openaclnn {

// Every object of a type that clients hold.
template <typename Object>
ObjectSlabs<Object>& SlabsOf() = delete;
template <>
ObjectSlabs<aclTensor>& SlabsOf();
template <>
ObjectSlabs<aclScalar>& SlabsOf();
template <>
ObjectSlabs<aclIntArray>& SlabsOf();
template <>
ObjectSlabs<aclFloatArray>& SlabsOf();
template <>
ObjectSlabs<aclBoolArray>& SlabsOf();
template <>
ObjectSlabs<aclTensorList>& SlabsOf();
template <>
ObjectSlabs<aclScalarList>& SlabsOf();

// Whether a client's pointer may be followed. Null is not live.
template <typename Object>
[[nodiscard]] bool IsLive(const Object* object) {
  return SlabsOf<Object>().IsLive(object);
}

// "[2, 3, 4]", for messages.
[[nodiscard]] std::string ShapeText(std::span<const int64_t> dims);

// Where a view lies, in bytes.
struct ViewPlace {
  int64_t offset =
      0;             // from the tensor's base to the first element; 0 without elements, where it is anything
  size_t bytes = 0;  // from there to the end of the last element, gaps included
};

// Makes of `view`, which is not defined, that of a tensor that has passed the phase-one checks (at most
// kMaxRank dims, nothing negative).
ViewPlace SetView(const aclTensor& tensor, TensorView& view);
[[nodiscard]] inline TensorView ViewOf(const aclTensor& tensor) {
  TensorView view;
  SetView(tensor, view);
  return view;
}

// What a scalar holds, exactly. Of types that hold no numbers: the type alone.
[[nodiscard]] ScalarValue ValueOf(const aclScalar& scalar);

}  // namespace openaclnn
