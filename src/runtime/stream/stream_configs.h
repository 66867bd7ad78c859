// SPDX-License-Identifier: Apache-2.0
//
// Settings for streams that are still to be created.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

[[nodiscard]] Status CreateStreamConfig(aclrtStreamConfigHandle** config);
[[nodiscard]] Status DestroyStreamConfig(const aclrtStreamConfigHandle* config);

// `attribute` is the number of an aclrtStreamConfigAttr; callers can pass any.
[[nodiscard]] Status SetStreamConfig(aclrtStreamConfigHandle* config, int32_t attribute, const void* value,
                                     size_t valueBytes);

[[nodiscard]] Status CreateConfiguredStream(const aclrtStreamConfigHandle* config, void** handle);

}  // namespace openaclnn::runtime
