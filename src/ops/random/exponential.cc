// SPDX-License-Identifier: Apache-2.0
//
// aclnnSimThreadExponential: a tensor filled with exponentially distributed numbers.
#include <array>
#include <cmath>
#include <string>

#include "aclnnop/aclnn_sim_thread_exponential.h"
#include "kernels/elementwise/converted.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/random/draw.h"
#include "ops/random/few_dims.h"

namespace openaclnn {
namespace {

static_assert(kDrawn == kConvertedChunk);

struct Args {
  TensorView out;
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
  ForEachPiece(cpu, args.out.NumElements(), kDrawn, kDrawsOfTask, [&](int64_t begin, int64_t count) {
    alignas(64) std::array<double, static_cast<size_t>(kDrawn)> numbers;
    DrawExponential(args.sequence, begin, numbers.data());
    for (double& number : numbers) {
      number /= args.lambda;
    }
    out.Write(begin, count, reinterpret_cast<const std::byte*>(numbers.data()));
  });
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:exponential", Prepare));
constexpr std::array<TensorArgument<Args>, 1> kArguments{{{"selfRef", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kExponential{"aclnnSimThreadExponential", kArguments, kKernel};

Status Bind(PhaseOneCall& call, const NamedTensor& self, int64_t count, double lambda,
            const RandomSequence& sequence) {
  ArgumentChecks check;
  check.NotNull(self).DtypeIn(self, kFloatingDtypes);
  check.Require(
      "lambda", "a number above 0", [&] { return lambda > 0 && std::isfinite(lambda); },
      [&] { return std::to_string(lambda); });
  if (check.Failed()) {
    return check.Result();
  }
  const FewDims few(self.tensor);
  check.ValidOutputView({self.name, few.Get()});
  check.Require(
      "count", "the number of elements of selfRef", [&] { return count == NumElements(*few.Get()); },
      [&] { return std::to_string(count); });
  Args args;
  args.lambda = lambda;
  args.sequence = sequence;
  return check.Failed() ? check.Result() : call.Bind(kExponential, args, {few.Get()});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnSimThreadExponential,
               (aclTensor * selfRef, int64_t count, double lambda, int64_t seed, int64_t offset),
               Bind(call, {"selfRef", selfRef}, count, lambda,
                    {static_cast<uint64_t>(seed), static_cast<uint64_t>(offset)}))
