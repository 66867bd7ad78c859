// SPDX-License-Identifier: Apache-2.0
//
// UCX as a means of carrying data, opened at run time. Its ports have no secret: who finds them can end the
// process (docs/distributed.md).
#pragma once

#include <cstdint>
#include <memory>

#include "collectives/carriers/fabric.h"

namespace openaclnn::collectives {

// Whether UCX may open ports of TCP, as its own settings (UCX_TLS) say, or never does.
enum class UcxTcp { kAsSet, kNever };

// For a rank. HCCL_E_UNAVAIL, with the reason, where UCX is not there, is too old, or finds nothing to use.
[[nodiscard]] Result OpenUcx(uint32_t rank, uint32_t rankCount, UcxTcp tcp, std::unique_ptr<Fabric>* fabric);

}  // namespace openaclnn::collectives
