// SPDX-License-Identifier: Apache-2.0
//
// Operators on lists.
#pragma once

#include <string>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::foreach {

[[nodiscard]] DTypes Computed();
/// And integers of 8 and 16 bits.
[[nodiscard]] DTypes SmallComputed();

[[nodiscard]] Argument List(std::string name, DTypes dtypes);
[[nodiscard]] Argument InPlaceList(std::string name, DTypes dtypes);
/// Tensors of the shapes and types of another list's.
[[nodiscard]] Argument ResultList(std::string name, const std::string& as, DTypes dtypes);
/// A number for each tensor of a list.
[[nodiscard]] Argument NumberList(const std::string& of);
/// A tensor of one number for all tensors, or of one for each.
[[nodiscard]] Argument NumberTensor(std::string name, const std::string& of, bool each);

/// The same shapes for each input list.
[[nodiscard]] Sample ListSample(std::string name, const Operator& row, const std::vector<Shape>& shapes,
                                bool specials);

[[nodiscard]] Operator Foreach(Phases phases, std::string summary, std::string formula,
                               std::vector<Argument> arguments);

// A row by the operator's name without "aclnn".
#define FOREACH_ROW(Name, ...) \
  Foreach(TwoPhases<&aclnn##Name##GetWorkspaceSize, &aclnn##Name>("aclnn" #Name), __VA_ARGS__)

}  // namespace openaclnn::catalogue::foreach
