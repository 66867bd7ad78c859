// SPDX-License-Identifier: Apache-2.0
//
// What the rows of optimizers share.
#pragma once

#include <string>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::optimizer {

/// A tensor of the shape and type of another, or a list of such.
[[nodiscard]] Argument Updated(std::string name, std::string meaning, const std::string& as);
[[nodiscard]] Argument Read(std::string name, std::string meaning, const std::string& as);
/// One number in device memory.
[[nodiscard]] Argument One(std::string name, std::string meaning, DTypes dtypes);

/// A row whose tensors all have the shape of `lead`; those of the numbers of `One` have one element. Tensors that
/// `flag` names are given where it is set.
[[nodiscard]] Operator Update(Operator row, const std::string& lead, const std::string& flag,
                              const std::vector<std::string>& ofFlag);

}  // namespace openaclnn::catalogue::optimizer
