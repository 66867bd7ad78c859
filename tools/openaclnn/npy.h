// SPDX-License-Identifier: Apache-2.0
//
// NumPy's .npy files, versions 1 to 3: a header in the form of a Python dict, then the elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "element_type.h"

namespace openaclnn::cli {

using Shape = std::vector<int64_t>;

// Elements of a shape. Throws InputError for negative extents and where 63 bits do not hold the bytes.
[[nodiscard]] int64_t NumElements(const Shape& shape, size_t elementSize);

// "[2, 3]"
[[nodiscard]] std::string ShapeText(const Shape& shape);

// An array as it lies in its file: an array in Fortran order stays one, and has the strides of one.
struct Array {
  aclDataType dtype = ACL_DT_UNDEFINED;
  Shape shape;
  bool fortranOrder = false;
  std::vector<std::byte> data;

  [[nodiscard]] int64_t Count() const;
  // In elements.
  [[nodiscard]] Shape Strides() const;
  // Elements [first, first + count) in row-major order of the shape, whatever the order in memory.
  void Gather(int64_t first, int64_t count, std::byte* elements) const;
};

// Throws InputError, with the path and what is wrong, for whatever is not an array of numbers. ml_dtypes'
// bfloat16 is read as BF16; "<u2" is UINT16, whether its elements are numbers or the bits of bfloat16s.
[[nodiscard]] Array ReadNpy(const std::string& path);

// Version 1, row-major; BF16 as "<u2". A file that could not be written whole is removed. Throws InputError.
void WriteNpy(const std::string& path, const Array& array);

// Gives a tensor the floating-point type `dtype`: the bits of bfloat16s in "<u2" are taken as such if it is
// BF16, other real numbers are rounded, once, to nearest even. False if the array has complex numbers, or the
// type is none of floating-point numbers.
[[nodiscard]] bool GiveType(aclDataType dtype, Array* array);

}  // namespace openaclnn::cli
