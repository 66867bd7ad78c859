// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/cache_scales.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/checked_math.h"

namespace openaclnn {
namespace {

// What has a scale of its own.
enum ScaleMode : int64_t {
  kScaleOfChannel = 0,  // or all have one
  kScaleOfToken = 1,
  kScaleOfHead = 2,
  kScaleOfTokenAndHead = 3,
  kScaleOfTokenInPages = 4,
  kScaleOfTokenAndHeadInPages = 5,
};

bool OfTokens(int64_t mode) {
  return mode == kScaleOfToken || mode == kScaleOfTokenAndHead;
}
bool OfPages(int64_t mode) {
  return mode == kScaleOfTokenInPages || mode == kScaleOfTokenAndHeadInPages;
}

// A shape that a tensor of scales may have.
struct ScaleShape {
  std::vector<int64_t> dims;
  HeadAxes axes;
  bool mayBeLarger = false;  // its last dim
};

bool Fits(const ScaleShape& shape, std::span<const int64_t> dims) {
  return shape.dims.size() == dims.size() &&
         std::equal(shape.dims.begin(), shape.dims.end(), dims.begin(),
                    [&, last = dims.size() - 1, d = size_t{0}](int64_t expected, int64_t actual) mutable {
                      return d++ == last && shape.mayBeLarger ? actual >= expected : actual == expected;
                    });
}

HeadAxes Behind(const HeadAxes& axes, int first) {
  const auto at = [first](int dim) { return dim < 0 ? -1 : dim + first; };
  return {at(axes.batch), at(axes.head), at(axes.row), at(axes.element)};
}

// What scales are of: keys or values.
struct Scaled {
  const NamedTensor* cache;
  int64_t size;
  int64_t mode;
};

std::vector<ScaleShape> ShapesOf(const InferenceCall& call, const InferenceArgs& args, const Scaled& of) {
  const int64_t heads = args.keyHeads;
  const auto batches = static_cast<int64_t>(args.sequences.size());
  int64_t rows = call.keyPadding.tensor == nullptr ? 0 : args.keyRows;
  for (const InferenceSequence& sequence : args.sequences) {
    rows = std::max(rows, sequence.keys);
  }
  const int64_t blocks = of.cache->tensor->viewDims[0];
  switch (of.mode) {
    case kScaleOfToken:
      return {{{batches, rows}, {0, -1, 1, -1}, true}};
    case kScaleOfHead:
      return {{{heads}, {-1, 0, -1, -1}}};
    case kScaleOfTokenAndHead:
      return {{{batches, heads, rows}, {0, 1, 2, -1}, true}};
    case kScaleOfTokenInPages:
      return {{{blocks, args.blockSize}, {0, -1, 1, -1}}};
    case kScaleOfTokenAndHeadInPages:
      return {{{blocks, heads, args.blockSize}, {0, 1, 2, -1}}};
    default:
      return {{{heads, of.size}, {-1, 0, -1, 1}},
              {{heads, 1, of.size}, {-1, 0, -1, 2}},
              // No tensor has a size that does not fit.
              {{CheckedMultiply(heads, of.size).value_or(-1)}, {-1, 0, -1, 0}},
              {{}, {}}};
  }
}

// `dims` as one of the shapes: as it is or behind a dim of 1, or, of a tensor with the parts of both, of 2.
std::optional<CacheScales> Match(const std::vector<ScaleShape>& shapes, std::span<const int64_t> dims,
                                 int64_t part, bool ofPages) {
  for (const ScaleShape& shape : shapes) {
    if (part < 0 && !shape.dims.empty() && Fits(shape, dims)) {
      return CacheScales{shape.axes, part, ofPages};
    }
    if (!dims.empty() && dims[0] == (part < 0 ? 1 : 2) && Fits(shape, dims.subspan(1))) {
      return CacheScales{Behind(shape.axes, 1), part, ofPages};
    }
  }
  return std::nullopt;
}

const char* ExpectedText(int64_t mode, bool ofBoth) {
  if (ofBoth) {
    return mode == kScaleOfChannel ? "[2, N, D], [2, N, 1, D], [2, H] or [2], with mode 0"
                                   : "[2, B, S], with mode 1, S at least that of the longest sequence";
  }
  constexpr std::array<const char*, 6> kTexts{
      "[N, D], [N, 1, D] or [H], perhaps behind a 1, or [1], with mode 0",
      "[B, S], perhaps behind a 1, with mode 1, S at least that of the longest sequence",
      "[N], with mode 2",
      "[B, N, S], with mode 3, S at least that of the longest sequence",
      "[blocks, blockSize], with mode 4",
      "[blocks, N, blockSize], with mode 5"};
  return kTexts[static_cast<size_t>(mode)];
}

CacheScales CheckShapes(ArgumentChecks& check, const InferenceCall& call, const InferenceArgs& args,
                        const NamedTensor& scales, const NamedTensor& offsets, const Scaled& of,
                        int64_t part) {
  if (check.Failed()) {
    return {};
  }
  const std::vector<ScaleShape> shapes = ShapesOf(call, args, of);
  const std::vector<int64_t>& dims = scales.tensor->viewDims;
  const std::optional<CacheScales> found = Match(shapes, dims, part, OfPages(of.mode));
  check.Require(
      scales.name, ExpectedText(of.mode, part >= 0), [&] { return found.has_value(); },
      [&] {
        return ShapeText(dims) + " for " + std::to_string(args.sequences.size()) + " sequences, " +
               std::to_string(args.keyHeads) + " heads of " + std::to_string(of.size);
      });
  if (!check.Failed() && offsets.tensor != nullptr) {
    check.SameShape(offsets, scales);
  }
  return found.value_or(CacheScales{});
}

void RequireScales(ArgumentChecks& check, const NamedTensor& argument, const char* expected) {
  check.Require(
      argument.name, expected, [&] { return argument.tensor != nullptr; }, [] { return "NULL"; });
}

void CheckMode(ArgumentChecks& check, const InferenceCall& call, const char* name, int64_t mode) {
  check.Require(
      name, "4 and 5 with pages alone", [&] { return !OfPages(mode) || call.table.tensor != nullptr; },
      [&] { return std::to_string(mode); });
  check.Require(
      name, "no scales of tokens beside keySharedPrefix, whose keys have none",
      [&] { return !(OfTokens(mode) && call.keyPrefix.tensor != nullptr); },
      [&] { return std::to_string(mode); });
}

}  // namespace

void CheckScaleTypes(ArgumentChecks& check, const InferenceCall& call) {
  if (check.Failed()) {
    return;
  }
  const bool split = call.SplitScales();
  if (call.Integers()) {
    RequireScales(check, split ? call.keyScales : call.scales, "a tensor, with keys of INT8");
    if (split) {
      RequireScales(check, call.valueScales, "a tensor, as keyAntiquantScale");
      const bool offsets = call.keyOffsets.tensor != nullptr;
      check.Require(
          call.valueOffsets.name, "a tensor or NULL, as keyAntiquantOffset",
          [&] { return (call.valueOffsets.tensor != nullptr) == offsets; },
          [&] { return offsets ? "NULL" : ShapeText(call.valueOffsets.tensor->viewDims); });
    }
  }
  for (const NamedTensor* one : {&call.scales, &call.offsets, &call.keyScales, &call.keyOffsets,
                                 &call.valueScales, &call.valueOffsets}) {
    if (one->tensor == nullptr) {
      continue;
    }
    check.Require(
        one->name, "NULL with keys that are not INT8", [&] { return call.Integers(); },
        [&] { return ShapeText(one->tensor->viewDims); });
    check.DtypeIn(*one, FloatDtypes());
    check.ValidView(*one);
  }
}

void CheckScales(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args) {
  if (check.Failed() || !call.Integers()) {
    return;
  }
  args->integers = true;
  const Scaled keys{&call.keys.front(), args->size, call.SplitScales() ? call.keyScaleMode : call.scaleMode};
  const Scaled values{&call.values.front(), args->valueSize,
                      call.SplitScales() ? call.valueScaleMode : call.scaleMode};
  if (!call.SplitScales()) {
    check.InRange("antiquantMode", call.scaleMode, kScaleOfChannel, kScaleOfToken, "0 or 1");
    CheckMode(check, call, "antiquantMode", call.scaleMode);
    args->scalesOfKeys = CheckShapes(check, call, *args, call.scales, call.offsets, keys, 0);
    args->scalesOfValues = CheckShapes(check, call, *args, call.scales, call.offsets, values, 1);
    return;
  }
  check.InRange("keyAntiquantMode", keys.mode, kScaleOfChannel, kScaleOfTokenAndHeadInPages, "from 0 to 5");
  check.Require(
      "valueAntiquantMode", "keyAntiquantMode, or 1 beside 0",
      [&] {
        return values.mode == keys.mode || (keys.mode == kScaleOfChannel && values.mode == kScaleOfToken);
      },
      [&] { return std::to_string(values.mode) + " beside " + std::to_string(keys.mode); });
  CheckMode(check, call, "keyAntiquantMode", keys.mode);
  CheckMode(check, call, "valueAntiquantMode", values.mode);
  args->scalesOfKeys = CheckShapes(check, call, *args, call.keyScales, call.keyOffsets, keys, -1);
  args->scalesOfValues = CheckShapes(check, call, *args, call.valueScales, call.valueOffsets, values, -1);
}

}  // namespace openaclnn
