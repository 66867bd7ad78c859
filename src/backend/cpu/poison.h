// SPDX-License-Identifier: Apache-2.0
#pragma once

// Freed blocks, and what rounding adds behind a block, are closed to AddressSanitizer. Without it, no-ops.
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#endif
