// SPDX-License-Identifier: Apache-2.0
#include "collectives/ucx/rdma_device.h"

#include <filesystem>
#include <system_error>

namespace openaclnn::collectives {

bool HasRdmaDevice() {
  std::error_code error;
  const std::filesystem::directory_iterator devices("/sys/class/infiniband", error);
  return !error && devices != std::filesystem::directory_iterator();
}

}  // namespace openaclnn::collectives
