// SPDX-License-Identifier: Apache-2.0
#include "api/acl_op_compiler/borders.h"

#include <algorithm>
#include <string>

#include "aclnnop/aclnn_constant_pad_nd.h"
#include "aclnnop/aclnn_copy.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

constexpr size_t kFirstSpatial = 2;

}  // namespace

std::vector<int64_t> SpatialOf(const std::vector<int64_t>& extents) {
  return extents.size() > kFirstSpatial + 1
             ? std::vector<int64_t>(extents.begin() + kFirstSpatial, extents.end())
             : extents;
}

bool ExpectImages(Call& call, size_t input, size_t rank) {
  const bool flat = rank == 4;
  const char* const format = flat ? "NCHW" : "NCDHW";
  if (call.Text("data_format", format) != format || call.InputDims(input).size() != rank) {
    call.Fail(std::string("data_format: expected ") + format +
              (flat ? " with four dims" : " with five dims"));
    return false;
  }
  return true;
}

bool Border::IsEmpty() const {
  const auto none = [](int64_t count) { return count == 0; };
  return std::ranges::all_of(before, none) && std::ranges::all_of(after, none);
}

std::vector<int64_t> Border::Padded(std::vector<int64_t> dims) const {
  for (size_t i = 0; i < before.size(); ++i) {
    dims[i + kFirstSpatial] += before[i] + after[i];
  }
  return dims;
}

std::vector<int64_t> Border::First() const {
  std::vector<int64_t> first(kFirstSpatial, 0);
  first.insert(first.end(), before.begin(), before.end());
  return first;
}

Border BorderOf(const std::vector<int64_t>& pads, size_t spatialDims) {
  Border border{std::vector<int64_t>(spatialDims, 0), std::vector<int64_t>(spatialDims, 0)};
  if (pads.size() == 2 * spatialDims) {
    for (size_t i = 0; i < spatialDims; ++i) {
      border.before[i] = pads[2 * i];
      border.after[i] = pads[2 * i + 1];
    }
  }
  return border;
}

Border SameBorder(const std::vector<int64_t>& dims, const std::vector<int64_t>& window,
                  const std::vector<int64_t>& steps) {
  Border border = BorderOf({}, 2);
  if (dims.size() != 4 || window.size() != 2 || steps.size() != 2 || std::ranges::min(steps) <= 0) {
    return border;
  }
  for (size_t axis = 0; axis < 2; ++axis) {
    const int64_t extent = dims[axis + kFirstSpatial];
    const int64_t count = (extent + steps[axis] - 1) / steps[axis];
    const int64_t missing = std::max<int64_t>((count - 1) * steps[axis] + window[axis] - extent, 0);
    border.before[axis] = missing / 2;
    border.after[axis] = missing - missing / 2;
  }
  return border;
}

aclTensor* Padded(Call& call, aclTensor* tensor, const std::vector<int64_t>& dims, aclDataType dtype,
                  const Border& border, double value) {
  if (border.IsEmpty()) {
    return tensor;
  }
  std::vector<int64_t> pads;  // last dim first
  for (size_t i = border.before.size(); i-- > 0;) {
    pads.push_back(border.before[i]);
    pads.push_back(border.after[i]);
  }
  aclTensor* const padded = call.Temporary(border.Padded(dims), dtype);
  call.Do<OPENACLNN_PHASES(ConstantPadNd)>(tensor, call.Array(pads), call.Scalar(value), padded);
  return padded;
}

void CopyWithoutBorder(Call& call, aclTensor* padded, const Border& border) {
  const std::vector<int64_t> dims = call.OutputDims(0);
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(
      call.Output(0), call.View(padded, Window(LayoutOf(border.Padded(dims)), border.First(), dims)));
}

}  // namespace openaclnn::single_operator
