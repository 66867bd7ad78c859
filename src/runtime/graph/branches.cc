// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/branches.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "backend/allocation_registry.h"
#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/handle_table.h"
#include "runtime/graph/capture.h"
#include "runtime/graph/label.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

using LabelList = std::vector<std::shared_ptr<Label>>;

HandleTable<Label>& Labels() {
  static NoDestructor<HandleTable<Label>> labels(HandleKind::kLabel);
  return *labels;
}

HandleTable<LabelList>& LabelLists() {
  static NoDestructor<HandleTable<LabelList>> lists(HandleKind::kLabelList);
  return *lists;
}

template <typename Object>
Status NoObject(const HandleTable<Object>& table, const std::string& argument, const char* kind,
                const void* handle) {
  return Mismatch(code::kRtInvalidHandle, argument, std::string("a live ") + kind,
                  AddressText(handle) +
                      (table.WasLive(handle) ? ", which was destroyed before" : ", which never was one"));
}

// A label of the current context.
Status FindLabel(const std::string& argument, const void* handle, std::shared_ptr<Label>* label) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(argument.c_str(), handle));
  *label = Labels().Find(handle);
  if (*label == nullptr) {
    return NoObject(Labels(), argument, "label", handle);
  }
  std::shared_ptr<Context> current;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&current));
  return (*label)->context.lock() == current
             ? Status::Ok()
             : Mismatch(code::kRtLabelContext, argument, "one of the current context",
                        "one of another context");
}

// The graph that a stream collects tasks for.
Status FindBuild(void* streamHandle, std::shared_ptr<Capture>* build, size_t* lane) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("stream", streamHandle));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  *build = Capture::Of(*stream, lane);
  return *build != nullptr && (*build)->IsBuild()
             ? Status::Ok()
             : Mismatch(code::kRtStreamModel, "stream",
                        "one that is bound to a graph and collects tasks (aclmdlRIBindStream)",
                        "one that does not");
}

// Another stream of it.
Status FindLane(const char* argument, void* streamHandle, const Capture& build, size_t* lane) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(argument, streamHandle));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  const std::optional<size_t> found = build.LaneOf(stream);
  if (!found) {
    return Mismatch(code::kRtStreamModel, argument, "one that is bound to the same graph as stream",
                    "one that is not");
  }
  *lane = *found;
  return Status::Ok();
}

Status AddWord(const char* argument, const void* address, size_t bytes, backend::TaskMemories& memory) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(argument, address));
  std::shared_ptr<backend::Allocation> block = backend::AllocationRegistry::Instance().Find(address, bytes);
  if (block == nullptr || !block->Contains(address, bytes)) {
    return Mismatch(code::kRtParamInvalid, argument,
                    std::to_string(bytes) + " bytes of memory of aclrtMalloc or aclrtMallocHost",
                    AddressText(address) + (block == nullptr ? ", which is other memory"
                                                             : ", which lies at the end of a block"));
  }
  memory.push_back({argument, address, bytes, std::move(block)});
  return Status::Ok();
}

using Comparison = bool (*)(int64_t left, int64_t right);

// By the enumerator of aclrtCondition.
constexpr std::array<Comparison, 6> kComparisons{
    [](int64_t left, int64_t right) { return left == right; },
    [](int64_t left, int64_t right) { return left != right; },
    [](int64_t left, int64_t right) { return left > right; },
    [](int64_t left, int64_t right) { return left >= right; },
    [](int64_t left, int64_t right) { return left < right; },
    [](int64_t left, int64_t right) { return left <= right; },
};

Status ExpectEnumerator(const char* argument, int32_t value, int32_t last, const char* kind) {
  return value >= 0 && value <= last
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, argument,
                        std::string(kind) + " (0 to " + std::to_string(last) + ")", std::to_string(value));
}

}  // namespace

Status StartStream(void* started, void* streamHandle) {
  std::shared_ptr<Capture> build;
  size_t lane = 0;
  StartTask task{};
  OPENACLNN_RETURN_IF_ERROR(FindBuild(streamHandle, &build, &lane));
  OPENACLNN_RETURN_IF_ERROR(FindLane("activeStream", started, *build, &task.lane));
  return build->KeepTask(lane, task);
}

Status SwitchStream(const StreamSwitch& what, void* streamHandle) {
  std::shared_ptr<Capture> build;
  size_t lane = 0;
  OPENACLNN_RETURN_IF_ERROR(FindBuild(streamHandle, &build, &lane));
  OPENACLNN_RETURN_IF_ERROR(
      ExpectEnumerator("cond", what.comparison, ACL_RT_LESS_OR_EQUAL, "an aclrtCondition"));
  OPENACLNN_RETURN_IF_ERROR(
      ExpectEnumerator("dataType", what.type, ACL_RT_SWITCH_INT64, "an aclrtCompareDataType"));
  const size_t bytes = what.type == ACL_RT_SWITCH_INT64 ? sizeof(int64_t) : sizeof(int32_t);
  backend::TaskMemories memory;
  OPENACLNN_RETURN_IF_ERROR(AddWord("leftValue", what.left, bytes, memory));
  OPENACLNN_RETURN_IF_ERROR(AddWord("rightValue", what.right, bytes, memory));
  SwitchTask task{{}, kComparisons.at(static_cast<size_t>(what.comparison)), {}, {}};
  OPENACLNN_RETURN_IF_ERROR(FindLane("trueStream", what.whenTrue, *build, &task.whenTrue.emplace()));
  if (what.whenFalse != nullptr) {
    OPENACLNN_RETURN_IF_ERROR(FindLane("falseStream", what.whenFalse, *build, &task.whenFalse.emplace()));
  }
  return build->KeepWithMemory(lane, std::move(memory), [&](std::vector<MemoryUse> uses) -> TaskBody {
    task.words = std::move(uses);
    return task;
  });
}

Status CreateLabel(void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("label", static_cast<const void*>(handle)));
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  auto label = std::make_shared<Label>();
  label->context = context;
  *handle = Labels().Insert(std::move(label));
  return Status::Ok();
}

Status SetLabel(const void* handle, void* streamHandle) {
  std::shared_ptr<Label> label;
  std::shared_ptr<Capture> build;
  size_t lane = 0;
  OPENACLNN_RETURN_IF_ERROR(FindLabel("label", handle, &label));
  OPENACLNN_RETURN_IF_ERROR(FindBuild(streamHandle, &build, &lane));
  return build->KeepLabel(lane, *label);
}

Status DestroyLabel(const void* handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("label", handle));
  return Labels().Remove(handle) != nullptr ? Status::Ok() : NoObject(Labels(), "label", "label", handle);
}

Status CreateLabelList(void* const* labels, size_t count, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("labels", static_cast<const void*>(labels)));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("labelList", static_cast<const void*>(handle)));
  if (count == 0) {
    return Mismatch(code::kRtParamInvalid, "num", "a positive number of labels", "0");
  }
  const auto list = std::make_shared<LabelList>(count);
  for (size_t i = 0; i < count; ++i) {
    OPENACLNN_RETURN_IF_ERROR(FindLabel("labels[" + std::to_string(i) + "]", labels[i], &(*list)[i]));
  }
  *handle = LabelLists().Insert(list);
  return Status::Ok();
}

Status DestroyLabelList(const void* handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("labelList", handle));
  return LabelLists().Remove(handle) != nullptr
             ? Status::Ok()
             : NoObject(LabelLists(), "labelList", "list of labels", handle);
}

Status SwitchLabel(const void* index, uint32_t count, const void* handle, void* streamHandle) {
  std::shared_ptr<Capture> build;
  size_t lane = 0;
  OPENACLNN_RETURN_IF_ERROR(FindBuild(streamHandle, &build, &lane));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("labelList", handle));
  const std::shared_ptr<LabelList> list = LabelLists().Find(handle);
  if (list == nullptr) {
    return NoObject(LabelLists(), "labelList", "list of labels", handle);
  }
  if (count == 0 || count > list->size()) {
    return Mismatch(code::kRtParamInvalid, "maxValue",
                    "1 to the number of labels in the list, " + std::to_string(list->size()),
                    std::to_string(count));
  }
  backend::TaskMemories memory;
  OPENACLNN_RETURN_IF_ERROR(AddWord("ptr", index, sizeof(uint32_t), memory));
  return build->KeepWithMemory(lane, std::move(memory), [&](std::vector<MemoryUse> uses) -> TaskBody {
    return JumpTask{std::move(uses), LabelList(list->begin(), list->begin() + count), {}};
  });
}

}  // namespace openaclnn::runtime
