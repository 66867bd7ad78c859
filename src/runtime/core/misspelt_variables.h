// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace openaclnn::runtime {

// Names each variable of the environment that is nearly one of the library's, in the log and on standard error. A variable that
// is like none of them may be somebody else's.
void WarnOfMisspeltVariables();

}  // namespace openaclnn::runtime
