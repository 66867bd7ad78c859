// SPDX-License-Identifier: Apache-2.0
//
// aclnnRopeWithSinCosCache and V2: heads of query and key rotated by the angles that a cache has for the
// positions of their tokens.
#include <algorithm>
#include <array>

#include "aclnnop/aclnn_rope_with_sin_cos_cache.h"
#include "aclnnop/aclnn_rope_with_sin_cos_cache_v2.h"
#include "base/checked_math.h"
#include "kernels/functions/rotation.h"
#include "kernels/indexing/index_space.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

constexpr size_t kMostSections = 4;
using Sections = InplaceVector<int64_t, kMostSections>;

struct Args {
  TensorView positions;  // [tokens], or [sections, tokens]
  TensorView query;      // [tokens, heads * headSize]
  TensorView key;
  TensorView cache;  // [positions, cosines and sines of the pairs of a head]
  TensorView queryOut;
  TensorView keyOut;
  Sections sections;  // pairs that go by each row of positions; none: there is one row
  bool interleavedSections = false;
  int64_t headSize = 0;
  RotaryMode mode = RotaryMode::kHalf;
};

struct State : Prepared {
  RotaryRows rows;
  std::array<uint8_t, kMostRotated / 2> section{};  // of each pair
};

State Prepare(const Args& args) {
  State state;
  state.rows = RotaryRows(args.mode, args.cache.dims[1]);
  state.cost =
      static_cast<size_t>(2 * (args.query.NumElements() + args.key.NumElements())) * SizeOf(args.query.dtype);
  auto* const section = state.section.begin();
  if (args.interleavedSections) {  // first, second, third, first, ... as long as the later ones last
    for (size_t k = 1; k < args.sections.size(); ++k) {
      for (int64_t n = 0; n < args.sections[k]; ++n) {
        section[3 * n + static_cast<int64_t>(k)] = static_cast<uint8_t>(k);
      }
    }
    return state;
  }
  int64_t pair = 0;
  for (size_t k = 0; k < args.sections.size(); ++k) {
    std::fill_n(section + pair, args.sections[k], static_cast<uint8_t>(k));
    pair += args.sections[k];
  }
  return state;
}

using Angles = std::array<float, kMostRotated>;

// One run.
class Rotation {
 public:
  Rotation(const Args& args, const State& state)
      : args_(args),
        state_(state),
        positions_(args.positions.Dims()),
        cache_(args.cache),
        tokens_(args.query.dims[0]) {
    positions_.Add({"positions", args.positions, args.cache.dims[0], 1, false});
  }

  [[nodiscard]] Status Run(const backend::cpu::CpuContext& cpu) const {
    const Status status = positions_.Check(cpu);
    if (!status.IsOk()) {
      return status;
    }
    const int64_t width = args_.query.dims[1] + args_.key.dims[1];
    const int64_t tokensOfTask = std::max<int64_t>(1, 16 * kTileElements / std::max<int64_t>(width, 1));
    cpu.ParallelFor(CeilDivide(tokens_, tokensOfTask), [&](int64_t task) {
      Angles cosines;
      Angles sines;
      const int64_t end = std::min(tokens_, (task + 1) * tokensOfTask);
      for (int64_t token = task * tokensOfTask; token < end; ++token) {
        ReadAngles(token, cosines, sines);
        RotateHeads(args_.query, args_.queryOut, token, cosines, sines);
        RotateHeads(args_.key, args_.keyOut, token, cosines, sines);
      }
    });
    return status;
  }

 private:
  // Where the results of rows lie, twice each.
  void ReadAngles(int64_t token, Angles& cosines, Angles& sines) const {
    const int64_t half = state_.rows.half;
    const int64_t second = state_.rows.pairsOut ? 1 : half;
    const int64_t step = state_.rows.pairsOut ? 2 : 1;
    for (size_t k = 0; half > 0 && k < std::max<size_t>(args_.sections.size(), 1); ++k) {
      int64_t position = 0;
      positions_.Read(static_cast<int64_t>(k) * tokens_ + token, 1, &position);
      TileBuffer buffer;
      const float* row = cache_.Read(position * 2 * half, 2 * half, buffer);
      for (int64_t p = 0; p < half; ++p) {
        if (state_.section[static_cast<size_t>(p)] == k) {
          const auto at = static_cast<size_t>(p * step);
          cosines[at] = cosines[at + static_cast<size_t>(second)] = row[p];
          sines[at] = sines[at + static_cast<size_t>(second)] = row[half + p];
        }
      }
    }
  }

  void RotateHeads(const TensorView& heads, const TensorView& out, int64_t token, const Angles& cosines,
                   const Angles& sines) const {
    const TileReader reader(heads);
    const TileWriter writer(out);
    const int64_t length = state_.rows.Length();
    for (int64_t head = 0; head < heads.dims[1]; head += args_.headSize) {
      TileBuffer buffer;
      TileBuffer result;
      const int64_t begin = token * heads.dims[1] + head;
      if (length > 0) {
        const float* row = reader.Read(begin, length, buffer);
        float* to = writer.Prepare(begin, result);
        rotary::Rotate(state_.rows, row, cosines.data(), sines.data(), to);
        writer.Write(begin, length, to);
      }
      for (int64_t done = length; done < args_.headSize; done += kTileElements) {
        const int64_t count = std::min(kTileElements, args_.headSize - done);
        writer.Write(begin + done, count, reader.Read(begin + done, count, buffer));
      }
    }
  }

  const Args& args_;
  const State& state_;
  IndexSpace positions_;
  TileReader cache_;
  int64_t tokens_;
};

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  return Rotation(args, state).Run(cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:rotate_by_position", Prepare));
constexpr std::array<TensorArgument<Args>, 6> kArguments{
    {{"positions", Role::kInput, &Args::positions, false, true},
     {"queryIn", Role::kInput, &Args::query, false, true},
     {"keyIn", Role::kInput, &Args::key, false, true},
     {"cosSinCache", Role::kInput, &Args::cache, false, true},
     {"queryOut", Role::kOutput, &Args::queryOut},
     {"keyOut", Role::kOutput, &Args::keyOut}}};
constexpr Operator<Args> kRopeWithSinCosCache{"aclnnRopeWithSinCosCache", kArguments, kKernels};
constexpr Operator<Args> kRopeWithSinCosCacheV2{"aclnnRopeWithSinCosCacheV2", kArguments, kKernels};

struct Attributes {
  const aclIntArray* sections;
  int64_t headSize;
  bool isNeoxStyle;
  int64_t cacheMode;
};

constexpr std::array<DType, 2> kPositionDtypes{DType::kInt64, DType::kInt32};

// Zeros for all, as torch_npu passes them, are none.
bool HasSections(const aclIntArray* sections) {
  return sections != nullptr &&
         std::ranges::any_of(sections->values, [](int64_t pairs) { return pairs != 0; });
}

void CheckSections(ArgumentChecks& check, const Attributes& attributes, int64_t pairs) {
  if (check.Failed() || !HasSections(attributes.sections)) {
    return;
  }
  const std::vector<int64_t>& sections = attributes.sections->values;
  const bool interleaved = attributes.cacheMode == 1;
  check.Require(
      "mropeSection", interleaved ? "3 counts" : "3 or 4 counts",
      [&] { return sections.size() == 3 || (sections.size() == 4 && !interleaved); },
      [&] { return ShapeText(sections); });
  check.Require(
      "mropeSection", "counts of 0 or more, whose sum is half of the extent of a row of cosSinCache",
      [&] {
        int64_t left = pairs;
        for (const int64_t count : sections) {
          if (count < 0 || count > left) {
            return false;
          }
          left -= count;
        }
        return left == 0;
      },
      [&] { return ShapeText(sections) + " for " + std::to_string(pairs) + " pairs"; });
  check.Require(
      "mropeSection", "sections whose pairs alternate within a row",
      [&] { return !interleaved || 3 * std::max(sections[1], sections[2]) <= pairs; },
      [&] { return ShapeText(sections) + " for " + std::to_string(pairs) + " pairs"; });
}

// Heads of one size, of as many tokens as the query has.
void CheckHeads(ArgumentChecks& check, const NamedTensor& heads, const NamedTensor& query, int64_t headSize) {
  check.Rank(heads, 2);
  if (!check.Failed()) {
    check.DimEquals(heads, 0, query.tensor->viewDims[0], "the tokens of queryIn");
  }
  check.Require(
      heads.name, "rows of heads, each of headSize elements",
      [&] { return heads.tensor->viewDims[1] % headSize == 0; },
      [&] { return ShapeText(heads.tensor->viewDims) + " for " + std::to_string(headSize); });
}

void CheckPositions(ArgumentChecks& check, const NamedTensor& positions, const NamedTensor& query,
                    const aclIntArray* sections) {
  if (check.Failed()) {
    return;
  }
  const int64_t tokens = query.tensor->viewDims[0];
  Dims expected;
  if (HasSections(sections)) {
    expected.push_back(static_cast<int64_t>(sections->values.size()));
  }
  expected.push_back(tokens);
  check.Shape(positions, expected, "[tokens], or [sections, tokens] with mropeSection,");
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<6>& given,
            const Attributes& attributes) {
  const auto [positions, query, key, cache, queryOut, keyOut] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(positions).NotNull(query).NotNull(key).NotNull(cache).NotNull(queryOut).NotNull(keyOut);
  check.LiveOrNull("mropeSection", attributes.sections);
  check.DtypeIn(positions, kPositionDtypes).DtypeIn(query, FloatDtypes()).SameDtype(key, query);
  check.SameDtype(cache, query).SameDtype(queryOut, query).SameDtype(keyOut, query);
  check.ValidView(positions).ValidView(query).ValidView(key).ValidView(cache);
  check.ValidOutputView(queryOut).ValidOutputView(keyOut);
  check.InRange("headSize", attributes.headSize, 1, INT64_MAX, "1 or more");
  check.InRange("cacheMode", attributes.cacheMode, 0, 1, "0 or 1");
  check.Rank(query, 2);
  CheckHeads(check, query, query, attributes.headSize);
  CheckHeads(check, key, query, attributes.headSize);
  check.Rank(cache, 2);
  check.Require(
      cache.name, "an even second dim, at most headSize and 1024",
      [&, &angleRows = cache] {
        const int64_t angles = angleRows.tensor->viewDims[1];
        return angles % 2 == 0 && angles <= std::min(attributes.headSize, kMostRotated);
      },
      [&angleRows = cache] { return ShapeText(angleRows.tensor->viewDims); });
  CheckSections(check, attributes, check.Failed() ? 0 : cache.tensor->viewDims[1] / 2);
  CheckPositions(check, positions, query, attributes.sections);
  check.SameShape(queryOut, query).SameShape(keyOut, key);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  if (HasSections(attributes.sections)) {
    args.sections = Sections(std::span<const int64_t>(attributes.sections->values));
  }
  args.interleavedSections = attributes.cacheMode == 1 && args.sections.size() > 0;
  args.headSize = attributes.headSize;
  args.mode = attributes.isNeoxStyle ? RotaryMode::kHalf : RotaryMode::kInterleave;
  return call.Bind(op, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRopeWithSinCosCache,
               (const aclTensor* positions, const aclTensor* queryIn, const aclTensor* keyIn,
                const aclTensor* cosSinCache, const aclIntArray* mropeSection, int64_t headSize,
                bool isNeoxStyle, aclTensor* queryOut, aclTensor* keyOut),
               Bind(call, kRopeWithSinCosCache, {positions, queryIn, keyIn, cosSinCache, queryOut, keyOut},
                    {mropeSection, headSize, isNeoxStyle, 0}))

OPENACLNN_CALL(aclnnRopeWithSinCosCacheV2,
               (const aclTensor* positions, const aclTensor* queryIn, const aclTensor* keyIn,
                const aclTensor* cosSinCache, const aclIntArray* mropeSection, int64_t headSize,
                bool isNeoxStyle, int64_t cacheMode, aclTensor* queryOut, aclTensor* keyOut),
               Bind(call, kRopeWithSinCosCacheV2, {positions, queryIn, keyIn, cosSinCache, queryOut, keyOut},
                    {mropeSection, headSize, isNeoxStyle, cacheMode}))
