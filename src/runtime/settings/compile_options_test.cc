// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <string>

#include "acl/acl_op_compiler.h"
#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

std::string ValueOf(aclCompileOpt option) {
  std::string value(aclGetCompileoptSize(option), '?');
  EXPECT_EQ(aclGetCompileopt(option, value.data(), value.size()), ACL_SUCCESS);
  EXPECT_EQ(value.back(), '\0');
  value.pop_back();
  return value;
}

TEST(CompileOptions, AreKept) {
  EXPECT_EQ(aclSetCompileopt(10, "enable"), ACL_SUCCESS);
  EXPECT_EQ(aclSetCompileopt(11, ""), ACL_SUCCESS);
  EXPECT_EQ(aclGetCompileoptSize(10), 7U);
  EXPECT_EQ(ValueOf(10), "enable");
  EXPECT_EQ(ValueOf(11), "");
  EXPECT_EQ(aclSetCompileopt(10, "disable"), ACL_SUCCESS);
  EXPECT_EQ(ValueOf(10), "disable");
}

TEST(CompileOptions, AnyNumberIsOneAndEmptyAtFirst) {
  for (const aclCompileOpt option : {-1, 1000, INT_MIN, INT_MAX}) {
    EXPECT_EQ(aclGetCompileoptSize(option), 1U);
    EXPECT_EQ(ValueOf(option), "");
  }
  EXPECT_EQ(aclSetCompileopt(INT_MIN, "value"), ACL_SUCCESS);
  EXPECT_EQ(ValueOf(INT_MIN), "value");
}

TEST(CompileOptions, BadArguments) {
  ExpectFailure(aclSetCompileopt(20, nullptr), ACL_ERROR_INVALID_PARAM, {"aclSetCompileopt", "value"});
  EXPECT_EQ(aclSetCompileopt(20, "four"), ACL_SUCCESS);
  ExpectFailure(aclGetCompileopt(20, nullptr, 5), ACL_ERROR_INVALID_PARAM, {"aclGetCompileopt", "value"});
  std::array<char, 4> small = {'a', 'b', 'c', 'd'};
  ExpectFailure(aclGetCompileopt(20, small.data(), small.size()), ACL_ERROR_INVALID_PARAM,
                {"length", "5", "4"});
  EXPECT_EQ(small[0], 'a') << "untouched";
}

}  // namespace
}  // namespace openaclnn::runtime
