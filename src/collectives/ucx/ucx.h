// SPDX-License-Identifier: Apache-2.0
//
// UCX as a means of carrying data, opened at run time. Its ports have no secret: who finds them can end the
// process (docs/distributed.md).
#pragma once

#include <cstdint>
#include <memory>

#include "collectives/carriers/fabric.h"

namespace openaclnn::collectives {

// What UCX may use: what its own settings (UCX_TLS) say; or, whatever they say, neither TCP, whose ports anybody
// may come to, nor shared memory.
enum class UcxTransports { kAsSet, kRdma };

// For a rank. HCCL_E_UNAVAIL, with the reason, where UCX is not there, is too old, or finds nothing to use.
[[nodiscard]] Result OpenUcx(uint32_t rank, uint32_t rankCount, UcxTransports transports,
                             std::unique_ptr<Fabric>* fabric);

}  // namespace openaclnn::collectives
