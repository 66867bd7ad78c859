// SPDX-License-Identifier: Apache-2.0
//
// Reductions. Each rank gets one part of all inputs and reduces it in the order of ranks; results then go to
// who wants them: the traffic of a ring, in one fixed order. Small inputs go whole to whoever wants the
// result, which saves a step and gives the same bits.
#include <algorithm>
#include <string>

#include "collectives/identifier.h"
#include "collectives/plan/plan.h"

namespace openaclnn::collectives {
namespace {

// As long as a rank does not send more than this in all, inputs go whole.
constexpr size_t kSmallBytes = size_t{64} << 10;
// Elements that parts are multiples of, but the last.
constexpr uint64_t kPartAlignment = 64;

Result ExpectUsual(const ReductionArguments& arguments, const DataType** type) {
  return ExpectReducible(ReductionTable::kUsual, arguments.type, arguments.reduction, type);
}

void SetCall(Operation& operation, const DataType& type, const ReductionArguments& arguments) {
  operation.call.type = static_cast<uint32_t>(type.number);
  operation.call.reduction = static_cast<uint32_t>(arguments.reduction);
  operation.call.count = arguments.count;
}

std::vector<Part> Divide(const CommunicatorInfo& info, uint64_t count) {
  const uint64_t share = (count + info.rankCount - 1) / info.rankCount;
  const uint64_t aligned = (share + kPartAlignment - 1) / kPartAlignment * kPartAlignment;
  std::vector<Part> parts;
  for (uint64_t rank = 0; rank < info.rankCount; ++rank) {
    const uint64_t begin = std::min(count, rank * aligned);
    parts.push_back({begin, std::min(aligned, count - begin)});
  }
  return parts;
}

bool IsSmall(const CommunicatorInfo& info, size_t bytes) {
  return bytes <= kEagerBytes && bytes * (info.rankCount - 1) <= kSmallBytes;
}

std::unique_ptr<ReductionPart> NewPart(const CommunicatorInfo& info, const DataType& type,
                                       const ReductionArguments& arguments, uint64_t count) {
  auto part = std::make_unique<ReductionPart>();
  part->type = type.number;
  part->reduction = static_cast<HcclReduceOp>(arguments.reduction);
  part->rank = info.rank;
  part->rankCount = info.rankCount;
  part->bytes = count * type.bytes;
  part->elementBytes = type.bytes;
  part->segment = kSegmentBytes;
  return part;
}

// Every rank sends all others their parts of its input; this one reduces its own.
void ScatterInputs(Plan& plan, const std::byte* from, const std::vector<Part>& parts, size_t bytes) {
  plan.ExchangeWithAll();
  for (Exchange& exchange : plan.Get().exchanges) {
    const Part& part = parts[exchange.peer];
    exchange.out[0].Add(const_cast<std::byte*>(from) + part.offset * bytes, part.count * bytes);  // NOLINT
  }
}

// Inputs go whole to those for whom `wants` holds.
template <typename Wants>
void SendWhole(Plan& plan, std::byte* from, std::byte* to, std::unique_ptr<ReductionPart> part,
               const Wants& wants) {
  plan.ExchangeWithAll();
  for (Exchange& exchange : plan.Get().exchanges) {
    if (wants(exchange.peer)) {
      exchange.out[0].Add(from, part->bytes);
    }
  }
  if (!wants(plan.About().rank)) {
    plan.Complete();
    return;
  }
  part->own = from;
  part->result = to;
  part->segment = std::max(part->bytes, size_t{1});
  part->afterSending = from == to;
  plan.Get().reduction = std::move(part);
  plan.Complete();
}

// AllReduce and Reduce: the results go to those ranks for whom `wants` holds.
template <typename Wants>
Result ReduceTo(Plan& plan, const ReductionArguments& arguments, const DataType& type, uint64_t count,
                const Wants& wants) {
  const CommunicatorInfo& info = plan.About();
  const bool receives = wants(info.rank);
  const Buffer send{"sendBuf", arguments.send, count, &type};
  const Buffer receive{"recvBuf", arguments.receive, count, &type};
  if (receives && send.address != receive.address) {
    OPENACLNN_RETURN_IF_FAILED(ExpectApart(send, receive));
  }
  std::byte* from = nullptr;
  std::byte* to = nullptr;
  OPENACLNN_RETURN_IF_FAILED(plan.Use(send, BufferUse::kRead, &from));
  if (receives) {
    OPENACLNN_RETURN_IF_FAILED(plan.Use(receive, BufferUse::kWritten, &to));
  }
  if (IsSmall(info, count * type.bytes)) {
    SendWhole(plan, from, to, NewPart(info, type, arguments, count), wants);
    return Result::Ok();
  }
  const std::vector<Part> parts = Divide(info, count);
  const Part& own = parts[info.rank];
  ScatterInputs(plan, from, parts, type.bytes);
  auto part = NewPart(info, type, arguments, own.count);
  part->own = from + own.offset * type.bytes;
  part->result = receives ? to + own.offset * type.bytes : plan.Stage(part->bytes);
  for (Exchange& exchange : plan.Get().exchanges) {
    const Part& theirs = parts[exchange.peer];
    if (receives) {
      exchange.in[1].Add(to + theirs.offset * type.bytes, theirs.count * type.bytes);
    }
    if (wants(exchange.peer)) {
      exchange.out[1].Add(part->result, part->bytes);
    }
  }
  plan.Get().reduction = std::move(part);
  plan.Complete();
  return Result::Ok();
}

}  // namespace

Result PlanAllReduce(const CommunicatorInfo& info, const ReductionArguments& arguments,
                     OperationPointer* operation) {
  Plan plan(info, OperationKind::kAllReduce);
  const DataType* type = nullptr;
  uint64_t count = 0;
  OPENACLNN_RETURN_IF_FAILED(ExpectUsual(arguments, &type));
  OPENACLNN_RETURN_IF_FAILED(Multiply("count", arguments.count, 1, *type, &count));
  SetCall(plan.Get(), *type, arguments);
  OPENACLNN_RETURN_IF_FAILED(ReduceTo(plan, arguments, *type, count, [](uint32_t) { return true; }));
  *operation = plan.Take();
  return Result::Ok();
}

Result PlanReduce(const CommunicatorInfo& info, const ReductionArguments& arguments, uint32_t root,
                  OperationPointer* operation) {
  Plan plan(info, OperationKind::kReduce);
  const DataType* type = nullptr;
  uint64_t count = 0;
  OPENACLNN_RETURN_IF_FAILED(ExpectUsual(arguments, &type));
  OPENACLNN_RETURN_IF_FAILED(ExpectRank(info, "root", root));
  OPENACLNN_RETURN_IF_FAILED(Multiply("count", arguments.count, 1, *type, &count));
  SetCall(plan.Get(), *type, arguments);
  plan.Get().call.root = root;
  OPENACLNN_RETURN_IF_FAILED(
      ReduceTo(plan, arguments, *type, count, [root](uint32_t rank) { return rank == root; }));
  *operation = plan.Take();
  return Result::Ok();
}

namespace {

// Both kinds of ReduceScatter: `alias` tells whether the result may lie in the input.
Result ReduceAndScatter(Plan& plan, const ReductionArguments& arguments, const DataType& type,
                        const std::vector<Part>& parts, bool mayAlias) {
  const CommunicatorInfo& info = plan.About();
  const Part& own = parts[info.rank];
  const Buffer send{"sendBuf", arguments.send, Extent(parts), &type};
  const Buffer receive{"recvBuf", arguments.receive, own.count, &type};
  const auto* ownInput = static_cast<const std::byte*>(send.address) + own.offset * type.bytes;
  const bool isOwnInput = receive.address == ownInput;
  const bool isBeginning = receive.address == send.address;
  if (!mayAlias || (!isOwnInput && !isBeginning)) {
    OPENACLNN_RETURN_IF_FAILED(ExpectApart(send, receive));
  }
  std::byte* from = nullptr;
  std::byte* to = nullptr;
  OPENACLNN_RETURN_IF_FAILED(plan.Use(send, BufferUse::kRead, &from));
  OPENACLNN_RETURN_IF_FAILED(plan.Use(receive, BufferUse::kWritten, &to));
  ScatterInputs(plan, from, parts, type.bytes);
  auto part = NewPart(info, type, arguments, own.count);
  part->own = from + own.offset * type.bytes;
  part->result = to;
  if (isBeginning && !isOwnInput) {
    // It takes the place of what another rank is still to be sent.
    part->result = plan.Stage(part->bytes);
    plan.CopyAtEnd(to, part->result, part->bytes);
  }
  plan.Get().reduction = std::move(part);
  plan.Complete();
  return Result::Ok();
}

}  // namespace

Result PlanReduceScatter(const CommunicatorInfo& info, const ReductionArguments& arguments,
                         OperationPointer* operation) {
  Plan plan(info, OperationKind::kReduceScatter);
  const DataType* type = nullptr;
  uint64_t total = 0;
  OPENACLNN_RETURN_IF_FAILED(ExpectUsual(arguments, &type));
  OPENACLNN_RETURN_IF_FAILED(Multiply("recvCount", arguments.count, info.rankCount, *type, &total));
  std::vector<Part> parts;
  for (uint32_t rank = 0; rank < info.rankCount; ++rank) {
    parts.push_back({rank * arguments.count, arguments.count});
  }
  SetCall(plan.Get(), *type, arguments);
  OPENACLNN_RETURN_IF_FAILED(ReduceAndScatter(plan, arguments, *type, parts, true));
  *operation = plan.Take();
  return Result::Ok();
}

Result PlanReduceScatterV(const CommunicatorInfo& info, const ReductionArguments& arguments,
                          const void* sendCounts, const void* sendDisplacements,
                          OperationPointer* operation) {
  Plan plan(info, OperationKind::kReduceScatterV);
  const DataType* type = nullptr;
  std::vector<Part> parts;
  OPENACLNN_RETURN_IF_FAILED(
      ExpectReducible(ReductionTable::kUnevenParts, arguments.type, arguments.reduction, &type));
  OPENACLNN_RETURN_IF_FAILED(
      ReadParts(info, "sendCounts", sendCounts, "sendDispls", sendDisplacements, *type, &parts));
  if (arguments.count != parts[info.rank].count) {
    return BadArgument("recvCount", "sendCounts of this rank, " + std::to_string(parts[info.rank].count),
                       std::to_string(arguments.count));
  }
  SetCall(plan.Get(), *type, arguments);
  plan.Get().call.count = 0;
  Digest digest;
  for (const Part& part : parts) {
    digest.Add(part.count);
  }
  plan.Get().call.countsDigest = digest.Value();
  OPENACLNN_RETURN_IF_FAILED(ReduceAndScatter(plan, arguments, *type, parts, false));
  *operation = plan.Take();
  return Result::Ok();
}

}  // namespace openaclnn::collectives
