// SPDX-License-Identifier: Apache-2.0
//
// What a client built against the graph engine needs in order to load: the C++ functions of its namespace
// ge, by their names in the file format, as no header of ours declares them. There is no graph engine: clients
// register operators, which is ignored, and whatever would build or run a graph throws.
#include <cxxabi.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/no_destructor.h"

// A function that is there under the name that a client's file has.
#define OPENACLNN_NAMED(symbol) __asm__(symbol) __attribute__((visibility("default")))

namespace openaclnn::graph {

// As long as what clients copy and destroy; empty, so that they do it by their own functions.
struct Operator {
  virtual ~Operator() = default;
  std::shared_ptr<void> implementation;
};

// Clients insert into it by their own functions: descriptions of statuses by number, of which only they know
// the type. Nothing here ever looks at an element.
struct StatusFactory {
  std::map<uint32_t, const void*> descriptions;
};

constexpr uint32_t kFailed = 0xffffffff;

[[noreturn]] void ThrowAbsent(const char* symbol) {
  const std::unique_ptr<char, decltype(&std::free)> readable(
      abi::__cxa_demangle(symbol, nullptr, nullptr, nullptr), &std::free);
  throw std::runtime_error(std::string(readable == nullptr ? symbol : readable.get()) +
                           " is a function of CANN's graph engine, which openaclnn does not have. MindSpore: "
                           "use PyNative mode, or jit with jit_level O0");
}

// MindSpore's first calls.

void RegisterByCharacters() OPENACLNN_NAMED(
    "_ZN2ge23OperatorCreatorRegisterC1EPKcRKSt8functionIFNS_8OperatorERKNS_12AscendStringEEE");
void RegisterByCharacters() {}

void RegisterByString()
    OPENACLNN_NAMED("_ZN2ge23OperatorCreatorRegisterC1ERKSsRKSt8functionIFNS_8OperatorES2_EE");
void RegisterByString() {}

uint32_t Initialize() OPENACLNN_NAMED("_ZN2ge12GEInitializeERKSt3mapISsSsSt4lessISsESaISt4pairIKSsSsEEE");
uint32_t Initialize() {
  return 0;
}

bool ExistsByCharacters() OPENACLNN_NAMED("_ZN2ge15OperatorFactory9IsExistOpEPKc");
bool ExistsByCharacters() {
  return true;
}

bool ExistsByString() OPENACLNN_NAMED("_ZN2ge15OperatorFactory9IsExistOpERKSs");
bool ExistsByString() {
  return true;
}

Operator CreateByCharacters() OPENACLNN_NAMED("_ZN2ge15OperatorFactory14CreateOperatorEPKcS2_");
Operator CreateByCharacters() {
  return {};
}

Operator CreateByString() OPENACLNN_NAMED("_ZN2ge15OperatorFactory14CreateOperatorERKSsS2_");
Operator CreateByString() {
  return {};
}

StatusFactory* StatusDescriptions() OPENACLNN_NAMED("_ZN2ge13StatusFactory8InstanceEv");
StatusFactory* StatusDescriptions() {
  static NoDestructor<StatusFactory> factory;
  return &*factory;
}

}  // namespace openaclnn::graph

// All others, a line each.
#define OPENACLNN_JOIN_TOKENS(left, right) left##right
#define OPENACLNN_JOIN(left, right) OPENACLNN_JOIN_TOKENS(left, right)

// Operators have no attributes: clients go on with their own.
#define OPENACLNN_NO_ATTRIBUTE(symbol)                                                 \
  extern "C" uint32_t OPENACLNN_JOIN(NoAttribute, __LINE__)() OPENACLNN_NAMED(symbol); \
  extern "C" uint32_t OPENACLNN_JOIN(NoAttribute, __LINE__)() {                        \
    return openaclnn::graph::kFailed;                                                  \
  }
#include "api/graph/attribute_functions.inc"

#define OPENACLNN_ABSENT(symbol)                                                           \
  extern "C" [[noreturn]] void OPENACLNN_JOIN(Absent, __LINE__)() OPENACLNN_NAMED(symbol); \
  extern "C" void OPENACLNN_JOIN(Absent, __LINE__)() {                                     \
    openaclnn::graph::ThrowAbsent(symbol);                                                 \
  }
#include "api/graph/absent_functions.inc"
