// SPDX-License-Identifier: Apache-2.0
//
// Tensors filled with exponentially distributed numbers.
#include <array>
#include <cmath>
#include <string>

#include "aclnnop/aclnn_sim_thread_exponential.h"
#include "aclnnop/aclnn_stateless_exponential_tensor.h"
#include "kernels/elementwise/converted.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/random/draw.h"
#include "ops/random/few_dims.h"
#include "ops/random/sequence_source.h"

namespace openaclnn {
namespace {

static_assert(kDrawn == kConvertedChunk);

struct Args {
  TensorView out;
  TensorView seedTensor;  // where defined, SequenceAt says what is drawn
  TensorView offsetTensor;
  RandomSequence sequence{};
  double lambda = 1;
};

Prepared Prepare(const Args& args) {
  constexpr size_t kCostOfElement = 64;
  Prepared state;
  state.cost = static_cast<size_t>(args.out.NumElements()) * kCostOfElement;
  return state;
}

void Run(const Args& args, const Prepared& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const ConvertedWriter out(args.out, DType::kDouble);
  const RandomSequence sequence = SequenceAt(args.sequence, args.seedTensor, args.offsetTensor);
  ForEachPiece(cpu, args.out.NumElements(), kDrawn, kDrawsOfTask, [&](int64_t begin, int64_t count) {
    alignas(64) std::array<double, static_cast<size_t>(kDrawn)> numbers;
    DrawExponential(sequence, begin, numbers.data());
    for (double& number : numbers) {
      number /= args.lambda;
    }
    out.Write(begin, count, reinterpret_cast<const std::byte*>(numbers.data()));
  });
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:exponential", Prepare));
constexpr std::array<TensorArgument<Args>, 1> kArguments{{{"selfRef", Role::kOutput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 3> kOfTensorsArguments{
    {{"seedTensor", Role::kInput, &Args::seedTensor},
     {"offsetTensor", Role::kInput, &Args::offsetTensor},
     {"selfRef", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kExponential{"aclnnSimThreadExponential", kArguments, kKernel};
constexpr Operator<Args> kStateless{"aclnnStatelessExponentialTensor", kOfTensorsArguments, kKernel};

// `count`: that must be the number of elements; null: none is given.
Status Bind(PhaseOneCall& call, const Operator<Args>& op, const NamedTensor& self, const int64_t* count,
            double lambda, const SequenceSource& source) {
  ArgumentChecks check;
  check.NotNull(self);
  source.CheckPointers(check);
  check.DtypeIn(self, kFloatingDtypes);
  check.Require(
      "lambda", "a number above 0", [&] { return lambda > 0 && std::isfinite(lambda); },
      [&] { return std::to_string(lambda); });
  if (check.Failed()) {
    return check.Result();
  }
  const FewDims few(self.tensor);
  check.ValidOutputView({self.name, few.Get()});
  source.CheckTensors(check);
  check.Require(
      "count", "the number of elements of selfRef",
      [&] { return count == nullptr || *count == NumElements(*few.Get()); },
      [&] { return std::to_string(*count); });
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.lambda = lambda;
  args.sequence = source.Sequence();
  TensorsOfCall tensors;
  source.AddTo(tensors);
  tensors.push_back(few.Get());
  return call.Bind(op, args, tensors);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnSimThreadExponential,
               (aclTensor * selfRef, int64_t count, double lambda, int64_t seed, int64_t offset),
               Bind(call, kExponential, {"selfRef", selfRef}, &count, lambda,
                    SequenceSource::Numbers(seed, offset)))

OPENACLNN_CALL(aclnnStatelessExponentialTensor,
               (aclTensor * selfRef, double lambda, const aclTensor* seedTensor,
                const aclTensor* offsetTensor, int64_t offset),
               Bind(call, kStateless, {"selfRef", selfRef}, nullptr, lambda,
                    SequenceSource::Tensors(seedTensor, offsetTensor, offset)))
