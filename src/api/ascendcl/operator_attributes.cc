// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "acl/acl_op.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "checker/objects.h"
#include "runtime/core/check.h"
#include "runtime/single_operator/attributes.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

namespace {

Status ExpectAttributes(const aclopAttr* attr) {
  OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("attr", attr));
  auto& sets = openaclnn::single_operator::AttributeSets();
  return sets.IsLive(attr) ? Status::Ok() : sets.Refusal(openaclnn::code::kInvalidParam, "attr", attr);
}

// A list as callers give it.
template <typename Element, typename Value>
Status ReadList(const char* countName, int count, const Value* values, std::vector<Element>* read) {
  if (count < 0) {
    return runtime::Mismatch(openaclnn::code::kInvalidParam, countName, "0 or more", std::to_string(count));
  }
  if (count > 0) {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("values", values));
    read->assign(values, values + count);
  }
  return Status::Ok();
}

// Gives the attribute the value that `read` stores.
template <typename Value, typename Read>
aclError Set(const char* function, aclopAttr* attr, const char* attrName, const Read& read) {
  return Boundary(function, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectAttributes(attr));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("attrName", attrName));
    Value value{};
    OPENACLNN_RETURN_IF_ERROR(read(value));
    attr->values.insert_or_assign(attrName, std::move(value));
    return Status::Ok();
  });
}

template <typename Value, typename Given>
aclError SetValue(const char* function, aclopAttr* attr, const char* attrName, Given given) {
  return Set<Value>(function, attr, attrName, [&](Value& value) {
    value = Value{given};
    return Status::Ok();
  });
}

template <typename Element, typename Value>
aclError SetList(const char* function, aclopAttr* attr, const char* attrName, int numValues,
                 const Value* values) {
  return Set<std::vector<Element>>(function, attr, attrName, [&](std::vector<Element>& read) {
    return ReadList("numValues", numValues, values, &read);
  });
}

Status ReadLists(int numLists, const int* numValues, const int64_t* const values[],
                 std::vector<std::vector<int64_t>>* lists) {
  if (numLists > 0) {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("numValues", numValues));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("values", values));
  } else if (numLists < 0) {
    return runtime::Mismatch(openaclnn::code::kInvalidParam, "numLists", "0 or more",
                             std::to_string(numLists));
  }
  for (int list = 0; list < numLists; ++list) {
    OPENACLNN_RETURN_IF_ERROR(ReadList("numValues", numValues[list], values[list], &lists->emplace_back()));
  }
  return Status::Ok();
}

}  // namespace

extern "C" {

aclopAttr* aclopCreateAttr(void) {
  aclopAttr* made = nullptr;
  Boundary("aclopCreateAttr", [&] {
    made = openaclnn::single_operator::AttributeSets().Make([](aclopAttr& /*empty*/) {});
    return Status::Ok();
  });
  return openaclnn::checker::NoteMade("aclopAttr", made);
}

void aclopDestroyAttr(const aclopAttr* attr) {
  openaclnn::checker::NoteEnded(attr);
  if (attr != nullptr && !openaclnn::single_operator::AttributeSets().Destroy(attr)) {
    Boundary("aclopDestroyAttr", [&] { return ExpectAttributes(attr); });
  }
}

aclError aclopSetAttrBool(aclopAttr* attr, const char* attrName, uint8_t attrValue) {
  return SetValue<bool>("aclopSetAttrBool", attr, attrName, attrValue != 0);
}

aclError aclopSetAttrInt(aclopAttr* attr, const char* attrName, int64_t attrValue) {
  return SetValue<int64_t>("aclopSetAttrInt", attr, attrName, attrValue);
}

aclError aclopSetAttrFloat(aclopAttr* attr, const char* attrName, float attrValue) {
  return SetValue<float>("aclopSetAttrFloat", attr, attrName, attrValue);
}

aclError aclopSetAttrString(aclopAttr* attr, const char* attrName, const char* attrValue) {
  return Set<std::string>("aclopSetAttrString", attr, attrName, [&](std::string& value) -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("attrValue", attrValue));
    value = attrValue;
    return Status::Ok();
  });
}

aclError aclopSetAttrDataType(aclopAttr* attr, const char* attrName, aclDataType attrValue) {
  return SetValue<openaclnn::single_operator::DataTypeNumber>("aclopSetAttrDataType", attr, attrName,
                                                              openaclnn::NumberOf(attrValue));
}

aclError aclopSetAttrListBool(aclopAttr* attr, const char* attrName, int numValues, const uint8_t* values) {
  return SetList<bool>("aclopSetAttrListBool", attr, attrName, numValues, values);
}

aclError aclopSetAttrListInt(aclopAttr* attr, const char* attrName, int numValues, const int64_t* values) {
  return SetList<int64_t>("aclopSetAttrListInt", attr, attrName, numValues, values);
}

aclError aclopSetAttrListFloat(aclopAttr* attr, const char* attrName, int numValues, const float* values) {
  return SetList<float>("aclopSetAttrListFloat", attr, attrName, numValues, values);
}

aclError aclopSetAttrListListInt(aclopAttr* attr, const char* attrName, int numLists, const int* numValues,
                                 const int64_t* const values[]) {
  using Lists = std::vector<std::vector<int64_t>>;
  return Set<Lists>("aclopSetAttrListListInt", attr, attrName,
                    [&](Lists& lists) { return ReadLists(numLists, numValues, values, &lists); });
}

}  // extern "C"
