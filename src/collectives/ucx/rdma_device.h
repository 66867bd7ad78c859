// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace openaclnn::collectives {

// Whether this host has a device for RDMA, InfiniBand or RoCE, as the kernel lists them.
[[nodiscard]] bool HasRdmaDevice();

}  // namespace openaclnn::collectives
