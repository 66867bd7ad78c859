// SPDX-License-Identifier: Apache-2.0
//
// aclnnRotaryPositionEmbedding, aclnnInterleaveRope, aclnnApplyRotaryPosEmb and V2: rows rotated by cosines
// and sines that broadcast.
#include <algorithm>
#include <array>
#include <string_view>

#include "aclnnop/aclnn_apply_rotary_pos_emb.h"
#include "aclnnop/aclnn_apply_rotary_pos_emb_v2.h"
#include "aclnnop/aclnn_interleave_rope.h"
#include "aclnnop/aclnn_rotary_position_embedding.h"
#include "kernels/functions/rotation.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/rotary/rotary_checks.h"
#include "ops/rotary/rotated_rows.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView x;
  TensorView key;  // left out, or rotated by the same angles
  TensorView cosines;
  TensorView sines;
  TensorView out;
  TensorView keyOut;
  RotaryMode mode = RotaryMode::kHalf;
};

RotationState Prepare(const Args& args) {
  return {args.mode, args.x, 2 * (args.x.NumElements() + args.key.NumElements())};
}

void Run(const Args& args, const RotationState& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  if (!args.x.Empty()) {
    RotateRows<rotary::Rotate>(state.rows, {args.x, args.cosines, args.sines, args.out}, cpu);
  }
  if (args.key.Defined() && !args.key.Empty()) {
    RotateRows<rotary::Rotate>(state.rows, {args.key, args.cosines, args.sines, args.keyOut}, cpu);
  }
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:rotate", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kArguments{{{"x", Role::kInput, &Args::x},
                                                          {"cos", Role::kInput, &Args::cosines},
                                                          {"sin", Role::kInput, &Args::sines},
                                                          {"out", Role::kOutput, &Args::out}}};
// The angles are read for the key, too, when the query has been written.
constexpr std::array<TensorArgument<Args>, 6> kApplyArguments{
    {{"queryRef", Role::kInput, &Args::x},
     {"keyRef", Role::kInput, &Args::key},
     {"cos", Role::kInput, &Args::cosines, false, true},
     {"sin", Role::kInput, &Args::sines, false, true},
     {"queryRef", Role::kOutput, &Args::out, true},
     {"keyRef", Role::kOutput, &Args::keyOut, true}}};
constexpr Operator<Args> kRotaryPositionEmbedding{"aclnnRotaryPositionEmbedding", kArguments, kKernels};
constexpr Operator<Args> kInterleaveRope{"aclnnInterleaveRope", kArguments, kKernels};
constexpr Operator<Args> kApplyRotaryPosEmb{"aclnnApplyRotaryPosEmb", kApplyArguments, kKernels};
constexpr Operator<Args> kApplyRotaryPosEmbV2{"aclnnApplyRotaryPosEmbV2", kApplyArguments, kKernels};

Status BindRotation(PhaseOneCall& call, const Operator<Args>& op, const NamedTensor& x,
                    const NamedTensor& cosines, const NamedTensor& sines, int64_t mode,
                    const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(x).NotNull(cosines).NotNull(sines).NotNull(out);
  check.DtypeIn(x, FloatDtypes()).SameDtype(cosines, x).SameDtype(sines, x).SameDtype(out, x);
  check.ValidView(x).ValidView(cosines).ValidView(sines).ValidOutputView(out);
  CheckRotaryMode(check, "mode", mode);
  CheckRotaryRank(check, x);
  CheckRotaryRows(check, x, static_cast<RotaryMode>(mode));
  CheckAngles(check, cosines, x);
  check.SameShape(sines, cosines).SameShape(out, x);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.mode = static_cast<RotaryMode>(mode);
  return call.Bind(op, args, {x.tensor, cosines.tensor, sines.tensor, out.tensor});
}

Status BindApplied(PhaseOneCall& call, const Operator<Args>& op, const NamedTensor& query,
                   const NamedTensor& key, const NamedTensor& cosines, const NamedTensor& sines,
                   int64_t layout, const char* rotaryMode) {
  constexpr std::array<std::string_view, 3> kNames{"half", "interleave", "quarter"};
  constexpr int64_t kTnd = 4;
  ArgumentChecks check;
  check.NotNull(query).NotNull(key).NotNull(cosines).NotNull(sines).NotNull("rotaryMode", rotaryMode);
  check.DtypeIn(query, FloatDtypes()).SameDtype(key, query).SameDtype(cosines, query);
  check.SameDtype(sines, query);
  check.ValidOutputView(query).ValidOutputView(key).ValidView(cosines).ValidView(sines);
  check.InRange("layout", layout, 1, kTnd, "1 (BSND), 2 (SBND), 3 (BNSD) or 4 (TND)");
  const auto* name = check.Failed() ? nullptr : std::ranges::find(kNames, std::string_view(rotaryMode));
  check.Require(
      "rotaryMode", R"("half", "interleave" or "quarter")", [&] { return name != kNames.end(); },
      [&] { return '"' + std::string(rotaryMode) + '"'; });
  check.Require(
      query.name, layout == kTnd ? "3 or 4 dims" : "4 dims",
      [&] {
        const size_t rank = query.tensor->viewDims.size();
        return rank == 4 || (rank == 3 && layout == kTnd);
      },
      [&] { return ShapeText(query.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.mode = static_cast<RotaryMode>(name - kNames.begin());
  CheckRotaryRows(check, query, args.mode);
  CheckAngles(check, cosines, query);
  CheckAngles(check, cosines, key);
  check.SameShape(sines, cosines);
  return check.Failed()
             ? check.Result()
             : call.Bind(op, args,
                         {query.tensor, key.tensor, cosines.tensor, sines.tensor, query.tensor, key.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRotaryPositionEmbedding,
               (const aclTensor* x, const aclTensor* cos, const aclTensor* sin, int64_t mode, aclTensor* out),
               BindRotation(call, kRotaryPositionEmbedding, {"x", x}, {"cos", cos}, {"sin", sin}, mode,
                            {"out", out}))

OPENACLNN_CALL(aclnnInterleaveRope,
               (const aclTensor* x, const aclTensor* cos, const aclTensor* sin, aclTensor* out),
               BindRotation(call, kInterleaveRope, {"x", x}, {"cos", cos}, {"sin", sin},
                            static_cast<int64_t>(RotaryMode::kInterleaveHalf), {"out", out}))

OPENACLNN_CALL(aclnnApplyRotaryPosEmb,
               (aclTensor * queryRef, aclTensor* keyRef, const aclTensor* cos, const aclTensor* sin,
                int64_t layout),
               BindApplied(call, kApplyRotaryPosEmb, {"queryRef", queryRef}, {"keyRef", keyRef}, {"cos", cos},
                           {"sin", sin}, layout, "half"))

OPENACLNN_CALL(aclnnApplyRotaryPosEmbV2,
               (aclTensor * queryRef, aclTensor* keyRef, const aclTensor* cos, const aclTensor* sin,
                int64_t layout, char* rotaryMode),
               BindApplied(call, kApplyRotaryPosEmbV2, {"queryRef", queryRef}, {"keyRef", keyRef},
                           {"cos", cos}, {"sin", sin}, layout, rotaryMode))
