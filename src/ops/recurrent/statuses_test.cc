// SPDX-License-Identifier: Apache-2.0
//
// What the recurrent operators refuse.
#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_gru.h"
#include "aclnnop/aclnn_gru_backward.h"
#include "aclnnop/aclnn_lstm.h"
#include "aclnnop/aclnn_lstm_backward.h"
#include "aclnnop/aclnn_thnn_fused_lstm_cell.h"
#include "aclnnop/aclnn_thnn_fused_lstm_cell_backward.h"
#include "tests/support/phase_one_checks.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

constexpr int64_t kSteps = 4;
constexpr int64_t kBatch = 3;
constexpr int64_t kInput = 5;
constexpr int64_t kHidden = 2;

// A list of descriptors that a test changes.
class Some {
 public:
  explicit Some(std::vector<Shape> shapes) : shapes_(std::move(shapes)) { Make(); }
  [[nodiscard]] const aclTensorList* Get() const { return isNull ? nullptr : list_->Get(); }
  [[nodiscard]] aclTensorList* Out() const { return isNull ? nullptr : list_->Get(); }
  void Change(size_t at, const Shape& shape, aclDataType dtype = ACL_FLOAT) {
    tensors_[at].emplace(shape, dtype);
    MakeList();
  }
  void Drop(size_t at) {
    tensors_[at].reset();
    MakeList();
  }
  void Shorten() {
    tensors_.pop_back();
    MakeList();
  }
  void Restore() {
    tensors_.clear();
    Make();
    isNull = false;
  }
  bool isNull = false;

 private:
  void Make() {
    for (const Shape& shape : shapes_) {
      tensors_.emplace_back(std::in_place, shape);
    }
    MakeList();
  }
  void MakeList() {
    std::vector<const aclTensor*> all;
    for (const std::optional<Descriptor>& tensor : tensors_) {
      all.push_back(GetOrNull(tensor));
    }
    list_.emplace(all);
  }
  std::vector<Shape> shapes_;
  std::deque<std::optional<Descriptor>> tensors_;
  std::optional<TensorList> list_;
};

std::vector<Shape> ParamShapes(int64_t gates) {
  return {{gates * kHidden, kInput}, {gates * kHidden, kHidden}, {gates * kHidden}, {gates * kHidden}};
}

class RecurrentChecks : public PhaseOneChecks {
 protected:
  std::optional<Descriptor> input{std::in_place, Shape{kSteps, kBatch, kInput}};
  std::optional<Descriptor> output{std::in_place, Shape{kSteps, kBatch, kHidden}};
  std::optional<Descriptor> hy{std::in_place, Shape{1, kBatch, kHidden}};
  std::optional<Descriptor> cy{std::in_place, Shape{1, kBatch, kHidden}};
  std::optional<Descriptor> hx{std::in_place, Shape{1, kBatch, kHidden}};
  std::optional<Descriptor> sizes;
  std::optional<Descriptor> dx{std::in_place, Shape{kSteps, kBatch, kInput}};
  Some lstm{ParamShapes(4)};
  Some gru{ParamShapes(3)};
  Some states{{{1, kBatch, kHidden}, {1, kBatch, kHidden}}};
  Some kept{{{kSteps, kBatch, kHidden}}};
  int64_t layers = 1;
  bool bias = true;
  bool bothWays = false;
  bool batchFirst = false;

  void Expect(aclnnStatus status, std::initializer_list<const char*> said, bool isGru = false) {
    const aclnnStatus result =
        isGru ? Call("aclnnGRU",
                     [&](uint64_t* size, aclOpExecutor** executor) {
                       return aclnnGRUGetWorkspaceSize(
                           GetOrNull(input), gru.Get(), GetOrNull(hx), GetOrNull(sizes), bias, layers, 0,
                           true, bothWays, batchFirst, GetOrNull(output), GetOrNull(hy), kept.Out(),
                           kept.Out(), kept.Out(), kept.Out(), kept.Out(), size, executor);
                     })
              : Call("aclnnLSTM", [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnLSTMGetWorkspaceSize(
                      GetOrNull(input), lstm.Get(), states.Get(), GetOrNull(sizes), bias, layers, 0, true,
                      bothWays, batchFirst, GetOrNull(output), GetOrNull(hy), GetOrNull(cy), kept.Out(),
                      kept.Out(), kept.Out(), kept.Out(), kept.Out(), kept.Out(), kept.Out(), size, executor);
                });
    EXPECT_EQ(result, status);
    if (status != ACL_SUCCESS) {
      ExpectMessage(said);
    }
  }
  void ExpectBackward(aclnnStatus status, std::initializer_list<const char*> said, bool isGru = false) {
    const aclnnStatus result =
        isGru ? Call("aclnnGRUBackward",
                     [&](uint64_t* size, aclOpExecutor** executor) {
                       return aclnnGRUBackwardGetWorkspaceSize(
                           GetOrNull(input), gru.Get(), GetOrNull(hx), GetOrNull(output), GetOrNull(hy),
                           kept.Get(), kept.Get(), kept.Get(), kept.Get(), kept.Get(), GetOrNull(sizes), bias,
                           layers, bothWays, batchFirst, GetOrNull(dx), GetOrNull(cy), gru.Out(), size,
                           executor);
                     })
              : Call("aclnnLstmBackward", [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnLstmBackwardGetWorkspaceSize(
                      GetOrNull(input), states.Get(), lstm.Get(), GetOrNull(output), GetOrNull(hy),
                      GetOrNull(hx), kept.Get(), kept.Get(), kept.Get(), kept.Get(), kept.Get(), kept.Get(),
                      kept.Get(), GetOrNull(sizes), bias, layers, 0, true, bothWays, batchFirst, nullptr,
                      GetOrNull(dx), GetOrNull(cy), GetOrNull(cy), lstm.Out(), size, executor);
                });
    EXPECT_EQ(result, status);
    if (status != ACL_SUCCESS) {
      ExpectMessage(said);
    }
  }
};

TEST_F(RecurrentChecks, WhatMayBeLeftOut) {
  Expect(ACL_SUCCESS, {});
  Expect(ACL_SUCCESS, {}, true);
  ExpectBackward(ACL_SUCCESS, {});
  ExpectBackward(ACL_SUCCESS, {}, true);
  states.isNull = true;
  kept.isNull = true;
  hx.reset();
  Expect(ACL_SUCCESS, {});
  Expect(ACL_SUCCESS, {}, true);
  kept.isNull = false;
  kept.Shorten();  // to none
  Expect(ACL_SUCCESS, {});
  Expect(ACL_SUCCESS, {}, true);
}

TEST_F(RecurrentChecks, NullPointers) {
  for (const bool isGru : {false, true}) {
    input.reset();
    Expect(kNullptr, {"input"}, isGru);
    ExpectBackward(kNullptr, {"input"}, isGru);
    input.emplace(Shape{kSteps, kBatch, kInput});
    Some& params = isGru ? gru : lstm;
    params.isNull = true;
    Expect(kNullptr, {"params"}, isGru);
    ExpectBackward(kNullptr, {"params"}, isGru);
    params.isNull = false;
    params.Drop(2);
    Expect(kNullptr, {"params[2]"}, isGru);
    params.Restore();
    output.reset();
    Expect(kNullptr, {"output"}, isGru);
    ExpectBackward(ACL_SUCCESS, {}, isGru);
    output.emplace(Shape{kSteps, kBatch, kHidden});
    hy.reset();
    Expect(kNullptr, {"hy"}, isGru);
    ExpectBackward(ACL_SUCCESS, {}, isGru);
    hy.emplace(Shape{1, kBatch, kHidden});
    kept.isNull = true;
    ExpectBackward(kNullptr, {isGru ? "r" : "i"}, isGru);
    kept.isNull = false;
    dx.reset();
    ExpectBackward(kNullptr, {"dxOut"}, isGru);
    dx.emplace(Shape{kSteps, kBatch, kInput});
  }
  cy.reset();
  Expect(kNullptr, {"cy"});
  ExpectBackward(kNullptr, {"dhPrevOut"});
}

TEST_F(RecurrentChecks, TypesAndShapes) {
  for (const bool isGru : {false, true}) {
    Some& params = isGru ? gru : lstm;
    input.emplace(Shape{kSteps, kBatch, kInput}, ACL_DOUBLE);
    Expect(kInvalid, {"input", "DOUBLE"}, isGru);
    ExpectBackward(kInvalid, {"input", "DOUBLE"}, isGru);
    input.emplace(Shape{kSteps, kInput});
    Expect(kInvalid, {"input", "3 dims", "[4, 5]"}, isGru);
    input.emplace(Shape{kSteps, kBatch, kInput});
    params.Change(0, {7, kInput});
    Expect(kInvalid, {"params[0]", "[7, 5]"}, isGru);
    ExpectBackward(kInvalid, {"params[0]", "[7, 5]"}, isGru);
    params.Restore();
    params.Change(3, {isGru ? 6 : 8}, ACL_FLOAT16);
    Expect(kInvalid, {"params[3]", "FLOAT16"}, isGru);
    params.Restore();
    params.Shorten();
    Expect(kInvalid, {"params", "3 for 4"}, isGru);
    params.Restore();
    layers = 0;
    Expect(kInvalid, {"numLayers"}, isGru);
    ExpectBackward(kInvalid, {"numLayers"}, isGru);
    layers = 1;
    bothWays = true;
    Expect(kInvalid, {"params", "4 for 8"}, isGru);
    bothWays = false;
    batchFirst = true;
    Expect(kInvalid, {isGru ? "hx" : "hx[0]"}, isGru);
    batchFirst = false;
    output.emplace(Shape{kSteps, kBatch, kHidden + 1});
    Expect(kInvalid, {"output", "[4, 3, 3]"}, isGru);
    ExpectBackward(kInvalid, {"dy", "[4, 3, 3]"}, isGru);
    output.emplace(Shape{kSteps, kBatch, kHidden});
    hy.emplace(Shape{2, kBatch, kHidden});
    Expect(kInvalid, {"hy", "[2, 3, 2]"}, isGru);
    hy.emplace(Shape{1, kBatch, kHidden});
    kept.Change(0, {kSteps, kBatch});
    Expect(kInvalid, {isGru ? "rOut[0]" : "iOut[0]"}, isGru);
    ExpectBackward(kInvalid, {isGru ? "r[0]" : "i[0]"}, isGru);
    kept.Restore();
    dx.emplace(Shape{kSteps, kBatch, 1});
    ExpectBackward(kInvalid, {"dxOut", "[4, 3, 1]"}, isGru);
    dx.emplace(Shape{kSteps, kBatch, kInput});
  }
  states.Shorten();
  Expect(kInvalid, {"hx", "two tensors"});
}

TEST_F(RecurrentChecks, PackedSequences) {
  sizes.emplace(Shape{kSteps}, ACL_INT64);
  Expect(ACL_SUCCESS, {});
  Expect(kInvalid, {"batchSizes", "null"}, true);
  ExpectBackward(ACL_SUCCESS, {});
  ExpectBackward(kInvalid, {"batchSizes", "null"}, true);
  sizes.emplace(Shape{kSteps}, ACL_FLOAT);
  Expect(kInvalid, {"batchSizes", "FLOAT"});
  sizes.emplace(Shape{kSteps + 1}, ACL_INT64);
  Expect(kInvalid, {"input", "batchSizes"});
  sizes.emplace(Shape{kSteps}, ACL_INT64);
  input.emplace(Shape{kSteps * kBatch, kInput});
  Expect(ACL_SUCCESS, {});
  output.emplace(Shape{kSteps * kBatch, kHidden});
  Expect(ACL_SUCCESS, {});
}

class CellChecks : public PhaseOneChecks {
 protected:
  std::optional<Descriptor> gates{std::in_place, Shape{3, 8}};
  std::optional<Descriptor> cell{std::in_place, Shape{3, 2}};
  std::optional<Descriptor> inputBias;
  std::optional<Descriptor> hiddenBias;
  std::optional<Descriptor> gradBias{std::in_place, Shape{8}};
  std::optional<Descriptor> result{std::in_place, Shape{3, 2}};

  void Expect(aclnnStatus status, const char* said) {
    ExpectStatus(status, said, "aclnnThnnFusedLstmCell", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnThnnFusedLstmCellGetWorkspaceSize(
          GetOrNull(gates), GetOrNull(gates), GetOrNull(cell), GetOrNull(inputBias), GetOrNull(hiddenBias),
          GetOrNull(result), GetOrNull(result), GetOrNull(gates), size, executor);
    });
  }
  void ExpectBackward(aclnnStatus status, const char* said, bool hasBias) {
    ExpectStatus(status, said, "aclnnThnnFusedLstmCellBackward",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnThnnFusedLstmCellBackwardGetWorkspaceSize(
                       nullptr, GetOrNull(inputBias), GetOrNull(cell), GetOrNull(cell), GetOrNull(gates),
                       hasBias, GetOrNull(gates), GetOrNull(result), GetOrNull(gradBias), size, executor);
                 });
  }
};

TEST_F(CellChecks, Refusals) {
  Expect(ACL_SUCCESS, "");
  inputBias.emplace(Shape{8});
  Expect(kInvalid, "hiddenBiasOptional");
  hiddenBias.emplace(Shape{8});
  Expect(ACL_SUCCESS, "");
  hiddenBias.emplace(Shape{7});
  Expect(kInvalid, "hiddenBiasOptional");
  hiddenBias.emplace(Shape{8}, ACL_FLOAT16);
  Expect(kInvalid, "hiddenBiasOptional");
  hiddenBias.emplace(Shape{8});
  result.emplace(Shape{3, 3});
  Expect(kInvalid, "hyOut");
  result.reset();
  Expect(kNullptr, "hyOut");
  result.emplace(Shape{3, 2});
  cell.emplace(Shape{3});
  Expect(kInvalid, "cx");
  cell.emplace(Shape{3, 2}, ACL_DOUBLE);
  Expect(kInvalid, "cx");
  cell.reset();
  Expect(kNullptr, "cx");
  cell.emplace(Shape{3, 2});
  gates.emplace(Shape{3, 9});
  Expect(kInvalid, "inputGates");
  gates.emplace(Shape{3, 8}, ACL_INT32);
  Expect(kInvalid, "inputGates");
  gates.reset();
  Expect(kNullptr, "inputGates");
}

TEST_F(CellChecks, RefusalsOfTheGradient) {
  ExpectBackward(ACL_SUCCESS, "", true);
  gradBias.reset();
  ExpectBackward(ACL_SUCCESS, "", false);
  ExpectBackward(kNullptr, "gradBiasOut", true);
  gradBias.emplace(Shape{7});
  ExpectBackward(ACL_SUCCESS, "", false);
  ExpectBackward(kInvalid, "gradBiasOut", true);
  inputBias.emplace(Shape{3, 1});  // the cell's gradient
  ExpectBackward(kInvalid, "gradCOptional", false);
  inputBias.emplace(Shape{3, 2}, ACL_FLOAT16);
  ExpectBackward(kInvalid, "gradCOptional", false);
  inputBias.reset();
  result.emplace(Shape{2, 3});
  ExpectBackward(kInvalid, "gradCxOut", false);
  result.reset();
  ExpectBackward(kNullptr, "gradCxOut", false);
  result.emplace(Shape{3, 2});
  gates.emplace(Shape{3, 7});
  ExpectBackward(kInvalid, "storage", false);
}

}  // namespace
}  // namespace openaclnn::testing
