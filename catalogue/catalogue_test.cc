// SPDX-License-Identifier: Apache-2.0
//
// The rows against the library: none is missing, and what they call correct is taken.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "catalogue/catalogue.h"
#include "catalogue/model/values.h"
#include "tests/support/device.h"

namespace openaclnn::catalogue {
namespace {

/// Phase one on descriptions without memory: it looks at no address.
aclnnStatus PlanWithoutMemory(const Call& call) {
  std::vector<aclTensor*> tensors;
  for (const struct Operand& operand : call.operands) {
    const Shape& shape = operand.tensor.shape;
    tensors.push_back(operand.absent
                          ? nullptr
                          : aclCreateTensor(shape.data(), shape.size(), operand.tensor.dtype, nullptr, 0,
                                            ACL_FORMAT_ND, shape.data(), shape.size(), nullptr));
  }
  const BoundCall bound(call, std::move(tensors));
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus status = bound.PhaseOne(&size, &executor);
  (void)aclDestroyAclOpExecutor(executor);
  return status;
}

std::string Message() {
  const char* message = aclGetRecentErrMsg();
  return message == nullptr ? "" : message;
}

TEST(Catalogue, HasARowForEveryOperatorOfTheHeaders) {
  std::set<std::string> declared;
  const std::regex phaseOne("(acl\\w+)GetWorkspaceSize\\(");
  for (const auto& entry : std::filesystem::directory_iterator(OPENACLNN_HEADERS)) {
    if (!entry.is_regular_file()) {
      continue;
    }
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (std::sregex_iterator found(text.begin(), text.end(), phaseOne), end; found != end; ++found) {
      declared.insert((*found)[1]);
    }
  }
  // What has no tensors computes nothing that tools and tests could compare.
  std::set<std::string> described{"aclnnSleep"};
  for (const Operator& op : Operators()) {
    described.insert(op.Function());
  }
  EXPECT_GE(declared.size(), 5U);
  EXPECT_EQ(described, declared);
}

TEST(Catalogue, CallsTheFunctionsThatItNames) {
  for (const Operator& op : Operators()) {
    EXPECT_EQ(dlsym(RTLD_DEFAULT, op.Function()), reinterpret_cast<void*>(op.phases.phaseTwo)) << op.name;
  }
}

TEST(Catalogue, RowsAreComplete) {
  std::set<std::string> names;
  for (const Operator& op : Operators()) {
    EXPECT_TRUE(names.insert(op.name).second) << op.name << " is there twice";
    EXPECT_FALSE(op.summary.empty() || op.formula.empty() || op.runExample.empty() || op.benchExample.empty())
        << op.name;
    EXPECT_FALSE(op.Outputs().empty()) << op.name;
    EXPECT_GE(op.samples.size(), 3U) << op.name;
    for (const Argument& argument : op.arguments) {
      if (argument.IsTensor()) {
        EXPECT_FALSE(argument.dtypes.empty()) << op.name << " " << argument.name;
        EXPECT_FALSE(argument.shapeText.empty()) << op.name << " " << argument.name;
      }
      if (argument.role == Role::kOutput) {
        EXPECT_TRUE(argument.shape && argument.dtype.of) << op.name << " " << argument.name;
      }
      EXPECT_EQ(argument.holds == Meaning::kIndices, static_cast<bool>(argument.bound)) << op.name;
    }
  }
}

TEST(Catalogue, SamplesAreTakenByPhaseOne) {
  for (const Operator& op : Operators()) {
    for (const Sample& sample : op.samples) {
      for (const aclDataType dtype : sample.dtypes.empty() ? op.LeadDTypes() : sample.dtypes) {
        const Call call = MakeCall(op, WithDType(op, sample.arguments, dtype));
        EXPECT_EQ(PlanWithoutMemory(call), 0) << op.name << " " << sample.name << ": " << Message();
      }
    }
  }
}

TEST(Catalogue, DrawnCallsAreTakenByPhaseOne) {
  for (const Operator& op : Operators()) {
    for (uint64_t seed = 0; seed < 200; ++seed) {
      const DTypes& dtypes = op.LeadDTypes();
      RandomChoices choices(seed, dtypes[seed % dtypes.size()], 1000);
      const Call call = MakeCall(op, op.draw(choices));
      EXPECT_EQ(PlanWithoutMemory(call), 0) << op.name << " seed " << seed << ": " << Message();
    }
  }
}

TEST(Catalogue, AnotherDTypeThanTheAdmittedIsRefused) {
  for (const Operator& op : Operators()) {
    for (const aclDataType dtype :
         {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT64, ACL_BOOL, ACL_UINT64, ACL_COMPLEX64, ACL_STRING}) {
      for (const Argument* tensor : op.Inputs()) {
        RandomChoices choices(1, op.LeadDTypes().front(), 1000);
        Call call = MakeCall(op, op.draw(choices));
        const bool given =
            std::ranges::any_of(call.operands, [&](const auto& one) { return one.argument == tensor; });
        if (!given) {  // a list that is left out
          continue;
        }
        struct Operand& operand = call.operands[call.IndexOf(tensor->name)];
        operand.tensor.dtype = dtype;
        if (!operand.absent && !Contains(tensor->dtypes, dtype) && !Contains(tensor->others, dtype)) {
          EXPECT_EQ(PlanWithoutMemory(call), 161002)
              << op.name << " " << tensor->name << " " << NameOf(dtype);
          EXPECT_NE(Message().find(tensor->name), std::string::npos) << op.name;
        }
      }
    }
  }
}

// Beside the row of embedding_dense_backward: an index at the bound, and no other, fails.
TEST(Catalogue, ValuesBeyondTheBoundFailTheWork) {
  for (const Operator& op : Operators()) {
    for (const Argument* input : op.Inputs()) {
      if (input->holds != Meaning::kIndices || input->mayStray) {
        continue;
      }
      Call call;
      size_t index = 0;
      uint64_t seed = 3;
      do {  // until what may be left out is there
        RandomChoices choices(seed++, op.LeadDTypes().front(), 1000);
        call = MakeCall(op, op.draw(choices));
        index = call.IndexOf(input->name);
      } while (call.operands[index].absent);
      ASSERT_GT(call.operands[index].Elements(), 0);
      for (const bool astray : {false, true}) {
        std::mt19937_64 random(5);
        std::vector<aclTensor*> tensors;
        std::vector<std::unique_ptr<void, aclError (*)(void*)>> memory;
        for (size_t i = 0; i < call.operands.size(); ++i) {
          const struct Operand& operand = call.operands[i];
          if (operand.absent) {
            tensors.push_back(nullptr);
            continue;
          }
          std::vector<std::byte> elements = DrawElements(call, operand, random);
          if (i == index && astray) {
            const auto bound = static_cast<double>(input->bound(call.arguments));
            const std::vector<std::byte> wrong = Encode(operand.tensor.dtype, {bound});
            std::copy(wrong.begin(), wrong.end(), elements.begin());
          }
          void* address = nullptr;
          ASSERT_EQ(aclrtMalloc(&address, elements.size() + 1, ACL_MEM_MALLOC_HUGE_FIRST), 0);
          memory.emplace_back(address, aclrtFree);
          ASSERT_EQ(aclrtMemcpy(address, elements.size() + 1, elements.data(), elements.size(),
                                ACL_MEMCPY_HOST_TO_DEVICE),
                    0);
          const Shape& shape = operand.tensor.shape;
          tensors.push_back(aclCreateTensor(shape.data(), shape.size(), operand.tensor.dtype, nullptr, 0,
                                            ACL_FORMAT_ND, shape.data(), shape.size(), address));
        }
        const BoundCall bound(call, std::move(tensors));
        const aclnnStatus status = testing::RunTwoPhase(
            [&](uint64_t* size, aclOpExecutor** executor) { return bound.PhaseOne(size, executor); },
            op.phases.phaseTwo);
        EXPECT_EQ(status, astray ? 507035 : 0) << op.name;
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::catalogue
