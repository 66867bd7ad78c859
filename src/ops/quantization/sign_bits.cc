// SPDX-License-Identifier: Apache-2.0
//
// aclnnSignBitsPack and aclnnSignBitsUnpack: signs as the bits of bytes, the first one lowest.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_sign_bits_pack.h"
#include "aclnnop/aclnn_sign_bits_unpack.h"
#include "base/checked_math.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtype_argument.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

constexpr int64_t kBits = 8;  // of a byte
constexpr int64_t kBlockBytes = 128;
constexpr int64_t kBlocksOfTask = 32;  // enough that handing them to a thread costs nothing against it

struct Args {
  TensorView self;
  TensorView out;
  bool packs = true;
};

struct State : Prepared {};

State Prepare(const Args& args) {
  State state;
  state.cost = static_cast<size_t>(args.self.NumElements()) * SizeOf(args.self.dtype) +
               static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype);
  return state;
}

using Signs = std::array<float, kBlockBytes * kBits>;
using Bytes = std::array<float, kBlockBytes>;

void Pack(const Args& args, int64_t begin, int64_t count) {
  Signs numbers;
  Bytes bytes;
  const int64_t signs = std::min(count * kBits, args.self.NumElements() - begin * kBits);
  ReadConverted(args.self, begin * kBits, signs, numbers.data());
  std::fill(numbers.begin() + signs, numbers.begin() + count * kBits, -1.0F);
  for (int64_t byte = 0; byte < count; ++byte) {
    unsigned bits = 0;
    for (int64_t bit = 0; bit < kBits; ++bit) {
      bits |= unsigned{numbers[static_cast<size_t>(byte * kBits + bit)] >= 0} << static_cast<unsigned>(bit);
    }
    bytes[static_cast<size_t>(byte)] = static_cast<float>(bits);
  }
  WriteConverted(args.out, begin, count, bytes.data());
}

void Unpack(const Args& args, int64_t begin, int64_t count) {
  Signs numbers;
  Bytes bytes;
  ReadConverted(args.self, begin, count, bytes.data());
  for (int64_t i = 0; i < count * kBits; ++i) {
    const auto bits = static_cast<unsigned>(bytes[static_cast<size_t>(i / kBits)]);
    numbers[static_cast<size_t>(i)] = (bits >> static_cast<unsigned>(i % kBits) & 1U) != 0 ? 1.0F : -1.0F;
  }
  WriteConverted(args.out, begin * kBits, count * kBits, numbers.data());
}

void Run(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const int64_t bytes = (args.packs ? args.out : args.self).NumElements();
  ForEachPiece(cpu, bytes, kBlockBytes, kBlocksOfTask, [&](int64_t begin, int64_t count) {
    args.packs ? Pack(args, begin, count) : Unpack(args, begin, count);
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:sign_bits", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kPack{"aclnnSignBitsPack", kArguments, kKernels};
constexpr Operator<Args> kUnpack{"aclnnSignBitsUnpack", kArguments, kKernels};

constexpr std::array<DType, 2> kSigned{DType::kFloat, DType::kFloat16};
constexpr std::array<DType, 1> kPacked{DType::kUint8};

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<2>& given, int64_t size,
            const aclDataType* dtype) {
  const auto [self, out] = Named(op, given);
  const bool packs = dtype == nullptr;
  ArgumentChecks check;
  check.NotNull(self).NotNull(out);
  check.DtypeIn(self, packs ? std::span<const DType>(kSigned) : kPacked);
  check.DtypeIn(out, packs ? std::span<const DType>(kPacked) : kSigned);
  if (!packs) {
    CheckDtypeArgument(check, "dtype", *dtype, out);
  }
  check.InRange("size", size, 1, INT64_MAX, "more than 0");
  check.ValidView(self).ValidOutputView(out).Rank(self, 1);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t own = self.tensor->viewDims[0];
  check.Require(
      self.name, "fewer elements", [&] { return packs || own <= INT64_MAX / kBits; },
      [&] { return std::to_string(own); });
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t results = packs ? CeilDivide(own, kBits) : own * kBits;
  check.Require(
      "size", "a divisor of the number of elements of out", [&] { return results % size == 0; },
      [&] { return std::to_string(size) + " for " + std::to_string(results); });
  check.Shape(out, {size, results / size}, "[size, elements of a row]");
  Args args;
  args.packs = packs;
  return check.Failed() ? check.Result() : call.Bind(op, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnSignBitsPack, (const aclTensor* self, int64_t size, aclTensor* out),
               Bind(call, kPack, {self, out}, size, nullptr))

OPENACLNN_CALL(aclnnSignBitsUnpack, (const aclTensor* self, int64_t size, aclDataType dtype, aclTensor* out),
               Bind(call, kUnpack, {self, out}, size, &dtype))
