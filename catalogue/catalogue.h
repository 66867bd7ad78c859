// SPDX-License-Identifier: Apache-2.0
//
// The catalogue: one description an operator, for all who call it from outside. The command line, the tests
// of determinism, fuzzing, memory, products, stress and trace, and the tables of the documentation
// are made from it. The library itself knows nothing of it, so that it can be held against it.
//
// Adding an operator is adding a row to catalogue/rows/<family>/<file>.cc, which stands where src/ops has the
// operator: <family>/<file>.cc there. A new file needs no other line: it has a function Rows() in the
// namespace of its path. The smallest rows are made by the helpers in rows/rows.h:
//
//   Pointwise(TwoPhases<&aclnnAddGetWorkspaceSize, &aclnnAdd>("aclnnAdd"), "sum of two tensors",
//             {"out = self + alpha * other"},
//             {Input("self", Numbers()), Input("other", Numbers()), Number("alpha", 1),
//              Output("out", Numbers())}),
//   Pointwise(TwoPhases<&aclnnInplaceAddGetWorkspaceSize, &aclnnInplaceAdd>("aclnnInplaceAdd"),
//             "sum of two tensors, in place", {"selfRef = selfRef + alpha * other"},
//             {InPlace("selfRef", Numbers()), Input("other", Numbers()), Number("alpha", 1)}),
//
// The arguments stand in the order of the prototype. How each is handed over follows from the C signature; a
// test checks that names and signature fit. Where no helper fits, a row is written in full, as
// mse_loss_backward's in rows/loss/mse_loss_backward.cc:
//
//   arguments  names, roles, admitted types, and how an output's shape and type follow from the inputs
//   draw       a correct call of any shape from a source of decisions; the first of each kind is the plainest
//   samples    calls worth repeating, with names: what is cut into many tasks, broadcast, cancels, has NaNs
//   examples   what the command line shows behind "run" and "bench"
#pragma once

#include <string_view>
#include <vector>

#include "catalogue/model/operator.h"

namespace openaclnn::catalogue {

/// All of them, by name.
[[nodiscard]] const std::vector<Operator>& Operators();
/// By name or by function ("aclnnMseLossBackward"); null if there is none.
[[nodiscard]] const Operator* FindOperator(std::string_view name);

}  // namespace openaclnn::catalogue
