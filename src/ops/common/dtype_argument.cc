// SPDX-License-Identifier: Apache-2.0
#include "ops/common/dtype_argument.h"

#include <string>

#include "base/enumerators.h"

namespace openaclnn {

void CheckDtypeArgument(ArgumentChecks& check, const char* name, const aclDataType& dtype,
                        const NamedTensor& out) {
  const auto given = static_cast<DType>(NumberOf(dtype));
  check.Require(
      name, "the type of out", [&] { return given == out.tensor->dtype; },
      [&] { return std::string(NameOf(given)) + " for " + NameOf(out.tensor->dtype); });
}

}  // namespace openaclnn
