// SPDX-License-Identifier: Apache-2.0
//
// Calls every function that the headers call not supported, in a process that could not be in better order.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>

#include "acl/acl.h"
#include "hccl/hccl.h"

namespace {

constexpr std::byte kUntouched{0x5a};

// What pointers to structures and results get: whatever is read there is a number, and nothing may be
// written.
alignas(std::max_align_t) std::array<std::byte, 8192> memory;

template <typename Result, typename... Arguments>
Result DoNothing(Arguments... /*arguments*/) {
  return Result();
}

template <typename Result, typename... Arguments>
auto CallbackLike(Result (* /*type*/)(Arguments...)) {
  return &DoNothing<Result, Arguments...>;
}

// Handles and attributes get null, enumerators 0; the first number is 0,
// as a device's id, the others 64, as sizes.
template <typename Argument>
Argument Plausible(int& numbers) {
  using Pointee = std::remove_pointer_t<Argument>;
  if constexpr (std::is_function_v<Pointee>) {
    return CallbackLike(Argument{});
  } else if constexpr (std::is_same_v<Pointee, const char>) {
    return "text";
  } else if constexpr (std::is_pointer_v<Argument> && !std::is_void_v<Pointee> &&
                       !std::is_same_v<Pointee, const aclopAttr>) {
    return reinterpret_cast<Argument>(memory.data());
  } else if constexpr (std::is_arithmetic_v<Argument>) {
    return numbers++ == 0 ? Argument{0} : Argument{64};
  } else {
    return Argument{};
  }
}

template <typename Result, typename... Arguments>
void ExpectNotSupported(const char* name, Result (*function)(Arguments...)) {
  memory.fill(kUntouched);
  aclGetRecentErrMsg();
  [[maybe_unused]] int numbers = 0;
  std::tuple<Arguments...> arguments{Plausible<Arguments>(numbers)...};  // braces: from left to right
  const Result result = std::apply(function, arguments);
  if constexpr (std::is_pointer_v<Result>) {
    EXPECT_EQ(result, nullptr) << name;
  } else if constexpr (std::is_same_v<Result, HcclResult>) {
    EXPECT_EQ(result, HCCL_E_NOT_SUPPORT) << name;
  } else {
    EXPECT_EQ(result, ACL_ERROR_RT_FEATURE_NOT_SUPPORT) << name;
  }
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_FEATURE_NOT_SUPPORT) << name;
  const char* const messages = aclGetRecentErrMsg();
  ASSERT_NE(messages, nullptr) << name;
  EXPECT_NE(std::string(messages).find(name), std::string::npos) << messages;
  EXPECT_TRUE(std::all_of(memory.begin(), memory.end(), [](std::byte value) { return value == kUntouched; }))
      << name;
}

}  // namespace

#define NOT_SUPPORTED(name)
#include "not_supported_calls.inc"
#undef NOT_SUPPORTED

TEST(NotSupported, IsWhatEachSuchFunctionAnswers) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
#define NOT_SUPPORTED(name) ExpectNotSupported(#name, &name);
#include "not_supported_calls.inc"
#undef NOT_SUPPORTED
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}
