// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/graph_print.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "acl/acl_rt.h"
#include "base/log.h"
#include "runtime/core/check.h"
#include "runtime/graph/graph.h"
#include "runtime/graph/graph_handles.h"
#include "runtime/graph/graph_tasks.h"

namespace openaclnn::runtime {
namespace {

// The enumerators of aclmdlRITaskType.
constexpr std::array<const char*, 7> kTypes{"DEFAULT",     "KERNEL",      "EVENT_RECORD", "EVENT_WAIT",
                                            "EVENT_RESET", "VALUE_WRITE", "VALUE_WAIT"};

const char* KindOf(const TaskBody& body) {
  return kTypes.at(static_cast<size_t>(TypeOf(body)));
}

// "while: graph 7".
std::string TextOf(const ConditionTask& condition) {
  constexpr std::array<const char*, 3> kWords{"if", "while", "switch"};  // by the enumerator
  std::string text = kWords.at(static_cast<size_t>(condition.type)) + std::string(": graph ");
  for (const std::shared_ptr<Graph>& body : condition.bodies) {
    text += (body == condition.bodies.front() ? "" : ", ") + std::to_string(body->Id());
  }
  return text;
}

std::string NameOf(const TaskBody& body) {
  return std::visit(
      Overloaded{
          [](const WorkTask& work) -> std::string { return work.work->Name(); },
          [](const HostTask& /*host*/) -> std::string { return "host function"; },
          [](const RecordTask& /*record*/) -> std::string { return "record event"; },
          [](const WaitTask& wait) -> std::string {
            return "wait for the event of task " + std::to_string(wait.record);
          },
          [](const OuterRecordTask& /*record*/) -> std::string { return "record external event"; },
          [](const OuterWaitTask& /*wait*/) -> std::string { return "wait for external event"; },
          [](const ResetTask& /*reset*/) -> std::string { return "reset event"; },
          [](const FlagWaitTask& /*wait*/) -> std::string { return "wait for external event"; },
          [](const ValueTask& value) -> std::string { return value.test ? "wait for value" : "write value"; },
          [](const StartTask& start) -> std::string { return "start stream " + std::to_string(start.lane); },
          [](const SwitchTask& /*decision*/) -> std::string { return "switch stream"; },
          [](const LabelTask& /*label*/) -> std::string { return "label"; },
          [](const JumpTask& /*jump*/) -> std::string { return "switch label"; },
          [](const ConditionTask& condition) -> std::string { return TextOf(condition); },
          [](const BodyTask& /*body*/) -> std::string { return "body"; },
      },
      body);
}

// A graph, and the bodies of its conditions but those that are being captured.
std::vector<std::shared_ptr<Graph>> WithBodies(const std::shared_ptr<Graph>& graph) {
  std::vector<std::shared_ptr<Graph>> graphs{graph};
  for (size_t i = 0; i < graphs.size(); ++i) {
    const std::shared_ptr<Graph> one = graphs[i];
    for (const GraphTask& task : one->Tasks()) {
      if (const auto* const condition = std::get_if<ConditionTask>(&task.body)) {
        std::ranges::copy_if(condition->bodies, std::back_inserter(graphs),
                             [](const std::shared_ptr<Graph>& body) { return body->IsFinished(); });
      }
    }
  }
  return graphs;
}

// Of an operator: its tensors.
nlohmann::json ArgumentsOf(const TaskBody& body) {
  nlohmann::json arguments = nlohmann::json::object();
  if (const auto* const work = std::get_if<WorkTask>(&body)) {
    trace::Details details;
    work->work->Describe(details);
    for (const trace::Tensor& tensor : details.tensors) {
      arguments[tensor.Text()] = {{"dtype", tensor.dtype},
                                  {"layout", tensor.layout},
                                  {"dims", tensor.dims},
                                  {"strides", tensor.strides}};
    }
    for (const MemoryUse& use : work->memory) {
      arguments[use.name.Text()]["address"] = AddressText(use.address);
    }
  }
  return arguments;
}

void AddEvents(Graph& graph, bool hasArguments, nlohmann::json& events) {
  size_t number = 0;
  for (const GraphTask& task : graph.Tasks()) {
    nlohmann::json arguments = hasArguments ? ArgumentsOf(task.body) : nlohmann::json::object();
    arguments["model"] = graph.Id();
    arguments["stream"] = task.lane;
    arguments["task"] = number;
    arguments["type"] = KindOf(task.body);
    events.push_back({{"name", NameOf(task.body)},
                      {"cat", KindOf(task.body)},
                      {"ph", "X"},
                      {"ts", number},
                      {"dur", 1},
                      {"pid", graph.Id()},
                      {"tid", task.lane},
                      {"args", std::move(arguments)}});
    ++number;
  }
}

}  // namespace

Status PrintGraph(const void* handle) {
  std::shared_ptr<Graph> found;
  OPENACLNN_RETURN_IF_ERROR(FindFinishedGraph(handle, &found));
  for (const std::shared_ptr<Graph>& graph : WithBodies(found)) {
    const std::string prefix = "graph " + std::to_string(graph->Id()) +
                               (graph->Name().empty() ? "" : " (" + graph->Name() + ")") + " of device " +
                               std::to_string(graph->DeviceId());
    log::Write(log::Module::kApi, log::Level::kInfo, log::Where::Here(),
               prefix + ": " + std::to_string(graph->Tasks().size()) + " tasks of " +
                   std::to_string(graph->Lanes()) + " streams");
    size_t number = 0;
    for (const GraphTask& task : graph->Tasks()) {
      log::Write(log::Module::kApi, log::Level::kInfo, log::Where::Here(),
                 prefix + ": stream " + std::to_string(task.lane) + ", task " + std::to_string(number++) +
                     ", " + KindOf(task.body) + ": " + NameOf(task.body));
    }
  }
  return Status::Ok();
}

Status WriteGraph(const void* handle, const char* path, uint32_t flags) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("path", path));
  if (flags != ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY && flags != ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE) {
    return Mismatch(code::kRtParamInvalid, "flags",
                    "ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY (0) or ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE (1)",
                    std::to_string(flags));
  }
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindFinishedGraph(handle, &graph));
  nlohmann::json events = nlohmann::json::array();
  for (const std::shared_ptr<Graph>& one : WithBodies(graph)) {
    AddEvents(*one, flags == ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE, events);
  }
  std::ofstream file(path, std::ios::trunc);
  file << nlohmann::json{{"traceEvents", std::move(events)}}.dump() << '\n';
  file.close();
  return file ? Status::Ok() : Status(code::kRtFileWrite, "path: cannot write " + std::string(path));
}

}  // namespace openaclnn::runtime
