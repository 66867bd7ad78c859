// SPDX-License-Identifier: Apache-2.0
//
// Prints a digest of the output bits of each sample call of the catalogue, one line a call.
// compare_threads.py runs this with different numbers of threads and compares the lines. Within one process
// each call is run several times, on contiguous tensors and on all kinds of strided ones that hold the same
// values: a call whose outputs are not the same bits each time fails.
//
// With --one-nan every NaN counts as the same one. Which NaN an operation on numbers yields is the
// processor's choice (x86: negative, Arm: positive). With --everywhere, too, and calls whose bits are the
// processor's (catalogue::Operator::bitsOfProcessor) are left out: all other bits are the same everywhere,
// and digests.txt holds what this prints. With --contiguous tensors are contiguous, and calls run once: for
// other instruction sets, whose loops are the same and which may be emulated. With --mixed a call runs on
// contiguous tensors and on tensors that lie each in another way: for other numbers of threads.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/determinism/calls.h"
#include "tests/determinism/run.h"

namespace openaclnn::testing {
namespace {

struct Variant {
  const char* name;
  std::vector<Placement> placements;  // as Run takes them
  std::byte fill;
};

// Memory that a call leaves unwritten, or reads before it writes, holds other bytes in each run and so shows.
constexpr size_t kContiguous = 1;  // the first variant
constexpr size_t kMixed = 2;       // and the second one
const std::array<Variant, 8> kVariants{{
    {"contiguous", {Placement::kContiguous}, std::byte{0x5A}},
    {"each tensor another way",
     {Placement::kTransposed, Placement::kContiguous, Placement::kOffset, Placement::kStepped,
      Placement::kChannelsLast},
     std::byte{0x7F}},
    {"contiguous, again", {Placement::kContiguous}, std::byte{0xA5}},
    {"transposed", {Placement::kTransposed}, std::byte{0x3C}},
    {"channels last", {Placement::kChannelsLast}, std::byte{0xC3}},
    {"stepped", {Placement::kStepped}, std::byte{0x69}},
    {"offset", {Placement::kOffset}, std::byte{0x96}},
    {"expanded", {Placement::kExpanded}, std::byte{0x00}},
}};

class Digest {
 public:
  void Add(const std::vector<std::byte>& bits) {
    size_t at = 0;
    for (; at + sizeof(uint64_t) <= bits.size(); at += sizeof(uint64_t)) {
      Mix(Word(bits, at, sizeof(uint64_t)));
    }
    Mix(Word(bits, at, bits.size() - at));
    Mix(bits.size());
  }
  uint64_t Value() const { return value_; }

 private:
  static uint64_t Word(const std::vector<std::byte>& bits, size_t at, size_t bytes) {
    uint64_t word = 0;
    if (bytes > 0) {
      std::memcpy(&word, &bits[at], bytes);
    }
    return word;
  }

  void Mix(uint64_t word) {
    value_ = (value_ ^ word) * 0x9E3779B97F4A7C15U;
    value_ ^= value_ >> 29;
  }

  uint64_t value_ = 0;
};

enum class Nans { kAsTheyAre, kOne };
enum class Calls { kAll, kSameEverywhere };

uint64_t DigestOf(const Call& call, const Variant& variant, const Session& session, Nans nans) {
  Digest digest;
  for (Result& result : Run(call, variant.placements, variant.fill, session)) {
    const auto& [shape, dtype] = result.output.tensor;
    if (nans == Nans::kOne && catalogue::IsFloating(dtype)) {
      digest.Add(WithOneNan({shape, dtype, std::move(result.bits), {}}).bits);
    } else {
      digest.Add(result.bits);
    }
  }
  return digest.Value();
}

/// Whether there is something for the variant to show.
bool Applies(const Variant& variant, const Call& call) {
  return variant.placements[0] != Placement::kExpanded ||
         std::any_of(call.inputs.begin(), call.inputs.end(),
                     [](const Values& values) { return !values.constantDims.empty(); });
}

/// Runs a call in the first variants, prints its line and returns whether all had the same
/// bits.
bool Examine(const Call& call, const Session& session, Nans nans, size_t variants) {
  const uint64_t expected = DigestOf(call, kVariants[0], session, nans);
  std::printf("%s %016llx\n", call.name.c_str(), static_cast<unsigned long long>(expected));
  bool same = true;
  for (const Variant& variant : std::span(kVariants).first(variants)) {
    if (&variant == kVariants.data() || !Applies(variant, call) ||
        DigestOf(call, variant, session, nans) == expected) {
      continue;
    }
    std::fprintf(stderr, "%s: %s tensors gave other bits than contiguous ones\n", call.name.c_str(),
                 variant.name);
    same = false;
  }
  return same;
}

bool ExamineAll(Nans nans, Calls calls, size_t variants) {
  const Session session;
  bool same = true;
  VisitCalls([&](const Call& call) {
    if (calls == Calls::kAll || !call.bitsOfProcessor) {
      same = Examine(call, session, nans, variants) && same;
    }
  });
  return same;
}

}  // namespace
}  // namespace openaclnn::testing

int main(int count, char** arguments) {
  using openaclnn::testing::Calls;
  using openaclnn::testing::kContiguous;
  using openaclnn::testing::kMixed;
  using openaclnn::testing::kVariants;
  using openaclnn::testing::Nans;
  const std::vector<std::string_view> options(arguments + 1, arguments + count);
  const auto has = [&](std::string_view option) {
    return std::ranges::find(options, option) != options.end();
  };
  const bool everywhere = has("--everywhere");
  const bool oneNan = everywhere || has("--one-nan");
  const bool contiguous = has("--contiguous");
  const bool mixed = has("--mixed");
  if (options.size() != static_cast<size_t>(everywhere) + static_cast<size_t>(has("--one-nan")) +
                            static_cast<size_t>(contiguous) + static_cast<size_t>(mixed)) {
    (void)std::fprintf(stderr, "usage: %s [--one-nan | --everywhere] [--contiguous | --mixed]\n",
                       arguments[0]);
    return 2;
  }
  try {
    return openaclnn::testing::ExamineAll(oneNan ? Nans::kOne : Nans::kAsTheyAre,
                                          everywhere ? Calls::kSameEverywhere : Calls::kAll,
                                          contiguous ? kContiguous
                                          : mixed    ? kMixed
                                                     : kVariants.size())
               ? 0
               : 1;
  } catch (const std::exception& problem) {
    (void)std::fprintf(stderr, "%s\n", problem.what());
    return 1;
  }
}
