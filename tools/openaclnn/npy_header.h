// SPDX-License-Identifier: Apache-2.0
//
// The dict in the header of a .npy file: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace openaclnn::cli {

struct NpyHeader {
  std::string descr;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

// Throws InputError with what is wrong.
[[nodiscard]] NpyHeader ParseNpyHeader(std::string_view text);

[[nodiscard]] std::string FormatNpyHeader(const NpyHeader& header);

}  // namespace openaclnn::cli
