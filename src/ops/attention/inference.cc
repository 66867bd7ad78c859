// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/inference.h"

#include <algorithm>
#include <array>

namespace openaclnn {
namespace {

constexpr HeadAxes kBsh{0, 2, 1, 2};
constexpr HeadAxes kBsnd{0, 2, 1, 3};
constexpr HeadAxes kBnsd{0, 1, 2, 3};
constexpr HeadAxes kNbsd{1, 0, 2, 3};
constexpr HeadAxes kTnd{-1, 1, 0, 2};
constexpr HeadAxes kNtd{-1, 0, 1, 2};

constexpr std::array<InferenceLayout, 14> kLayouts{{{"BSH", kBsh, kBsh},
                                                    {"BSND", kBsnd, kBsnd},
                                                    {"BNSD", kBnsd, kBnsd},
                                                    {"TND", kTnd, kTnd, true},
                                                    {"NTD", kNtd, kNtd, true},
                                                    {"NSD", kNtd, kNtd},
                                                    {"BSH_BNSD", kBsh, kBnsd},
                                                    {"BSND_BNSD", kBsnd, kBnsd},
                                                    {"BNSD_BSND", kBnsd, kBsnd},
                                                    {"BSH_NBSD", kBsh, kNbsd},
                                                    {"BSND_NBSD", kBsnd, kNbsd},
                                                    {"BNSD_NBSD", kBnsd, kNbsd},
                                                    {"NTD_TND", kNtd, kTnd, true},
                                                    {"TND_NTD", kTnd, kNtd, true}}};

}  // namespace

HeadStrides StridesOf(const TensorView& view, const HeadAxes& axes, int64_t size) {
  const auto stride = [&](int dim) { return dim < 0 ? 0 : view.strides[static_cast<size_t>(dim)]; };
  return {stride(axes.batch), axes.Joined() ? size * stride(axes.element) : stride(axes.head),
          stride(axes.row), stride(axes.element)};
}

const InferenceLayout* FindInferenceLayout(std::string_view name) {
  const auto* const found = std::ranges::find(kLayouts, name, &InferenceLayout::name);
  return found == kLayouts.end() ? nullptr : found;
}

KeyRange VisibleTo(const InferenceArgs& args, const InferenceSequence& sequence, int64_t query) {
  const int64_t keys = args.KeysOf(sequence);
  const int64_t own = query + (args.window.fromEnd ? keys - sequence.queries : 0);
  const int64_t begin = std::clamp(own - args.window.before, int64_t{0}, keys);
  return {begin, std::clamp(own + args.window.after + 1, begin, keys)};
}

}  // namespace openaclnn
