// SPDX-License-Identifier: Apache-2.0
//
// aclnnTopKTopPSample and V2: one token a row, from those that the filters leave.
#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "aclnnop/aclnn_top_k_top_p_sample.h"
#include "aclnnop/aclnn_top_k_top_p_sample_v2.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/sorting/vocabulary.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView logits;
  TensorView k;
  TensorView p;
  TensorView q;     // left out, or what probabilities are divided by
  TensorView minP;  // left out: no such filter
  TensorView token;
  TensorView kept;    // left out: not asked for; in the scores' order
  TensorView places;  // left out, as the next one; in descending order
  TensorView probabilities;
  double eps = 0;
  int64_t mostK = 0;
  bool softmax = true;  // else the scores are probabilities
};

using State = VocabularyState;

State Prepare(const Args& args) {
  return VocabularyState(args.logits);
}

// What the filters of a row are.
struct Filters {
  int64_t k;  // 0: none
  double p;
  double minP;  // 0: none

  [[nodiscard]] bool Any() const { return k > 0 || p < 1 || minP > 0; }
};

// How many of the weights, the largest first, whose sum is `sum`, the filters leave: at least one.
size_t CountKept(std::span<const float> weights, double sum, const Filters& filters) {
  size_t kept = weights.size();
  if (filters.p < 1) {
    double before = 0;
    size_t i = 0;
    do {
      before += static_cast<double>(weights[i++]);
    } while (i < kept && !(before > filters.p * sum));
    kept = i;
  }
  if (filters.minP >= 1) {
    kept = 1;
  } else if (filters.minP > 0) {
    const double least = filters.minP * static_cast<double>(weights[0]);
    const auto last = std::ranges::find_if(
        weights.subspan(1, kept - 1), [least](float weight) { return static_cast<double>(weight) < least; });
    kept = static_cast<size_t>(last - weights.begin());
  }
  return kept;
}

// Where the largest number is, the first of equal ones. NaN is larger than any other.
template <class NumberAt>
size_t LargestOf(size_t count, const NumberAt& numberAt) {
  size_t best = 0;
  double most = numberAt(size_t{0});
  for (size_t i = 1; i < count && most == most; ++i) {
    const double number = numberAt(i);
    if (!(number <= most)) {
      most = number;
      best = i;
    }
  }
  return best;
}

int64_t* Element(const TensorView& view, int64_t row, int64_t column) {
  const int64_t at = row * view.strides[0] + (view.rank > 1 ? column * view.strides[1] : 0);
  return reinterpret_cast<int64_t*>(view.data) + at;
}

class Sampler {
 public:
  explicit Sampler(const Args& args)
      : args_(args),
        columns_(args.logits.dims[1]),
        logits_(args.logits),
        q_(args.q.Defined() ? args.q : args.logits),
        kept_(args.kept.Defined() ? args.kept : args.logits),
        probabilities_(args.probabilities.Defined() ? args.probabilities : args.logits) {}

  void RunRow(int64_t number, RankedRow& row, std::span<float> out) const {
    row.Read(logits_, number);
    const Filters filters = FiltersOf(number);
    const bool sorted = filters.Any() || args_.places.Defined();
    if (filters.k > 0) {
      row.TakeLargest(filters.k);
    } else if (sorted) {
      row.Sort(true);
    } else {
      row.TakeAll();
    }
    double sum = 1;
    if (args_.softmax) {
      sum = row.Weigh(row.Values()[sorted ? 0 : LargestOf(row.Values())]);
    } else {
      row.WeighAsTheyAre();
    }
    const std::span<const float> weights = row.Weights();
    const auto kept = weights.first(sorted ? CountKept(weights, sum, filters) : weights.size());
    *Element(args_.token, number, 0) = row.PlaceOf(Choose(number, kept, sum, out));
    if (args_.kept.Defined()) {
      WriteKept(number, row, kept.size(), out);
    }
    if (args_.places.Defined()) {
      WriteSorted(number, row, kept, sum, out);
    }
  }

 private:
  static size_t LargestOf(std::span<const float> numbers) {
    return openaclnn::LargestOf(numbers.size(), [=](size_t i) { return static_cast<double>(numbers[i]); });
  }

  [[nodiscard]] Filters FiltersOf(int64_t row) const {
    const int64_t k = WholeNumberOf(args_.k, row);
    return {k <= std::min(columns_, args_.mostK) ? std::max(k, int64_t{0}) : 0, NumberOf(args_.p, row),
            args_.minP.Defined() ? NumberOf(args_.minP, row) : 0};
  }

  // Which of the kept weights is the token's; `room` has a row's columns.
  [[nodiscard]] size_t Choose(int64_t row, std::span<const float> kept, double sum,
                              std::span<float> room) const {
    if (!args_.q.Defined()) {
      return LargestOf(kept);
    }
    const auto count = static_cast<int64_t>(kept.size());
    for (int64_t begin = 0; begin < count; begin += kTileElements) {
      TileBuffer buffer;
      const int64_t some = std::min(kTileElements, count - begin);
      std::copy_n(q_.Read(row * columns_ + begin, some, buffer), some, room.begin() + begin);
    }
    return openaclnn::LargestOf(kept.size(), [&](size_t i) {
      return static_cast<double>(kept[i]) / sum / (static_cast<double>(room[i]) + args_.eps);
    });
  }

  void WriteKept(int64_t number, const RankedRow& row, size_t kept, std::span<float> out) const {
    std::ranges::fill(out, args_.softmax ? -std::numeric_limits<float>::infinity() : 0.0F);
    for (size_t i = 0; i < kept; ++i) {
      out[static_cast<size_t>(row.PlaceOf(i))] = row.Values()[i];
    }
    WriteRow(kept_, number, out);
  }

  // Probabilities in descending order and their places; 0 for what is removed, and beyond the k largest.
  void WriteSorted(int64_t number, const RankedRow& row, std::span<const float> kept, double sum,
                   std::span<float> out) const {
    std::ranges::fill(out, 0.0F);
    std::ranges::transform(kept, out.begin(), [sum](float weight) {
      return static_cast<float>(static_cast<double>(weight) / sum);
    });
    WriteRow(probabilities_, number, out);
    for (int64_t column = 0; column < columns_; ++column) {
      const auto i = static_cast<size_t>(column);
      *Element(args_.places, number, column) = i < row.Values().size() ? row.PlaceOf(i) : 0;
    }
  }

  const Args& args_;
  int64_t columns_;
  TileReader logits_;
  TileReader q_;
  TileWriter kept_;
  TileWriter probabilities_;
};

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const Sampler sampler(args);
  state.rows.ForEach(workspace, cpu, [&](int64_t number, RankedRow& row, std::span<float> out) {
    sampler.RunRow(number, row, out);
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:rows", Prepare));

// Those of V2; of them V1 has neither minPs nor the last two.
constexpr std::array<TensorArgument<Args>, 9> kArguments{{
    {"logits", Role::kInput, &Args::logits},
    {"topK", Role::kInput, &Args::k},
    {"topP", Role::kInput, &Args::p},
    {"qOptional", Role::kInput, &Args::q},
    {"minPsOptional", Role::kInput, &Args::minP},
    {"logitsSelectIdx", Role::kOutput, &Args::token},
    {"logitsTopKPSelect", Role::kOutput, &Args::kept},
    {"logitsIdx", Role::kOutput, &Args::places},
    {"logitsSortMasked", Role::kOutput, &Args::probabilities},
}};
constexpr Operator<Args> kTopKTopPSample{"aclnnTopKTopPSample", kArguments, kKernels};
constexpr Operator<Args> kTopKTopPSampleV2{"aclnnTopKTopPSampleV2", kArguments, kKernels};

constexpr std::array<DType, 1> kFloatAlone{DType::kFloat};
constexpr std::array<DType, 1> kPlaces{DType::kInt64};
// No more of the largest than these are found.
constexpr int64_t kMostK = 1024;

struct Attributes {
  double eps;
  bool isNeedLogits;
  int64_t ksMax = kMostK;
  bool inputIsLogits = true;
  bool isNeedSampleResult = false;
};

void CheckInputs(ArgumentChecks& check, const NamedTensor& logits, const NamedTensor& k, const NamedTensor& p,
                 const NamedTensor& q, const NamedTensor& minP) {
  CheckLogits(check, logits);
  check.Require(
      logits.name, "at least one column", [&] { return logits.tensor->viewDims[1] > 0; },
      [&] { return ShapeText(logits.tensor->viewDims); });
  check.DtypeIn(k, kCounts);
  CheckOfRows(check, k, logits);
  check.SameDtype(p, logits);
  CheckOfRows(check, p, logits);
  if (q.tensor != nullptr) {
    check.DtypeIn(q, kFloatAlone).ValidView(q).SameShape(q, logits);
  }
  if (minP.tensor != nullptr) {
    check.SameDtype(minP, logits);
    CheckOfRows(check, minP, logits);
  }
}

// An output of the shape of logits. One that is not asked for may be null, and of any shape.
void CheckIfGiven(ArgumentChecks& check, const NamedTensor& output, std::span<const DType> dtypes, bool asked,
                  const NamedTensor& logits) {
  if (output.tensor != nullptr) {
    check.DtypeIn(output, dtypes).ValidOutputView(output);
  }
  if (asked) {
    check.SameShape(output, logits);
  }
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<9>& given,
            const Attributes& attributes) {
  const auto [logits, k, p, q, minP, token, kept, places, probabilities] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(logits).NotNull(k).NotNull(p).LiveOrNull(q).LiveOrNull(minP).NotNull(token);
  if (attributes.isNeedLogits) {
    check.NotNull(kept);
  }
  if (attributes.isNeedSampleResult) {
    check.NotNull(places).NotNull(probabilities);
  }
  check.LiveOrNull(kept).LiveOrNull(places).LiveOrNull(probabilities);
  CheckInputs(check, logits, k, p, q, minP);
  check.InRange("ksMax", attributes.ksMax, 1, std::numeric_limits<int64_t>::max(), "more than 0");
  check.DtypeIn(token, kPlaces).ValidOutputView(token);
  check.Require(
      token.name, "[rows of logits], or the same as a column",
      [&rows = logits, &column = token] {
        const std::vector<int64_t>& dims = column.tensor->viewDims;
        return (dims.size() == 1 || (dims.size() == 2 && dims[1] == 1)) &&
               dims[0] == rows.tensor->viewDims[0];
      },
      [&column = token] { return ShapeText(column.tensor->viewDims); });
  CheckIfGiven(check, kept, kFloatAlone, attributes.isNeedLogits, logits);
  CheckIfGiven(check, places, kPlaces, attributes.isNeedSampleResult, logits);
  CheckIfGiven(check, probabilities, kFloatAlone, attributes.isNeedSampleResult, logits);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.eps = attributes.eps;
  args.mostK = std::min(attributes.ksMax, kMostK);
  args.softmax = attributes.inputIsLogits;
  return call.Bind(op, args,
                   {given[0],
                    given[1],
                    given[2],
                    given[3],
                    given[4],
                    given[5],
                    {given[6], attributes.isNeedLogits},
                    {given[7], attributes.isNeedSampleResult},
                    {given[8], attributes.isNeedSampleResult}});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnTopKTopPSample,
               (const aclTensor* logits, const aclTensor* topK, const aclTensor* topP,
                const aclTensor* qOptional, double eps, bool isNeedLogits, int64_t /*topKGuess*/,
                aclTensor* logitsSelectIdx, aclTensor* logitsTopKPSelect),
               Bind(call, kTopKTopPSample,
                    {logits, topK, topP, qOptional, nullptr, logitsSelectIdx, logitsTopKPSelect, nullptr,
                     nullptr},
                    {eps, isNeedLogits}))

OPENACLNN_CALL(aclnnTopKTopPSampleV2,
               (const aclTensor* logits, const aclTensor* topK, const aclTensor* topP,
                const aclTensor* qOptional, const aclTensor* minPsOptional, double eps, bool isNeedLogits,
                int64_t /*topKGuess*/, int64_t ksMax, bool inputIsLogits, bool isNeedSampleResult,
                aclTensor* logitsSelectIdx, aclTensor* logitsTopKPSelect, aclTensor* logitsIdx,
                aclTensor* logitsSortMasked),
               Bind(call, kTopKTopPSampleV2,
                    {logits, topK, topP, qOptional, minPsOptional, logitsSelectIdx, logitsTopKPSelect,
                     logitsIdx, logitsSortMasked},
                    {eps, isNeedLogits, ksMax, inputIsLogits, isNeedSampleResult}))
