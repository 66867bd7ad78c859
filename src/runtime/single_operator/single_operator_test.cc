// SPDX-License-Identifier: Apache-2.0
//
// The single-operator interface as clients use it: what it holds, and how it refuses.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "acl/acl_unpublished.h"

namespace {

struct Destroy {
  void operator()(aclTensorDesc* description) const { aclDestroyTensorDesc(description); }
  void operator()(aclopAttr* attributes) const { aclopDestroyAttr(attributes); }
};
using Description = std::unique_ptr<aclTensorDesc, Destroy>;
using Attributes = std::unique_ptr<aclopAttr, Destroy>;

Description Describe(aclDataType type, const std::vector<int64_t>& dims) {
  return Description(aclCreateTensorDesc(type, static_cast<int>(dims.size()), dims.data(), ACL_FORMAT_ND));
}

std::vector<int64_t> DimsOf(const Description& description) {
  std::vector<int64_t> dims(aclGetTensorDescNumDims(description.get()));
  for (size_t index = 0; index < dims.size(); ++index) {
    EXPECT_EQ(aclGetTensorDescDimV2(description.get(), index, &dims[index]), ACL_SUCCESS);
  }
  return dims;
}

void ExpectMessage(const std::string& part) {
  const char* const messages = aclGetRecentErrMsg();
  ASSERT_NE(messages, nullptr);
  EXPECT_NE(std::string(messages).find(part), std::string::npos) << messages;
}

TEST(TensorDescription, HoldsWhatItIsGiven) {
  const std::vector<int64_t> dims{2, -1, 4};
  const Description description(aclCreateTensorDesc(ACL_BF16, 3, dims.data(), ACL_FORMAT_NCL));
  ASSERT_NE(description, nullptr);
  EXPECT_EQ(aclGetTensorDescType(description.get()), ACL_BF16);
  EXPECT_EQ(aclGetTensorDescFormat(description.get()), ACL_FORMAT_NCL);
  EXPECT_EQ(DimsOf(description), dims);
}

TEST(TensorDescription, KeepsHowTheTensorIsStoredApart) {
  const std::array<int64_t, 2> stored{5, 0};
  const Description description = Describe(ACL_FLOAT, {7});
  EXPECT_EQ(aclSetTensorFormat(description.get(), ACL_FORMAT_FRACTAL_NZ), ACL_SUCCESS);
  EXPECT_EQ(aclSetTensorShape(description.get(), 2, stored.data()), ACL_SUCCESS);
  EXPECT_EQ(aclGetTensorDescFormat(description.get()), ACL_FORMAT_ND);
  EXPECT_EQ(DimsOf(description), (std::vector<int64_t>{7}));
}

TEST(TensorDescription, RefusesWhatIsNoShape) {
  const std::array<int64_t, 2> dims{3, -3};
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, -1, dims.data(), ACL_FORMAT_ND), nullptr);
  ExpectMessage("numDims: expected 0 to 128, got -1");
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 129, dims.data(), ACL_FORMAT_ND), nullptr);
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 1, nullptr, ACL_FORMAT_ND), nullptr);
  ExpectMessage("dims");
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 2, dims.data(), ACL_FORMAT_ND), nullptr);
  ExpectMessage("got -3");
  const Description description = Describe(ACL_FLOAT, {7});
  EXPECT_EQ(aclSetTensorShape(description.get(), 2, dims.data()), ACL_ERROR_INVALID_PARAM);
  int64_t size = 55;
  EXPECT_EQ(aclGetTensorDescDimV2(description.get(), 1, &size), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclGetTensorDescDimV2(description.get(), 0, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(size, 55);
}

TEST(TensorDescription, NullIsRefused) {
  int64_t size = 0;
  aclDestroyTensorDesc(nullptr);
  EXPECT_EQ(aclGetTensorDescType(nullptr), ACL_DT_UNDEFINED);
  EXPECT_EQ(aclGetTensorDescFormat(nullptr), ACL_FORMAT_UNDEFINED);
  EXPECT_EQ(aclGetTensorDescNumDims(nullptr), 0U);
  EXPECT_EQ(aclGetTensorDescDimV2(nullptr, 0, &size), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclSetTensorFormat(nullptr, ACL_FORMAT_ND), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclSetTensorPlaceMent(nullptr, ACL_MEMTYPE_HOST), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclSetTensorShape(nullptr, 0, nullptr), ACL_ERROR_INVALID_PARAM);
  aclSetTensorDescName(nullptr, "x");
  ExpectMessage("aclSetTensorDescName: desc");
}

TEST(OperatorAttributes, RefuseBadArguments) {
  const Attributes attributes(aclopCreateAttr());
  aclopAttr* const attr = attributes.get();
  const std::array<int64_t, 1> ints{1};
  const std::array<int, 1> counts{1};
  const std::array<const int64_t*, 1> lists{nullptr};
  aclopDestroyAttr(nullptr);
  EXPECT_EQ(aclopSetAttrInt(nullptr, "a", 1), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrBool(attr, nullptr, 1), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrString(attr, "a", nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListInt(attr, "a", -1, ints.data()), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListFloat(attr, "a", 1, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListListInt(attr, "a", -1, counts.data(), lists.data()), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListListInt(attr, "a", 1, nullptr, lists.data()), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListListInt(attr, "a", 1, counts.data(), lists.data()), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclopSetAttrListInt(attr, "a", 0, nullptr), ACL_SUCCESS);
}

class CompileAndExecute : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
  }
  void TearDown() override {
    aclrtDestroyStream(stream_);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  }
  aclError Call(const char* opType, const std::vector<const aclTensorDesc*>& inputs, const aclopAttr* attr) {
    return aclopCompileAndExecute(opType, static_cast<int>(inputs.size()), inputs.data(), nullptr, 0, nullptr,
                                  nullptr, attr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, stream_);
  }
  aclrtStream stream_ = nullptr;
};

TEST_F(CompileAndExecute, RefusesByName) {
  EXPECT_EQ(Call("Erfinv", {}, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  ExpectMessage("aclopCompileAndExecute: operator Erfinv()");
  EXPECT_EQ(Call(nullptr, {}, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  ExpectMessage("operator without a name");
}

// The status says it all: what a client puts on the stream afterwards runs.
TEST_F(CompileAndExecute, LeavesTheStreamAsItIs) {
  for (const uint64_t mode : {ACL_CONTINUE_ON_FAILURE, ACL_STOP_ON_FAILURE}) {
    ASSERT_EQ(aclrtSetStreamFailureMode(stream_, mode), ACL_SUCCESS);
    EXPECT_EQ(Call("Erfinv", {}, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    ExpectMessage("operator Erfinv()");
    std::array<uint8_t, 64> bytes{};
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, bytes.size(), ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemsetAsync(memory, bytes.size(), 7, bytes.size(), stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(bytes.data(), bytes.size(), memory, bytes.size(), ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    EXPECT_EQ(bytes.back(), 7);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  }
}

TEST_F(CompileAndExecute, ShowsInputsAndAttributes) {
  const Description x = Describe(ACL_FLOAT16, {2, 3});
  const Description axes = Describe(ACL_INT64, {});
  aclSetTensorDescName(x.get(), "x");
  EXPECT_EQ(aclSetTensorPlaceMent(axes.get(), ACL_MEMTYPE_HOST), ACL_SUCCESS);
  const Description w = Describe(ACL_FLOAT, {2, 2});
  const std::array<int64_t, 1> stored{4};
  EXPECT_EQ(aclSetTensorShape(w.get(), 1, stored.data()), ACL_SUCCESS);
  EXPECT_EQ(aclSetTensorFormat(w.get(), ACL_FORMAT_FRACTAL_Z), ACL_SUCCESS);
  const Attributes attributes(aclopCreateAttr());
  aclopAttr* const attr = attributes.get();
  const std::array<uint8_t, 2> bools{0, 2};
  const std::array<int64_t, 2> ints{-1, 7};
  const std::array<float, 2> floats{0.5F, 1e-6F};
  const std::array<int, 2> counts{2, 0};
  const std::array<const int64_t*, 2> lists{ints.data(), nullptr};
  EXPECT_EQ(aclopSetAttrBool(attr, "b", 1), ACL_SUCCESS);
  EXPECT_EQ(aclopSetAttrInt(attr, "i", 1), ACL_SUCCESS);
  EXPECT_EQ(aclopSetAttrInt(attr, "i", -3), ACL_SUCCESS) << "in place of the first";
  EXPECT_EQ(aclopSetAttrFloat(attr, "f", 0.1F), ACL_SUCCESS);
  EXPECT_EQ(aclopSetAttrString(attr, "s", "none"), ACL_SUCCESS);
  EXPECT_EQ(aclopSetAttrDataType(attr, "t", ACL_INT8), ACL_SUCCESS);
  EXPECT_EQ(aclopSetAttrListBool(attr, "bs", 2, bools.data()), ACL_SUCCESS);
  EXPECT_EQ(aclopSetAttrListInt(attr, "is", 2, ints.data()), ACL_SUCCESS);
  EXPECT_EQ(aclopSetAttrListFloat(attr, "fs", 2, floats.data()), ACL_SUCCESS);
  EXPECT_EQ(aclopSetAttrListListInt(attr, "ls", 2, counts.data(), lists.data()), ACL_SUCCESS);
  EXPECT_EQ(Call("Op", {x.get(), nullptr, axes.get(), w.get()}, attr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  ExpectMessage(
      "operator Op(x: FLOAT16 [2, 3], null, INT64 [] on the host, FLOAT [2, 2], stored as [4] in "
      "format 4; b = true, bs = [false, true], f = 0.1, "
      "fs = [0.5, 1e-06], i = -3, is = [-1, 7], ls = [[-1, 7], []], s = \"none\", t = INT8)");
}

TEST(Unpublished, TheProfilersClockRuns) {
  const uint64_t first = MsprofSysCycleTime();
  EXPECT_GT(first, 0U);
  EXPECT_GE(MsprofSysCycleTime(), first);
  EXPECT_EQ(MsprofReportApi(), 0);
}

// Whatever a client takes for a description or a set of attributes, nothing crashes.
TEST(SingleOperator, RefusesHandlesThatAreGoneOrOfAnotherKind) {
  aclTensorDesc* const description = Describe(ACL_FLOAT, {7}).release();
  aclopAttr* const attributes = aclopCreateAttr();
  EXPECT_EQ(aclSetTensorFormat(reinterpret_cast<aclTensorDesc*>(attributes), ACL_FORMAT_ND),
            ACL_ERROR_INVALID_PARAM);
  ExpectMessage("desc: expected a live aclTensorDesc, got 0x");
  EXPECT_EQ(aclopSetAttrBool(reinterpret_cast<aclopAttr*>(description), "a", 1), ACL_ERROR_INVALID_PARAM);
  ExpectMessage("an aclTensorDesc");
  aclopDestroyAttr(attributes);
  aclDestroyTensorDesc(description);
  ASSERT_EQ(aclGetRecentErrMsg(), nullptr);
  aclopDestroyAttr(attributes);
  ExpectMessage("attr: expected a live aclopAttr");
  aclDestroyTensorDesc(description);
  ExpectMessage("an aclTensorDesc that was destroyed before");
  EXPECT_EQ(aclGetTensorDescNumDims(description), 0U);
  aclDestroyTensorDesc(reinterpret_cast<aclTensorDesc*>(uintptr_t{0x10}));
  ExpectMessage("0x10, which is no object");
  const aclTensorDesc* const inputs[] = {description};
  EXPECT_NE(aclopCompileAndExecute("Abs", 1, inputs, nullptr, 0, nullptr, nullptr, attributes, ACL_ENGINE_SYS,
                                   ACL_COMPILE_SYS, nullptr, nullptr),
            ACL_SUCCESS);
  ExpectMessage("destroyed before");
}

}  // namespace
