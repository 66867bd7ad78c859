// SPDX-License-Identifier: Apache-2.0
#include "tests/memory/calls.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "catalogue/catalogue.h"
#include "catalogue/model/values.h"

namespace openaclnn::testing {

SmallCall MakeSmallCall(const catalogue::Operator& op, uint64_t seed, int64_t elements) {
  const catalogue::DTypes& dtypes = op.LeadDTypes();
  catalogue::RandomChoices choices(seed, dtypes[seed % dtypes.size()], elements);
  SmallCall small{op.name + " " + std::to_string(seed), catalogue::MakeCall(op, op.draw(choices)), {}};
  std::mt19937_64 random(seed);
  for (catalogue::Operand& operand : small.call.operands) {
    // Calls differ in what they write.
    const catalogue::CallRule& written = operand.argument->written;
    operand.leftOut = operand.leftOut || (written && !written(small.call.arguments));
    small.elements.push_back(operand.IsRead() ? catalogue::DrawElements(small.call, operand, random)
                                              : std::vector<std::byte>(operand.Bytes()));
  }
  return small;
}

std::vector<SmallCall> SmallCalls() {
  constexpr uint64_t kOfEach = 4;
  std::vector<SmallCall> calls;
  for (const catalogue::Operator& op : catalogue::Operators()) {
    for (uint64_t seed = 0; seed < kOfEach; ++seed) {
      calls.push_back(MakeSmallCall(op, seed, 2500));
    }
  }
  return calls;
}

Block::Block(const std::vector<std::byte>& elements, size_t bytes) {
  void* memory = nullptr;
  if (aclrtMalloc(&memory, bytes + 1, ACL_MEM_MALLOC_HUGE_FIRST) != 0) {
    throw std::runtime_error("no device memory");
  }
  memory_.reset(memory);
  std::vector<std::byte> filled = elements;
  filled.resize(bytes + 1);
  Write(filled);
}

std::vector<std::byte> Block::Read(size_t offset, size_t bytes) const {
  std::vector<std::byte> host(bytes);
  if (bytes > 0) {
    EXPECT_EQ(aclrtMemcpy(host.data(), bytes, static_cast<const std::byte*>(Get()) + offset, bytes,
                          ACL_MEMCPY_DEVICE_TO_HOST),
              0);
  }
  return host;
}

void Block::Write(const std::vector<std::byte>& elements) const {
  if (!elements.empty()) {
    EXPECT_EQ(
        aclrtMemcpy(Get(), elements.size(), elements.data(), elements.size(), ACL_MEMCPY_HOST_TO_DEVICE), 0);
  }
}

aclnnStatus RunCall(const catalogue::Call& call, const std::vector<Place>& places,
                    std::vector<size_t>* results) {
  std::vector<aclTensor*> tensors;
  for (size_t i = 0; i < places.size(); ++i) {
    if (call.operands[i].absent) {
      tensors.push_back(nullptr);
      continue;
    }
    const auto& [shape, dtype] = call.operands[i].tensor;
    const Shape strides = places[i].strides.empty() ? ContiguousStrides(shape) : places[i].strides;
    int64_t storage = places[i].offset + 1;
    for (size_t d = 0; d < strides.size(); ++d) {
      storage += (shape[d] - 1) * strides[d];
    }
    storage = places[i].storage.value_or(storage);
    tensors.push_back(aclCreateTensor(shape.data(), shape.size(), dtype, strides.data(), places[i].offset,
                                      ACL_FORMAT_ND, &storage, 1, places[i].base));
  }
  const catalogue::BoundCall bound(call, std::move(tensors));
  const aclnnStatus status =
      RunTwoPhase([&](uint64_t* size, aclOpExecutor** executor) { return bound.PhaseOne(size, executor); },
                  call.op->phases.phaseTwo);
  for (size_t i = 0; results != nullptr && i < places.size(); ++i) {
    const catalogue::Operand& operand = call.operands[i];
    results->push_back(operand.absent ? 0
                                      : static_cast<size_t>(catalogue::Product(bound.ShapeOf(i))) *
                                            catalogue::SizeOf(operand.tensor.dtype));
  }
  return status;
}

}  // namespace openaclnn::testing
