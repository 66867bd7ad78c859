// SPDX-License-Identifier: Apache-2.0
#include "acl/acl.h"
#include "runtime/core/not_supported.h"

using openaclnn::runtime::NotSupported;

namespace {

constexpr const char* kKernelBinaries = "binaries are for processors that an emulated device does not have";
constexpr const char* kKernelKernels = "no kernel can be loaded";
constexpr const char* kKernelArguments = "no kernel can be loaded that would take arguments";

}  // namespace

extern "C" {

aclrtBinary aclrtCreateBinary(const void* /*data*/, size_t /*dataLen*/) {
  NotSupported("aclrtCreateBinary", kKernelBinaries);
  return nullptr;
}

aclError aclrtDestroyBinary(aclrtBinary /*binary*/) {
  return NotSupported("aclrtDestroyBinary", kKernelBinaries);
}

aclError aclrtBinaryLoad(const aclrtBinary /*binary*/, aclrtBinHandle* /*binHandle*/) {
  return NotSupported("aclrtBinaryLoad", kKernelBinaries);
}

aclError aclrtBinaryLoadFromFile(const char* /*binPath*/, aclrtBinaryLoadOptions* /*options*/,
                                 aclrtBinHandle* /*binHandle*/) {
  return NotSupported("aclrtBinaryLoadFromFile", kKernelBinaries);
}

aclError aclrtBinaryLoadFromData(const void* /*data*/, size_t /*length*/,
                                 const aclrtBinaryLoadOptions* /*options*/, aclrtBinHandle* /*binHandle*/) {
  return NotSupported("aclrtBinaryLoadFromData", kKernelBinaries);
}

aclError aclrtBinaryUnLoad(aclrtBinHandle /*binHandle*/) {
  return NotSupported("aclrtBinaryUnLoad", kKernelBinaries);
}

aclError aclrtBinaryGetFunction(const aclrtBinHandle /*binHandle*/, const char* /*kernelName*/,
                                aclrtFuncHandle* /*funcHandle*/) {
  return NotSupported("aclrtBinaryGetFunction", kKernelBinaries);
}

aclError aclrtBinaryGetFunctionByEntry(aclrtBinHandle /*binHandle*/, uint64_t /*funcEntry*/,
                                       aclrtFuncHandle* /*funcHandle*/) {
  return NotSupported("aclrtBinaryGetFunctionByEntry", kKernelBinaries);
}

aclError aclrtBinaryGetDevAddress(const aclrtBinHandle /*binHandle*/, void** /*binAddr*/,
                                  size_t* /*binSize*/) {
  return NotSupported("aclrtBinaryGetDevAddress", kKernelBinaries);
}

aclError aclrtBinarySetExceptionCallback(aclrtBinHandle /*binHandle*/, aclrtOpExceptionCallback /*callback*/,
                                         void* /*userData*/) {
  return NotSupported("aclrtBinarySetExceptionCallback", kKernelBinaries);
}

aclError aclrtRegisterCpuFunc(const aclrtBinHandle /*handle*/, const char* /*funcName*/,
                              const char* /*kernelName*/, aclrtFuncHandle* /*funcHandle*/) {
  return NotSupported("aclrtRegisterCpuFunc", kKernelBinaries);
}

aclError aclrtGetFunctionAddr(aclrtFuncHandle /*funcHandle*/, void** /*aicAddr*/, void** /*aivAddr*/) {
  return NotSupported("aclrtGetFunctionAddr", kKernelKernels);
}

aclError aclrtGetFunctionName(aclrtFuncHandle /*funcHandle*/, uint32_t /*maxLen*/, char* /*name*/) {
  return NotSupported("aclrtGetFunctionName", kKernelKernels);
}

aclError aclrtGetFunctionAttribute(aclrtFuncHandle /*funcHandle*/, aclrtFuncAttribute /*attrType*/,
                                   int64_t* /*attrValue*/) {
  return NotSupported("aclrtGetFunctionAttribute", kKernelKernels);
}

aclError aclrtLaunchKernel(aclrtFuncHandle /*funcHandle*/, uint32_t /*blockDim*/, const void* /*argsData*/,
                           size_t /*argsSize*/, aclrtStream /*stream*/) {
  return NotSupported("aclrtLaunchKernel", kKernelKernels);
}

aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle /*funcHandle*/, uint32_t /*blockDim*/,
                                     aclrtStream /*stream*/, aclrtLaunchKernelCfg* /*cfg*/,
                                     aclrtArgsHandle /*argsHandle*/, void* /*reserve*/) {
  return NotSupported("aclrtLaunchKernelWithConfig", kKernelKernels);
}

aclError aclrtKernelArgsInit(aclrtFuncHandle /*funcHandle*/, aclrtArgsHandle* /*argsHandle*/) {
  return NotSupported("aclrtKernelArgsInit", kKernelArguments);
}

aclError aclrtKernelArgsInitByUserMem(aclrtFuncHandle /*funcHandle*/, aclrtArgsHandle /*argsHandle*/,
                                      void* /*userHostMem*/, size_t /*actualArgsSize*/) {
  return NotSupported("aclrtKernelArgsInitByUserMem", kKernelArguments);
}

aclError aclrtKernelArgsGetMemSize(aclrtFuncHandle /*funcHandle*/, size_t /*userArgsSize*/,
                                   size_t* /*actualArgsSize*/) {
  return NotSupported("aclrtKernelArgsGetMemSize", kKernelArguments);
}

aclError aclrtKernelArgsGetHandleMemSize(aclrtFuncHandle /*funcHandle*/, size_t* /*memSize*/) {
  return NotSupported("aclrtKernelArgsGetHandleMemSize", kKernelArguments);
}

aclError aclrtKernelArgsAppend(aclrtArgsHandle /*argsHandle*/, void* /*param*/, size_t /*paramSize*/,
                               aclrtParamHandle* /*paramHandle*/) {
  return NotSupported("aclrtKernelArgsAppend", kKernelArguments);
}

aclError aclrtKernelArgsAppendPlaceHolder(aclrtArgsHandle /*argsHandle*/, aclrtParamHandle* /*paramHandle*/) {
  return NotSupported("aclrtKernelArgsAppendPlaceHolder", kKernelArguments);
}

aclError aclrtKernelArgsGetPlaceHolderBuffer(aclrtArgsHandle /*argsHandle*/, aclrtParamHandle /*paramHandle*/,
                                             size_t /*dataSize*/, void** /*bufferAddr*/) {
  return NotSupported("aclrtKernelArgsGetPlaceHolderBuffer", kKernelArguments);
}

aclError aclrtKernelArgsParaUpdate(aclrtArgsHandle /*argsHandle*/, aclrtParamHandle /*paramHandle*/,
                                   void* /*param*/, size_t /*paramSize*/) {
  return NotSupported("aclrtKernelArgsParaUpdate", kKernelArguments);
}

aclError aclrtKernelArgsFinalize(aclrtArgsHandle /*argsHandle*/) {
  return NotSupported("aclrtKernelArgsFinalize", kKernelArguments);
}

}  // extern "C"
