// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_sign_bits_pack.h"
#include "aclnnop/aclnn_sign_bits_unpack.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::quantization::sign_bits {
namespace {

const DTypes kSigned{ACL_FLOAT, ACL_FLOAT16};
constexpr int64_t kBits = 8;

Argument Size() {
  return {.name = "size",
          .role = Role::kAttribute,
          .meaning = "rows of out",
          .defaultValue = int64_t{1},
          .lowest = 1};
}

// [size, what is left for a row] of so many results.
template <typename Count>
ShapeRule Cut(const Count& count) {
  return [count](const Arguments& known) {
    const Shape& self = known.ShapeOf("self");
    const int64_t size = known.Integer("size");
    return Shape{size, size > 0 && !self.empty() ? count(self[0]) / size : 0};
  };
}

Arguments Call(int64_t elements, int64_t size, aclDataType dtype) {
  return {.tensors = {{"self", {{{elements}, dtype}}}}, .attributes = {{"size", size}}};
}

Operator Pack() {
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnSignBitsPackGetWorkspaceSize, &aclnnSignBitsPack>("aclnnSignBitsPack"),
       .summary = "signs as bits",
       .formula = {"bit i % 8 of byte i / 8 of out = self[i] >= 0"},
       .arguments = {Tensor("self", "numbers", "[n]", kSigned), Size(),
                     OutputWith(Tensor("out", "bytes", "[size, bytes / size]", {ACL_UINT8}),
                                Cut([](int64_t n) { return (n + kBits - 1) / kBits; }), Always(ACL_UINT8))},
       .runExample = "--self x.npy --size 2 -o bits.npy",
       .benchExample = "--self 1048576"});
  row.samples = {{.name = "one_row", .arguments = Call(100003, 1, ACL_DT_UNDEFINED)},
                 {.name = "one_byte", .arguments = Call(5, 1, ACL_DT_UNDEFINED)},
                 {.name = "rows",
                  .arguments = Call(3000, 5, ACL_DT_UNDEFINED),
                  .data = {{.name = "self", .specials = true}}}};
  row.draw = [](Choices& choices) {
    const auto size = static_cast<int64_t>(1 + choices.Below(4));
    const int64_t elements = size * kBits * static_cast<int64_t>(choices.Below(50));
    return Call(std::max<int64_t>(0, elements - static_cast<int64_t>(choices.Below(kBits))), size,
                choices.DType(kSigned));
  };
  return row;
}

Operator Unpack() {
  Argument dtype = Type("dtype", "the type of out", kSigned);
  dtype.defaultValue = int64_t{ACL_FLOAT};
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnSignBitsUnpackGetWorkspaceSize, &aclnnSignBitsUnpack>("aclnnSignBitsUnpack"),
       .summary = "signs from bits",
       .formula = {"out[i] = 1 if bit i % 8 of byte i / 8 of self is 1, otherwise -1"},
       .arguments = {Tensor("self", "bytes", "[n]", {ACL_UINT8}), Size(), dtype,
                     OutputWith(Tensor("out", "signs", "[size, 8 n / size]", kSigned),
                                Cut([](int64_t n) { return n * kBits; }), AsAttribute("dtype"))},
       .runExample = "--self bits.npy --size 2 -o y.npy",
       .benchExample = "--self 131072:uint8"});
  for (const aclDataType type : kSigned) {
    Arguments arguments = Call(3000, 5, ACL_UINT8);
    arguments.attributes["dtype"] = int64_t{type};
    row.samples.push_back({.name = type == ACL_FLOAT ? "float" : "half", .arguments = std::move(arguments)});
  }
  row.samples.push_back(row.samples.front());
  row.samples.back().name = "one_row";
  row.samples.back().arguments.attributes["size"] = int64_t{1};
  row.draw = [](Choices& choices) {
    const auto size = static_cast<int64_t>(1 + choices.Below(4));
    Arguments drawn = Call(size * static_cast<int64_t>(choices.Below(50)), size, ACL_UINT8);
    drawn.attributes["dtype"] = int64_t{choices.DType(kSigned)};
    return drawn;
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {Pack(), Unpack()};
}

}  // namespace openaclnn::catalogue::quantization::sign_bits
