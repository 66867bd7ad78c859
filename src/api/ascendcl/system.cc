// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

#include "acl/acl.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "runtime/settings/system_options.h"
#include "runtime/settings/versions.h"

using openaclnn::Boundary;
using openaclnn::NumberOf;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

namespace {

// For a question that clients ask to find out whether something is there: "no" is an answer, which leaves
// nothing in the messages of calls that fail.
template <typename Body>
aclError Probe(const char* function, const Body& body) {
  aclError answer = ACL_SUCCESS;
  const aclError status = Boundary(function, [&]() -> Status {
    Status found = body();
    if (found.Code() == openaclnn::code::kInvalidFile) {
      answer = found.Code();
      return Status::Ok();
    }
    return found;
  });
  return status == ACL_SUCCESS ? answer : status;
}

}  // namespace

extern "C" {

aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion* version) {
  return Probe("aclsysGetCANNVersion", [&] { return runtime::GetPackageVersion(NumberOf(name), version); });
}

aclError aclsysGetVersionStr(char* pkgName, char* versionStr) {
  return Probe("aclsysGetVersionStr", [&] { return runtime::GetVersionText(pkgName, versionStr); });
}

aclError aclsysGetVersionNum(char* pkgName, int32_t* versionNum) {
  return Probe("aclsysGetVersionNum", [&] { return runtime::GetVersionNumber(pkgName, versionNum); });
}

aclError aclrtCheckArchCompatibility(const char* socVersion, int32_t* canCompatible) {
  return Boundary("aclrtCheckArchCompatibility",
                  [&] { return runtime::CheckArchitecture(socVersion, canCompatible); });
}

aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num) {
  return Boundary("aclGetCannAttributeList", [&] { return runtime::ListAttributes(cannAttrList, num); });
}

aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value) {
  return Boundary("aclGetCannAttribute", [&] { return runtime::GetAttribute(NumberOf(cannAttr), value); });
}

aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
  return Boundary("aclrtSetSysParamOpt", [&] { return runtime::SetProcessOption(NumberOf(opt), value); });
}

aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
  return Boundary("aclrtGetSysParamOpt", [&] { return runtime::GetProcessOption(NumberOf(opt), value); });
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
  return Boundary("aclrtCtxSetSysParamOpt", [&] { return runtime::SetContextOption(NumberOf(opt), value); });
}

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
  return Boundary("aclrtCtxGetSysParamOpt", [&] { return runtime::GetContextOption(NumberOf(opt), value); });
}

}  // extern "C"
