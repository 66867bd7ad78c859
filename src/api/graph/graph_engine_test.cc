// SPDX-License-Identifier: Apache-2.0
//
// The C++ functions of the graph engine, called as prebuilt clients call them: by their names.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace {

template <typename Function>
Function* Find(const char* symbol) {
  static void* const library = dlopen("libgraph.so", RTLD_NOW);
  return library == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library, symbol));
}

TEST(GraphEngine, StartsAndKnowsEveryOperator) {
  auto* const initialize =
      Find<uint32_t(const void*)>("_ZN2ge12GEInitializeERKSt3mapISsSsSt4lessISsESaISt4pairIKSsSsEEE");
  ASSERT_NE(initialize, nullptr);
  EXPECT_EQ(initialize(nullptr), 0U);
  auto* const exists = Find<bool(const char*)>("_ZN2ge15OperatorFactory9IsExistOpEPKc");
  ASSERT_NE(exists, nullptr);
  EXPECT_TRUE(exists("Abs"));
}

TEST(GraphEngine, HasNoAttributes) {
  auto* const attribute = Find<uint32_t(const void*, const char*, bool*)>("_ZNK2ge8Operator7GetAttrEPKcRb");
  ASSERT_NE(attribute, nullptr);
  bool value = true;
  EXPECT_NE(attribute(nullptr, "keep_dims", &value), 0U);
  EXPECT_TRUE(value);
}

TEST(GraphEngine, SaysByNameWhatItCannotDo) {
  auto* const absent = Find<void(const void*, unsigned)>("_ZN2ge7Session12CompileGraphEj");
  ASSERT_NE(absent, nullptr);
  try {
    absent(nullptr, 1);
    FAIL() << "returned";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what())
                  .find("ge::Session::CompileGraph(unsigned int) is a function of CANN's graph engine"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
