// SPDX-License-Identifier: Apache-2.0
//
// The descriptors of aclnn/acl_meta.h through the public API.
#include <gtest/gtest.h>

#include <complex>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_abs.h"
#include "tensor/objects.h"

namespace openaclnn::testing {
namespace {

using Dims = std::vector<int64_t>;

struct TensorDeleter {
  void operator()(aclTensor* tensor) const { EXPECT_EQ(aclDestroyTensor(tensor), 0); }
};
using TensorPtr = std::unique_ptr<aclTensor, TensorDeleter>;

TensorPtr Make(const Dims& dims, const int64_t* strides = nullptr, int64_t offset = 0,
               const Dims& storage = {1}, void* data = nullptr) {
  return TensorPtr(aclCreateTensor(dims.data(), dims.size(), ACL_FLOAT, strides, offset, ACL_FORMAT_ND,
                                   storage.data(), storage.size(), data));
}

template <typename Getter>
Dims GetDims(const Getter& getter, const aclTensor* tensor) {
  int64_t* values = nullptr;
  uint64_t count = 77;
  EXPECT_EQ(getter(tensor, &values, &count), 0);
  EXPECT_NE(values, nullptr);
  Dims dims(values, values + count);
  delete[] values;  // as the documents ask of clients
  return dims;
}

TEST(Tensor, GettersReturnWhatWasGiven) {
  const Dims strides{12, 1, 3};
  int anything = 0;
  const TensorPtr tensor = Make({2, 3, 4}, strides.data(), 5, {100, 2}, &anything);
  EXPECT_EQ(GetDims(aclGetViewShape, tensor.get()), (Dims{2, 3, 4}));
  EXPECT_EQ(GetDims(aclGetViewStrides, tensor.get()), strides);
  EXPECT_EQ(GetDims(aclGetStorageShape, tensor.get()), (Dims{100, 2}));
  int64_t offset = 0;
  EXPECT_EQ(aclGetViewOffset(tensor.get(), &offset), 0);
  EXPECT_EQ(offset, 5);
  aclFormat format = ACL_FORMAT_UNDEFINED;
  EXPECT_EQ(aclGetFormat(tensor.get(), &format), 0);
  EXPECT_EQ(format, ACL_FORMAT_ND);
  aclDataType dtype = ACL_DT_UNDEFINED;
  EXPECT_EQ(aclGetDataType(tensor.get(), &dtype), 0);
  EXPECT_EQ(dtype, ACL_FLOAT);
  void* address = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(tensor.get(), &address), 0);
  EXPECT_EQ(address, &anything);
}

TEST(Tensor, CopiesItsArrays) {
  Dims dims{2, 3};
  const TensorPtr tensor = Make(dims);
  dims.assign({9, 9});
  EXPECT_EQ(GetDims(aclGetViewShape, tensor.get()), (Dims{2, 3}));
}

TEST(Tensor, NullStridesMeanContiguous) {
  EXPECT_EQ(GetDims(aclGetViewStrides, Make({2, 3, 4}).get()), (Dims{12, 4, 1}));
  EXPECT_EQ(GetDims(aclGetViewStrides, Make({2, 0, 4}).get()).size(), 3U);
}

// A stride of 2^56 is valid on a dim of size 1, and no kernel may multiply it.
TEST(Tensor, KernelsSeeTheStridesOfARowMajorTensorOnDimsOfSizeOne) {
  const Dims strides{int64_t{1} << 56, 16, 1, int64_t{1} << 56};
  const TensorPtr tensor = Make({1, 64, 16, 1}, strides.data());
  const TensorView view = ViewOf(*tensor);
  EXPECT_EQ(Dims(view.Strides().begin(), view.Strides().end()), (Dims{1024, 16, 1, 1}));
  EXPECT_EQ(GetDims(aclGetViewStrides, tensor.get()), strides);
  const TensorView whole = ViewOf(*Make({1, 2, 1}));
  EXPECT_EQ(Dims(whole.Strides().begin(), whole.Strides().end()), (Dims{2, 1, 1}));
}

// Slots are used again, and with them the memory of dims.
TEST(Tensor, ShowsNothingOfThoseBeforeIt) {
  const Dims strides{12, 1, 3};
  int anything = 0;
  for (int turn = 0; turn < 200; ++turn) {  // more than there are slots at first
    const TensorPtr before = Make({2, 3, 4}, strides.data(), 5, {100, 2}, &anything);
    ASSERT_NE(before, nullptr);
  }
  for (int turn = 0; turn < 200; ++turn) {
    const TensorPtr tensor(
        aclCreateTensor(nullptr, 0, ACL_INT8, nullptr, 0, ACL_FORMAT_NCHW, nullptr, 0, nullptr));
    ASSERT_NE(tensor, nullptr);
    EXPECT_TRUE(tensor->viewDims.empty());
    EXPECT_TRUE(tensor->strides.empty());
    EXPECT_TRUE(tensor->storageDims.empty());
    EXPECT_EQ(tensor->dtype, DType::kInt8);
    EXPECT_EQ(tensor->format, ACL_FORMAT_NCHW);
    EXPECT_EQ(tensor->offset, 0);
    EXPECT_EQ(tensor->data, nullptr);
  }
}

TEST(Tensor, ZeroDims) {
  const TensorPtr tensor(
      aclCreateTensor(nullptr, 0, ACL_FLOAT16, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr));
  ASSERT_NE(tensor, nullptr);
  EXPECT_EQ(GetDims(aclGetViewShape, tensor.get()), Dims{});
  EXPECT_EQ(GetDims(aclGetStorageShape, tensor.get()), Dims{});
}

TEST(Tensor, CreationIsPermissive) {
  EXPECT_NE(Make(Dims(25, 1)), nullptr);
  EXPECT_NE(Make({0}), nullptr);
  EXPECT_NE(Make({-1, 3}), nullptr);
  EXPECT_NE(Make({INT64_MAX, INT64_MAX}), nullptr);
  const Dims dims{2};
  for (const int dtype : {-1, 13, 29, 41, 999}) {
    const TensorPtr tensor(aclCreateTensor(dims.data(), 1, static_cast<aclDataType>(dtype), nullptr, 0,
                                           ACL_FORMAT_FRACTAL_NZ, dims.data(), 1, nullptr));
    EXPECT_NE(tensor, nullptr) << dtype;
  }
}

TEST(Tensor, CreationNeedsTheDimsItIsToldOf) {
  const Dims dims{2};
  EXPECT_EQ(aclCreateTensor(nullptr, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims.data(), 1, nullptr),
            nullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("viewDims"), std::string::npos);
  EXPECT_EQ(aclCreateTensor(dims.data(), 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 1, nullptr),
            nullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("storageDims"), std::string::npos);
}

// A count that makes no sense is not followed into memory.
TEST(Tensor, CreationRefusesAbsurdRanks) {
  const Dims dims(26, 1);
  for (const uint64_t rank : {uint64_t{26}, uint64_t{100000}, uint64_t{1} << 61, UINT64_MAX}) {
    EXPECT_EQ(
        aclCreateTensor(dims.data(), rank, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims.data(), 1, nullptr),
        nullptr);
    EXPECT_NE(std::string(aclGetRecentErrMsg()).find("viewDimsNum: expected at most 25"), std::string::npos);
    EXPECT_EQ(
        aclCreateTensor(dims.data(), 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims.data(), rank, nullptr),
        nullptr);
    EXPECT_NE(std::string(aclGetRecentErrMsg()).find("storageDimsNum: expected at most 25"),
              std::string::npos);
    const TensorPtr tensor = Make({2});
    EXPECT_EQ(aclInitTensor(tensor.get(), dims.data(), rank, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                            dims.data(), 1, nullptr),
              161002);
  }
  EXPECT_EQ(aclCreateIntArray(dims.data(), uint64_t{1} << 61), nullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("size: expected at most"), std::string::npos);
}

TEST(Tensor, GettersRefuseNull) {
  const TensorPtr tensor = Make({2});
  int64_t* values = nullptr;
  uint64_t count = 0;
  int64_t offset = 0;
  EXPECT_EQ(aclGetViewShape(nullptr, &values, &count), 161001);
  EXPECT_EQ(aclGetViewShape(tensor.get(), nullptr, &count), 161001);
  EXPECT_EQ(aclGetViewShape(tensor.get(), &values, nullptr), 161001);
  EXPECT_EQ(aclGetStorageShape(tensor.get(), nullptr, &count), 161001);
  EXPECT_EQ(aclGetViewStrides(nullptr, &values, &count), 161001);
  EXPECT_EQ(aclGetViewOffset(nullptr, &offset), 161001);
  EXPECT_EQ(aclGetViewOffset(tensor.get(), nullptr), 161001);
  EXPECT_EQ(aclGetFormat(tensor.get(), nullptr), 161001);
  EXPECT_EQ(aclGetDataType(nullptr, nullptr), 161001);
  EXPECT_EQ(aclGetRawTensorAddr(tensor.get(), nullptr), 161001);
  EXPECT_EQ(aclSetRawTensorAddr(nullptr, nullptr), 161001);
  EXPECT_NE(aclGetRecentErrMsg(), nullptr);
}

TEST(Tensor, InitDescribesAgain) {
  const TensorPtr tensor = Make({2, 3});
  int anything = 0;
  const Dims dims{4};
  const Dims strides{7};
  EXPECT_EQ(aclInitTensor(tensor.get(), dims.data(), 1, ACL_FLOAT16, strides.data(), 3, ACL_FORMAT_NCHW,
                          dims.data(), 1, &anything),
            0);
  EXPECT_EQ(GetDims(aclGetViewShape, tensor.get()), dims);
  EXPECT_EQ(GetDims(aclGetViewStrides, tensor.get()), strides);
  // Left-out dims and address keep what was there; strides are derived anew, the rest is replaced.
  EXPECT_EQ(aclInitTensor(tensor.get(), nullptr, 0, ACL_BF16, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr),
            0);
  EXPECT_EQ(GetDims(aclGetViewShape, tensor.get()), dims);
  EXPECT_EQ(GetDims(aclGetViewStrides, tensor.get()), Dims{1});
  aclDataType dtype = ACL_FLOAT;
  EXPECT_EQ(aclGetDataType(tensor.get(), &dtype), 0);
  EXPECT_EQ(dtype, ACL_BF16);
  void* address = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(tensor.get(), &address), 0);
  EXPECT_EQ(address, &anything);
  EXPECT_EQ(
      aclInitTensor(nullptr, dims.data(), 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims.data(), 1, nullptr),
      161001);
}

TEST(Tensor, AViewThatIsDescribedAgainIsCheckedAgain) {
  const TensorPtr tensor = Make({2, 3});
  const auto plan = [&] {
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    const aclnnStatus status = aclnnAbsGetWorkspaceSize(tensor.get(), tensor.get(), &size, &executor);
    if (status == 0) {
      EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
    }
    return status;
  };
  const auto describe = [&](const Dims& dims, const Dims& strides) {
    EXPECT_EQ(aclInitTensor(tensor.get(), dims.data(), dims.size(), ACL_FLOAT, strides.data(), 0,
                            ACL_FORMAT_ND, dims.data(), dims.size(), nullptr),
              0);
  };
  EXPECT_EQ(plan(), 0);
  describe({2, 3}, {-3, 1});
  EXPECT_EQ(plan(), 161002);
  describe({4, 3}, {3, 1});
  EXPECT_EQ(plan(), 0);
  describe({4, 3}, {0, 1});
  EXPECT_EQ(plan(), 161002) << "an output with elements in one place";
  describe({1, 2, 1, 2}, {0, 2, 0, 1});
  EXPECT_EQ(plan(), 0);
}

TEST(Tensor, RawAddress) {
  const TensorPtr tensor = Make({2});
  int anything = 0;
  void* address = nullptr;
  EXPECT_EQ(aclSetRawTensorAddr(tensor.get(), &anything), 0);
  EXPECT_EQ(aclGetRawTensorAddr(tensor.get(), &address), 0);
  EXPECT_EQ(address, &anything);
  EXPECT_EQ(aclSetRawTensorAddr(tensor.get(), nullptr), 0);
  EXPECT_EQ(aclGetRawTensorAddr(tensor.get(), &address), 0);
  EXPECT_EQ(address, nullptr);
}

TEST(Arrays, SizesAndEmptyArrays) {
  const int64_t ints[] = {1, 2, 3};
  const float floats[] = {1.5F, 2.5F};
  const bool bools[] = {true, false, true, true};
  aclIntArray* intArray = aclCreateIntArray(ints, 3);
  aclFloatArray* floatArray = aclCreateFloatArray(floats, 2);
  aclBoolArray* boolArray = aclCreateBoolArray(bools, 4);
  aclIntArray* empty = aclCreateIntArray(nullptr, 5);
  aclBoolArray* alsoEmpty = aclCreateBoolArray(bools, 0);
  uint64_t size = 0;
  EXPECT_EQ(aclGetIntArraySize(intArray, &size), 0);
  EXPECT_EQ(size, 3U);
  EXPECT_EQ(aclGetFloatArraySize(floatArray, &size), 0);
  EXPECT_EQ(size, 2U);
  EXPECT_EQ(aclGetBoolArraySize(boolArray, &size), 0);
  EXPECT_EQ(size, 4U);
  ASSERT_NE(empty, nullptr);
  EXPECT_EQ(aclGetIntArraySize(empty, &size), 0);
  EXPECT_EQ(size, 0U);
  ASSERT_NE(alsoEmpty, nullptr);
  EXPECT_EQ(aclGetIntArraySize(nullptr, &size), 161001);
  EXPECT_EQ(aclGetBoolArraySize(boolArray, nullptr), 161001);
  EXPECT_EQ(aclDestroyIntArray(intArray), 0);
  EXPECT_EQ(aclDestroyFloatArray(floatArray), 0);
  EXPECT_EQ(aclDestroyBoolArray(boolArray), 0);
  EXPECT_EQ(aclDestroyIntArray(empty), 0);
  EXPECT_EQ(aclDestroyBoolArray(alsoEmpty), 0);
}

TEST(Scalars, NeedAValueAndAWholeSize) {
  double value = 2.5;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT64, ACL_BOOL}) {
    aclScalar* scalar = aclCreateScalar(&value, dtype);
    EXPECT_NE(scalar, nullptr);
    EXPECT_EQ(aclDestroyScalar(scalar), 0);
  }
  EXPECT_EQ(aclCreateScalar(nullptr, ACL_FLOAT), nullptr);
  EXPECT_EQ(aclCreateScalar(&value, ACL_STRING), nullptr);
  EXPECT_NE(aclGetRecentErrMsg(), nullptr);
}

template <typename T>
ScalarValue ValueGiven(T value, aclDataType dtype) {
  aclScalar* scalar = aclCreateScalar(&value, dtype);
  const ScalarValue read = ValueOf(*scalar);
  EXPECT_EQ(aclDestroyScalar(scalar), 0);
  return read;
}

TEST(Scalars, AreReadExactly) {
  const int64_t large = (int64_t{1} << 53) + 1;
  EXPECT_EQ(ValueGiven(large, ACL_INT64).As<int64_t>(), large);
  EXPECT_EQ(ValueGiven(int8_t{-3}, ACL_INT8).As<int64_t>(), -3);
  EXPECT_EQ(ValueGiven(int8_t{-3}, ACL_INT8).As<float>(), -3);
  EXPECT_EQ(ValueGiven(UINT64_MAX, ACL_UINT64).As<double>(), 0x1p64);
  EXPECT_EQ(ValueGiven(uint8_t{2}, ACL_BOOL).As<int64_t>(), 1);
  EXPECT_EQ(ValueGiven(0.1, ACL_DOUBLE).As<double>(), 0.1);
  EXPECT_EQ(ValueGiven(0.1F, ACL_FLOAT).As<double>(), double{0.1F});
  EXPECT_EQ(ValueGiven(uint16_t{0x3E00}, ACL_FLOAT16).As<double>(), 1.5);
  EXPECT_EQ(ValueGiven(uint16_t{0xBFC0}, ACL_BF16).As<double>(), -1.5);
  const auto number = ValueGiven(std::complex<float>(1, -2), ACL_COMPLEX64).As<ComplexNumber<double>>();
  EXPECT_EQ(number.real, 1);
  EXPECT_EQ(number.imaginary, -2);
}

// The leak checker of the address sanitizer proves that the elements went with their list.
TEST(Lists, OwnTheirElements) {
  const aclTensor* tensors[] = {Make({2}).release(), nullptr, Make({3}).release()};
  aclTensorList* list = aclCreateTensorList(tensors, 3);
  uint64_t size = 0;
  EXPECT_EQ(aclGetTensorListSize(list, &size), 0);
  EXPECT_EQ(size, 3U);
  EXPECT_EQ(aclGetTensorListSize(nullptr, &size), 161001);
  EXPECT_EQ(aclDestroyTensorList(list), 0);

  float value = 1;
  const aclScalar* scalars[] = {aclCreateScalar(&value, ACL_FLOAT)};
  aclScalarList* scalarList = aclCreateScalarList(scalars, 1);
  EXPECT_EQ(aclGetScalarListSize(scalarList, &size), 0);
  EXPECT_EQ(size, 1U);
  EXPECT_EQ(aclDestroyScalarList(scalarList), 0);

  aclTensorList* empty = aclCreateTensorList(nullptr, 0);
  ASSERT_NE(empty, nullptr);
  EXPECT_EQ(aclDestroyTensorList(empty), 0);
}

TEST(Destroy, AcceptsNull) {
  EXPECT_EQ(aclDestroyTensor(nullptr), 0);
  EXPECT_EQ(aclDestroyScalar(nullptr), 0);
  EXPECT_EQ(aclDestroyIntArray(nullptr), 0);
  EXPECT_EQ(aclDestroyFloatArray(nullptr), 0);
  EXPECT_EQ(aclDestroyBoolArray(nullptr), 0);
  EXPECT_EQ(aclDestroyTensorList(nullptr), 0);
  EXPECT_EQ(aclDestroyScalarList(nullptr), 0);
}

TEST(AclnnBase, InitIsForgiving) {
  EXPECT_EQ(aclnnInit(nullptr), 0);
  EXPECT_EQ(aclnnInit(""), 0);
  EXPECT_EQ(aclnnInit("/no/such/file.json"), 0);
  EXPECT_EQ(aclnnFinalize(), 0);
}

}  // namespace
}  // namespace openaclnn::testing
