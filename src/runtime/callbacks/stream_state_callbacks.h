// SPDX-License-Identifier: Apache-2.0
//
// Whom the beginning and the end of streams are told.
#pragma once

#include <memory>
#include <vector>

#include "acl/acl_rt.h"
#include "base/status.h"
#include "runtime/core/context.h"

namespace openaclnn::runtime {

// A null callback takes the name off.
[[nodiscard]] Status RegisterStreamStateCallback(const char* name, aclrtStreamStateCallback callback,
                                                 void* argument);

// Calls everyone who is registered, on this thread. No lock of the library may be held: a callback may call
// the API.
void AnnounceStreamState(void* stream, aclrtStreamState state);

void AnnounceCreation(const std::vector<std::shared_ptr<Stream>>& streams);

}  // namespace openaclnn::runtime
