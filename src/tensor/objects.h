// SPDX-License-Identifier: Apache-2.0
//
// The objects behind the opaque pointers of aclnn/acl_meta.h. They are descriptors: none of them owns or
// touches device memory. Lists own their elements.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "aclnn/acl_meta.h"
#include "base/dtype.h"
#include "base/object_slabs.h"
#include "base/scalar_value.h"
#include "base/tensor_view.h"

namespace openaclnn {

// Where a view lies, in bytes.
struct ViewPlace {
  // From the tensor's base to the first element; 0 without elements, where it is anything.
  int64_t offset = 0;
  size_t bytes = 0;  // from there to the end of the last element, gaps included
  size_t elementBytes = 1;
};

// What one pass over a tensor's view says. Phase one of every call asks for it, so that a client's tensor gets it
// when it is made (KnowView). Copies of tensors are made to be changed: they know nothing.
struct KnownView {
  KnownView() = default;
  KnownView(const KnownView& /*other*/) {}
  KnownView& operator=(const KnownView& /*other*/) {
    plain = false;
    return *this;
  }
  ~KnownView() = default;

  // Whether anything is known: of a view that is valid and has elements, as nearly all are. It has at most kMaxRank
  // dims, a plain format and nothing negative, and byte addresses of its elements fit.
  bool plain = false;
  bool distinct = false;  // no two elements in one place, as far as one pass says
  int64_t elements = 0;
  int64_t last = 0;     // the storage element that lies farthest
  int64_t storage = 0;  // elements that the description names; the largest number where they are more
  TensorView view;      // as SetView makes it, without an address
  ViewPlace place;
};

}  // namespace openaclnn

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
  openaclnn::KnownView known{};
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

// Formats that only relabel the dims; the others rearrange the storage.
[[nodiscard]] bool IsPlainFormat(int32_t format);

// Byte addresses must fit as well; no element is larger than 16 bytes.
inline constexpr int64_t kMostViewElements = int64_t{1} << 58;

// Looks at the view of a tensor that is complete, and fills in what is known of it.
void KnowView(aclTensor& tensor);

// SetView of a view of which nothing is known, but for the address.
ViewPlace SetUnknownView(const aclTensor& tensor, TensorView& view);

// Makes of `view`, which is not defined, that of a tensor that has passed the phase-one checks (at most
// kMaxRank dims, nothing negative). A dim of size 1 is never stepped along, so its stride may be any number, even one
// whose multiples overflow: kernels see the one that a row-major tensor would have there.
inline ViewPlace SetView(const aclTensor& tensor, TensorView& view) {
  ViewPlace place;
  if (tensor.known.plain) [[likely]] {
    const TensorView& known = tensor.known.view;
    constexpr int kFew = kMaxRank / 2;
    if (known.rank <= kFew) [[likely]] {  // the others are 0 in both
      view.dtype = known.dtype;
      view.rank = known.rank;
      std::memcpy(view.dims.data(), known.dims.data(), kFew * sizeof(int64_t));
      std::memcpy(view.strides.data(), known.strides.data(), kFew * sizeof(int64_t));
    } else {
      view = known;
    }
    place = tensor.known.place;
  } else {
    place = SetUnknownView(tensor, view);
  }
  if (tensor.data != nullptr) {
    view.data = static_cast<std::byte*>(tensor.data) + place.offset;
  }
  return place;
}
[[nodiscard]] inline TensorView ViewOf(const aclTensor& tensor) {
  TensorView view;
  SetView(tensor, view);
  return view;
}

// What a scalar holds, exactly. Of types that hold no numbers: the type alone.
[[nodiscard]] ScalarValue ValueOf(const aclScalar& scalar);

}  // namespace openaclnn
