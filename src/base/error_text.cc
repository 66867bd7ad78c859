// SPDX-License-Identifier: Apache-2.0
#include "base/error_text.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace openaclnn {
namespace {

// Clients take a text with "EL0004" or "Failed to allocate" as a lack of memory, and may try again.
constexpr ErrorFamily kDeviceMemory = {
    "Failed to allocate memory", "EL0004",
    "Free device memory, or allow the device more (OPENACLNN_CPU_MEMORY)."};
constexpr ErrorFamily kHostMemory = {"Failed to allocate host memory", "EE1013", "Free memory of the host."};
constexpr ErrorFamily kInvalid = {"Invalid argument", "EE1001", "Correct the argument."};
constexpr ErrorFamily kTimeout = {"Timeout", "EE1002",
                                  "Wait for longer, or find out what holds the stream up."};
constexpr ErrorFamily kOutsideSet = {"Invalid value", "EE1003",
                                     "Give one of the values that the function admits."};
constexpr ErrorFamily kNull = {"Null pointer", "EE1004", "Give the argument that is required."};
constexpr ErrorFamily kUnsupported = {"Not supported", "EE1005",
                                      "Do without it: this library does not do that."};
constexpr ErrorFamily kForeign = {
    "Object of another device", "EE1010",
    "Make a context of the object's device current, or use an object of the current one."};
constexpr ErrorFamily kDead = {"Invalid object", "EE1011",
                               "Use an object from its creation to its destruction."};
constexpr ErrorFamily kOrder = {"Wrong order of calls", "EE1018", "Make the missing call before this one."};
constexpr ErrorFamily kExecution = {"Execution failed", "EE1019",
                                    "Look at the message of the failure and at earlier ones."};
constexpr ErrorFamily kResource = {"Resource exhausted", "EE1022", "Release what is no longer used."};
constexpr ErrorFamily kPath = {"Invalid path", "EH0003", "Give the path of a file that can be read."};
constexpr ErrorFamily kFile = {"Invalid file", "EH0004", "Correct the file."};

// What helps where an argument is wrong, by what the message says of it; the first row that fits.
struct Advice {
  std::string_view words;
  const char* solution;
};
constexpr std::array<Advice, 9> kAdvice{{
    {"OPENACLNN_", "Correct the environment variable, or unset it."},
    {"was freed", "Free memory behind a synchronize of the last work that uses it."},
    {"device memory (aclrtMalloc)",
     "Give memory of aclrtMalloc; copy what the host has there first (aclrtMemcpy)."},
    {"destroyed before", "Destroy objects behind the last call that they are given to."},
    {"never was an object", "Give what a function of this library has made, and not yet destroyed."},
    {"inside one allocation", "Allocate as many bytes as the view spans."},
    {"expected dtype",
     "Cast to a type that is admitted (aclnnCast); `openaclnn list` and the operator's page name them."},
    {"the dtype of", "Cast one of the two (aclnnCast), so that their types agree."},
    {"shape", "Compare the shapes with the rules on the operator's page."},
}};

const char* SolutionOfInvalid(std::string_view message) {
  for (const Advice& advice : kAdvice) {
    if (message.find(advice.words) != std::string_view::npos) {
      return advice.solution;
    }
  }
  return kInvalid.solution;
}

}  // namespace

const ErrorFamily& ErrorFamilyOf(int32_t code) {
  switch (code) {
    case code::kRtMemoryAllocation:
      return kDeviceMemory;
    case code::kHostAllocation:
    case code::kInnerCreateExecutor:
      return kHostMemory;
    case code::kRtStreamSyncTimeout:
    case code::kRtEventSyncTimeout:
      return kTimeout;
    case code::kRtParamInvalid:
    case code::kRtInvalidDevice:
      return kOutsideSet;
    case code::kParamNullptr:
    case code::kInnerNullptr:
      return kNull;
    case code::kRtFeatureNotSupported:
      return kUnsupported;
    case code::kRtStreamContext:
      return kForeign;
    case code::kRtInvalidHandle:
      return kDead;
    case code::kUninitialized:
    case code::kRepeatInitialize:
    case code::kRepeatFinalize:
    case code::kRtContextNull:
    case code::kRtTimestampInvalid:
    case code::kRtTimestampReversal:
      return kOrder;
    case code::kInvalidFile:
      return kPath;
    case code::kParseFile:
      return kFile;
    default:
      break;
  }
  switch (code / 100000) {
    case 1:
      return kInvalid;
    case 2:
      return kResource;
    default:
      return kExecution;
  }
}

const char* SolutionOf(int32_t code, std::string_view message) {
  // Of a single operator, also where its stream reports it later.
  if (message.find(kMissingOperator) != std::string_view::npos) {
    return "Run the program with `openaclnn python`, which names the operator at its line. `openaclnn "
           "coverage` lists all that are "
           "missing; the Python package runs them on the CPU (OPENACLNN_FALLBACK=cpu).";
  }
  switch (code) {
    case code::kRepeatInitialize:
      return "Initialize once, or go on: the library is initialized.";
    case code::kRepeatFinalize:
      return "Finalize once, behind all other calls.";
    case code::kUninitialized:
      return "Call aclInit first.";
    case code::kRtContextNull:
      return "Call aclrtSetDevice, or aclrtSetCurrentContext, in this thread first.";
    case code::kRtTimestampInvalid:
      return "Create both events with ACL_EVENT_TIME_LINE, record them, and wait for them.";
    case code::kRuntimeError:
      return "Mend what the message says of the stream; the operator's own arguments were accepted.";
    case code::kRtVectorCoreException:
      return "Look at what the operator that is named was given: indices in its data, memory that was freed, "
             "a workspace that other work uses.";
    case code::kInner:
      return "Get an executor from phase one for each call of phase two; one that is repeatable lives until "
             "it is destroyed.";
    default:
      break;
  }
  const ErrorFamily& family = ErrorFamilyOf(code);
  return &family == &kInvalid ? SolutionOfInvalid(message) : family.solution;
}

std::string ErrorText(const char* function, const Status& status) {
  const ErrorFamily& family = ErrorFamilyOf(status.Code());
  std::string text = family.title;
  text.append("(").append(family.name).append("): ").append(function);
  if (!status.Message().empty()) {
    text.append(": ").append(status.Message());
  }
  text.append("\n        Solution: ").append(SolutionOf(status.Code(), status.Message()));
  text.append("\n        TraceBack (most recent call last):\n        ");
  text.append(function).append(" returned ").append(std::to_string(status.Code())).append("\n");
  return text;
}

}  // namespace openaclnn
