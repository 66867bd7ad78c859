// SPDX-License-Identifier: Apache-2.0
#include "runtime/callbacks/stream_state_callbacks.h"

#include "base/no_destructor.h"
#include "runtime/callbacks/named_callbacks.h"
#include "runtime/core/initialized.h"

namespace openaclnn::runtime {
namespace {

NamedCallbacks<aclrtStreamStateCallback>& StreamStateCallbacks() {
  static NoDestructor<NamedCallbacks<aclrtStreamStateCallback>> callbacks;
  return *callbacks;
}

}  // namespace

Status RegisterStreamStateCallback(const char* name, aclrtStreamStateCallback callback, void* argument) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  return StreamStateCallbacks().Register(name, callback, argument);
}

void AnnounceStreamState(void* stream, aclrtStreamState state) {
  StreamStateCallbacks().ForEach(
      [&](aclrtStreamStateCallback callback, void* argument) { callback(stream, state, argument); });
}

void AnnounceCreation(const std::vector<std::shared_ptr<Stream>>& streams) {
  for (const std::shared_ptr<Stream>& stream : streams) {
    AnnounceStreamState(stream->Handle(), ACL_RT_STREAM_STATE_CREATE_POST);
  }
}

}  // namespace openaclnn::runtime
