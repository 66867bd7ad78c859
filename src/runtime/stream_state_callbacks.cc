// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream_state_callbacks.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>

#include "runtime/check.h"
#include "runtime/lifecycle.h"

namespace openaclnn::runtime {
namespace {

struct Entry {
  std::string name;
  aclrtStreamStateCallback callback;
  void* argument;
};

using Entries = std::vector<Entry>;

struct Callbacks {
  std::mutex mutex;
  // Replaced as a whole, so that the calls need no lock.
  std::shared_ptr<const Entries> entries = std::make_shared<const Entries>();
};

Callbacks& Instance() {
  static auto* const callbacks = new Callbacks;  // threads may call during process exit
  return *callbacks;
}

std::shared_ptr<const Entries> Snapshot() {
  Callbacks& callbacks = Instance();
  const std::lock_guard lock(callbacks.mutex);
  return callbacks.entries;
}

}  // namespace

Status RegisterStreamStateCallback(const char* name, aclrtStreamStateCallback callback, void* argument) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("regName", name));
  if (*name == '\0') {
    return Mismatch(code::kRtParamInvalid, "regName", "a name", "an empty string");
  }
  Callbacks& callbacks = Instance();
  const std::lock_guard lock(callbacks.mutex);
  auto changed = std::make_shared<Entries>(*callbacks.entries);
  const auto found = std::find_if(changed->begin(), changed->end(),
                                  [name](const Entry& entry) { return entry.name == name; });
  if (callback == nullptr) {
    if (found == changed->end()) {
      return Mismatch(code::kRtParamInvalid, "regName", "a registered name, as the callback is null", name);
    }
    changed->erase(found);
  } else {
    if (found != changed->end()) {
      return Mismatch(code::kRtParamInvalid, "regName", "a name that is not registered yet", name);
    }
    changed->push_back({name, callback, argument});
  }
  callbacks.entries = std::move(changed);
  return Status::Ok();
}

void AnnounceStreamState(void* stream, aclrtStreamState state) {
  const std::shared_ptr<const Entries> entries = Snapshot();
  for (const Entry& entry : *entries) {
    try {
      entry.callback(stream, state, entry.argument);
    } catch (...) {  // NOLINT(bugprone-empty-catch): a client's exception must not leave a stream half made
    }
  }
}

void AnnounceCreation(const std::vector<std::shared_ptr<Stream>>& streams) {
  for (const std::shared_ptr<Stream>& stream : streams) {
    AnnounceStreamState(stream->Handle(), ACL_RT_STREAM_STATE_CREATE_POST);
  }
}

}  // namespace openaclnn::runtime
