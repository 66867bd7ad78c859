// SPDX-License-Identifier: Apache-2.0
//
// The entry points of aclnn/acl_meta.h that make, read and destroy descriptors.
#include <algorithm>
#include <cstring>
#include <string>

#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "checker/objects.h"
#include "tensor/objects.h"
#include "tensor/result_shape.h"

namespace openaclnn {
namespace {

// A creator returns null on failure and leaves the reason in the recent messages.
template <typename Object, typename Make>
Object* Create(const char* function, const Make& make) noexcept {
  Object* object = nullptr;
  Boundary(function, [&]() -> Status { return make(&object); });
  return object == nullptr ? nullptr : checker::NoteMade(SlabsOf<Object>().Type(), object);
}

Status NullArgument(const char* name) {
  return {code::kParamNullptr, std::string(name) + ": expected a pointer, got null"};
}

[[gnu::cold, gnu::noinline]] Status TooMany(const char* name, uint64_t most, uint64_t count) {
  return {code::kParamInvalid, std::string(name) + ": expected at most " + std::to_string(most) + ", got " +
                                   std::to_string(count)};
}

Status ExpectAtMost(const char* name, uint64_t most, uint64_t count) {
  return count <= most ? Status::Ok() : TooMany(name, most, count);
}

// More than any operator takes, so that a rank that makes no sense is not followed into somebody else's
// memory.
constexpr uint64_t kMostDims = 25;

Status CheckDims(const char* name, const char* countName, const int64_t* dims, uint64_t count) {
  if (dims == nullptr && count > 0) {
    return NullArgument(name);
  }
  return ExpectAtMost(countName, kMostDims, count);
}

// Null stands for none. Mostly as many as there were before, in another tensor's place.
void Assign(std::vector<int64_t>& dims, const int64_t* values, uint64_t count) {
  dims.resize(values == nullptr ? 0 : count);
  std::copy_n(values, dims.size(), dims.begin());
}

template <typename Object>
Status Dead(const char* argument, const Object* object) {
  return SlabsOf<Object>().Refusal(code::kParamInvalid, argument, object);
}

// A getter of a descriptor: null arguments are 161001, an object that is none is 161002, otherwise `read`
// runs.
template <typename Object, typename Read, typename... Outputs>
aclnnStatus Get(const char* function, const Object* object, const Read& read,
                const Outputs*... outputs) noexcept {
  return Boundary(function, [&]() -> Status {
    if (object == nullptr) {
      return NullArgument("the object");
    }
    if ((... || !outputs)) {
      return NullArgument("an output argument");
    }
    if (!IsLive(object)) {
      return Dead("the object", object);
    }
    read();
    return Status::Ok();
  });
}

// The client frees what it gets with delete[]; never null, not even for no values.
int64_t* NewArray(const std::vector<int64_t>& values) {
  auto* array = new int64_t[values.size()];
  std::copy(values.begin(), values.end(), array);
  return array;
}

void SetStrides(aclTensor& tensor, const int64_t* stride) {
  if (stride != nullptr) {
    Assign(tensor.strides, stride, tensor.viewDims.size());
  } else {
    tensor.strides.resize(tensor.viewDims.size());
    ContiguousStrides(tensor.viewDims, tensor.strides);
  }
}

template <typename Array, typename Value>
Array* CreateArray(const char* function, const Value* value, uint64_t size) noexcept {
  return Create<Array>(function, [&](Array** array) -> Status {
    Status status = ExpectAtMost("size", decltype(Array::values)().max_size(), size);
    if (status.IsOk()) {
      *array = SlabsOf<Array>().Make(
          [&](Array& made) { made.values.assign(value, value == nullptr ? value : value + size); });
    }
    return status;
  });
}

// Ends an object that is live; a shape that work would still give to a tensor is dropped.
template <typename Object>
bool End(const Object* object) noexcept {
  checker::NoteEnded(object);
  return SlabsOf<Object>().Destroy(object);
}

bool End(const aclTensor* tensor) noexcept {
  checker::NoteEnded(tensor);
  return SlabsOf<aclTensor>().Destroy(tensor, [](aclTensor& ended) { ResultShape::Forget(&ended); });
}

// Null is nothing to destroy.
template <typename Object>
aclnnStatus Destroy(const char* function, const Object* object) noexcept {
  if (object == nullptr || (!InForkedChild() && End(object))) {
    return code::kOk;
  }
  return Boundary(function, [&] { return Dead("the object", object); });
}

// A list with its elements. Those that were destroyed before are told.
template <typename List>
aclnnStatus DestroyList(const char* function, const List* list) noexcept {
  if (list == nullptr) {
    return code::kOk;
  }
  return Boundary(function, [&]() -> Status {
    decltype(List::values) elements;
    checker::NoteEnded(list);
    if (!SlabsOf<List>().Destroy(list, [&](List& ended) { elements.swap(ended.values); })) {
      return Dead("the list", list);
    }
    Status status;
    for (const auto* element : elements) {
      if (element != nullptr && !End(element) && status.IsOk()) {
        status = Dead("an element of the list", element);
      }
    }
    return status;
  });
}

template <typename Array>
aclnnStatus GetSize(const char* function, const Array* array, uint64_t* size) noexcept {
  return Get(
      function, array, [&] { *size = array->values.size(); }, size);
}

}  // namespace
}  // namespace openaclnn

// The names of the API start here, at global scope.
using openaclnn::Boundary;
using openaclnn::Status;
namespace code = openaclnn::code;

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
                           const int64_t* stride, int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData) {
  return openaclnn::Create<aclTensor>("aclCreateTensor", [&](aclTensor** result) -> Status {
    Status status = openaclnn::CheckDims("viewDims", "viewDimsNum", viewDims, viewDimsNum);
    if (status.IsOk()) {
      status = openaclnn::CheckDims("storageDims", "storageDimsNum", storageDims, storageDimsNum);
    }
    if (!status.IsOk()) {
      return status;
    }
    *result = openaclnn::SlabsOf<aclTensor>().Make([&](aclTensor& tensor) {
      tensor.dtype = static_cast<openaclnn::DType>(openaclnn::NumberOf(dataType));
      tensor.format = openaclnn::NumberOf(format);
      openaclnn::Assign(tensor.viewDims, viewDims, viewDimsNum);
      openaclnn::Assign(tensor.storageDims, storageDims, storageDimsNum);
      tensor.offset = offset;
      tensor.data = tensorData;
      openaclnn::SetStrides(tensor, stride);
      openaclnn::KnowView(tensor);
    });
    return Status::Ok();
  });
}

aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum,
                          aclDataType dataType, const int64_t* stride, int64_t offset, aclFormat format,
                          const int64_t* storageDims, uint64_t storageDimsNum, void* tensorDataAddr) {
  return Boundary("aclInitTensor", [&]() -> Status {
    if (tensor == nullptr) {
      return openaclnn::NullArgument("tensor");
    }
    if (!openaclnn::IsLive(tensor)) {
      return openaclnn::Dead("tensor", tensor);
    }
    Status status = openaclnn::ExpectAtMost("viewDimsNum", openaclnn::kMostDims, viewDimsNum);
    if (status.IsOk()) {
      status = openaclnn::ExpectAtMost("storageDimsNum", openaclnn::kMostDims, storageDimsNum);
    }
    if (!status.IsOk()) {
      return status;
    }
    aclTensor described = *tensor;  // all or nothing, should memory run out
    if (viewDims != nullptr && viewDimsNum > 0) {
      openaclnn::Assign(described.viewDims, viewDims, viewDimsNum);
    }
    if (storageDims != nullptr && storageDimsNum > 0) {
      openaclnn::Assign(described.storageDims, storageDims, storageDimsNum);
    }
    described.dtype = static_cast<openaclnn::DType>(openaclnn::NumberOf(dataType));
    described.format = openaclnn::NumberOf(format);
    described.offset = offset;
    if (tensorDataAddr != nullptr) {
      described.data = tensorDataAddr;
    }
    openaclnn::SetStrides(described, stride);
    *tensor = std::move(described);
    openaclnn::KnowView(*tensor);
    return Status::Ok();
  });
}

aclScalar* aclCreateScalar(void* value, aclDataType dataType) {
  return openaclnn::Create<aclScalar>("aclCreateScalar", [&](aclScalar** result) -> Status {
    if (value == nullptr) {
      return openaclnn::NullArgument("value");
    }
    const auto dtype = static_cast<openaclnn::DType>(openaclnn::NumberOf(dataType));
    const size_t size = openaclnn::SizeOf(dtype);
    if (size == 0) {
      return {code::kParamInvalid,
              std::string("dataType: expected a type of whole bytes, got ") + openaclnn::NameOf(dtype)};
    }
    *result = openaclnn::SlabsOf<aclScalar>().Make([&](aclScalar& scalar) {
      scalar.dtype = dtype;
      std::memcpy(scalar.value.data(), value, size);
    });
    return Status::Ok();
  });
}

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) {
  return openaclnn::CreateArray<aclIntArray>("aclCreateIntArray", value, size);
}

aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) {
  return openaclnn::CreateArray<aclFloatArray>("aclCreateFloatArray", value, size);
}

aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) {
  return openaclnn::CreateArray<aclBoolArray>("aclCreateBoolArray", value, size);
}

aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size) {
  return openaclnn::CreateArray<aclTensorList>("aclCreateTensorList", value, size);
}

aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size) {
  return openaclnn::CreateArray<aclScalarList>("aclCreateScalarList", value, size);
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
  return openaclnn::Destroy("aclDestroyTensor", tensor);
}
aclnnStatus aclDestroyScalar(const aclScalar* scalar) {
  return openaclnn::Destroy("aclDestroyScalar", scalar);
}
aclnnStatus aclDestroyIntArray(const aclIntArray* array) {
  return openaclnn::Destroy("aclDestroyIntArray", array);
}
aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) {
  return openaclnn::Destroy("aclDestroyFloatArray", array);
}
aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) {
  return openaclnn::Destroy("aclDestroyBoolArray", array);
}
aclnnStatus aclDestroyTensorList(const aclTensorList* array) {
  return openaclnn::DestroyList("aclDestroyTensorList", array);
}
aclnnStatus aclDestroyScalarList(const aclScalarList* array) {
  return openaclnn::DestroyList("aclDestroyScalarList", array);
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum) {
  return openaclnn::Get(
      "aclGetViewShape", tensor,
      [&] {
        *viewDims = openaclnn::NewArray(tensor->viewDims);
        *viewDimsNum = tensor->viewDims.size();
      },
      viewDims, viewDimsNum);
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims, uint64_t* storageDimsNum) {
  return openaclnn::Get(
      "aclGetStorageShape", tensor,
      [&] {
        *storageDims = openaclnn::NewArray(tensor->storageDims);
        *storageDimsNum = tensor->storageDims.size();
      },
      storageDims, storageDimsNum);
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue, uint64_t* stridesNum) {
  return openaclnn::Get(
      "aclGetViewStrides", tensor,
      [&] {
        *stridesValue = openaclnn::NewArray(tensor->strides);
        *stridesNum = tensor->strides.size();
      },
      stridesValue, stridesNum);
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
  return openaclnn::Get(
      "aclGetViewOffset", tensor, [&] { *offset = tensor->offset; }, offset);
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
  return openaclnn::Get(
      "aclGetFormat", tensor, [&] { openaclnn::StoreNumber(tensor->format, format); }, format);
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
  return openaclnn::Get(
      "aclGetDataType", tensor,
      [&] { openaclnn::StoreNumber(static_cast<int32_t>(tensor->dtype), dataType); }, dataType);
}

aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) {
  return openaclnn::GetSize("aclGetIntArraySize", array, size);
}

aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) {
  return openaclnn::GetSize("aclGetFloatArraySize", array, size);
}

aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) {
  return openaclnn::GetSize("aclGetBoolArraySize", array, size);
}

aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size) {
  return openaclnn::GetSize("aclGetTensorListSize", tensorList, size);
}

aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size) {
  return openaclnn::GetSize("aclGetScalarListSize", scalarList, size);
}

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
  return openaclnn::Get("aclSetRawTensorAddr", tensor, [&] { tensor->data = addr; });
}

aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
  return openaclnn::Get(
      "aclGetRawTensorAddr", tensor, [&] { *addr = tensor->data; }, addr);
}
