// SPDX-License-Identifier: Apache-2.0
#include "ops/linalg/matrices.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <string>

#include "base/checked_math.h"
#include "kernels/elementwise/conversion.h"
#include "kernels/elementwise/elementwise.h"
#include "ops/common/cpu_kernel.h"

namespace openaclnn {
namespace {

using Args = MatrixArgs;

constexpr size_t kAlignment = 64;
// Operations of a task.
constexpr int64_t kTaskWork = int64_t{1} << 16;

// The matrices of a tensor in the workspace.
struct Part {
  ElementwisePlan plan;  // to it, or from it
  size_t offset = 0;
  size_t stride = 0;  // bytes from matrix to matrix
  bool defined = false;

  [[nodiscard]] std::byte* In(std::byte* workspace, int64_t matrix) const {
    return defined ? workspace + offset + static_cast<size_t>(matrix) * stride : nullptr;
  }
};

struct State : Prepared {
  int64_t matrices = 0;
  int64_t matricesOfTask = 1;
  MatrixTask task = nullptr;
  MatrixProblem problem;  // but for addresses
  Part a;
  Part b;
  std::array<Part, 3> results;
};

std::span<const int64_t> BatchOf(const TensorView& view, size_t dims) {
  return view.Dims().first(static_cast<size_t>(view.rank) - dims);
}

int64_t Product(std::span<const int64_t> dims) {
  int64_t product = 1;
  for (const int64_t dim : dims) {
    product *= dim;
  }
  return product;
}

int64_t LastDim(const TensorView& view, size_t fromRight) {
  return view.dims[static_cast<size_t>(view.rank) - fromRight];
}

// Places tensors in the workspace one after another.
class Packing {
 public:
  explicit Packing(State* state) : state_(*state) {}

  // The view of the workspace for matrices with these dims; row after row instead of column after column if
  // transposed. Each matrix begins at an aligned address, wherever it is in its batch.
  TensorView Place(std::span<const int64_t> batch, std::span<const int64_t> matrix, DType dtype,
                   bool transposed, Part* part) {
    const size_t bytes = static_cast<size_t>(Product(matrix)) * SizeOf(dtype);
    part->stride = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    part->offset = state_.workspaceBytes;
    part->defined = true;
    state_.workspaceBytes += part->stride * static_cast<size_t>(Product(batch));
    return ViewOf(batch, matrix, dtype, transposed, *part);
  }

  static TensorView ViewOf(std::span<const int64_t> batch, std::span<const int64_t> matrix, DType dtype,
                           bool transposed, const Part& part) {
    TensorView view;
    view.dtype = dtype;
    view.rank = static_cast<int>(batch.size() + matrix.size());
    std::ranges::copy(batch, view.dims.begin());
    std::copy(matrix.begin(), matrix.end(), view.dims.begin() + batch.size());
    auto stride = static_cast<int64_t>(part.stride / SizeOf(dtype));
    for (size_t d = batch.size(); d-- > 0;) {
      view.strides[d] = stride;
      stride *= view.dims[d];
    }
    const size_t first = batch.size();
    if (matrix.size() == 2) {
      view.strides[first] = transposed ? matrix[1] : 1;
      view.strides[first + 1] = transposed ? 1 : matrix[0];
    } else if (matrix.size() == 1) {
      view.strides[first] = 1;
    }
    return view;
  }

 private:
  State& state_;
};

ElementwisePlan Conversion(const TensorView& from, const TensorView& to) {
  const TensorView* const input = &from;
  return {to, std::span(&input, 1), ElementwiseTypes{from.dtype, to.dtype},
          FindConversion(from.dtype, to.dtype)};
}

// The types of what a task computes: the matrices', but for what is real of complex ones, too.
DType TypeOfResult(MatrixFunction function, size_t result, DType number) {
  const bool real = (function == MatrixFunction::kSvd && result == 0) ||
                    (function == MatrixFunction::kSlogdet && result == 1);
  return real ? DType::kDouble : number;
}

// A result that is one number of one matrix may have been given dims of one element.
Args WithoutDimsOfNumbers(Args args) {
  if (args.a.rank == 2 && args.dims[0] == 0) {
    args.first.rank = 0;
    args.second.rank = 0;
  }
  return args;
}

State Prepare(const Args& given) {
  const Args args = WithoutDimsOfNumbers(given);
  State state;
  const std::span<const int64_t> batch =
      args.first.Defined() ? BatchOf(args.first, args.dims[0]) : BatchOf(args.second, args.dims[1]);
  const std::array<const TensorView*, 3> results{&args.first, &args.second, &args.third};
  // A batch of empty matrices may have any number of them.
  const bool writes = std::ranges::any_of(
      results, [](const TensorView* result) { return result->Defined() && result->NumElements() > 0; });
  state.matrices = writes ? Product(batch) : 0;
  const bool complex = ClassOf(args.a.dtype) == DTypeClass::kComplex;
  const DType number = complex ? DType::kComplex128 : DType::kDouble;
  state.task = complex ? FindComplexMatrixTask(args.function)
                       : FindRealMatrixTask(args.function, std::min(LastDim(args.a, 1), LastDim(args.a, 2)));
  Packing packing(&state);
  const auto pack = [&](const TensorView& input, bool transposed, Part* part) {
    const TensorView packed = packing.Place(batch, input.Dims().last(2), number, transposed, part);
    part->plan = Conversion(input, packed);
    state.cost += part->plan.Cost();
  };
  pack(args.a, args.transposed, &state.a);
  if (args.b.Defined()) {
    pack(args.b, false, &state.b);
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const TensorView& result = *results[i];
    if (!result.Defined()) {
      continue;
    }
    const std::span<const int64_t> matrix = result.Dims().last(args.dims[i]);
    Part& part = state.results[i];
    if (i == 1 && args.copiesA) {
      part.offset = state.a.offset;
      part.plan = Conversion(Packing::ViewOf(batch, matrix, number, args.transposed, state.a), result);
    } else {
      const DType dtype = TypeOfResult(args.function, i, number);
      part.plan =
          Conversion(packing.Place(batch, matrix, dtype, i == 0 && args.transposesFirst, &part), result);
    }
    state.cost += part.plan.Cost();
  }

  MatrixProblem& problem = state.problem;
  problem.rows = LastDim(args.a, args.transposed ? 1 : 2);
  problem.columns = LastDim(args.a, args.transposed ? 2 : 1);
  problem.upper = args.upper;
  problem.unit = args.unit;
  problem.width = args.b.Defined() ? LastDim(args.b, 1) : 0;
  if (args.function == MatrixFunction::kQr) {
    problem.width = LastDim(args.second, 2);
  } else if (args.function == MatrixFunction::kSvd && args.second.Defined()) {
    problem.width = LastDim(args.second, 1);
    problem.width2 = LastDim(args.third, 1);
  }
  const int64_t depth = std::max<int64_t>(1, std::min(problem.rows, problem.columns));
  const int64_t work = std::max<int64_t>(
      1, CheckedProduct({problem.rows, std::max(problem.columns, problem.width), depth}).value_or(INT64_MAX));
  state.matricesOfTask = std::max<int64_t>(1, kTaskWork / work);
  const auto matrices = static_cast<double>(state.matrices);
  constexpr double kMostCost = 1e18;
  state.cost += static_cast<size_t>(std::min(kMostCost, matrices * static_cast<double>(work)));
  return state;
}

// The first matrix of the batch that was refused.
class Refusal {
 public:
  void Add(int64_t matrix, const char* expected) {
    const std::lock_guard lock(mutex_);
    if (matrix_ < 0 || matrix < matrix_) {
      matrix_ = matrix;
      expected_ = expected;
    }
  }

  [[nodiscard]] Status StatusOf(const char* name, int64_t matrices) const {
    if (matrix_ < 0) {
      return Status::Ok();
    }
    if (expected_ == nullptr) {
      return {code::kRtMemoryAllocation, "no memory for a matrix"};
    }
    const std::string which = matrices > 1 ? ", matrix " + std::to_string(matrix_) + " of the batch" : "";
    return {code::kRtVectorCoreException, std::string(name) + ": expected " + expected_ + which};
  }

 private:
  std::mutex mutex_;
  int64_t matrix_ = -1;
  const char* expected_ = nullptr;
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const auto pack = [&](const Part& part, const TensorView& from) {
    if (part.defined) {
      const std::byte* const data = from.data;
      part.plan.Run(workspace + part.offset, std::span(&data, 1), {}, cpu);
    }
  };
  pack(state.a, args.a);
  pack(state.b, args.b);
  Refusal refusal;
  cpu.ParallelFor(CeilDivide(state.matrices, state.matricesOfTask), [&](int64_t task) {
    const int64_t first = task * state.matricesOfTask;
    for (int64_t matrix = first; matrix < std::min(state.matrices, first + state.matricesOfTask); ++matrix) {
      MatrixProblem problem = state.problem;
      problem.a = state.a.In(workspace, matrix);
      problem.b = state.b.In(workspace, matrix);
      for (size_t i = 0; i < state.results.size(); ++i) {
        problem.results[i] = state.results[i].In(workspace, matrix);
      }
      try {
        if (const char* const expected = state.task(problem); expected != nullptr) {
          refusal.Add(matrix, expected);
        }
      } catch (const std::bad_alloc&) {
        refusal.Add(matrix, nullptr);
      }
    }
  });
  Status status = refusal.StatusOf(args.name, state.matrices);
  const std::array<const TensorView*, 3> results{&args.first, &args.second, &args.third};
  for (size_t i = 0; status.IsOk() && i < results.size(); ++i) {
    if (results[i]->Defined()) {
      const std::byte* const data = workspace + state.results[i].offset;
      state.results[i].plan.Run(results[i]->data, std::span(&data, 1), {}, cpu);
    }
  }
  return status;
}

constexpr auto kKernel = CpuKernel<Run>("cpu:matrices", Prepare);

}  // namespace

constinit const KernelEntry<MatrixArgs> kMatricesCpu = Entry(kKernel);

ArgumentChecks& CheckMatrices(ArgumentChecks& check, const NamedTensor& argument,
                              std::span<const DType> dtypes) {
  check.DtypeIn(argument, dtypes).ValidView(argument);
  return check.Require(
      argument.name, "2 to 8 dims", [&] { return argument.tensor->viewDims.size() >= 2; },
      [&] { return std::to_string(argument.tensor->viewDims.size()); });
}

ArgumentChecks& CheckSquare(ArgumentChecks& check, const NamedTensor& argument) {
  return check.Require(
      argument.name, "as many rows as columns",
      [&] {
        const auto& dims = argument.tensor->viewDims;
        return dims[dims.size() - 1] == dims[dims.size() - 2];
      },
      [&] { return ShapeText(argument.tensor->viewDims); });
}

Dims BatchOf(const aclTensor& tensor, size_t dims) {
  const std::span<const int64_t> all(tensor.viewDims);
  return Dims(all.first(all.size() - dims));
}

Dims With(Dims batch, std::initializer_list<int64_t> matrix) {
  for (const int64_t dim : matrix) {
    batch.push_back(dim);
  }
  return batch;
}

}  // namespace openaclnn
