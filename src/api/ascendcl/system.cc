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
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion* version) {
  return Boundary("aclsysGetCANNVersion",
                  [&] { return runtime::GetPackageVersion(NumberOf(name), version); });
}

aclError aclsysGetVersionStr(char* pkgName, char* versionStr) {
  return Boundary("aclsysGetVersionStr", [&] { return runtime::GetVersionText(pkgName, versionStr); });
}

aclError aclsysGetVersionNum(char* pkgName, int32_t* versionNum) {
  return Boundary("aclsysGetVersionNum", [&] { return runtime::GetVersionNumber(pkgName, versionNum); });
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
