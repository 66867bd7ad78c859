// SPDX-License-Identifier: Apache-2.0
//
// The element types of tensors in files: their names on the command line, in .npy files and in the API.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "acl/acl_base.h"

namespace openaclnn::cli {

struct ElementType {
  const char* name;   // on the command line: "fp16"
  const char* alias;  // NumPy's name: "float16"
  const char* descr;  // in .npy files: "<f2". NumPy has no bfloat16: its bits go as "<u2"
  aclDataType dtype;
  size_t size;
  bool floating;
};

// All that files can hold.
[[nodiscard]] std::span<const ElementType> ElementTypes();

// The type of this number; null if files cannot hold it.
[[nodiscard]] const ElementType* FindType(aclDataType dtype);

// By name or alias, or as the specifications write it ("FLOAT16"); null if there is none.
[[nodiscard]] const ElementType* FindType(std::string_view name);

// As FindType, for types that are known to be there.
[[nodiscard]] const ElementType& TypeOf(aclDataType dtype);

// The type of the parts of complex numbers; of other types the type itself.
[[nodiscard]] const ElementType& PartOf(const ElementType& type);

// 2 of complex types, of others 1.
[[nodiscard]] int64_t PartsOf(const ElementType& type);

// Elements in memory as float64, not of complex types; exact for all but 64-bit integers beyond 2^53.
void Decode(const ElementType& type, const std::byte* elements, int64_t count, double* values);

// float64 as elements: of floating types rounded once, to nearest even; of integers truncated, and the
// nearest one there is.
void Encode(const ElementType& type, const double* values, int64_t count, std::byte* elements);

}  // namespace openaclnn::cli
