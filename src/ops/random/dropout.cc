// SPDX-License-Identifier: Apache-2.0
//
// Dropout: masks of one bit an element, packed in bytes, lowest bit first, and what is left of a tensor under
// one. Bit i is made of word i of the Philox sequence (philox-inl.h), whoever computes it.
#include "ops/random/dropout.h"
#include "ops/common/entry.h"

#include <array>
#include <limits>
#include <string>

#include "aclnnop/aclnn_dropout.h"
#include "aclnnop/aclnn_dropout_backward.h"
#include "aclnnop/aclnn_dropout_do_mask.h"
#include "aclnnop/aclnn_dropout_gen_mask.h"
#include "aclnnop/aclnn_dropout_v3.h"
#include "aclnnop/aclnn_dropout_v3_grad.h"
#include "aclnnop/aclnn_dropout_v3_tensor.h"
#include "base/enumerators.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/elementwise.h"
#include "ops/random/sequence_source.h"

namespace openaclnn {
namespace {

using Argument = TensorArgument<DropoutArgs>;
constexpr std::array<Argument, 1> kMaskArguments{{{"out", Role::kOutput, &DropoutArgs::maskOut}}};
constexpr std::array<Argument, 3> kMaskOfTensorsArguments{
    {{"seedTensor", Role::kInput, &DropoutArgs::seedTensor},
     {"offsetTensor", Role::kInput, &DropoutArgs::offsetTensor},
     {"out", Role::kOutput, &DropoutArgs::maskOut}}};
constexpr std::array<Argument, 3> kDoMaskArguments{{{"self", Role::kInput, &DropoutArgs::self},
                                                    {"mask", Role::kInput, &DropoutArgs::mask},
                                                    {"out", Role::kOutput, &DropoutArgs::out}}};
constexpr std::array<Argument, 3> kBackwardArguments{{{"gradOutput", Role::kInput, &DropoutArgs::self},
                                                      {"mask", Role::kInput, &DropoutArgs::mask},
                                                      {"out", Role::kOutput, &DropoutArgs::out}}};
constexpr std::array<Argument, 3> kDropoutArguments{{{"input", Role::kInput, &DropoutArgs::self},
                                                     {"out", Role::kOutput, &DropoutArgs::out},
                                                     {"maskOut", Role::kOutput, &DropoutArgs::maskOut}}};

constexpr std::array<Argument, 5> kDropoutOfTensorsArguments{
    {{"input", Role::kInput, &DropoutArgs::self},
     {"seedTensor", Role::kInput, &DropoutArgs::seedTensor},
     {"offsetTensor", Role::kInput, &DropoutArgs::offsetTensor},
     {"out", Role::kOutput, &DropoutArgs::out},
     {"maskOut", Role::kOutput, &DropoutArgs::maskOut}}};

constexpr Operator<DropoutArgs> kGenMask{"aclnnDropoutGenMask", kMaskArguments, kDropoutKernels};
constexpr Operator<DropoutArgs> kGenMaskV2{"aclnnDropoutGenMaskV2", kMaskArguments, kDropoutKernels};
constexpr Operator<DropoutArgs> kGenMaskV2Tensor{"aclnnDropoutGenMaskV2Tensor", kMaskOfTensorsArguments,
                                                 kDropoutKernels};
constexpr Operator<DropoutArgs> kDoMask{"aclnnDropoutDoMask", kDoMaskArguments, kDropoutKernels};
constexpr Operator<DropoutArgs> kBackward{"aclnnDropoutBackward", kBackwardArguments, kDropoutKernels};
constexpr Operator<DropoutArgs> kV3Grad{"aclnnDropoutV3Grad", kBackwardArguments, kDropoutKernels};
constexpr Operator<DropoutArgs> kDropout{"aclnnDropout", kDropoutArguments, kDropoutKernels};
constexpr Operator<DropoutArgs> kDropoutV3{"aclnnDropoutV3", kDropoutArguments, kDropoutKernels};
constexpr Operator<DropoutArgs> kDropoutV3Tensor{"aclnnDropoutV3Tensor", kDropoutOfTensorsArguments,
                                                 kDropoutKernels};

constexpr std::array<DType, 1> kMaskDtypes{DType::kUint8};

void CheckProbability(ArgumentChecks& check, const char* name, double probability) {
  check.Require(
      name, "from 0 to 1", [&] { return probability >= 0 && probability <= 1; },
      [&] { return std::to_string(probability); });
}

Chance ChanceOf(double probability, int64_t seed, int64_t offset) {
  return {WordsOf(probability), {static_cast<uint64_t>(seed), static_cast<uint64_t>(offset)}};
}

// The bytes of a mask of `count` bits: 16 at a time.
int64_t MaskBytes(int64_t count) {
  return (count + 127) / 128 * 16;
}

// A mask's bytes for `count` elements, or more.
void CheckMaskSize(ArgumentChecks& check, const NamedTensor& mask, int64_t count) {
  check.Require(
      mask.name, "a bit for each element, in bytes whose number is a multiple of 16",
      [&] {
        return count <= std::numeric_limits<int64_t>::max() - 127 &&
               NumElements(*mask.tensor) >= MaskBytes(count);
      },
      [&] {
        return std::to_string(NumElements(*mask.tensor)) + " bytes for " + std::to_string(count) +
               " elements";
      });
}

Status BindMask(PhaseOneCall& call, const Operator<DropoutArgs>& op, const aclIntArray* shape, double prob,
                const SequenceSource& source, DType probDtype, const aclTensor* out) {
  const NamedTensor mask{"out", out};
  ArgumentChecks check;
  check.NotNull("shape", shape);
  source.CheckPointers(check);
  check.NotNull(mask);
  check.DtypeIn(mask, kMaskDtypes);
  CheckProbability(check, "prob", prob);
  check.Require(
      "probDataType", "FLOAT, FLOAT16 or BFLOAT16",
      [&] {
        return probDtype == DType::kFloat || probDtype == DType::kFloat16 || probDtype == DType::kBfloat16;
      },
      [&] { return NameOf(probDtype); });
  check.ValidOutputView(mask);
  source.CheckTensors(check);
  if (check.Failed()) {
    return check.Result();
  }
  int64_t count = 1;
  bool fits = true;
  for (const int64_t extent : shape->values) {
    fits = fits && extent >= 0 && !__builtin_mul_overflow(count, extent, &count);
  }
  check.Require(
      "shape", "extents that are not negative, and whose product fits into 63 bits", [&] { return fits; },
      [&] { return ShapeText(shape->values); });
  CheckMaskSize(check, mask, count);
  if (check.Failed()) {
    return check.Result();
  }
  DropoutArgs args;
  args.count = count;
  args.chance = {WordsOf(prob), source.Sequence()};
  TensorsOfCall tensors;
  source.AddTo(tensors);
  tensors.push_back(out);
  return call.Bind(op, args, tensors);
}

const SequenceSource& NoTensors() {
  static const SequenceSource source = SequenceSource::Numbers(uint64_t{0}, uint64_t{0});
  return source;
}

// `mask` is read, or made if it is an output. `source`: where it has tensors, what they say is added to what is given.
Status BindDropout(PhaseOneCall& call, const Operator<DropoutArgs>& op, const DropoutArgs& given,
                   const char* probabilityName, double probability, const NamedTensor& self,
                   const NamedTensor& mask, const NamedTensor& out, bool makesMask,
                   const SequenceSource& source = NoTensors()) {
  ArgumentChecks check;
  if (makesMask) {
    check.NotNull(self);
    source.CheckPointers(check);
    check.NotNull(out).NotNull(mask);
  } else {
    check.NotNull(self).NotNull(mask).NotNull(out);
  }
  check.DtypeIn(self, kFloatingDtypes).SameDtype(out, self).DtypeIn(mask, kMaskDtypes);
  if (probabilityName != nullptr) {
    CheckProbability(check, probabilityName, probability);
  }
  check.ValidView(self);
  if (makesMask) {
    check.ValidOutputView(mask);
  } else {
    check.ValidView(mask);
  }
  check.ValidOutputView(out).SameShape(out, self);
  source.CheckTensors(check);
  if (check.Failed()) {
    return check.Result();
  }
  DropoutArgs args = given;
  args.count = NumElements(*self.tensor);
  CheckMaskSize(check, mask, args.count);
  if (check.Failed()) {
    return check.Result();
  }
  if (!makesMask) {
    return call.Bind(op, args, {self.tensor, mask.tensor, out.tensor});
  }
  TensorsOfCall tensors{self.tensor};
  source.AddTo(tensors);
  tensors.push_back(out.tensor);
  tensors.push_back(mask.tensor);
  return call.Bind(op, args, tensors);
}

DropoutArgs Dividing(double probability) {
  DropoutArgs args;
  args.divides = true;
  args.factor = ScalarOf(1 - probability);
  return args;
}

Status BindV3(PhaseOneCall& call, const Operator<DropoutArgs>& op, const aclTensor* input,
              const aclTensor* optionalNoiseShape, double p, const SequenceSource& source,
              const aclTensor* out, const aclTensor* maskOut) {
  ArgumentChecks check;
  check.NotNull("input", input);
  source.CheckPointers(check);
  check.NotNull("out", out).NotNull("maskOut", maskOut).LiveOrNull("optionalNoiseShape", optionalNoiseShape);
  check.Require(
      "optionalNoiseShape", "NULL: each element has a random number of its own",
      [&] { return optionalNoiseShape == nullptr; }, [] { return "a tensor"; });
  if (check.Failed()) {
    return check.Result();
  }
  DropoutArgs args = Dividing(p);
  args.chance = {WordsOf(p >= 0 && p <= 1 ? p : 0), source.Sequence()};
  return BindDropout(call, op, args, "p", p, {"input", input}, {"maskOut", maskOut}, {"out", out}, true,
                     source);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnDropoutGenMask,
               (const aclIntArray* shape, double prob, int64_t seed, int64_t offset, aclTensor* out),
               BindMask(call, kGenMask, shape, prob, SequenceSource::Numbers(seed, offset), DType::kFloat,
                        out))

OPENACLNN_CALL(aclnnDropoutGenMaskV2,
               (const aclIntArray* shape, double prob, int64_t seed, int64_t offset, aclDataType probDataType,
                aclTensor* out),
               BindMask(call, kGenMaskV2, shape, prob, SequenceSource::Numbers(seed, offset),
                        static_cast<DType>(NumberOf(probDataType)), out))

OPENACLNN_CALL(aclnnDropoutGenMaskV2Tensor,
               (const aclIntArray* shape, double prob, const aclTensor* seedTensor,
                const aclTensor* offsetTensor, int64_t offset, aclDataType probDataType, aclTensor* out),
               BindMask(call, kGenMaskV2Tensor, shape, prob,
                        SequenceSource::Tensors(seedTensor, offsetTensor, offset),
                        static_cast<DType>(NumberOf(probDataType)), out))

OPENACLNN_CALL(aclnnDropoutDoMask,
               (const aclTensor* self, const aclTensor* mask, double prob, aclTensor* out),
               BindDropout(call, kDoMask, Dividing(prob), "prob", prob, {"self", self}, {"mask", mask},
                           {"out", out}, false))

#define OPENACLNN_DROPOUT_GRADIENT(name, row)                                                               \
  OPENACLNN_ENTRY(name, (const aclTensor* gradOutput, const aclTensor* mask, double scale, aclTensor* out), \
                  {                                                                                         \
                    return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {            \
                      DropoutArgs args;                                                                     \
                      args.factor = ScalarOf(scale);                                                        \
                      return BindDropout(call, row, args, nullptr, 0, {"gradOutput", gradOutput},           \
                                         {"mask", mask}, {"out", out}, false);                              \
                    });                                                                                     \
                  })

OPENACLNN_DROPOUT_GRADIENT(aclnnDropoutBackward, kBackward)
OPENACLNN_DROPOUT_GRADIENT(aclnnDropoutV3Grad, kV3Grad)

OPENACLNN_ENTRY(aclnnDropout,
                (const aclTensor* input, double p, bool train, int64_t seed, int64_t offset, aclTensor* out,
                 aclTensor* maskOut),
                {
                  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
                    DropoutArgs args = Dividing(train ? p : 0);
                    args.chance = ChanceOf(train && p >= 0 && p <= 1 ? p : 0, seed, offset);
                    return BindDropout(call, kDropout, args, "p", p, {"input", input}, {"maskOut", maskOut},
                                       {"out", out}, true);
                  });
                })

OPENACLNN_CALL(aclnnDropoutV3,
               (const aclTensor* input, const aclTensor* optionalNoiseShape, double p, int64_t seed,
                int64_t offset, aclTensor* out, aclTensor* maskOut),
               BindV3(call, kDropoutV3, input, optionalNoiseShape, p, SequenceSource::Numbers(seed, offset),
                      out, maskOut))

OPENACLNN_CALL(aclnnDropoutV3Tensor,
               (const aclTensor* input, const aclTensor* optionalNoiseShape, double p,
                const aclTensor* seedTensor, const aclTensor* offsetTensor, int64_t offset, aclTensor* out,
                aclTensor* maskOut),
               BindV3(call, kDropoutV3Tensor, input, optionalNoiseShape, p,
                      SequenceSource::Tensors(seedTensor, offsetTensor, offset), out, maskOut))
