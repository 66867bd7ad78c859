// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/rope.h"

#include <algorithm>
#include <cstring>

#include "base/checked_math.h"

namespace openaclnn {
namespace {

// A tensor with heads, and that of their rotary parts.
struct Parts {
  TensorView AttentionArgs::*own;
  TensorView AttentionArgs::*rope;
  ScratchArray<std::byte> JoinedHeads::*at;
};
constexpr Parts kQuery{&AttentionArgs::query, &AttentionArgs::queryRope, &JoinedHeads::query};
constexpr Parts kKey{&AttentionArgs::key, &AttentionArgs::keyRope, &JoinedHeads::key};
constexpr Parts kQueryGradient{&AttentionArgs::queryGradient, &AttentionArgs::queryRopeGradient,
                               &JoinedHeads::queryGradient};
constexpr Parts kKeyGradient{&AttentionArgs::keyGradient, &AttentionArgs::keyRopeGradient,
                             &JoinedHeads::keyGradient};

bool HasRope(const AttentionArgs& args) {
  return args.queryRope.Defined();
}

TensorView JoinedView(const TensorView& own, const TensorView& rope) {
  TensorView view = own;
  view.dims[2] = own.dims[2] + rope.dims[2];
  ContiguousStrides(view.Dims(), {view.strides.data(), static_cast<size_t>(view.rank)});
  return view;
}

// Copies [rows, heads, size] between a tensor and `first` on of the joined heads.
void CopyHeads(const TensorView& view, const TensorView& joined, int64_t first, bool toJoined,
               const backend::cpu::CpuContext& cpu) {
  const auto bytes = static_cast<int64_t>(SizeOf(view.dtype));
  const int64_t size = view.dims[2];
  constexpr int64_t kBytesOfTask = int64_t{1} << 16;
  const int64_t rows = std::max(kBytesOfTask / std::max(view.dims[1] * size * bytes, int64_t{1}), int64_t{1});
  const auto copyHead = [&](int64_t row, int64_t head) {
    std::byte* own = view.data + (row * view.strides[0] + head * view.strides[1]) * bytes;
    std::byte* other = joined.data + (row * joined.strides[0] + head * joined.strides[1] + first) * bytes;
    const int64_t step = view.strides[2] * bytes;
    const bool together = view.strides[2] == 1;
    const int64_t length = together ? size * bytes : bytes;
    for (int64_t i = 0; i < (together ? 1 : size); ++i, own += step, other += bytes) {
      std::memcpy(toJoined ? other : own, toJoined ? own : other, static_cast<size_t>(length));
    }
  };
  cpu.ParallelFor(CeilDivide(view.dims[0], rows), [&](int64_t task) {
    const int64_t end = std::min((task + 1) * rows, view.dims[0]);
    for (int64_t row = task * rows; row < end; ++row) {
      for (int64_t head = 0; head < view.dims[1]; ++head) {
        copyHead(row, head);
      }
    }
  });
}

void CopyParts(const Parts& parts, const AttentionArgs& args, const AttentionArgs& joined, bool toJoined,
               const backend::cpu::CpuContext& cpu) {
  const TensorView& own = args.*parts.own;
  const TensorView& rope = args.*parts.rope;
  if (!own.Empty() && HasRope(args)) {
    CopyHeads(own, joined.*parts.own, 0, toJoined, cpu);
    CopyHeads(rope, joined.*parts.own, own.dims[2], toJoined, cpu);
  }
}

}  // namespace

void JoinedHeads::Book(const AttentionArgs& args, ScratchLayout* workspace) {
  for (const Parts& parts : {kQuery, kKey, kQueryGradient, kKeyGradient}) {
    const TensorView& own = args.*parts.own;
    if (HasRope(args) && own.Defined()) {
      const TensorView view = JoinedView(own, args.*parts.rope);
      // Behind sizes that are too large there is nothing to multiply.
      const int64_t elements = CheckedProduct(view.Dims()).value_or(INT64_MAX);
      this->*parts.at = {workspace->Reserve(elements, SizeOf(view.dtype))};
    }
  }
}

AttentionArgs JoinedHeads::Of(const AttentionArgs& args, std::byte* workspace) const {
  AttentionArgs joined = args;
  for (const Parts& parts : {kQuery, kKey, kQueryGradient, kKeyGradient}) {
    if (HasRope(args) && (args.*parts.own).Defined()) {
      TensorView& view = joined.*parts.own;
      view = JoinedView(view, args.*parts.rope);
      view.data = workspace == nullptr ? nullptr : (this->*parts.at).In(workspace);
    }
  }
  return joined;
}

void JoinHeads(const AttentionArgs& args, const AttentionArgs& joined, const backend::cpu::CpuContext& cpu) {
  CopyParts(kQuery, args, joined, true, cpu);
  CopyParts(kKey, args, joined, true, cpu);
}

void SplitGradients(const AttentionArgs& args, const AttentionArgs& joined,
                    const backend::cpu::CpuContext& cpu) {
  CopyParts(kQueryGradient, args, joined, false, cpu);
  CopyParts(kKeyGradient, args, joined, false, cpu);
}

}  // namespace openaclnn
