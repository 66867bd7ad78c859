// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace openaclnn::reference {

/// What a reference adds up: its terms, or their magnitudes, which tell how far rounding may go.
enum class Terms { kSigned, kAbsolute };

}  // namespace openaclnn::reference
