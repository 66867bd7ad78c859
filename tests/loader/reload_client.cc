// SPDX-License-Identifier: Apache-2.0
//
// Opens, uses and closes the libraries again and again, in every order.
#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "tests/loader/operator_call.h"

namespace loader {
namespace {

constexpr int kRounds = 100;

void CallOperator(const Runtime& runtime, const Operator& op, int round) {
  aclrtStream stream = nullptr;
  void* workspace = nullptr;
  REQUIRE(runtime.init(nullptr) == ACL_SUCCESS);
  REQUIRE(runtime.setDevice(0) == ACL_SUCCESS);
  REQUIRE(runtime.createStream(&stream) == ACL_SUCCESS);
  {
    OperatorCall call(runtime, op, static_cast<float>(round));
    const uint64_t size = call.Plan();
    REQUIRE(runtime.allocate(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
    call.Launch(workspace, size, stream);
    REQUIRE(runtime.synchronizeStream(stream) == ACL_SUCCESS);
    call.Check();
  }
  REQUIRE(runtime.free(workspace) == ACL_SUCCESS);
  REQUIRE(runtime.destroyStream(stream) == ACL_SUCCESS);
  REQUIRE(runtime.resetDevice(0) == ACL_SUCCESS);
  REQUIRE(runtime.finalize() == ACL_SUCCESS);
}

// A call that is planned and not run.
aclOpExecutor* Plan(const Operator& op) {
  std::array<aclTensor*, 4> tensors{};
  constexpr int64_t kOne = 1;
  for (aclTensor*& tensor : tensors) {
    tensor = op.createTensor(&kOne, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &kOne, 1, nullptr);
  }
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  REQUIRE(op.phaseOne(tensors[0], tensors[1], tensors[2], 0, tensors[3], &size, &executor) == 0);
  for (const aclTensor* const tensor : tensors) {
    REQUIRE(op.destroyTensor(tensor) == 0);
  }
  return executor;
}

// A failure leaves its message behind, whichever library stays.
void FailInto(const Library& library) {
  auto* const free = LOADED(library, aclrtFree);
  auto* const message = LOADED(library, aclGetRecentErrMsg);
  REQUIRE(free(nullptr) == ACL_ERROR_INVALID_PARAM);
  REQUIRE(message() != nullptr);
}

void Run() {
  std::array<const char*, 3> order = {"libascendcl.so", "libnnopbase.so", "libopapi.so"};
  for (int round = 0; round < kRounds; ++round) {
    std::array<std::unique_ptr<Library>, 3> libraries;
    for (size_t i = 0; i < order.size(); ++i) {
      libraries[i] = std::make_unique<Library>(order[i]);
      FailInto(*libraries[i]);
    }
    const auto find = [&](const char* name) -> const Library& {
      return *libraries[static_cast<size_t>(std::find(order.begin(), order.end(), std::string(name)) -
                                            order.begin())];
    };
    CallOperator(Runtime(find("libascendcl.so")), Operator(find("libopapi.so")), round);
    aclOpExecutor* const planned = Plan(Operator(find("libopapi.so")));
    // Closed from the first to the last in one round, the other way round in the next.
    if (round % 2 == 0) {
      std::reverse(libraries.begin(), libraries.end());
    }
    for (std::unique_ptr<Library>& library : libraries) {
      FailInto(*library);
      library.reset();
    }
    // The executor leads into the code of the operators, whoever closed them.
    const Library again("libnnopbase.so");
    auto* const destroy = LOADED(again, aclDestroyAclOpExecutor);
    REQUIRE(destroy(planned) == 0);
    std::next_permutation(order.begin(), order.end(),
                          [](const std::string& a, const std::string& b) { return a < b; });
  }
}

}  // namespace
}  // namespace loader

int main() {
  loader::Run();
}
