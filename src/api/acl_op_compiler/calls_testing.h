// SPDX-License-Identifier: Apache-2.0
//
// Calls of operators by name, as tests describe them: numbers, attributes, and the numbers that are right.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {

using Dims = std::vector<int64_t>;
using Values = std::vector<double>;

/// An operand: its numbers, FLOAT if nothing else is said.
struct Operand {
  Dims dims;
  Values values;
  aclDataType dtype = ACL_FLOAT;
  bool onHost = false;
};

using Attribute = std::function<void(aclopAttr*)>;

struct Case {
  std::string type;
  std::vector<Operand> inputs;
  std::vector<Attribute> attributes;
  std::vector<Operand> outputs;      // with the numbers that are right
  std::vector<size_t> inPlace = {};  // of each output: the input whose memory it has; where empty, none
  std::vector<Dims> described = {};  // of each output, where the client is told
                                     // the right ones: its dims before
};

inline Attribute Real(const char* name, float value) {
  return [=](aclopAttr* attributes) { aclopSetAttrFloat(attributes, name, value); };
}
inline Attribute Integer(const char* name, int64_t value) {
  return [=](aclopAttr* attributes) { aclopSetAttrInt(attributes, name, value); };
}
inline Attribute Flag(const char* name, bool value) {
  return [=](aclopAttr* attributes) { aclopSetAttrBool(attributes, name, value ? 1 : 0); };
}
inline Attribute Text(const char* name, const char* value) {
  return [=](aclopAttr* attributes) { aclopSetAttrString(attributes, name, value); };
}
inline Attribute Integers(const char* name, Dims values) {
  return [=](aclopAttr* attributes) {
    aclopSetAttrListInt(attributes, name, static_cast<int>(values.size()), values.data());
  };
}

inline Operand HostIntegers(const Values& values, aclDataType dtype = ACL_INT64) {
  return {{static_cast<int64_t>(values.size())}, values, dtype, true};
}
inline Operand Number(double value) {
  return {{}, {value}};
}

inline size_t ElementsOf(const Operand& operand) {
  return static_cast<size_t>(
      std::accumulate(operand.dims.begin(), operand.dims.end(), int64_t{1}, std::multiplies()));
}

template <typename Element>
std::vector<std::byte> Pack(const Values& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(Element));
  for (size_t i = 0; i < values.size(); ++i) {
    const auto element = static_cast<Element>(values[i]);
    std::memcpy(&bytes[i * sizeof(Element)], &element, sizeof(Element));
  }
  return bytes;
}

inline std::vector<std::byte> BytesOf(const Operand& operand) {
  switch (operand.dtype) {
    case ACL_INT32:
      return Pack<int32_t>(operand.values);
    case ACL_INT64:
      return Pack<int64_t>(operand.values);
    case ACL_BOOL:
    case ACL_UINT8:
      return Pack<uint8_t>(operand.values);
    default:
      return Pack<float>(operand.values);
  }
}

template <typename Element>
Values Unpack(const std::vector<std::byte>& bytes) {
  std::vector<Element> elements(bytes.size() / sizeof(Element));
  std::memcpy(elements.data(), bytes.data(), bytes.size());
  return {elements.begin(), elements.end()};
}

inline Values ValuesOf(const std::vector<std::byte>& bytes, aclDataType dtype) {
  switch (dtype) {
    case ACL_INT32:
      return Unpack<int32_t>(bytes);
    case ACL_INT64:
      return Unpack<int64_t>(bytes);
    case ACL_BOOL:
    case ACL_UINT8:
      return Unpack<uint8_t>(bytes);
    default:
      return Unpack<float>(bytes);
  }
}

/// An operand in memory of its own, with what the interface calls it by.
class Held {
 public:
  explicit Held(const Operand& operand, void* shared = nullptr)
      : bytes_(BytesOf(operand)), owns_(shared == nullptr) {
    description_ = aclCreateTensorDesc(operand.dtype, static_cast<int>(operand.dims.size()),
                                       operand.dims.data(), ACL_FORMAT_NCHW);
    if (operand.onHost) {
      aclSetTensorPlaceMent(description_, ACL_MEMTYPE_HOST);
      owns_ = false;
      memory_ = bytes_.data();
    } else if (shared != nullptr) {
      memory_ = shared;
    } else {
      EXPECT_EQ(aclrtMalloc(&memory_, bytes_.size() + 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
      aclrtMemcpy(memory_, bytes_.size(), bytes_.data(), bytes_.size(), ACL_MEMCPY_HOST_TO_DEVICE);
    }
    buffer_ = aclCreateDataBuffer(memory_, bytes_.size());
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    aclDestroyDataBuffer(buffer_);
    aclDestroyTensorDesc(description_);
    if (owns_) {
      aclrtFree(memory_);
    }
  }

  [[nodiscard]] aclTensorDesc* Description() const { return description_; }
  [[nodiscard]] aclDataBuffer* Buffer() const { return buffer_; }
  [[nodiscard]] void* Memory() const { return memory_; }
  [[nodiscard]] std::vector<std::byte> Read() const {
    std::vector<std::byte> bytes(bytes_.size());
    aclrtMemcpy(bytes.data(), bytes.size(), memory_, bytes.size(), ACL_MEMCPY_DEVICE_TO_HOST);
    return bytes;
  }

 private:
  std::vector<std::byte> bytes_;
  bool owns_;
  void* memory_ = nullptr;
  aclTensorDesc* description_ = nullptr;
  aclDataBuffer* buffer_ = nullptr;
};

/// The dims that a description has.
inline Dims DimsOf(const aclTensorDesc* description) {
  Dims dims(aclGetTensorDescNumDims(description));
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    EXPECT_EQ(aclGetTensorDescDimV2(description, axis, &dims[axis]), ACL_SUCCESS);
  }
  return dims;
}

/// A call, from the objects of the interface to the outputs.
inline aclError RunCase(const Case& call, std::vector<Values>* results) {
  std::vector<std::unique_ptr<Held>> inputs;
  std::vector<std::unique_ptr<Held>> outputs;
  std::vector<aclTensorDesc*> inputDescriptions;
  std::vector<aclTensorDesc*> outputDescriptions;
  std::vector<aclDataBuffer*> inputBuffers;
  std::vector<aclDataBuffer*> outputBuffers;
  for (const Operand& operand : call.inputs) {
    inputs.push_back(std::make_unique<Held>(operand));
    inputDescriptions.push_back(inputs.back()->Description());
    inputBuffers.push_back(inputs.back()->Buffer());
  }
  for (size_t i = 0; i < call.outputs.size(); ++i) {
    Operand blank = call.outputs[i];
    blank.values.assign(ElementsOf(blank), 77);
    if (i < call.described.size()) {
      blank.dims = call.described[i];
    }
    void* const shared = i < call.inPlace.size() ? inputs[call.inPlace[i]]->Memory() : nullptr;
    outputs.push_back(std::make_unique<Held>(blank, shared));
    outputDescriptions.push_back(outputs.back()->Description());
    outputBuffers.push_back(outputs.back()->Buffer());
  }
  aclopAttr* const attributes = aclopCreateAttr();
  for (const Attribute& attribute : call.attributes) {
    attribute(attributes);
  }
  const auto run = [&](auto function) {
    return function(call.type.c_str(), static_cast<int>(inputs.size()), inputDescriptions.data(),
                    inputBuffers.data(), static_cast<int>(outputs.size()), outputDescriptions.data(),
                    outputBuffers.data(), attributes, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, nullptr);
  };
  const aclError status =
      call.described.empty() ? run(aclopCompileAndExecute) : run(aclopCompileAndExecuteV2);
  aclopDestroyAttr(attributes);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  for (size_t i = 0; i < outputs.size(); ++i) {
    results->push_back(ValuesOf(outputs[i]->Read(), call.outputs[i].dtype));
    if (status == ACL_SUCCESS) {
      EXPECT_EQ(DimsOf(outputDescriptions[i]), call.outputs[i].dims);
    }
  }
  return status;
}

/// Calls of these operators, and of each of them. A few float32 operations, each within an ulp or two: 1e-5
/// of the largest number, beside what cancels.
inline void ExpectRightForEach(std::span<const Operator> operators, const std::vector<Case>& calls) {
  std::set<std::string_view> tested;
  for (const Case& call : calls) {
    SCOPED_TRACE(call.type);
    std::vector<Values> results;
    ASSERT_EQ(RunCase(call, &results), ACL_SUCCESS) << aclGetRecentErrMsg();
    for (size_t output = 0; output < results.size(); ++output) {
      const Values& right = call.outputs[output].values;
      for (size_t i = 0; i < right.size(); ++i) {
        EXPECT_NEAR(results[output][i], right[i], 1e-5 * std::max(1.0, std::abs(right[i])))
            << "output " << output << ", element " << i;
      }
    }
    tested.insert(call.type);
  }
  for (const Operator& known : operators) {
    EXPECT_TRUE(tested.contains(known.type)) << known.type;
  }
}

/// A call that fails with this text, and writes nothing.
inline void ExpectRefusal(const Case& call, aclError status, const std::string& text) {
  SCOPED_TRACE(call.type);
  std::vector<Values> results;
  EXPECT_EQ(RunCase(call, &results), status);
  const char* const message = aclGetRecentErrMsg();
  EXPECT_NE(std::string(message == nullptr ? "" : message).find(text), std::string::npos) << message;
  for (const Values& values : results) {
    EXPECT_TRUE(std::ranges::all_of(values, [](double value) { return value == 77; })) << "written";
  }
}

}  // namespace openaclnn::single_operator::testing
