// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>

namespace openaclnn::backend::cpu {

// Stands for a cache that nothing tells about.
inline constexpr size_t kAssumedCacheBytes = size_t{1} << 20;

// The last cache that the first core of the machine has. Read once.
[[nodiscard]] size_t LastCacheBytes();

// The same, from a folder with one folder for each cache, as the kernel shows them (index*/size, "1024K").
// kAssumedCacheBytes if there is none to read.
[[nodiscard]] size_t LastCacheBytes(const std::filesystem::path& folder);

}  // namespace openaclnn::backend::cpu
