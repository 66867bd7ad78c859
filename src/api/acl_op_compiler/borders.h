// SPDX-License-Identifier: Apache-2.0
//
// Windows over images [N, C, ...], and what is added around the images for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "api/acl_op_compiler/call.h"

namespace openaclnn::single_operator {

/// "Keep the type": how precisely matrix products and sums are computed.
inline constexpr int8_t kKeepDtype = 0;

/// The extents of a window, of steps, or of dilations, without those of N and C, which such lists have first.
[[nodiscard]] std::vector<int64_t> SpatialOf(const std::vector<int64_t>& extents);

/// Whether an input has so many dims, channels second. The call fails otherwise.
[[nodiscard]] bool ExpectImages(Call& call, size_t input, size_t rank = 4);

/// What is added around images, before and after each dim from the third on.
struct Border {
  std::vector<int64_t> before;
  std::vector<int64_t> after;

  [[nodiscard]] bool IsEven() const { return before == after; }
  [[nodiscard]] bool IsEmpty() const;
  [[nodiscard]] std::vector<int64_t> Padded(std::vector<int64_t> dims) const;
  /// Where the images begin in what is padded.
  [[nodiscard]] std::vector<int64_t> First() const;
};

/// Of an attribute with two numbers for each dim.
[[nodiscard]] Border BorderOf(const std::vector<int64_t>& pads, size_t spatialDims);

/// Of "SAME": as many windows as steps fit, the odd element behind. Lists that are none of planes have no
/// border: the operator refuses them.
[[nodiscard]] Border SameBorder(const std::vector<int64_t>& dims, const std::vector<int64_t>& window,
                                const std::vector<int64_t>& steps);

/// A tensor of these dims with a border of one value; the tensor itself where the border is empty.
[[nodiscard]] aclTensor* Padded(Call& call, aclTensor* tensor, const std::vector<int64_t>& dims,
                                aclDataType dtype, const Border& border, double value);

/// The first output becomes what is inside of the border.
void CopyWithoutBorder(Call& call, aclTensor* padded, const Border& border);

}  // namespace openaclnn::single_operator
