// SPDX-License-Identifier: Apache-2.0
//
// Collective operations that move data and compute nothing: whoever has a part sends it to whoever wants it.
#include <string>

#include "collectives/identifier.h"
#include "collectives/plan/plan.h"

namespace openaclnn::collectives {
namespace {

uint32_t TypeNumber(const DataType& type) {
  return static_cast<uint32_t>(type.number);
}

uint64_t DigestOf(const std::vector<Part>& parts) {
  Digest digest;
  for (const Part& part : parts) {
    digest.Add(part.count);
  }
  return digest.Value();
}

std::vector<Part> EvenParts(const CommunicatorInfo& info, uint64_t count) {
  std::vector<Part> parts;
  for (uint32_t rank = 0; rank < info.rankCount; ++rank) {
    parts.push_back({rank * count, count});
  }
  return parts;
}

// Every rank gets the parts of all.
Result Gather(Plan& plan, const Buffer& send, const Buffer& receive, const std::vector<Part>& parts) {
  std::byte* from = nullptr;
  std::byte* to = nullptr;
  OPENACLNN_RETURN_IF_FAILED(plan.Use(send, BufferUse::kRead, &from));
  OPENACLNN_RETURN_IF_FAILED(plan.Use(receive, BufferUse::kWritten, &to));
  const uint32_t self = plan.About().rank;
  const size_t bytes = send.type->bytes;
  plan.Get().call.type = TypeNumber(*send.type);
  plan.ExchangeWithAll();
  for (uint32_t peer = 0; peer < plan.About().rankCount; ++peer) {
    if (peer != self) {
      plan.With(peer).out[0].Add(from, parts[self].count * bytes);
      plan.With(peer).in[0].Add(to + parts[peer].offset * bytes, parts[peer].count * bytes);
    }
  }
  plan.CopyAtEnd(to + parts[self].offset * bytes, from, parts[self].count * bytes);
  plan.Complete();
  return Result::Ok();
}

// One side of an exchange of all with all.
struct Side {
  Buffer buffer;
  std::vector<Part> parts;
};

Result ExchangeAll(Plan& plan, const Side& send, const Side& receive) {
  OPENACLNN_RETURN_IF_FAILED(ExpectApart(send.buffer, receive.buffer));
  std::byte* from = nullptr;
  std::byte* to = nullptr;
  OPENACLNN_RETURN_IF_FAILED(plan.Use(send.buffer, BufferUse::kRead, &from));
  OPENACLNN_RETURN_IF_FAILED(plan.Use(receive.buffer, BufferUse::kWritten, &to));
  const uint32_t self = plan.About().rank;
  const size_t sent = send.buffer.type->bytes;
  const size_t received = receive.buffer.type->bytes;
  if (send.parts[self].count * sent != receive.parts[self].count * received) {
    return BadArgument("sendCounts, recvCounts", "as many bytes to the rank itself as from itself",
                       std::to_string(send.parts[self].count * sent) + " and " +
                           std::to_string(receive.parts[self].count * received));
  }
  plan.ExchangeWithAll();
  for (uint32_t peer = 0; peer < plan.About().rankCount; ++peer) {
    if (peer != self) {
      plan.With(peer).out[0].Add(from + send.parts[peer].offset * sent, send.parts[peer].count * sent);
      plan.With(peer).in[0].Add(to + receive.parts[peer].offset * received,
                                receive.parts[peer].count * received);
    }
  }
  plan.CopyAtEnd(to + receive.parts[self].offset * received, from + send.parts[self].offset * sent,
                 send.parts[self].count * sent);
  plan.Complete();
  return Result::Ok();
}

// An exchange of all with all: read(plan, from, to) finds the elements and the parts of both sides, whose types
// are known.
template <typename Read>
Result PlanExchange(OperationKind kind, const CommunicatorInfo& info, const SideArguments& send,
                    const SideArguments& receive, OperationPointer* operation, const Read& read) {
  Plan plan(info, kind);
  Side from{{.name = "sendBuf", .address = send.buffer}, {}};
  Side to{{.name = "recvBuf", .address = receive.buffer}, {}};
  OPENACLNN_RETURN_IF_FAILED(ExpectMovable("sendType", send.type, &from.buffer.type));
  OPENACLNN_RETURN_IF_FAILED(ExpectMovable("recvType", receive.type, &to.buffer.type));
  plan.Get().call.type = TypeNumber(*from.buffer.type);
  plan.Get().call.secondType = TypeNumber(*to.buffer.type);
  OPENACLNN_RETURN_IF_FAILED(read(plan, from, to));
  OPENACLNN_RETURN_IF_FAILED(ExchangeAll(plan, from, to));
  *operation = plan.Take();
  return Result::Ok();
}

}  // namespace

Result PlanBroadcast(const CommunicatorInfo& info, const MoveArguments& arguments, uint32_t root,
                     OperationPointer* operation) {
  Plan plan(info, OperationKind::kBroadcast);
  const DataType* type = nullptr;
  std::byte* data = nullptr;
  uint64_t count = 0;
  OPENACLNN_RETURN_IF_FAILED(ExpectSocHasBroadcastAndBarrier());
  OPENACLNN_RETURN_IF_FAILED(ExpectMovable("dataType", arguments.type, &type));
  OPENACLNN_RETURN_IF_FAILED(ExpectRank(info, "root", root));
  OPENACLNN_RETURN_IF_FAILED(Multiply("count", arguments.count, 1, *type, &count));
  const BufferUse use = info.rank == root ? BufferUse::kRead : BufferUse::kWritten;
  OPENACLNN_RETURN_IF_FAILED(plan.Use({"buf", arguments.receive, count, type}, use, &data));
  plan.Get().call.type = TypeNumber(*type);
  plan.Get().call.count = count;
  plan.Get().call.root = root;
  plan.ExchangeWithAll();
  for (Exchange& exchange : plan.Get().exchanges) {
    if (info.rank == root) {
      exchange.out[0].Add(data, count * type->bytes);
    } else if (exchange.peer == root) {
      exchange.in[0].Add(data, count * type->bytes);
    }
  }
  plan.Complete();
  *operation = plan.Take();
  return Result::Ok();
}

Result PlanAllGather(const CommunicatorInfo& info, const MoveArguments& arguments,
                     OperationPointer* operation) {
  Plan plan(info, OperationKind::kAllGather);
  const DataType* type = nullptr;
  uint64_t total = 0;
  OPENACLNN_RETURN_IF_FAILED(ExpectMovable("dataType", arguments.type, &type));
  OPENACLNN_RETURN_IF_FAILED(Multiply("sendCount", arguments.count, info.rankCount, *type, &total));
  const Buffer send{"sendBuf", arguments.send, arguments.count, type};
  const Buffer receive{"recvBuf", arguments.receive, total, type};
  const size_t partBytes = arguments.count * type->bytes;
  if (send.address != static_cast<const std::byte*>(receive.address) + info.rank * partBytes) {
    OPENACLNN_RETURN_IF_FAILED(ExpectApart(send, receive));
  }
  plan.Get().call.count = arguments.count;
  OPENACLNN_RETURN_IF_FAILED(Gather(plan, send, receive, EvenParts(info, arguments.count)));
  *operation = plan.Take();
  return Result::Ok();
}

Result PlanAllGatherV(const CommunicatorInfo& info, const MoveArguments& arguments, const void* receiveCounts,
                      const void* receiveDisplacements, OperationPointer* operation) {
  Plan plan(info, OperationKind::kAllGatherV);
  const DataType* type = nullptr;
  std::vector<Part> parts;
  OPENACLNN_RETURN_IF_FAILED(ExpectMovable("dataType", arguments.type, &type));
  OPENACLNN_RETURN_IF_FAILED(
      ReadParts(info, "recvCounts", receiveCounts, "recvDispls", receiveDisplacements, *type, &parts));
  if (arguments.count != parts[info.rank].count) {
    return BadArgument("sendCount", "recvCounts of this rank, " + std::to_string(parts[info.rank].count),
                       std::to_string(arguments.count));
  }
  const Buffer send{"sendBuf", arguments.send, arguments.count, type};
  const Buffer receive{"recvBuf", arguments.receive, Extent(parts), type};
  OPENACLNN_RETURN_IF_FAILED(ExpectApart(send, receive));
  plan.Get().call.countsDigest = DigestOf(parts);
  OPENACLNN_RETURN_IF_FAILED(Gather(plan, send, receive, parts));
  *operation = plan.Take();
  return Result::Ok();
}

Result PlanScatter(const CommunicatorInfo& info, const MoveArguments& arguments, uint32_t root,
                   OperationPointer* operation) {
  Plan plan(info, OperationKind::kScatter);
  const DataType* type = nullptr;
  uint64_t total = 0;
  OPENACLNN_RETURN_IF_FAILED(ExpectMovable("dataType", arguments.type, &type));
  OPENACLNN_RETURN_IF_FAILED(ExpectRank(info, "root", root));
  OPENACLNN_RETURN_IF_FAILED(Multiply("recvCount", arguments.count, info.rankCount, *type, &total));
  const size_t bytes = arguments.count * type->bytes;
  std::byte* from = nullptr;
  std::byte* to = nullptr;
  const Buffer receive{"recvBuf", arguments.receive, arguments.count, type};
  if (info.rank == root) {
    const Buffer send{"sendBuf", arguments.send, total, type};
    const auto* own = static_cast<const std::byte*>(send.address) + root * bytes;
    if (receive.address != send.address && receive.address != own) {
      OPENACLNN_RETURN_IF_FAILED(ExpectApart(send, receive));
    }
    OPENACLNN_RETURN_IF_FAILED(plan.Use(send, BufferUse::kRead, &from));
  }
  OPENACLNN_RETURN_IF_FAILED(plan.Use(receive, BufferUse::kWritten, &to));
  plan.Get().call.type = TypeNumber(*type);
  plan.Get().call.count = arguments.count;
  plan.Get().call.root = root;
  plan.ExchangeWithAll();
  for (Exchange& exchange : plan.Get().exchanges) {
    if (info.rank == root) {
      exchange.out[0].Add(from + exchange.peer * bytes, bytes);
    } else if (exchange.peer == root) {
      exchange.in[0].Add(to, bytes);
    }
  }
  if (info.rank == root) {
    plan.CopyAtEnd(to, from + root * bytes, bytes);
  }
  plan.Complete();
  *operation = plan.Take();
  return Result::Ok();
}

Result PlanBarrier(const CommunicatorInfo& info, OperationPointer* operation) {
  OPENACLNN_RETURN_IF_FAILED(ExpectSocHasBroadcastAndBarrier());
  Plan plan(info, OperationKind::kBarrier);
  plan.ExchangeWithAll();
  plan.Complete();
  *operation = plan.Take();
  return Result::Ok();
}

Result PlanAlltoAll(const CommunicatorInfo& info, const SideArguments& send, const SideArguments& receive,
                    OperationPointer* operation) {
  const auto read = [&](Plan& plan, Side& from, Side& to) {
    const DataType& sendType = *from.buffer.type;
    const DataType& receiveType = *to.buffer.type;
    OPENACLNN_RETURN_IF_FAILED(
        Multiply("sendCount", send.count, info.rankCount, sendType, &from.buffer.count));
    OPENACLNN_RETURN_IF_FAILED(
        Multiply("recvCount", receive.count, info.rankCount, receiveType, &to.buffer.count));
    if (send.count * sendType.bytes != receive.count * receiveType.bytes) {
      return BadArgument("recvCount", std::to_string(send.count * sendType.bytes) + " bytes, as are sent",
                         std::to_string(receive.count * receiveType.bytes));
    }
    plan.Get().call.count = send.count;
    from.parts = EvenParts(info, send.count);
    to.parts = EvenParts(info, receive.count);
    return Result::Ok();
  };
  return PlanExchange(OperationKind::kAlltoAll, info, send, receive, operation, read);
}

Result PlanAlltoAllV(const CommunicatorInfo& info, const SideArguments& send, const SideArguments& receive,
                     OperationPointer* operation) {
  const auto read = [&](Plan& /*plan*/, Side& from, Side& to) {
    OPENACLNN_RETURN_IF_FAILED(ReadParts(info, "sendCounts", send.counts, "sdispls", send.displacements,
                                         *from.buffer.type, &from.parts));
    OPENACLNN_RETURN_IF_FAILED(ReadParts(info, "recvCounts", receive.counts, "rdispls", receive.displacements,
                                         *to.buffer.type, &to.parts));
    from.buffer.count = Extent(from.parts);
    to.buffer.count = Extent(to.parts);
    return Result::Ok();
  };
  return PlanExchange(OperationKind::kAlltoAllV, info, send, receive, operation, read);
}

Result PlanAlltoAllVC(const CommunicatorInfo& info, const SideArguments& send, const SideArguments& receive,
                      const void* matrix, OperationPointer* operation) {
  const auto read = [&](Plan& plan, Side& from, Side& to) {
    const DataType& sendType = *from.buffer.type;
    if (matrix == nullptr) {
      return NullArgument("sendCountMatrix");
    }
    if (sendType.bytes != to.buffer.type->bytes) {
      return BadArgument("recvType", std::string("a type of the size of ") + sendType.name,
                         to.buffer.type->name);
    }
    const auto* counts = static_cast<const uint64_t*>(matrix);
    const size_t size = info.rankCount;
    for (size_t peer = 0; peer < size; ++peer) {
      const uint64_t outgoing = counts[info.rank * size + peer];
      const uint64_t incoming = counts[peer * size + info.rank];
      uint64_t unused = 0;
      OPENACLNN_RETURN_IF_FAILED(Multiply("sendCountMatrix", outgoing, 2 * size, sendType, &unused));
      OPENACLNN_RETURN_IF_FAILED(Multiply("sendCountMatrix", incoming, 2 * size, sendType, &unused));
      from.parts.push_back({from.buffer.count, outgoing});
      to.parts.push_back({to.buffer.count, incoming});
      from.buffer.count += outgoing;
      to.buffer.count += incoming;
    }
    plan.Get().call.countsDigest = Digest().Add(counts, size * size * sizeof(uint64_t)).Value();
    return Result::Ok();
  };
  return PlanExchange(OperationKind::kAlltoAllVC, info, send, receive, operation, read);
}

}  // namespace openaclnn::collectives
