// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace openaclnn::checker {

// From now on, a host access to device memory is told before the process ends by it, as it would on hardware.
void WatchHostAccess() noexcept;

}  // namespace openaclnn::checker
