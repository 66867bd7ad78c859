// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "acl/acl_unpublished.h"
#include "runtime/core/not_supported.h"

using openaclnn::runtime::NotSupported;

namespace {

constexpr const char* kBinaries = "binaries are for processors that an emulated device does not have";
constexpr const char* kDriver = "an emulated device has no driver";

}  // namespace

extern "C" {

int32_t MsprofRegisterCallback(void) {
  return 0;
}

int32_t MsprofReportApi(void) {
  return 0;
}

int32_t MsprofReportCompactInfo(void) {
  return 0;
}

int32_t MsprofReportAdditionalInfo(void) {
  return 0;
}

uint64_t MsprofGetHashId(void) {
  return 0;
}

uint64_t MsprofSysCycleTime(void) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

int32_t rtDevBinaryRegister(void) {
  return NotSupported("rtDevBinaryRegister", kBinaries);
}

int32_t rtDevBinaryUnRegister(void) {
  return NotSupported("rtDevBinaryUnRegister", kBinaries);
}

int32_t rtFunctionRegister(void) {
  return NotSupported("rtFunctionRegister", kBinaries);
}

int32_t rtKernelLaunch(void) {
  return NotSupported("rtKernelLaunch", kBinaries);
}

int32_t rtLaunch(void) {
  return NotSupported("rtLaunch", kBinaries);
}

int32_t rtGetC2cCtrlAddr(void) {
  return NotSupported("rtGetC2cCtrlAddr", kBinaries);
}

int32_t halHostRegister(void) {
  return NotSupported("halHostRegister", kDriver);
}

int32_t halHostUnregister(void) {
  return NotSupported("halHostUnregister", kDriver);
}

}  // extern "C"
