// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "aclnnop/acl_stft.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::fourier::stft {
namespace {

struct Lengths {
  int64_t nFft;
  int64_t hop;
  int64_t window;
};

Argument Length(const char* name, const char* meaning, ValueRule rule, const char* derivation) {
  return {.name = name,
          .role = Role::kAttribute,
          .meaning = meaning,
          .derive = std::move(rule),
          .derivation = derivation,
          .lowest = 1};
}

Arguments CallOf(Shape signal, aclDataType dtype, const Lengths& lengths, bool window) {
  Arguments all;
  all.tensors["self"] = {{std::move(signal), dtype}};
  if (window) {
    all.tensors["windowOptional"] = {{{lengths.window}, dtype}};
  }
  all.attributes = {{"nFft", lengths.nFft}, {"hopLength", lengths.hop}, {"winLength", lengths.window}};
  return all;
}

Shape ResultShape(const Arguments& known) {
  const Shape& signal = known.ShapeOf("self");
  const int64_t nFft = std::max<int64_t>(1, known.Integer("nFft"));
  Shape shape;
  if (signal.size() == 2) {
    shape.push_back(signal[0]);
  }
  shape.push_back(known.Integer("onesided") != 0 ? nFft / 2 + 1 : nFft);
  const int64_t rest = (signal.empty() ? 0 : signal.back()) - nFft;
  shape.push_back(rest < 0 ? 0 : rest / std::max<int64_t>(1, known.Integer("hopLength")) + 1);
  if (known.Integer("returnComplex") == 0) {
    shape.push_back(2);
  }
  return shape;
}

aclDataType ResultType(const Arguments& known) {
  const bool wide = known.DTypeOf("self") == ACL_DOUBLE;
  return known.Integer("returnComplex") != 0 ? (wide ? ACL_COMPLEX128 : ACL_COMPLEX64)
                                             : (wide ? ACL_DOUBLE : ACL_FLOAT);
}

Operator Stft() {
  const DTypes dtypes{ACL_FLOAT, ACL_DOUBLE};
  Argument window = WithComplex(Tensor("windowOptional", "factors of a piece", "[winLength]", dtypes));
  window.optional = true;
  window.dtype = SameAs("self");
  Argument onesided = Flag("onesided", "the first nFft / 2 + 1 frequencies only");
  onesided.defaultValue = int64_t{1};
  Operator op = MakeOperator(
      {.phases = TwoPhases<&aclStftGetWorkspaceSize, &aclStft>("aclStft"),
       .summary = "Fourier transforms of pieces of a signal",
       .formula = {"out[w, m] = sum(window[k] * self[m * hopLength + k] * exp(-2 * pi * i * w * k / nFft))"},
       .arguments = {WithComplex(Tensor("self", "signals", "[L] or [B, L]", dtypes)), window,
                     OutputWith(Tensor("out", "spectra", "[N, T] or [B, N, T], and 2 for parts",
                                       {ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128}),
                                ResultShape, {"as self, complex with returnComplex", ResultType}),
                     Length(
                         "nFft", "length of a piece",
                         [](const Arguments& known) {
                           const Shape& signal = known.ShapeOf("self");
                           return Value(std::clamp<int64_t>(signal.empty() ? 1 : signal.back(), 1, 400));
                         },
                         "400, or the length of self"),
                     Length(
                         "hopLength", "from piece to piece",
                         [](const Arguments& known) {
                           return Value(std::max<int64_t>(1, known.Integer("nFft") / 4));
                         },
                         "nFft / 4"),
                     Length(
                         "winLength", "length of the window",
                         [](const Arguments& known) { return Value(known.Integer("nFft")); }, "nFft"),
                     Flag("normalized", "multiplied by 1 / sqrt(nFft)"), onesided,
                     Flag("returnComplex", "complex numbers instead of their parts")},
       .bitsOfProcessor = true,
       .runExample = "--self signal.npy --return-complex 1 --out spectrum.npy",
       .benchExample = "--self 8x160000"});
  const auto add = [&](const char* name, Shape signal, const Lengths& lengths, bool given, int64_t flags) {
    Sample sample{.name = name, .arguments = CallOf(std::move(signal), ACL_DT_UNDEFINED, lengths, given)};
    sample.arguments.attributes["normalized"] = flags & 1;
    sample.arguments.attributes["onesided"] = flags >> 1 & 1;
    sample.arguments.attributes["returnComplex"] = flags >> 2 & 1;
    op.samples.push_back(std::move(sample));
  };
  add("speech", {3, 16000}, {400, 160, 400}, true, 2);
  add("complex", {5000}, {512, 128, 300}, true, 6);
  add("two_sided", {2, 901}, {101, 7, 101}, false, 1);
  add("all_flags", {2, 2001}, {60, 61, 60}, true, 7);
  op.draw = [dtypes](Choices& choices) {
    const int64_t factors = 1 + static_cast<int64_t>(choices.Below(12));
    const int64_t nFft = factors + static_cast<int64_t>(choices.Below(6));
    const Lengths lengths{nFft, 1 + static_cast<int64_t>(choices.Below(9)), factors};
    Shape signal{nFft + static_cast<int64_t>(choices.Below(60))};
    if (choices.Chance(128)) {
      signal.insert(signal.begin(), choices.Extent());
    }
    Arguments drawn = CallOf(std::move(signal), choices.DType(dtypes), lengths, choices.Chance(128));
    for (const char* flag : {"normalized", "onesided", "returnComplex"}) {
      drawn.attributes[flag] = int64_t{choices.Chance(128) ? 1 : 0};
    }
    return drawn;
  };
  return op;
}

}  // namespace

std::vector<Operator> Rows() {
  return {Stft()};
}

}  // namespace openaclnn::catalogue::fourier::stft
