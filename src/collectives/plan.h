// SPDX-License-Identifier: Apache-2.0
//
// From the arguments of a call to the operation that does it: every argument is checked here, in the call,
// and who sends what to whom is decided.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "collectives/communicator.h"
#include "collectives/data_types.h"
#include "collectives/operation.h"
#include "collectives/result.h"

namespace openaclnn::collectives {

using Facts = Communicator::Facts;
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
  Plan(const Facts& facts, Operator which);

  [[nodiscard]] const Facts& About() const { return facts_; }
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
  const Facts& facts_;
  OperationPointer operation_;
};

// The buffers share no byte. Those of nothing share none.
[[nodiscard]] Result ExpectApart(const Buffer& a, const Buffer& b);
[[nodiscard]] bool Overlap(const Buffer& a, const Buffer& b);
[[nodiscard]] Result ExpectRank(const Facts& facts, const char* argument, uint32_t rank);
// count times factor elements, which have to fit into memory.
[[nodiscard]] Result Multiply(const char* argument, uint64_t count, uint64_t factor, const DataType& type,
                              uint64_t* product);
// The arrays that say where the parts lie, both of them required.
[[nodiscard]] Result ReadParts(const Facts& facts, const char* countsName, const void* counts,
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
[[nodiscard]] Result PlanAllReduce(const Facts& facts, const ReductionArguments& arguments,
                                   OperationPointer* operation);
[[nodiscard]] Result PlanReduce(const Facts& facts, const ReductionArguments& arguments, uint32_t root,
                                OperationPointer* operation);
[[nodiscard]] Result PlanReduceScatter(const Facts& facts, const ReductionArguments& arguments,
                                       OperationPointer* operation);
[[nodiscard]] Result PlanReduceScatterV(const Facts& facts, const ReductionArguments& arguments,
                                        const void* sendCounts, const void* sendDisplacements,
                                        OperationPointer* operation);

struct MoveArguments {
  const void* send;
  void* receive;
  uint64_t count;
  int32_t type;
};
[[nodiscard]] Result PlanBroadcast(const Facts& facts, const MoveArguments& arguments, uint32_t root,
                                   OperationPointer* operation);
[[nodiscard]] Result PlanAllGather(const Facts& facts, const MoveArguments& arguments,
                                   OperationPointer* operation);
[[nodiscard]] Result PlanAllGatherV(const Facts& facts, const MoveArguments& arguments,
                                    const void* receiveCounts, const void* receiveDisplacements,
                                    OperationPointer* operation);
[[nodiscard]] Result PlanScatter(const Facts& facts, const MoveArguments& arguments, uint32_t root,
                                 OperationPointer* operation);
[[nodiscard]] Result PlanBarrier(const Facts& facts, OperationPointer* operation);

// One side of HcclAlltoAll and its variants.
struct SideArguments {
  const void* buffer;
  const void* counts;         // of AlltoAllV
  const void* displacements;  // of AlltoAllV
  uint64_t count;             // of AlltoAll
  int32_t type;
};
[[nodiscard]] Result PlanAlltoAll(const Facts& facts, const SideArguments& send, const SideArguments& receive,
                                  OperationPointer* operation);
[[nodiscard]] Result PlanAlltoAllV(const Facts& facts, const SideArguments& send,
                                   const SideArguments& receive, OperationPointer* operation);
[[nodiscard]] Result PlanAlltoAllVC(const Facts& facts, const SideArguments& send,
                                    const SideArguments& receive, const void* matrix,
                                    OperationPointer* operation);

[[nodiscard]] Result PlanSend(const Facts& facts, const MoveArguments& arguments, uint32_t peer,
                              OperationPointer* operation);
[[nodiscard]] Result PlanReceive(const Facts& facts, const MoveArguments& arguments, uint32_t peer,
                                 OperationPointer* operation);
// `once`: at most one item for each rank and direction.
[[nodiscard]] Result PlanBatch(const Facts& facts, const HcclSendRecvItem* items, size_t count, bool once,
                               OperationPointer* operation);

}  // namespace openaclnn::collectives
