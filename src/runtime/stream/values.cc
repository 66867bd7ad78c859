// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream/values.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "acl/acl_rt.h"
#include "backend/allocation_registry.h"
#include "backend/value_passes.h"
#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

Status FindCell(void* address, backend::Cell* cell) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("devAddr", address));
  if (reinterpret_cast<uintptr_t>(address) % sizeof(uint64_t) != 0) {
    return Mismatch(code::kRtAddressUnaligned, "devAddr", "a multiple of 8", AddressText(address));
  }
  std::shared_ptr<const backend::Allocation> block = backend::AllocationRegistry::Instance().Find(address);
  if (block == nullptr || block->Kind() != backend::MemoryKind::kDevice) {
    return Mismatch(code::kRtParamInvalid, "devAddr", "device memory",
                    AddressText(address) + (block == nullptr ? ", which is ordinary host memory or was freed"
                                                             : ", which is host memory of aclrtMallocHost"));
  }
  if (!block->Contains(address, sizeof(uint64_t))) {
    return Mismatch(code::kRtParamInvalid, "devAddr", "8 bytes inside one block",
                    AddressText(address) + ", less than 8 bytes before the end of a block of " +
                        std::to_string(block->Bytes()) + " bytes");
  }
  *cell = {address, std::move(block)};
  return Status::Ok();
}

std::optional<backend::ValueTest> TestOf(uint32_t flag) {
  switch (flag) {
    case ACL_STREAM_WAIT_VALUE_GEQ:
      return backend::ValueTest::kGreaterOrEqual;
    case ACL_STREAM_WAIT_VALUE_EQ:
      return backend::ValueTest::kEqual;
    case ACL_STREAM_WAIT_VALUE_AND:
      return backend::ValueTest::kAnd;
    case ACL_STREAM_WAIT_VALUE_NOR:
      return backend::ValueTest::kNor;
    default:
      return std::nullopt;
  }
}

}  // namespace

Status WriteValue(void* address, uint64_t value, uint32_t flag, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  backend::Cell cell;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  OPENACLNN_RETURN_IF_ERROR(FindCell(address, &cell));
  if (flag != 0) {
    return Mismatch(code::kRtParamInvalid, "flag", "0", std::to_string(flag));
  }
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    checker::NoteValueWritten(stream->Sink(), address, value);
  }
  return stream->Sink()->WriteValue(std::move(cell), value);
}

Status WaitForValue(void* address, uint64_t value, uint32_t flag, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  backend::Cell cell;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  OPENACLNN_RETURN_IF_ERROR(FindCell(address, &cell));
  const std::optional<backend::ValueTest> test = TestOf(flag);
  if (!test) {
    return Mismatch(code::kRtParamInvalid, "flag", "an ACL_STREAM_WAIT_VALUE_* (0 to 3)",
                    std::to_string(flag));
  }
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    checker::NoteWaitForValue(stream->Sink(), address, [test = *test, value](uint64_t found) {
      return backend::Passes(found, test, value);
    });
  }
  return stream->Sink()->WaitForValue(std::move(cell), *test, value);
}

}  // namespace openaclnn::runtime
