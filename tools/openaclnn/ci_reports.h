// SPDX-License-Identifier: Apache-2.0
//
// Findings in the formats that systems for continuous integration read.
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "findings.h"

namespace openaclnn::cli {

// SARIF 2.1.0, one result for each group.
[[nodiscard]] std::string SarifOf(const std::vector<Group>& groups);
// JUnit's XML: a test case for each group, failed, or one that passed if there is none. `program` names it.
[[nodiscard]] std::string JunitOf(const std::vector<Group>& groups, const std::string& program);

}  // namespace openaclnn::cli
