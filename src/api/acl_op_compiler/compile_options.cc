// SPDX-License-Identifier: Apache-2.0
#include "runtime/settings/compile_options.h"
#include "acl/acl_op_compiler.h"
#include "base/errors.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclSetCompileopt(aclCompileOpt opt, const char* value) {
  return Boundary("aclSetCompileopt", [&] { return runtime::SetCompileOption(opt, value); });
}

size_t aclGetCompileoptSize(aclCompileOpt opt) {
  size_t size = 0;
  Boundary("aclGetCompileoptSize", [&]() -> Status {
    size = runtime::CompileOptionSize(opt);
    return Status::Ok();
  });
  return size;
}

aclError aclGetCompileopt(aclCompileOpt opt, char* value, size_t length) {
  return Boundary("aclGetCompileopt", [&] { return runtime::GetCompileOption(opt, value, length); });
}

}  // extern "C"
