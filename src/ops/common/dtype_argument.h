// SPDX-License-Identifier: Apache-2.0
//
// Arguments that name a type again which a tensor has already.
#pragma once

#include "aclnn/acl_meta.h"
#include "ops/common/checks.h"

namespace openaclnn {

// The type of out. By reference: any number can come, and to read it as the enumeration would be undefined.
void CheckDtypeArgument(ArgumentChecks& check, const char* name, const aclDataType& dtype,
                        const NamedTensor& out);

}  // namespace openaclnn
