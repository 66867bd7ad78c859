// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>

#include "acl/acl.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "runtime/core/check.h"
#include "runtime/graph/build.h"
#include "runtime/graph/conditions.h"
#include "runtime/graph/graph.h"
#include "runtime/graph/graph_handles.h"
#include "runtime/graph/graph_print.h"
#include "runtime/graph/graphs.h"
#include "runtime/graph/inspection.h"
#include "runtime/graph/task_groups.h"
#include "runtime/graph/thread_mode.h"

using openaclnn::Boundary;
using openaclnn::NumberOf;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode) {
  return Boundary("aclmdlRICaptureBegin", [&] { return runtime::BeginCapture(stream, NumberOf(mode)); });
}

aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* modelRI) {
  return Boundary("aclmdlRICaptureEnd", [&] { return runtime::EndCapture(stream, modelRI); });
}

aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus* status, aclmdlRI* modelRI) {
  return Boundary("aclmdlRICaptureGetInfo", [&] { return runtime::CaptureInfo(stream, status, modelRI); });
}

aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode) {
  return Boundary("aclmdlRICaptureThreadExchangeMode",
                  [&] { return runtime::ExchangeThreadCaptureMode(mode); });
}

aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream) {
  return Boundary("aclmdlRICaptureTaskGrpBegin", [&] { return runtime::BeginTaskGroup(stream); });
}

aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp* handle) {
  return Boundary("aclmdlRICaptureTaskGrpEnd", [&] { return runtime::EndTaskGroup(stream, handle); });
}

aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp handle) {
  return Boundary("aclmdlRICaptureTaskUpdateBegin", [&] { return runtime::BeginTaskUpdate(stream, handle); });
}

aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream) {
  return Boundary("aclmdlRICaptureTaskUpdateEnd", [&] { return runtime::EndTaskUpdate(stream); });
}

aclError aclmdlRICondHandleCreate(aclmdlRI modelRI, uint32_t defaultLaunchValue, uint32_t flag,
                                  aclmdlRICondHandle* handle) {
  return Boundary("aclmdlRICondHandleCreate",
                  [&] { return runtime::CreateCondition(modelRI, defaultLaunchValue, flag, handle); });
}

aclError aclmdlRICondHandleGetCondPtr(aclmdlRICondHandle handle, uint64_t** condPtr) {
  return Boundary("aclmdlRICondHandleGetCondPtr", [&] { return runtime::GetConditionWord(handle, condPtr); });
}

aclError aclmdlRIAddCondTask(const aclmdlRICondTaskParams* params, aclrtStream stream, uint32_t flag) {
  return Boundary("aclmdlRIAddCondTask", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("params", params));
    return runtime::AddCondition({params->handle, NumberOf(params->type), params->size, params->modelRIArray},
                                 stream, flag);
  });
}

aclError aclmdlRICaptureToModelRIBegin(aclrtStream stream, aclmdlRI modelRI, aclmdlRICaptureMode mode) {
  return Boundary("aclmdlRICaptureToModelRIBegin",
                  [&] { return runtime::BeginBodyCapture(stream, modelRI, NumberOf(mode)); });
}

aclError aclmdlRIGetStreams(aclmdlRI modelRI, aclrtStream* streams, uint32_t* numStreams) {
  return Boundary("aclmdlRIGetStreams",
                  [&] { return runtime::GetGraphStreams(modelRI, streams, numStreams); });
}

aclError aclmdlRIGetTasksByStream(aclrtStream stream, aclmdlRITask* tasks, uint32_t* numTasks) {
  return Boundary("aclmdlRIGetTasksByStream",
                  [&] { return runtime::GetStreamTasks(stream, tasks, numTasks); });
}

aclError aclmdlRITaskGetType(aclmdlRITask task, aclmdlRITaskType* type) {
  return Boundary("aclmdlRITaskGetType", [&] { return runtime::GetTaskType(task, type); });
}

aclError aclmdlRITaskGetSeqId(aclmdlRITask task, uint32_t* id) {
  return Boundary("aclmdlRITaskGetSeqId", [&] { return runtime::GetTaskNumber(task, id); });
}

aclError aclmdlRITaskDisable(aclmdlRITask task) {
  return Boundary("aclmdlRITaskDisable", [&] { return runtime::DisableTask(task); });
}

aclError aclmdlRIUpdate(aclmdlRI modelRI) {
  return Boundary("aclmdlRIUpdate", [&] { return runtime::UpdateGraph(modelRI); });
}

aclError aclmdlRIBuildBegin(aclmdlRI* modelRI, uint32_t flag) {
  return Boundary("aclmdlRIBuildBegin", [&] { return runtime::BeginBuild(modelRI, flag); });
}

aclError aclmdlRIBindStream(aclmdlRI modelRI, aclrtStream stream, uint32_t flag) {
  return Boundary("aclmdlRIBindStream", [&] { return runtime::BindStream(modelRI, stream, flag); });
}

aclError aclmdlRIUnbindStream(aclmdlRI modelRI, aclrtStream stream) {
  return Boundary("aclmdlRIUnbindStream", [&] { return runtime::UnbindStream(modelRI, stream); });
}

aclError aclmdlRIEndTask(aclmdlRI modelRI, aclrtStream stream) {
  return Boundary("aclmdlRIEndTask", [&] { return runtime::EndTasks(modelRI, stream); });
}

aclError aclmdlRIBuildEnd(aclmdlRI modelRI, void* reserve) {
  return Boundary("aclmdlRIBuildEnd", [&] { return runtime::EndBuild(modelRI, reserve); });
}

aclError aclmdlRIAbort(aclmdlRI modelRI) {
  return Boundary("aclmdlRIAbort", [&] { return runtime::AbortGraph(modelRI); });
}

aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout) {
  return Boundary("aclmdlRIExecute", [&] { return runtime::ExecuteGraph(modelRI, timeout); });
}

aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream) {
  return Boundary("aclmdlRIExecuteAsync", [&] { return runtime::EnqueueGraph(modelRI, stream); });
}

aclError aclmdlRIDestroy(aclmdlRI modelRI) {
  return Boundary("aclmdlRIDestroy", [&] { return runtime::DestroyGraph(modelRI); });
}

aclError aclmdlRIDestroyRegisterCallback(aclmdlRI modelRI, aclrtCallback func, void* userData) {
  return Boundary("aclmdlRIDestroyRegisterCallback",
                  [&] { return runtime::RegisterGraphEnd(modelRI, func, userData); });
}

aclError aclmdlRIDestroyUnregisterCallback(aclmdlRI modelRI, aclrtCallback func) {
  return Boundary("aclmdlRIDestroyUnregisterCallback",
                  [&] { return runtime::UnregisterGraphEnd(modelRI, func); });
}

aclError aclmdlRISetName(aclmdlRI modelRI, const char* name) {
  return Boundary("aclmdlRISetName", [&] { return runtime::SetGraphName(modelRI, name); });
}

aclError aclmdlRIGetName(aclmdlRI modelRI, uint32_t maxLen, char* name) {
  return Boundary("aclmdlRIGetName", [&] { return runtime::GetGraphName(modelRI, maxLen, name); });
}

aclError aclmdlRIGetId(aclmdlRI modelRI, uint32_t* id) {
  return Boundary("aclmdlRIGetId", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("id", id));
    std::shared_ptr<runtime::Graph> graph;
    OPENACLNN_RETURN_IF_ERROR(runtime::FindGraph(modelRI, &graph));
    *id = graph->Id();
    return Status::Ok();
  });
}

aclError aclmdlRIDebugPrint(aclmdlRI modelRI) {
  return Boundary("aclmdlRIDebugPrint", [&] { return runtime::PrintGraph(modelRI); });
}

aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char* path, uint32_t flags) {
  return Boundary("aclmdlRIDebugJsonPrint", [&] { return runtime::WriteGraph(modelRI, path, flags); });
}

}  // extern "C"
