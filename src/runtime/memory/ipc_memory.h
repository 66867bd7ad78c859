// SPDX-License-Identifier: Apache-2.0
//
// Blocks of device memory that other processes use, by key.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

[[nodiscard]] Status ExportBlock(void* address, size_t size, char* key, size_t keyBytes, uint64_t flags);
[[nodiscard]] Status AdmitToBlock(const char* key, const int32_t* processes, size_t count);
[[nodiscard]] Status ImportBlock(void** address, const char* key, uint64_t flags);
// Of an import or an export; needs no initialization.
[[nodiscard]] Status CloseBlock(const char* key);
[[nodiscard]] Status SetLink(const char* key, int32_t type);

}  // namespace openaclnn::runtime
