// SPDX-License-Identifier: Apache-2.0
//
// aclRfft1D: Fourier transforms of real numbers along a dim.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "aclnnop/acl_rfft1d.h"
#include "base/checked_math.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/fourier/frames.h"

namespace openaclnn {
namespace {

enum Scale { kNone = 1, kInverse = 2, kInverseRoot = 3 };

struct Args {
  TensorView self;
  TensorView out;
  int64_t length = 0;
  size_t dim = 0;
  int64_t norm = kNone;
};

constexpr int64_t kTaskNumbers = int64_t{1} << 17;
constexpr int64_t kMostNumbers = int64_t{1} << 30;

struct State : Prepared {
  int64_t rows = 0;
  int64_t rowsOfTask = 1;
};

// The view with a dim behind all others but `last` ones.
TensorView WithDimBehind(const TensorView& view, size_t dim, size_t last) {
  TensorView moved = view;
  const auto end = static_cast<size_t>(view.rank) - last;
  std::rotate(moved.dims.begin() + dim, moved.dims.begin() + dim + 1, moved.dims.begin() + end);
  std::rotate(moved.strides.begin() + dim, moved.strides.begin() + dim + 1, moved.strides.begin() + end);
  return moved;
}

State Prepare(const Args& args) {
  State state;
  const int64_t numbers = args.out.NumElements();
  if (numbers > 0) {
    state.rows = numbers / (2 * (args.length / 2 + 1));
    state.rowsOfTask = std::max<int64_t>(1, kTaskNumbers / args.length);
    state.cost = static_cast<size_t>(numbers) * 64;
  }
  return state;
}

double FactorOf(const Args& args) {
  const auto length = static_cast<double>(args.length);
  return args.norm == kNone ? 1 : args.norm == kInverse ? 1 / length : 1 / std::sqrt(length);
}

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  const TensorView self = WithDimBehind(args.self, args.dim, 0);
  const int64_t given = args.self.dims[args.dim];
  const int64_t read = std::min(given, args.length);
  const int64_t frequencies = args.length / 2 + 1;
  const double factor = FactorOf(args);
  return RunTransforms(
      args.length, false, CeilDivide(state.rows, state.rowsOfTask), cpu,
      [&](int64_t task, const FourierPlan& plan) {
        const ConvertedReader reader(self, DType::kDouble);
        const ConvertedWriter writer(WithDimBehind(args.out, args.dim, 1), DType::kDouble);
        const int64_t first = task * state.rowsOfTask;
        const int64_t rows = std::min(state.rowsOfTask, state.rows - first);
        std::vector<double> numbers(static_cast<size_t>(rows * args.length));  // zeros behind what is read
        for (int64_t row = 0; row < rows; ++row) {
          ReadNumbers(reader, (first + row) * given, read, numbers.data() + row * args.length);
        }
        const auto results =
            std::make_unique_for_overwrite<double[]>(static_cast<size_t>(rows * frequencies * 2));
        TransformRows(plan, {.numbers = numbers.data(),
                             .rowStride = args.length,
                             .rows = rows,
                             .scale = factor,
                             .frequencies = frequencies,
                             .results = results.get(),
                             .frequencyStride = 1,
                             .resultStride = frequencies});
        WriteNumbers(writer, first * frequencies * 2, rows * frequencies * 2, results.get());
      });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:transforms", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{{
    {"self", Role::kInput, &Args::self},
    {"out", Role::kOutput, &Args::out},
}};
constexpr Operator<Args> kRfft1D{"aclRfft1D", kArguments, kKernels};
constexpr std::array<DType, 1> kDtypes{DType::kFloat};

Status Bind(PhaseOneCall& call, const NamedTensor& self, int64_t n, int64_t dim, int64_t norm,
            const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(out);
  check.DtypeIn(self, kDtypes).SameDtype(out, self).ValidView(self).ValidOutputView(out);
  check.Require(
      self.name, "1 to 7 dims",
      [&] { return !self.tensor->viewDims.empty() && self.tensor->viewDims.size() < kMaxRank; },
      [&] { return std::to_string(self.tensor->viewDims.size()); });
  check.InRange("n", n, 1, kMostNumbers, "from 1 to 2^30");
  check.InRange("norm", norm, kNone, kInverseRoot, "1, 2 or 3");
  Args args;
  args.dim = check.Failed() ? 0 : FindDim(check, "dim", dim, self.tensor->viewDims.size());
  if (check.Failed()) {
    return check.Result();
  }
  Dims shape = DimsOf(*self.tensor);
  shape[args.dim] = n / 2 + 1;
  shape.push_back(2);
  check.Shape(out, shape, "of self with n / 2 + 1 along dim, and 2 behind");
  args.length = n;
  args.norm = norm;
  return check.Failed() ? check.Result() : call.Bind(kRfft1D, args, {self.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclRfft1D, (const aclTensor* self, int64_t n, int64_t dim, int64_t norm, aclTensor* out),
               Bind(call, {"self", self}, n, dim, norm, {"out", out}))
