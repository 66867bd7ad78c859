// SPDX-License-Identifier: Apache-2.0
#include "runtime/single_operator/clients.h"

#include <dlfcn.h>

namespace openaclnn::single_operator {

bool IsLoaded(Client client) {
  const char* const library = client == Client::kMindSpore ? "libmindspore_ascend.so.2" : "libtorch_npu.so";
  void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle != nullptr) {
    dlclose(handle);
  }
  return handle != nullptr;
}

}  // namespace openaclnn::single_operator
