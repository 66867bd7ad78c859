// SPDX-License-Identifier: Apache-2.0
//
// Softmax and its logarithm, and their gradients.
#include <array>
#include <string>

#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"
#include "aclnnop/aclnn_softmax.h"
#include "aclnnop/aclnn_softmax_backward.h"
#include "executor/phases.h"
#include "kernels/rows.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/softmax/softmax.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/reduction_expressions-inl.h"
#include "simd/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace softmax {

// An operator: the terms that are added up along the dim, and a result of an element from their sum. Inputs a
// and b, of forward operators a alone. The largest element of a row is taken away before exponentials.

struct Softmax {
  static constexpr bool kForward = true;
  static constexpr bool kKeepsTerms = true;  // results are made from the terms
  template <class T>
  static HWY_INLINE T Term(T a, T /*b*/, T largest) {
    return Exp(a - largest);
  }
  // term / sum, by the reciprocal, which is that of a whole row, and by what the product with it lacks.
  template <class T>
  static HWY_INLINE T Result(T term, T /*b*/, T /*largest*/, T sum, T inverse) {
    const T quotient = term * inverse;
    return MulAdd(MulAdd(-quotient, sum, term), inverse, quotient);
  }
};

struct LogSoftmax {
  static constexpr bool kForward = true;
  static constexpr bool kKeepsTerms = false;
  template <class T>
  static HWY_INLINE T Term(T a, T /*b*/, T largest) {
    return Exp(a - largest);
  }
  template <class T>
  static HWY_INLINE T Result(T a, T /*b*/, T largest, T sum, T /*inverse*/) {
    return (a - largest) - sum;  // the logarithm of it
  }
};

struct SoftmaxGradient {
  static constexpr bool kForward = false;
  static constexpr bool kKeepsTerms = false;
  template <class T>
  static HWY_INLINE T Term(T gradOutput, T output, T /*largest*/) {
    return gradOutput * output;
  }
  template <class T>
  static HWY_INLINE T Result(T gradOutput, T output, T /*largest*/, T sum, T /*inverse*/) {
    return output * (gradOutput - sum);
  }
};

struct LogSoftmaxGradient {
  static constexpr bool kForward = false;
  static constexpr bool kKeepsTerms = false;
  template <class T>
  static HWY_INLINE T Term(T gradOutput, T /*output*/, T /*largest*/) {
    return gradOutput;
  }
  template <class T>
  static HWY_INLINE T Result(T gradOutput, T output, T /*largest*/, T sum, T /*inverse*/) {
    return MulAdd(Exp(output), -sum, gradOutput);
  }
};

// The sum as results take it.
template <class Expression, typename T>
HWY_INLINE T SumForResults(double sum) {
  if constexpr (std::is_same_v<Expression, LogSoftmax>) {
    using One = Lanes<hn::CappedTag<double, 1>>;
    return static_cast<T>(hn::GetLane(Log(One(sum)).vector));
  } else {
    return static_cast<T>(sum);
  }
}

// Of that sum, where results are quotients by it.
template <class Expression, typename T>
HWY_INLINE T InverseForResults(T sum) {
  return Expression::kKeepsTerms ? T{1} / sum : T{0};
}

// Calls compute(vectors...) for whole vectors of some elements, and for what is left.
template <typename T, class Body>
HWY_INLINE void ForEachElements(int64_t count, const Body& body) {
  ForEachVectorPart(typename ReductionLanes<T>::Tag(), 0, count, body);
}

template <class Expression, class Format>
class Loops {
 public:
  using T = typename Format::Compute;
  using Element = typename Format::Element;
  // Terms that are kept are numbers of that type: in the place of results, or in scratch where these are of
  // another.
  static constexpr bool kTermsInScratch = Expression::kKeepsTerms && !std::is_same_v<T, Element>;

  static void Run(const RowTile& tile) {
    if (tile.across) {
      RunColumns(tile);
    } else {
      // The sum of a short row's exponentials has to wait for them, and they for its largest element: other
      // rows fill the gap.
      constexpr int64_t kTogether = Expression::kForward ? 4 : 1;
      int64_t line = 0;
      for (; tile.elements <= kSumBlock && line + kTogether <= tile.lines; line += kTogether) {
        RunRows<kTogether>(tile, line);
      }
      for (; line < tile.lines; ++line) {
        RunRows<1>(tile, line);
      }
    }
  }

 private:
  using Maximum = ExtremeElement<true>;

  // A row: its elements, its terms where these are kept, and its results.
  struct Row {
    const Element* a;
    const Element* b;
    T* terms;
    Element* out;
    T largest;
  };

  static Row RowOf(const RowTile& tile, int64_t line) {
    const auto input = [&](size_t k) {
      return reinterpret_cast<const Element*>(tile.inputs[k] + line * tile.inputStrides[k]);
    };
    Row row{};
    row.a = input(0);
    row.b = Expression::kForward ? row.a : input(1);
    row.out = reinterpret_cast<Element*>(tile.outputs[0] + line * tile.outputStrides[0]);
    if constexpr (kTermsInScratch) {
      row.terms = reinterpret_cast<T*>(tile.scratch) + line * tile.elements;
    } else {
      row.terms = reinterpret_cast<T*>(row.out);
    }
    return row;
  }

  // The terms of a block of each row, of which vectors are made where they are added up.
  template <size_t kRows>
  struct Terms {
    std::array<Row, kRows> rows;
    int64_t begin;

    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D tag, size_t row, int64_t i) const {
      const Row& of = rows[row];
      return Term(Format::Load(tag, of.a + begin + i), Format::Load(tag, of.b + begin + i), of, tag);
    }
    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D tag, size_t row, int64_t i, int64_t count) const {
      const Row& of = rows[row];
      return Term(LoadFirst<Format>(tag, of.a + begin + i, count),
                  LoadFirst<Format>(tag, of.b + begin + i, count), of, tag);
    }

   private:
    template <class D>
    HWY_INLINE hn::Vec<D> Term(hn::Vec<D> first, hn::Vec<D> second, const Row& of, D /*tag*/) const {
      return Expression::Term(Lanes<D>(first), Lanes<D>(second), Lanes<D>(of.largest)).vector;
    }
  };

  static T LargestOf(const Element* row, int64_t count) {
    ReductionTile tile{};
    double found[1]{};
    tile.data = reinterpret_cast<const std::byte*>(row);
    tile.lines = 1;
    tile.elements = count;
    tile.elementStride = sizeof(Element);
    tile.first = true;
    tile.partials = reinterpret_cast<std::byte*>(found);
    BlockReduction<LaneBlocks<Maximum, T, Format>>::Reduce(tile);
    return static_cast<T>(found[0]);
  }

  template <size_t kRows>
  static void RunRows(const RowTile& tile, int64_t line) {
    const int64_t count = tile.elements;
    constexpr T kNone[kRows] = {};
    std::array<Row, kRows> rows;
    for (size_t r = 0; r < kRows; ++r) {
      rows[r] = RowOf(tile, line + static_cast<int64_t>(r));
      rows[r].largest = Expression::kForward ? LargestOf(rows[r].a, count) : 0;
    }
    std::array<double, kRows> totals{};
    for (int64_t begin = 0; begin < count; begin += kSumBlock) {
      const int64_t block = std::min(kSumBlock, count - begin);
      const Terms<kRows> made{rows, begin};
      double sums[kRows];
      if constexpr (Expression::kKeepsTerms) {
        const T* from[kRows];
        for (size_t r = 0; r < kRows; ++r) {
          T* const terms = rows[r].terms + begin;
          ForEachElements<T>(
              block, [&](auto tag, int64_t i) HWY_ATTR { hn::StoreU(made(tag, r, i), tag, terms + i); });
          from[r] = terms;
        }
        ReduceBlocks<SumOfElements, T>(from, block, kNone, sums);
      } else {
        ReduceLoadedBlocks<SumOfElements, T>(block, kNone, sums, made);
      }
      for (size_t r = 0; r < kRows; ++r) {
        totals[r] = begin == 0 ? sums[r] : totals[r] + sums[r];
      }
    }
    for (size_t r = 0; r < kRows; ++r) {
      WriteResults(rows[r], totals[r], count);
    }
  }

  static HWY_INLINE void WriteResults(const Row& row, double total, int64_t count) {
    const T sum = SumForResults<Expression, T>(total);
    const T inverse = InverseForResults<Expression>(sum);
    ForEachElements<T>(count, [&](auto tag, int64_t i) HWY_ATTR {
      using Vector = Lanes<std::remove_const_t<decltype(tag)>>;
      const Vector result =
          Expression::Result(FirstOf(tag, row.terms + i, row.a + i), Vector(Format::Load(tag, row.b + i)),
                             Vector(row.largest), Vector(sum), Vector(inverse));
      Format::Store(tag, result.vector, row.out + i);
    });
  }

  // What results are made from: terms that were kept, or elements.
  template <class D>
  static HWY_INLINE Lanes<D> FirstOf(D tag, [[maybe_unused]] const T* term,
                                     [[maybe_unused]] const Element* element) {
    if constexpr (Expression::kKeepsTerms) {
      return Lanes<D>(hn::LoadU(tag, term));
    } else {
      return Lanes<D>(Format::Load(tag, element));
    }
  }

  // Row by row: the largest element is the same in any order, and needs no lanes.
  static void LargestOfColumns(const RowTile& tile, T* largest) {
    for (int64_t i = 0; i < tile.elements; ++i) {
      const auto* row = reinterpret_cast<const Element*>(tile.inputs[0] + i * tile.inputStrides[0]);
      ForEachElements<T>(tile.lines, [&](auto tag, int64_t c) HWY_ATTR {
        using Vector = Lanes<std::remove_const_t<decltype(tag)>>;
        const Vector x(Format::Load(tag, row + c));
        const Vector most = i == 0 ? x : Maximum::Step(Vector(hn::LoadU(tag, largest + c)), x, Vector(T{0}));
        hn::StoreU(most.vector, tag, largest + c);
      });
    }
  }

  // As RunRow, of rows side by side.
  static void RunColumns(const RowTile& tile) {
    const int64_t columns = tile.lines;
    const auto a = [&](int64_t i) {
      return reinterpret_cast<const Element*>(tile.inputs[0] + i * tile.inputStrides[0]);
    };
    const auto b = [&](int64_t i) {
      return Expression::kForward
                 ? a(i)
                 : reinterpret_cast<const Element*>(tile.inputs[1] + i * tile.inputStrides[1]);
    };
    const auto out = [&](int64_t i) {
      return reinterpret_cast<Element*>(tile.outputs[0] + i * tile.outputStrides[0]);
    };
    const int64_t termsStride =
        kTermsInScratch ? columns * static_cast<int64_t>(sizeof(T)) : tile.outputStrides[0];
    const auto terms = [&](int64_t i) {
      return reinterpret_cast<T*>((kTermsInScratch ? tile.scratch : tile.outputs[0]) + i * termsStride);
    };
    HWY_ALIGN std::array<double, kRowLines> wide{};
    HWY_ALIGN std::array<T, kRowLines> largest{};
    HWY_ALIGN std::array<T, kRowLines> sums{};
    HWY_ALIGN std::array<T, kRowLines> inverses{};
    const std::array<T, kRowLines> none{};
    if constexpr (Expression::kForward) {
      LargestOfColumns(tile, largest.data());
    }
    for (int64_t begin = 0; begin < tile.elements; begin += kSumBlock) {
      const int64_t block = std::min(kSumBlock, tile.elements - begin);
      const auto term = [&](auto tag, int64_t i, int64_t c) HWY_ATTR {
        using Vector = Lanes<std::remove_const_t<decltype(tag)>>;
        return Expression::Term(Vector(Format::Load(tag, a(begin + i) + c)),
                                Vector(Format::Load(tag, b(begin + i) + c)),
                                Vector(hn::LoadU(tag, largest.data() + c)))
            .vector;
      };
      HWY_ALIGN std::array<double, kRowLines> blockSums;
      if constexpr (Expression::kKeepsTerms) {
        for (int64_t i = 0; i < block; ++i) {
          ForEachElements<T>(columns, [&](auto tag, int64_t c) HWY_ATTR {
            hn::StoreU(term(tag, i, c), tag, terms(begin + i) + c);
          });
        }
        ReduceColumns<SumOfElements, T>(reinterpret_cast<const std::byte*>(terms(begin)), termsStride, block,
                                        columns, none.data(), blockSums.data());
      } else {
        ReduceLoadedColumns<SumOfElements>(block, columns, none.data(), blockSums.data(), term);
      }
      for (size_t c = 0; c < static_cast<size_t>(columns); ++c) {
        wide[c] = begin == 0 ? blockSums[c] : wide[c] + blockSums[c];
      }
    }
    for (size_t c = 0; c < static_cast<size_t>(columns); ++c) {
      sums[c] = SumForResults<Expression, T>(wide[c]);
      inverses[c] = InverseForResults<Expression>(sums[c]);
    }
    for (int64_t i = 0; i < tile.elements; ++i) {
      ForEachElements<T>(columns, [&](auto tag, int64_t c) HWY_ATTR {
        using Vector = Lanes<std::remove_const_t<decltype(tag)>>;
        const Vector result = Expression::Result(
            FirstOf(tag, terms(i) + c, a(i) + c), Vector(Format::Load(tag, b(i) + c)),
            Vector(hn::LoadU(tag, largest.data() + c)), Vector(hn::LoadU(tag, sums.data() + c)),
            Vector(hn::LoadU(tag, inverses.data() + c)));
        Format::Store(tag, result.vector, out(i) + c);
      });
    }
  }
};

template <class Expression>
RowLoops Find(DType dtype) {
  RowLoops loops;
  (void)VisitFormat(FloatFormatsAndDouble(), dtype, [&](auto format) {
    using Chosen = Loops<Expression, decltype(format)>;
    loops = {Chosen::Run, {dtype, dtype}, {dtype}};
    if constexpr (Chosen::kTermsInScratch) {
      loops.scratchOfTileElement = sizeof(typename Chosen::T);
    }
  });
  return loops;
}

}  // namespace softmax

RowLoops FindSoftmax(DType dtype, bool logarithm, bool gradient) {
  if (gradient) {
    return logarithm ? softmax::Find<softmax::LogSoftmaxGradient>(dtype)
                     : softmax::Find<softmax::SoftmaxGradient>(dtype);
  }
  return logarithm ? softmax::Find<softmax::LogSoftmax>(dtype) : softmax::Find<softmax::Softmax>(dtype);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindSoftmax);

struct Args {
  TensorView first;
  TensorView second;
  TensorView out;
  size_t dim = 0;
  RowLoops loops{};
};

struct State : Prepared {
  RowPlan plan;
  size_t inputs = 1;
};

State Prepare(const Args& args) {
  State state;
  state.inputs = args.second.Defined() ? 2 : 1;
  const std::array<TensorView, kMostRowInputs> inputs{args.first, args.second};
  state.plan = RowPlan(std::span(&args.out, 1), std::span(inputs).first(state.inputs), args.dim, args.loops);
  state.workspaceBytes = state.plan.WorkspaceBytes();
  // Exponentials take longer than memory does.
  constexpr size_t kArithmetic = 2;
  state.cost = state.plan.Cost() * kArithmetic;
  return state;
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const std::array<const std::byte*, kMostRowInputs> inputs{args.first.data, args.second.data};
  const std::array<std::byte*, 1> outputs{args.out.data};
  state.plan.Run(outputs, std::span(inputs).first(state.inputs), workspace, cpu);
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:softmax", Prepare);
constinit const KernelEntry<Args> kSoftmaxCpu = Entry(kKernel);
constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kSoftmaxCpu};

constexpr std::array<TensorArgument<Args>, 2> kForward{
    {{"self", Role::kInput, &Args::first}, {"out", Role::kOutput, &Args::out, true}}};
constexpr std::array<TensorArgument<Args>, 3> kBackward{{{"gradOutput", Role::kInput, &Args::first},
                                                         {"output", Role::kInput, &Args::second},
                                                         {"out", Role::kOutput, &Args::out, true}}};

struct SoftmaxOperator {
  Operator<Args> op;
  bool logarithm;
};
constexpr SoftmaxOperator kSoftmax{{"aclnnSoftmax", kForward, kKernels}, false};
constexpr SoftmaxOperator kLogSoftmax{{"aclnnLogSoftmax", kForward, kKernels}, true};
constexpr SoftmaxOperator kSoftmaxBackward{{"aclnnSoftmaxBackward", kBackward, kKernels}, false};
constexpr SoftmaxOperator kLogSoftmaxBackward{{"aclnnLogSoftmaxBackward", kBackward, kKernels}, true};

constexpr std::array<DType, 4> kDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble};

Status Bind(PhaseOneCall& call, const SoftmaxOperator& row, std::span<const aclTensor* const> inputs,
            int64_t dim, const aclTensor* out) {
  const bool gradient = inputs.size() == 2;
  const NamedTensor first{row.op.arguments[0].name, inputs[0]};
  const NamedTensor second{row.op.arguments[1].name, inputs.back()};
  const NamedTensor result{"out", out};
  ArgumentChecks check;
  check.NotNull(first);
  if (gradient) {
    check.NotNull(second);
  }
  check.NotNull(result).DtypeIn(first, kDtypes);
  if (gradient) {
    check.SameDtype(second, first);
  }
  check.DtypeIn(result, kDtypes).ValidView(first);
  if (gradient) {
    check.ValidView(second).SameShape(second, first);
  }
  check.ValidOutputView(result).SameShape(result, first);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t rank = std::max(int64_t{1}, static_cast<int64_t>(out->viewDims.size()));
  check.InRange("dim", dim, -rank, rank - 1, gradient ? "a dimension of gradOutput" : "a dimension of self");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.dim = static_cast<size_t>(dim < 0 ? dim + rank : dim);
  const bool wide = inputs[0]->dtype == DType::kDouble || out->dtype == DType::kDouble;
  // Tensors of two types meet in one that holds both.
  const DType common = wide ? DType::kDouble : DType::kFloat;
  const DType dtype = inputs[0]->dtype == out->dtype ? out->dtype : common;
  args.loops = HWY_DYNAMIC_DISPATCH(FindSoftmax)(dtype, row.logarithm, gradient);
  TensorsOfCall tensors;
  for (const aclTensor* input : inputs) {
    tensors.push_back(input);
  }
  tensors.push_back(out);
  return call.Bind(row.op, args, tensors);
}

aclnnStatus PhaseOneOfSoftmax(const char* function, const SoftmaxOperator& row,
                              std::initializer_list<const aclTensor*> inputs, int64_t dim,
                              const aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return PhaseOne(function, workspaceSize, executor, [&](PhaseOneCall& call) {
    return Bind(call, row, {inputs.begin(), inputs.size()}, dim, out);
  });
}

}  // namespace
}  // namespace openaclnn

using openaclnn::PhaseOneOfSoftmax;

aclnnStatus aclnnSoftmaxGetWorkspaceSize(const aclTensor* self, int64_t dim, aclTensor* out,
                                         uint64_t* workspaceSize, aclOpExecutor** executor) {
  return PhaseOneOfSoftmax(__func__, openaclnn::kSoftmax, {self}, dim, out, workspaceSize, executor);
}

OPENACLNN_PHASE_TWO(aclnnSoftmax)

aclnnStatus aclnnLogSoftmaxGetWorkspaceSize(const aclTensor* self, int64_t dim, aclTensor* out,
                                            uint64_t* workspaceSize, aclOpExecutor** executor) {
  return PhaseOneOfSoftmax(__func__, openaclnn::kLogSoftmax, {self}, dim, out, workspaceSize, executor);
}

OPENACLNN_PHASE_TWO(aclnnLogSoftmax)

aclnnStatus aclnnSoftmaxBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* output,
                                                 int64_t dim, aclTensor* out, uint64_t* workspaceSize,
                                                 aclOpExecutor** executor) {
  return PhaseOneOfSoftmax(__func__, openaclnn::kSoftmaxBackward, {gradOutput, output}, dim, out,
                           workspaceSize, executor);
}

OPENACLNN_PHASE_TWO(aclnnSoftmaxBackward)

aclnnStatus aclnnLogSoftmaxBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* output,
                                                    int64_t dim, aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor) {
  return PhaseOneOfSoftmax(__func__, openaclnn::kLogSoftmaxBackward, {gradOutput, output}, dim, out,
                           workspaceSize, executor);
}

OPENACLNN_PHASE_TWO(aclnnLogSoftmaxBackward)
#endif  // HWY_ONCE
