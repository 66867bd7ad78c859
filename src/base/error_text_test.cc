// SPDX-License-Identifier: Apache-2.0
#include "base/error_text.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

namespace openaclnn {
namespace {

TEST(ErrorText, HasTheDocumentedLayout) {
  EXPECT_EQ(ErrorText("aclrtFree", {code::kRtParamInvalid, "devPtr: expected this, got that"}),
            "Invalid value(EE1003): aclrtFree: devPtr: expected this, got that\n"
            "        Solution: Give one of the values that the function admits.\n"
            "        TraceBack (most recent call last):\n"
            "        aclrtFree returned 107000\n");
}

TEST(ErrorText, NeedsNoMessage) {
  const std::string text = ErrorText("aclX", {code::kInternal, {}});
  EXPECT_TRUE(text.starts_with("Execution failed(EE1019): aclX\n")) << text;
}

std::string FamilyOf(int32_t code) {
  std::smatch match;
  const std::string text = ErrorText("aclX", {code, "message"});
  return std::regex_search(text, match, std::regex(R"(^[A-Z][A-Za-z ]+\(([A-Z]{2}\d{4})\): aclX: message\n)"))
             ? match[1].str()
             : text;
}

TEST(ErrorText, EveryCodeIsOfAFamily) {
  EXPECT_EQ(FamilyOf(code::kInvalidParam), "EE1001");
  EXPECT_EQ(FamilyOf(code::kParamInvalid), "EE1001");
  EXPECT_EQ(FamilyOf(code::kRtStreamSyncTimeout), "EE1002");
  EXPECT_EQ(FamilyOf(code::kRtEventSyncTimeout), "EE1002");
  EXPECT_EQ(FamilyOf(code::kRtInvalidDevice), "EE1003");
  EXPECT_EQ(FamilyOf(code::kParamNullptr), "EE1004");
  EXPECT_EQ(FamilyOf(code::kRtFeatureNotSupported), "EE1005");
  EXPECT_EQ(FamilyOf(code::kRtStreamContext), "EE1010");
  EXPECT_EQ(FamilyOf(code::kRtInvalidHandle), "EE1011");
  EXPECT_EQ(FamilyOf(code::kHostAllocation), "EE1013");
  EXPECT_EQ(FamilyOf(code::kInnerCreateExecutor), "EE1013");
  EXPECT_EQ(FamilyOf(code::kUninitialized), "EE1018");
  EXPECT_EQ(FamilyOf(code::kRtContextNull), "EE1018");
  EXPECT_EQ(FamilyOf(code::kRtVectorCoreException), "EE1019");
  EXPECT_EQ(FamilyOf(code::kRuntimeError), "EE1019");
  EXPECT_EQ(FamilyOf(code::kRtNoStreamResource), "EE1022");
  EXPECT_EQ(FamilyOf(code::kInvalidFile), "EH0003");
  EXPECT_EQ(FamilyOf(code::kParseFile), "EH0004");
  EXPECT_EQ(FamilyOf(code::kRtMemoryAllocation), "EL0004");
}

TEST(ErrorText, TheAdviceIsForTheCase) {
  const auto adviceHas = [](int32_t code, const char* part) {
    return ErrorText("aclX", {code, {}}).find(part) != std::string::npos;
  };
  EXPECT_TRUE(adviceHas(code::kRepeatInitialize, "Solution: Initialize once"));
  EXPECT_TRUE(adviceHas(code::kUninitialized, "Solution: Call aclInit first"));
  EXPECT_TRUE(adviceHas(code::kRtContextNull, "aclrtSetDevice"));
  EXPECT_TRUE(adviceHas(code::kRtTimestampInvalid, "ACL_EVENT_TIME_LINE"));
  EXPECT_TRUE(adviceHas(code::kRuntimeError, "the operator's own arguments were accepted"));
  EXPECT_TRUE(adviceHas(code::kRtVectorCoreException, "memory that was freed"));
  EXPECT_TRUE(adviceHas(code::kInner, "phase one"));
}

TEST(ErrorText, TheAdviceOnAWrongArgumentIsForWhatIsWrong) {
  const auto adviceOn = [](const std::string& message) {
    return std::string(SolutionOf(code::kParamInvalid, message));
  };
  EXPECT_EQ(adviceOn("mode: expected 0 or 1, got 7"), "Correct the argument.");
  EXPECT_NE(adviceOn("OPENACLNN_SPIN: expected a number, got x").find("variable"), std::string::npos);
  EXPECT_NE(adviceOn("self: expected device memory (aclrtMalloc), got the unknown address 0x10")
                .find("aclrtMemcpy"),
            std::string::npos);
  EXPECT_NE(
      adviceOn("self: expected device memory (aclrtMalloc), got 0x10, which lies in memory that was freed or "
               "never allocated")
          .find("synchronize"),
      std::string::npos);
  EXPECT_NE(adviceOn("self: expected a live object, got 0x10, an aclTensor that was destroyed before")
                .find("Destroy"),
            std::string::npos);
  EXPECT_NE(adviceOn("self: expected dtype FLOAT, got INT8").find("aclnnCast"), std::string::npos);
  EXPECT_NE(adviceOn("target: expected the dtype of self, FLOAT, got INT8").find("agree"), std::string::npos);
  EXPECT_NE(adviceOn("out: expected shape of self = [2, 3], got [2]").find("page"), std::string::npos);
}

TEST(ErrorText, ALackOfMemoryIsRecognizable) {
  for (const int32_t code : {code::kRtMemoryAllocation, code::kHostAllocation, code::kInnerCreateExecutor}) {
    EXPECT_NE(ErrorText("aclX", {code, {}}).find("Failed to allocate"), std::string::npos) << code;
  }
}

// On Ascend910B1, where torch_npu asks for a single operator, the stream reports it: no index is wrong then.
TEST(ErrorTextTest, AMissingOperatorIsNoWrongIndex) {
  const std::string message =
      "operator Foo(): got one that does not exist here; " + std::string(kMissingOperator);
  for (const int32_t code : {code::kRtVectorCoreException, code::kRtFeatureNotSupported}) {
    const std::string advice = SolutionOf(code, message);
    EXPECT_NE(advice.find("openaclnn coverage"), std::string::npos);
    EXPECT_EQ(advice.find("indices"), std::string::npos);
  }
  EXPECT_NE(std::string(SolutionOf(code::kRtVectorCoreException, "index 7")).find("indices"),
            std::string::npos);
}

}  // namespace
}  // namespace openaclnn
