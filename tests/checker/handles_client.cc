// SPDX-License-Identifier: Apache-2.0
//
// One object of every kind of handle, created and left, or destroyed, for checker_test.py.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>

#include "acl/acl.h"
#include "acl/acl_op.h"
#include "acl/acl_rt_allocator.h"
#include "acl/acl_rt_memory_soma.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_add.h"
#include "hccl/hccl.h"
#include "runtime/core/handle_table.h"
#include "tests/checker/client.h"

using openaclnn::checker::Must;
using openaclnn::runtime::HandleKind;

namespace {

constexpr int64_t kElements = 25;

struct Kind {
  std::function<void*()> create;
  std::function<void(void*)> destroy;
};

/// Of a creator that stores the handle.
template <typename Create>
void* Made(const Create& create) {
  void* handle = nullptr;
  Must(create(&handle));
  return handle;
}

aclTensor* Tensor() {
  return aclCreateTensor(&kElements, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &kElements, 1, nullptr);
}

aclScalar* Scalar() {
  float one = 1;
  return aclCreateScalar(&one, ACL_FLOAT);
}

/// A kind of what aclnn takes: `create` returns a pointer of `Object`.
template <typename Object>
Kind OfAclnn(Object* (*create)(), aclnnStatus (*destroy)(const Object*)) {
  return {[create]() -> void* { return create(); },
          [destroy](void* object) { Must(destroy(static_cast<Object*>(object))); }};
}

void* Executor() {
  aclTensor* const tensor = Tensor();
  aclScalar* const alpha = Scalar();
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Must(aclnnAddGetWorkspaceSize(tensor, tensor, alpha, tensor, &size, &executor));
  Must(aclDestroyTensor(tensor));
  Must(aclDestroyScalar(alpha));
  return executor;
}

void* LabelList() {
  aclrtLabel label = Made(aclrtCreateLabel);
  void* const list = Made([&](void** handle) { return aclrtCreateLabelList(&label, 1, handle); });
  Must(aclrtDestroyLabel(label));
  return list;
}

void* Context() {
  aclrtContext current = nullptr;
  Must(aclrtGetCurrentContext(&current));
  void* const context = Made([](void** handle) { return aclrtCreateContext(handle, 0); });
  Must(aclrtSetCurrentContext(current));
  return context;
}

void* PhysicalMemory() {
  aclrtPhysicalMemProp properties{};
  properties.memAttr = ACL_HBM_MEM_HUGE;
  properties.location = {0, ACL_MEM_LOCATION_TYPE_DEVICE};
  size_t granularity = 0;
  Must(aclrtMemGetAllocationGranularity(&properties, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &granularity));
  return Made([&](void** handle) { return aclrtMallocPhysical(handle, granularity, &properties, 0); });
}

void* Pool() {
  aclrtMemPoolProps properties{};
  properties.allocType = ACL_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {0, ACL_MEM_LOCATION_TYPE_DEVICE};
  return Made([&](void** handle) { return aclrtMemPoolCreate(handle, &properties); });
}

void* EmptyGraph() {
  void* const stream = Made(aclrtCreateStream);
  Must(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL));
  void* const graph = Made([&](void** handle) { return aclmdlRICaptureEnd(stream, handle); });
  Must(aclrtDestroyStream(stream));
  return graph;
}

void* Communicator() {
  HcclComm communicator = nullptr;
  int32_t device = 0;
  Must(HcclCommInitAll(1, &device, &communicator));
  return communicator;
}

const std::map<std::string, Kind>& Kinds() {
  static const std::map<std::string, Kind> kinds{
      {"aclrtContext", {Context, [](void* handle) { Must(aclrtDestroyContext(handle)); }}},
      {"aclrtStream",
       {[] { return Made(aclrtCreateStream); }, [](void* handle) { Must(aclrtDestroyStream(handle)); }}},
      {"aclrtEvent",
       {[] { return Made(aclrtCreateEvent); }, [](void* handle) { Must(aclrtDestroyEvent(handle)); }}},
      {"aclmdlRI", {EmptyGraph, [](void* handle) { Must(aclmdlRIDestroy(handle)); }}},
      {"aclrtLabel",
       {[] { return Made(aclrtCreateLabel); }, [](void* handle) { Must(aclrtDestroyLabel(handle)); }}},
      {"aclrtLabelList", {LabelList, [](void* handle) { Must(aclrtDestroyLabelList(handle)); }}},
      {"aclrtNotify",
       {[] { return Made([](void** handle) { return aclrtCreateNotify(handle, 0); }); },
        [](void* handle) { Must(aclrtDestroyNotify(handle)); }}},
      {"aclrtCntNotify",
       {[] { return Made([](void** handle) { return aclrtCntNotifyCreate(handle, 0); }); },
        [](void* handle) { Must(aclrtCntNotifyDestroy(handle)); }}},
      {"aclrtDrvMemHandle", {PhysicalMemory, [](void* handle) { Must(aclrtFreePhysical(handle)); }}},
      {"aclrtMemPool", {Pool, [](void* handle) { Must(aclrtMemPoolDestroy(handle)); }}},
      {"aclrtAllocatorDesc",
       {[]() -> void* { return aclrtAllocatorCreateDesc(); },
        [](void* handle) { Must(aclrtAllocatorDestroyDesc(handle)); }}},
      {"aclOpExecutor",
       {Executor, [](void* handle) { Must(aclDestroyAclOpExecutor(static_cast<aclOpExecutor*>(handle))); }}},
      {"HcclComm", {Communicator, [](void* handle) { Must(HcclCommDestroy(handle)); }}},
      {"aclrtStreamConfigHandle",
       {[]() -> void* { return aclrtCreateStreamConfigHandle(); },
        [](void* handle) {
          Must(aclrtDestroyStreamConfigHandle(static_cast<aclrtStreamConfigHandle*>(handle)));
        }}},
      {"aclTensor", OfAclnn<aclTensor>(Tensor, aclDestroyTensor)},
      {"aclScalar", OfAclnn<aclScalar>(Scalar, aclDestroyScalar)},
      {"aclIntArray",
       OfAclnn<aclIntArray>([] { return aclCreateIntArray(&kElements, 1); }, aclDestroyIntArray)},
      {"aclFloatArray", OfAclnn<aclFloatArray>(
                            [] {
                              constexpr float kOne = 1;
                              return aclCreateFloatArray(&kOne, 1);
                            },
                            aclDestroyFloatArray)},
      {"aclBoolArray", OfAclnn<aclBoolArray>(
                           [] {
                             constexpr bool kTrue = true;
                             return aclCreateBoolArray(&kTrue, 1);
                           },
                           aclDestroyBoolArray)},
      {"aclTensorList",
       OfAclnn<aclTensorList>([] { return aclCreateTensorList(nullptr, 0); }, aclDestroyTensorList)},
      {"aclScalarList",
       OfAclnn<aclScalarList>([] { return aclCreateScalarList(nullptr, 0); }, aclDestroyScalarList)},
      {"aclDataBuffer",
       {[]() -> void* { return aclCreateDataBuffer(nullptr, 0); },
        [](void* buffer) { Must(aclDestroyDataBuffer(static_cast<aclDataBuffer*>(buffer))); }}},
      {"aclTensorDesc",
       {[]() -> void* { return aclCreateTensorDesc(ACL_FLOAT, 1, &kElements, ACL_FORMAT_ND); },
        [](void* description) { aclDestroyTensorDesc(static_cast<aclTensorDesc*>(description)); }}},
      {"aclopAttr",
       {[]() -> void* { return aclopCreateAttr(); },
        [](void* attributes) { aclopDestroyAttr(static_cast<aclopAttr*>(attributes)); }}},
  };
  return kinds;
}

/// The kinds of the library's own table that this program does not know.
int CountUnknownKinds() {
  int unknown = 0;
  for (int kind = 1; kind <= static_cast<int>(HandleKind::kCommunicator); ++kind) {
    const char* const name = openaclnn::runtime::NameOf(static_cast<HandleKind>(kind));
    if (Kinds().count(name) == 0) {
      std::fprintf(stderr, "no object of the kind %s is planted\n", name);
      ++unknown;
    }
  }
  return unknown;
}

}  // namespace

extern "C" __attribute__((noinline, visibility("default"))) void* CreateHere(const Kind& kind) {
  return kind.create();
}

int main(int argc, char** argv) {
  const bool isDestroyed = argc == 3 && std::strcmp(argv[2], "destroyed") == 0;
  const auto kind = argc == 2 || isDestroyed ? Kinds().find(argv[1]) : Kinds().end();
  if (kind == Kinds().end()) {
    std::fprintf(stderr, "usage: %s KIND [destroyed]\n", argv[0]);
    return 2;
  }
  if (CountUnknownKinds() != 0) {
    return 6;
  }
  Must(aclInit(nullptr));
  Must(aclrtSetDevice(0));
  void* const handle = CreateHere(kind->second);
  if (handle == nullptr) {
    return 7;
  }
  if (isDestroyed) {
    kind->second.destroy(handle);
  }
  Must(aclrtResetDevice(0));  // which ends streams and contexts, and is no destruction
  Must(aclFinalize());
  return 0;
}
