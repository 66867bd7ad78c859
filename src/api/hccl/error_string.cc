// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "base/enumerators.h"
#include "hccl/hccl.h"

namespace {

constexpr std::array kNames{"HCCL_SUCCESS",
                            "HCCL_E_PARA",
                            "HCCL_E_PTR",
                            "HCCL_E_MEMORY",
                            "HCCL_E_INTERNAL",
                            "HCCL_E_NOT_SUPPORT",
                            "HCCL_E_NOT_FOUND",
                            "HCCL_E_UNAVAIL",
                            "HCCL_E_SYSCALL",
                            "HCCL_E_TIMEOUT",
                            "HCCL_E_OPEN_FILE_FAILURE",
                            "HCCL_E_TCP_CONNECT",
                            "HCCL_E_ROCE_CONNECT",
                            "HCCL_E_TCP_TRANSFER",
                            "HCCL_E_ROCE_TRANSFER",
                            "HCCL_E_RUNTIME",
                            "HCCL_E_DRV",
                            "HCCL_E_PROFILING",
                            "HCCL_E_CCE",
                            "HCCL_E_NETWORK",
                            "HCCL_E_AGAIN",
                            "HCCL_E_REMOTE",
                            "HCCL_E_SUSPENDING",
                            "HCCL_E_OPRETRY_FAIL",
                            "HCCL_E_OOM"};

}  // namespace

extern "C" const char* HcclGetErrorString(HcclResult code) {
  const auto number = static_cast<uint32_t>(openaclnn::NumberOf(code));
  return number < kNames.size() ? kNames[number] : "not an HcclResult";
}
