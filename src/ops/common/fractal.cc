// SPDX-License-Identifier: Apache-2.0
#include "ops/common/fractal.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/checked_math.h"

namespace openaclnn {
namespace {

constexpr int64_t kBlockBytes = 32;

// Matrices as `tensor` shows them, or with rows and columns exchanged.
std::vector<int64_t> StoredDims(const aclTensor& tensor, bool transposed) {
  std::vector<int64_t> dims = tensor.viewDims;
  if (transposed) {
    std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
  }
  return dims;
}

// Whether the strides are those of contiguous matrices, or of contiguous ones with rows and columns
// exchanged. Dims of 1 may have any, and tensors without elements.
bool HasStrides(const aclTensor& tensor, bool transposed) {
  if (NumElements(tensor) == 0) {
    return true;
  }
  const size_t rank = tensor.viewDims.size();
  int64_t expected = 1;
  for (size_t back = 0; back < rank; ++back) {
    const size_t last = rank - 1 - back;
    const size_t d = transposed && back < 2 ? rank - 2 + back : last;
    if (tensor.viewDims[d] != 1 && tensor.strides[d] != expected) {
      return false;
    }
    expected = CheckedMultiply(expected, tensor.viewDims[d]).value_or(0);
  }
  return true;
}

FractalMatrices MatricesIn(const aclTensor& tensor, std::span<const int64_t> storage, bool transposed) {
  return {.storage = PlainTensor(tensor, storage), .width = storage.back(), .transposed = transposed};
}

}  // namespace

int64_t FractalWidth(int32_t format, DType dtype) {
  switch (format) {
    case ACL_FORMAT_FRACTAL_NZ_C0_2:
      return 2;
    case ACL_FORMAT_FRACTAL_NZ_C0_4:
      return 4;
    case ACL_FORMAT_FRACTAL_NZ_C0_8:
      return 8;
    case ACL_FORMAT_FRACTAL_NZ_C0_16:
      return 16;
    case ACL_FORMAT_FRACTAL_NZ_C0_32:
      return 32;
    default:
      break;
  }
  const auto size = static_cast<int64_t>(SizeOf(dtype));
  return size == 0 ? 0 : kBlockBytes / size;
}

Dims FractalDims(std::span<const int64_t> matrices, int64_t width) {
  Dims dims(matrices.first(matrices.size() - 2));
  dims.push_back(CeilDivide(matrices.back(), width));
  dims.push_back(CeilDivide(matrices[matrices.size() - 2], kFractalRows));
  dims.push_back(kFractalRows);
  dims.push_back(width);
  return dims;
}

std::optional<FractalMatrices> FindFractal(ArgumentChecks& check, const NamedTensor& argument) {
  const aclTensor& tensor = *argument.tensor;
  const size_t rank = tensor.viewDims.size();
  check.Require(
      argument.name, "2 to 6 dims of a tensor in FRACTAL_NZ", [&] { return rank >= 2 && rank <= 6; },
      [&] { return ShapeText(tensor.viewDims); });
  const aclTensor plain = AsPlain(tensor);
  check.ValidView({argument.name, &plain});
  if (check.Failed()) {
    return std::nullopt;
  }
  // Types without a width of their own have the one that they were cast with.
  const int64_t width = tensor.storageDims.back();
  const auto fits = [&](bool transposed) {
    return width > 0 && HasStrides(tensor, transposed) &&
           std::ranges::equal(FractalDims(StoredDims(tensor, transposed), width), tensor.storageDims);
  };
  const bool asShown = fits(false);
  check.Require(
      argument.name,
      "the view of a contiguous tensor in FRACTAL_NZ, transposed or not: storage [..., columns / width, rows "
      "/ "
      "16, 16, width]",
      [&] { return asShown || fits(true); },
      [&] {
        return "view " + ShapeText(tensor.viewDims) + " with strides " + ShapeText(tensor.strides) +
               ", storage " + ShapeText(tensor.storageDims);
      });
  if (check.Failed()) {
    return std::nullopt;
  }
  return MatricesIn(tensor, tensor.storageDims, !asShown);
}

std::optional<FractalMatrices> FindFractalView(ArgumentChecks& check, const NamedTensor& argument,
                                               int64_t rows, int64_t columns) {
  const aclTensor& tensor = *argument.tensor;
  const aclTensor plain = AsPlain(tensor);
  check.ValidView({argument.name, &plain});
  if (check.Failed()) {
    return std::nullopt;
  }
  const int64_t width = tensor.viewDims.back();
  const size_t batchRank = tensor.viewDims.size() - kFractalRank;
  const auto fits = [&](bool transposed) {
    std::vector<int64_t> matrices(tensor.viewDims.begin(),
                                  tensor.viewDims.begin() + static_cast<ptrdiff_t>(batchRank));
    matrices.insert(matrices.end(), {transposed ? columns : rows, transposed ? rows : columns});
    return width > 0 && std::ranges::equal(FractalDims(matrices, width), tensor.viewDims);
  };
  const bool asShown = fits(false);
  check.Require(
      argument.name, "the dims of FRACTAL_NZ, [..., columns / width, rows / 16, 16, width], contiguous",
      [&] { return HasStrides(tensor, false) && (asShown || fits(true)); },
      [&] {
        return ShapeText(tensor.viewDims) + " with strides " + ShapeText(tensor.strides) + " for a matrix " +
               ShapeText(std::array{rows, columns});
      });
  if (check.Failed()) {
    return std::nullopt;
  }
  return MatricesIn(tensor, tensor.viewDims, !asShown);
}

}  // namespace openaclnn
