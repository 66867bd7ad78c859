// SPDX-License-Identifier: Apache-2.0
//
// What clients ask about the toolkit: its packages, and what it and the emulated chip can do.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// kInvalidFile for a package that is not part of this library.
[[nodiscard]] Status GetPackageVersion(int32_t package, aclCANNPackageVersion* version);
[[nodiscard]] Status GetVersionText(const char* package, char* text);
[[nodiscard]] Status GetVersionNumber(const char* package, int32_t* number);

// Whether programs for the cores of one chip run on the emulated one.
[[nodiscard]] Status CheckArchitecture(const char* socName, int32_t* compatible);

[[nodiscard]] Status ListAttributes(const aclCannAttr** attributes, size_t* count);
[[nodiscard]] Status GetAttribute(int32_t attribute, int32_t* value);

}  // namespace openaclnn::runtime
