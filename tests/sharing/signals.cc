// SPDX-License-Identifier: Apache-2.0
#include "sharing/signals.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace openaclnn::sharing {
namespace {

template <typename Number>
Number Next(std::istream& arguments) {
  Number number{};
  arguments >> number;
  return number;
}

}  // namespace

aclError Signals::Hold(aclrtStream stream) {
  held_ = {};
  released_ = {};
  const aclError status = aclrtLaunchHostFunc(
      stream,
      [](void* self) {
        static_cast<Signals*>(self)->held_.set_value();
        static_cast<Signals*>(self)->released_.get_future().wait();
      },
      this);
  held_.get_future().wait();
  return status;
}

aclError Signals::Run(const std::string& command, aclrtStream stream, std::istream& arguments,
                      std::ostream& answer) {
  const std::map<std::string, std::function<aclError()>> commands{
      {"hold", [&] { return Hold(stream); }},
      {"release",
       [&] {
         released_.set_value();
         return ACL_SUCCESS;
       }},
      {"sync", [&] { return aclrtSynchronizeStreamWithTimeout(stream, Next<int32_t>(arguments)); }},
      {"notify", [&] { return aclrtCreateNotify(&notify_, ACL_NOTIFY_DEFAULT); }},
      {"export-notify",
       [&] {
         std::array<char, 65> key{};
         const aclError status =
             aclrtNotifyGetExportKey(notify_, key.data(), key.size(), Next<uint64_t>(arguments));
         answer << key.data();
         return status;
       }},
      {"import-notify",
       [&] { return aclrtNotifyImportByKey(&notify_, Next<std::string>(arguments).c_str(), 0); }},
      {"record", [&] { return aclrtRecordNotify(notify_, stream); }},
      {"wait", [&] { return aclrtWaitAndResetNotify(notify_, stream, Next<uint32_t>(arguments)); }},
      {"destroy-notify", [&] { return aclrtDestroyNotify(notify_); }},
      {"event", [&] { return aclrtCreateEventExWithFlag(&event_, ACL_EVENT_IPC); }},
      {"export-event",
       [&] {
         aclrtIpcEventHandle handle{};
         const aclError status = aclrtIpcGetEventHandle(event_, &handle);
         answer << static_cast<const char*>(handle.reserved);
         return status;
       }},
      {"import-event",
       [&] {
         aclrtIpcEventHandle handle{};
         Next<std::string>(arguments).copy(static_cast<char*>(handle.reserved), sizeof handle.reserved - 1);
         return aclrtIpcOpenEventHandle(handle, &event_);
       }},
      {"record-event", [&] { return aclrtRecordEvent(event_, stream); }},
      {"wait-event", [&] { return aclrtStreamWaitEvent(stream, event_); }},
      {"destroy-event", [&] { return aclrtDestroyEvent(event_); }},
      {"query-event",
       [&] {
         aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_NOT_READY;
         const aclError status = aclrtQueryEventStatus(event_, &recorded);
         answer << recorded;
         return status;
       }},
      {"sync-event", [&] { return aclrtSynchronizeEventWithTimeout(event_, Next<int32_t>(arguments)); }},
  };
  const auto found = commands.find(command);
  return found == commands.end() ? -2 : found->second();
}

}  // namespace openaclnn::sharing
