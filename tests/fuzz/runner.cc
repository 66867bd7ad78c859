// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/runner.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <utility>

#include "tests/fuzz/failure.h"
#include "tests/fuzz/generate.h"
#include "tests/fuzz/oracle.h"
#include "tests/support/packed.h"

namespace openaclnn::fuzz {
namespace {

/// More than this is planned but not run: a view may claim any number of elements.
constexpr int64_t kMostWork = 65536;
constexpr uint64_t kMostWorkspace = uint64_t{2} << 20;

bool HasElements(const Call& call) {
  const std::vector<bool> used = UsedTensors(call);
  for (size_t i = 0; i < used.size(); ++i) {
    if (used[i] && call.tensors[i].IsOutput() && CountElements(call.tensors[i].dims) != 0) {
      return true;
    }
  }
  return false;
}

/// The tensor with the dims of what was written to it: a contiguous one is packed, any other keeps its strides.
Tensor AsWritten(const Tensor& tensor, const Dims& dims) {
  Tensor written = tensor;
  written.strides.reset();
  if (!testing::IsPacked(tensor.dims, tensor.Strides(), written.Strides())) {
    written.strides = tensor.strides;
  }
  written.dims = dims;
  return written;
}

/// An element as a number in base 16.
std::string BitsText(const uint8_t* element, size_t size) {
  std::string text = "0x";
  for (size_t i = size; i-- > 0;) {
    constexpr std::array<char, 17> kDigits{"0123456789abcdef"};
    text += {kDigits[element[i] >> 4], kDigits[element[i] & 15]};
  }
  return text;
}

void Compare(const Image& first, const Image& second, const char* what) {
  for (size_t block = 0; block < first.size(); ++block) {
    if (first[block] == second[block]) {  // by memcmp, unlike the search below
      continue;
    }
    const auto [a, b] = std::ranges::mismatch(first[block], second[block]);
    Fail(std::string(what) + ": the first different byte is " + std::to_string(a - first[block].begin()) +
         " of block " + std::to_string(block));
  }
}

}  // namespace

Runner::Runner(bool print) : print_(print) {
  Require(aclrtCreateStream(&destroyedStream_) == ACL_SUCCESS, "no stream");
  Require(aclrtDestroyStream(destroyedStream_) == ACL_SUCCESS, "stream not destroyed");
  Require(aclrtCreateStream(&stream_) == ACL_SUCCESS, "no stream");
}

Runner::~Runner() {
  (void)aclrtDestroyStream(stream_);
}

void Runner::Run(const uint8_t* data, size_t size) {
  ByteReader reader(data, size);
  const size_t chapter = reader.Below(2 * kStories);
  const auto story = static_cast<Story>(chapter < kStories ? chapter : 0);
  const uint64_t seed = reader.Byte();
  static constexpr std::array<size_t, 8> kPerturbations{0, 0, 0, 0, 1, 1, 2, 3};
  const size_t perturbations = reader.Pick(kPerturbations);
  Call call = GenerateCall(reader);
  for (size_t i = 0; i < perturbations; ++i) {
    Perturb(reader, call);
  }
  Context() = Describe(call) + "  story " + std::to_string(static_cast<int>(story)) + " seed " +
              std::to_string(seed) + "\n";
  if (print_) {
    std::printf("%s", Context().c_str());
    std::fflush(stdout);
  }
  noise_ = seed;
  before_ = FirstImage(call, seed);
  memory_.Upload(before_);

  Statistics& statistics = statistics_[call.op->name];
  ++statistics.calls;
  std::optional<Accepted> accepted = StartCall(call, memory_.Addresses(call));
  Compare(before_, memory_.Download(), "phase one wrote to device memory");
  if (!accepted) {
    return;
  }
  ++statistics.accepted;
  const std::optional<int64_t> work = WorkOf(call);
  if (!work || *work > kMostWork || Strays(call) || accepted->workspaceSize > kMostWorkspace) {
    accepted->arguments.reset();
    DestroyExecutor(accepted->executor, true);
    return;
  }
  TellStory(story, reader, call, std::move(*accepted));
}

void Runner::TellStory(Story story, ByteReader& reader, const Call& call, Accepted accepted) {
  switch (story) {
    case Story::kPlain:
    case Story::kLargeWorkspace:
    case Story::kDefaultStream: {
      const Outcome outcome = RunWell(call, accepted, story);
      DestroyExecutor(accepted.executor, false);
      if (Runs(call) && !OutputsOverlap(call)) {
        RunAgain(call, outcome);
        if (!call.IsInPlace()) {
          RunElsewhere(call, outcome);
        }
      }
      break;
    }
    case Story::kRepeat:
    case Story::kMove:
      Repeat(call, std::move(accepted), story, reader);
      break;
    default:
      RunBadly(story, call, std::move(accepted));
      break;
  }
}

Runner::Outcome Runner::RunWell(const Call& call, Accepted& accepted, Story story) {
  const uint64_t size = accepted.workspaceSize + (story == Story::kLargeWorkspace ? 100 : 0);
  const Workspace workspace(size, Fresh() * 3, Fresh());
  const bool runs = Runs(call);
  const aclrtStream stream = story == Story::kDefaultStream ? nullptr : stream_;
  memory_.CloseAllBut(call, UsedTensors(call));
  workspace.Close();
  const aclnnStatus status = RunPhaseTwo(*call.op, workspace.Get(), size, accepted.executor, stream);
  if (story != Story::kRepeat) {
    accepted.arguments.reset();  // from here on the operator must do without them
  }
  Outcome outcome;
  outcome.status = Synchronize(call, stream);
  memory_.Open();
  workspace.Open();
  if (runs) {
    ExpectStatus(status, ACL_SUCCESS, "phase two");
  } else {
    Require(status == kNullptr || status == kInvalid, "phase two took tensors without memory of their own");
    ExpectStatus(outcome.status, ACL_SUCCESS, "synchronize after a phase two that failed");
  }
  Require(workspace.GuardsIntact(), "bytes beside the workspace were written");
  outcome.memory = memory_.Download();
  const bool hasResult = status == ACL_SUCCESS && outcome.status == ACL_SUCCESS;
  CheckMemory(call, outcome, hasResult);
  Statistics& statistics = statistics_[call.op->name];
  statistics.enqueued += status == ACL_SUCCESS ? 1 : 0;
  statistics.finished += hasResult && HasElements(call) ? 1 : 0;
  return outcome;
}

void Runner::RunAgain(const Call& call, const Outcome& first) {
  memory_.Upload(before_);
  std::optional<Accepted> accepted = StartCall(call, memory_.Addresses(call));
  Require(accepted.has_value(), "phase one refused what it took before");
  const Outcome second = RunWell(call, *accepted, Story::kPlain);
  ExpectStatus(second.status, first.status, "the second synchronize");
  Compare(first.memory, second.memory, "two runs of one call differ");
}

void Runner::RunElsewhere(const Call& call, const Outcome& first) {
  Call moved = call;
  std::vector<void*> addresses = memory_.Addresses(call);
  std::vector<size_t> begins(call.tensors.size());
  size_t end = 0;
  const std::vector<bool> used = UsedTensors(call);
  for (size_t i = 0; i < used.size(); ++i) {
    Tensor& tensor = moved.tensors[i];
    if (used[i] && tensor.IsOutput() && CountElements(tensor.dims) != 0) {
      tensor.strides.reset();
      tensor.offset = 0;
      tensor.storage = tensor.dims;
      begins[i] = (end + 63) / 64 * 64;
      addresses[i] = memory_.Spare() + begins[i];
      end =
          begins[i] + static_cast<size_t>(CountElements(tensor.dims).value_or(0) * ElementSize(tensor.dtype));
    }
  }
  if (end > Memory::kSpareBytes) {
    return;
  }
  memory_.Upload(before_);
  std::optional<Accepted> accepted = StartCall(moved, addresses);
  Require(accepted.has_value(), "phase one refused the call with contiguous outputs of their own");
  const Workspace workspace(accepted->workspaceSize, Fresh(), Fresh());
  ExpectStatus(RunPhaseTwo(*call.op, workspace.Get(), accepted->workspaceSize, accepted->executor, stream_),
               ACL_SUCCESS, "phase two with contiguous outputs");
  ExpectStatus(Synchronize(call, stream_), first.status, "synchronize with contiguous outputs");
  Compare(before_, memory_.Download(), "bytes beside contiguous outputs were written");
  if (first.status != ACL_SUCCESS) {
    return;
  }
  std::vector<uint8_t> results(Memory::kSpareBytes);
  Require(aclrtMemcpy(results.data(), end, memory_.Spare(), end, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS ||
              end == 0,
          "copy of the results");
  for (size_t i = 0; i < used.size(); ++i) {
    const Tensor& tensor = call.tensors[i];
    const auto& isWritten = tensor.argument->written;
    if (!used[i] || !tensor.IsOutput() || tensor.argument->unused ||
        (isWritten && !isWritten(call.Described()))) {
      continue;
    }
    const auto size = static_cast<size_t>(ElementSize(tensor.dtype));
    const Dims dims = accepted->arguments->WrittenDims(i);
    const auto written = static_cast<size_t>(catalogue::Product(dims));
    // What is wrong with elements that lie as in this tensor.
    const auto difference = [&](const Tensor& as) {
      std::string text;
      size_t element = 0;
      ForEachElement(as, [&](int64_t place) {
        const size_t at = static_cast<size_t>(tensor.position) + static_cast<size_t>(place) * size;
        const uint8_t* const there = &results[begins[i] + element * size];
        const uint8_t* const before = &first.memory[tensor.block][at];
        // What stays where it is keeps the byte of a truth value; a copy writes 1.
        const bool bothTrue = tensor.dtype == ACL_BOOL && *before != 0 && *there != 0;
        if (text.empty() && element < written && !bothTrue && std::memcmp(before, there, size) != 0) {
          text = "element " + std::to_string(element) +
                 " has other bits in a contiguous output of its own: " + BitsText(there, size) + " there, " +
                 BitsText(before, size) + " before";
        }
        ++element;
      });
      return text;
    };
    const std::string text = difference(AsWritten(tensor, dims));
    if (!text.empty()) {
      Fail(std::string(tensor.Name()) + ": " + text);
    }
  }
}

void Runner::CheckMemory(const Call& call, const Outcome& outcome, bool hasResult) const {
  if (!hasResult) {
    Compare(before_, outcome.memory, "a call without a result wrote to device memory");
    return;
  }
  Image rest = outcome.memory;
  RestoreOutputs(call, before_, rest);
  Compare(before_, rest, "a byte that is no output's was written");
}

}  // namespace openaclnn::fuzz
