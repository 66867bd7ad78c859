// SPDX-License-Identifier: Apache-2.0
//
// In place of UCX where its headers were not there when the library was built.
#include "collectives/ucx/ucx.h"

namespace openaclnn::collectives {

Result OpenUcx(uint32_t /*rank*/, uint32_t /*rankCount*/, UcxTransports /*transports*/,
               std::unique_ptr<Fabric>* /*fabric*/) {
  return {HCCL_E_UNAVAIL, "this libhccl.so was built without UCX: libucx-dev was not installed"};
}

}  // namespace openaclnn::collectives
