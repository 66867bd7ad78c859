// SPDX-License-Identifier: Apache-2.0
//
// From the arguments of a call to the operation that does it: every argument is checked here, in the call,
// and who sends what to whom is decided.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "collectives/communicator_info.h"
#include "collectives/result.h"
#include "collectives/run/data_types.h"
#include "collectives/run/operation.h"

namespace openaclnn::collectives {

using OperationPointer = std::shared_ptr<Operation>;

// Of the elements of all parts of a buffer.
struct Part {
  uint64_t offset = 0;
  uint64_t count = 0;
};

// A buffer under the name of its argument.
struct Buffer {
  const char* name = "";
  const void* address = nullptr;
  uint64_t count = 0;
  const DataType* type = nullptr;
};
enum class BufferUse : uint8_t { kRead, kWritten };

// An operation in the making.
class Plan {
 public:
  Plan(const CommunicatorInfo& info, OperationKind which);

  [[nodiscard]] const CommunicatorInfo& About() const { return info_; }
  [[nodiscard]] Operation& Get() { return *operation_; }
  [[nodiscard]] OperationPointer Take() { return std::move(operation_); }

  // Finds a buffer's memory. One without elements may be null.
  [[nodiscard]] Result Use(const Buffer& buffer, BufferUse use, std::byte** data);
  // Memory of the library's own, as long as the operation lives.
  [[nodiscard]] std::byte* Stage(size_t bytes);
  void CopyAtEnd(std::byte* destination, const std::byte* source, size_t bytes);
  // With every other rank; to be called when operation.call is complete.
  void ExchangeWithAll();
  // That with another rank, after ExchangeWithAll.
  [[nodiscard]] Exchange& With(uint32_t peer);
  // What goes to each rank, once the flows are filled: sent when the other has come.
  void Complete();

 private:
  const CommunicatorInfo& info_;
  OperationPointer operation_;
};

// HCCL_E_PARA if the number is no data type, HCCL_E_NOT_SUPPORT if the SoC does not move such elements.
[[nodiscard]] Result ExpectMovable(const char* argument, int32_t number, const DataType** type);

// ReduceScatterV has a table of its own.
enum class ReductionTable { kUsual, kUnevenParts };
// HCCL_E_PARA if a number is none, HCCL_E_NOT_SUPPORT if the SoC does not reduce so.
[[nodiscard]] Result ExpectReducible(ReductionTable table, int32_t typeNumber, int32_t reductionNumber,
                                     const DataType** type);
// Some products lack an operation: HCCL_E_NOT_SUPPORT.
[[nodiscard]] Result ExpectSocHasBroadcastAndBarrier();

// The buffers share no byte. Those of nothing share none.
[[nodiscard]] Result ExpectApart(const Buffer& a, const Buffer& b);
[[nodiscard]] bool Overlap(const Buffer& a, const Buffer& b);
[[nodiscard]] Result ExpectRank(const CommunicatorInfo& info, const char* argument, uint32_t rank);
// count times factor elements, which have to fit into memory.
[[nodiscard]] Result Multiply(const char* argument, uint64_t count, uint64_t factor, const DataType& type,
                              uint64_t* product);
// The arrays that say where the parts lie, both of them required.
[[nodiscard]] Result ReadParts(const CommunicatorInfo& info, const char* countsName, const void* counts,
                               const char* displacementsName, const void* displacements, const DataType& type,
                               std::vector<Part>* parts);
// The elements from the first to the end of the last part.
[[nodiscard]] uint64_t Extent(const std::vector<Part>& parts);

// What HcclXxx is called with, but for communicator and stream; see hccl/hccl.h.
struct ReductionArguments {
  void* send;
  void* receive;
  uint64_t count;
  int32_t type;
  int32_t reduction;
};
[[nodiscard]] Result PlanAllReduce(const CommunicatorInfo& info, const ReductionArguments& arguments,
                                   OperationPointer* operation);
[[nodiscard]] Result PlanReduce(const CommunicatorInfo& info, const ReductionArguments& arguments,
                                uint32_t root, OperationPointer* operation);
[[nodiscard]] Result PlanReduceScatter(const CommunicatorInfo& info, const ReductionArguments& arguments,
                                       OperationPointer* operation);
[[nodiscard]] Result PlanReduceScatterV(const CommunicatorInfo& info, const ReductionArguments& arguments,
                                        const void* sendCounts, const void* sendDisplacements,
                                        OperationPointer* operation);

struct MoveArguments {
  const void* send;
  void* receive;
  uint64_t count;
  int32_t type;
};
[[nodiscard]] Result PlanBroadcast(const CommunicatorInfo& info, const MoveArguments& arguments,
                                   uint32_t root, OperationPointer* operation);
[[nodiscard]] Result PlanAllGather(const CommunicatorInfo& info, const MoveArguments& arguments,
                                   OperationPointer* operation);
[[nodiscard]] Result PlanAllGatherV(const CommunicatorInfo& info, const MoveArguments& arguments,
                                    const void* receiveCounts, const void* receiveDisplacements,
                                    OperationPointer* operation);
[[nodiscard]] Result PlanScatter(const CommunicatorInfo& info, const MoveArguments& arguments, uint32_t root,
                                 OperationPointer* operation);
[[nodiscard]] Result PlanBarrier(const CommunicatorInfo& info, OperationPointer* operation);

// One side of HcclAlltoAll and its variants.
struct SideArguments {
  const void* buffer;
  const void* counts;         // of AlltoAllV
  const void* displacements;  // of AlltoAllV
  uint64_t count;             // of AlltoAll
  int32_t type;
};
[[nodiscard]] Result PlanAlltoAll(const CommunicatorInfo& info, const SideArguments& send,
                                  const SideArguments& receive, OperationPointer* operation);
[[nodiscard]] Result PlanAlltoAllV(const CommunicatorInfo& info, const SideArguments& send,
                                   const SideArguments& receive, OperationPointer* operation);
[[nodiscard]] Result PlanAlltoAllVC(const CommunicatorInfo& info, const SideArguments& send,
                                    const SideArguments& receive, const void* matrix,
                                    OperationPointer* operation);

[[nodiscard]] Result PlanSend(const CommunicatorInfo& info, const MoveArguments& arguments, uint32_t peer,
                              OperationPointer* operation);
[[nodiscard]] Result PlanReceive(const CommunicatorInfo& info, const MoveArguments& arguments, uint32_t peer,
                                 OperationPointer* operation);
// `once`: at most one item for each rank and direction.
[[nodiscard]] Result PlanBatch(const CommunicatorInfo& info, const HcclSendRecvItem* items, size_t count,
                               bool once, OperationPointer* operation);

}  // namespace openaclnn::collectives
