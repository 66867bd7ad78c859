// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/protocol.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <string>

#include "tests/fuzz/failure.h"
#include "tests/fuzz/oracle.h"

namespace openaclnn::fuzz {
namespace {

void CheckStatus(const char* what, const char* operatorName, int32_t status,
                 std::initializer_list<int32_t> documented) {
  const char* message = aclGetRecentErrMsg();
  if (status == ACL_SUCCESS) {
    if (message != nullptr) {
      Fail(std::string(what) + " succeeded with the message " + message);
    }
    return;
  }
  if (std::find(documented.begin(), documented.end(), status) == documented.end()) {
    Fail(std::string(what) + " returned the undocumented status " + std::to_string(status) + ": " +
         (message == nullptr ? "(no message)" : message));
  }
  if (message == nullptr || std::strstr(message, operatorName) == nullptr) {
    Fail(std::string(what) + " returned " + std::to_string(status) + " with a message that does not name " +
         operatorName + ": " + (message == nullptr ? "(null)" : message));
  }
}

}  // namespace

std::optional<Accepted> StartCall(const Call& call, const std::vector<void*>& addresses) {
  constexpr uint64_t kUntouched = 0x5A5A5A5A5A5A5A5A;
  Accepted accepted;
  accepted.arguments = std::make_unique<Arguments>(call, addresses);
  auto* const noExecutor = reinterpret_cast<aclOpExecutor*>(&accepted);  // any address that is no executor's
  accepted.workspaceSize = kUntouched;
  accepted.executor = noExecutor;
  (void)aclGetRecentErrMsg();
  const aclnnStatus status = accepted.arguments->PhaseOne(call.nullSize ? nullptr : &accepted.workspaceSize,
                                                          call.nullExecutor ? nullptr : &accepted.executor);
  CheckStatus("phase one", call.op->Function(), status, {kNullptr, kInvalid});
  if (call.strayHandle) {  // told before or behind missing pointers; some arguments nothing looks at
    if (status == ACL_SUCCESS) {
      DestroyExecutor(accepted.executor, true);
    }
    return std::nullopt;
  }
  Require((status == kNullptr) == HasNullArgument(call),
          "161001 belongs to missing pointers, and only to these");
  if (status != ACL_SUCCESS) {
    Require(!call.valid, "phase one refused a valid call");
    Require(accepted.workspaceSize == kUntouched, "a phase one that failed wrote workspaceSize");
    Require(accepted.executor == noExecutor, "a phase one that failed wrote executor");
    return std::nullopt;
  }
  Require(accepted.workspaceSize != kUntouched, "phase one did not write workspaceSize");
  Require(accepted.executor != nullptr && accepted.executor != noExecutor,
          "phase one did not write executor");
  CheckAccepted(call);
  return accepted;
}

aclnnStatus RunPhaseTwo(const Operator& op, void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                        aclrtStream stream) {
  (void)aclGetRecentErrMsg();
  const aclnnStatus status = op.phases.phaseTwo(workspace, workspaceSize, executor, stream);
  CheckStatus("phase two", op.Function(), status, {kNullptr, kInvalid, kRuntimeError, kInner});
  return status;
}

aclError Synchronize(const Call& call, aclrtStream stream) {
  (void)aclGetRecentErrMsg();
  const aclError status = aclrtSynchronizeStream(stream);
  using catalogue::Meaning;
  const bool hasBounds = std::any_of(call.tensors.begin(), call.tensors.end(), [](const Tensor& tensor) {
    const Meaning holds = tensor.argument->holds;
    return holds == Meaning::kIndices || holds == Meaning::kProbabilities || holds == Meaning::kOnes ||
           tensor.argument->mayRunOut;
  });
  if (status == ACL_SUCCESS || hasBounds) {
    CheckStatus("synchronize", call.op->Function(), status, {kVectorCoreException});
  } else {
    CheckStatus("synchronize", call.op->Function(), status, {});
  }
  return status;
}

void DestroyExecutor(aclOpExecutor* executor, bool alive) {
  ExpectStatus(aclDestroyAclOpExecutor(executor), alive ? ACL_SUCCESS : kInner, "aclDestroyAclOpExecutor");
}

void ExpectStatus(int32_t status, int32_t expected, const char* what) {
  if (status != expected) {
    const char* message = aclGetRecentErrMsg();
    Fail(std::string(what) + " returned " + std::to_string(status) + " instead of " +
         std::to_string(expected) + ": " + (message == nullptr ? "(no message)" : message));
  }
}

}  // namespace openaclnn::fuzz
