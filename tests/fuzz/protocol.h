// SPDX-License-Identifier: Apache-2.0
//
// The calls of the two-phase protocol, each with a look at what it always has to keep: a documented status, a
// message that names the operator if it fails and none if it does not, results only on success.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "tests/fuzz/call.h"
#include "tests/fuzz/memory.h"

namespace openaclnn::fuzz {

inline constexpr aclnnStatus kNullptr = 161001;
inline constexpr aclnnStatus kInvalid = 161002;
inline constexpr aclnnStatus kRuntimeError = 361001;
inline constexpr aclnnStatus kInner = 561000;
inline constexpr aclnnStatus kInnerNullptr = 561103;
inline constexpr aclError kVectorCoreException = 507035;

/// An accepted call between its phases.
struct Accepted {
  std::unique_ptr<Arguments> arguments;
  aclOpExecutor* executor = nullptr;
  uint64_t workspaceSize = 0;
};

/// Phase one; empty if it refused.
[[nodiscard]] std::optional<Accepted> StartCall(const Call& call, const std::vector<void*>& addresses);

/// Phase two, of any operator. The message has to name that one.
aclnnStatus RunPhaseTwo(const Operator& op, void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                        aclrtStream stream);

/// Waits. Only data, which phase one cannot see, may make the work fail: indices, or more elements than fit.
aclError Synchronize(const Call& call, aclrtStream stream);

/// Destroys an executor, which has to be `alive` or not.
void DestroyExecutor(aclOpExecutor* executor, bool alive);

/// Compares the status with the expected one.
void ExpectStatus(int32_t status, int32_t expected, const char* what);

}  // namespace openaclnn::fuzz
