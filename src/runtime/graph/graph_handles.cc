// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/graph_handles.h"

#include <string>
#include <utility>

#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/core/handle_table.h"

namespace openaclnn::runtime {
namespace {

HandleTable<Graph>& Graphs() {
  static NoDestructor<HandleTable<Graph>> graphs(HandleKind::kGraph);
  return *graphs;
}

}  // namespace

void* AddGraph(const std::shared_ptr<Graph>& graph) {
  graph->SetHandle(Graphs().Insert(graph, graph->IsBody() ? HandleOwner::kLibrary : HandleOwner::kClient));
  return graph->Handle();
}

bool RemoveGraph(const void* handle) {
  return Graphs().Remove(handle) != nullptr;
}

Status StillInTheMaking(const Graph& graph) {
  return graph.IsBuilt()
             ? Mismatch(code::kRtModelCaptured, "modelRI",
                        "a graph whose building aclmdlRIBuildEnd has ended", "one that is being built")
             : Mismatch(code::kRtModelCaptured, "modelRI", "a graph whose capture has ended",
                        "one that is being captured");
}

Status FindGraph(const void* handle, std::shared_ptr<Graph>* graph) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("modelRI", handle));
  std::shared_ptr<Graph> found = Graphs().Find(handle);
  if (found == nullptr) {
    return Mismatch(code::kRtInvalidHandle, "modelRI", "a live graph",
                    AddressText(handle) + (Graphs().WasLive(handle) ? ", which was destroyed before"
                                                                    : ", which never was one"));
  }
  *graph = std::move(found);
  return Status::Ok();
}

Status FindFinishedGraph(const void* handle, std::shared_ptr<Graph>* graph) {
  OPENACLNN_RETURN_IF_ERROR(FindGraph(handle, graph));
  return (*graph)->IsFinished() ? Status::Ok() : StillInTheMaking(**graph);
}

}  // namespace openaclnn::runtime
