// SPDX-License-Identifier: Apache-2.0
//
// The API as plugins use it: libraries opened by bare name, functions looked up by name. Nothing is linked.
#pragma once

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "aclnn/aclnn_huge_memory.h"
#include "aclnnop/aclnn_mse_loss_backward.h"

// Ends the program where a condition does not hold: there is nothing to go on with.
#define REQUIRE(condition)                                                               \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      std::_Exit(EXIT_FAILURE);                                                          \
    }                                                                                    \
  } while (false)

namespace loader {

class Library {
 public:
  explicit Library(const char* name) : handle_(dlopen(name, RTLD_LAZY)) {
    if (handle_ == nullptr) {
      std::fprintf(stderr, "%s\n", dlerror());  // NOLINT(concurrency-mt-unsafe): one thread opens
    }
    REQUIRE(handle_ != nullptr);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() { REQUIRE(dlclose(handle_) == 0); }

  // Null if there is no such function.
  template <typename Function>
  [[nodiscard]] Function* Find(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(handle_, name));
  }

 private:
  void* handle_;
};

}  // namespace loader

// The function of that name, found in a library; its type is the header's.
#define LOADED(library, function) ((library).Find<decltype(function)>(#function))
