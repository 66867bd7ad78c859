// SPDX-License-Identifier: Apache-2.0
//
// What is measured: calls of operators of the catalogue, and what PyTorch calls for the same.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>

#include "catalogue/model/arguments.h"

namespace bench {

// With the call's inputs in the order of the prototype, those that are left out left out.
using Peer = std::function<void(const std::vector<at::Tensor>&)>;

struct Case {
  std::string group;  // "reduce": what a line of the table is about
  std::string name;   // "sum of rows, 512x1024, BF16"
  std::string op;     // in the catalogue
  openaclnn::catalogue::Arguments arguments;
  Peer peer;
};

// The bricks of cases.
using Tensors = std::vector<std::pair<std::string, openaclnn::catalogue::Shape>>;
using Attributes = std::map<std::string, openaclnn::catalogue::Value, std::less<>>;

// The same call in each type, which all its inputs have; without types that the operator does not admit.
void AddCases(std::vector<Case>& cases, const std::string& group, const std::string& name,
              const std::string& op, const Tensors& tensors, const Attributes& attributes, const Peer& peer,
              const openaclnn::catalogue::DTypes& dtypes);

void AddElementwiseCases(std::vector<Case>& cases);
void AddReductionCases(std::vector<Case>& cases);
void AddNormCases(std::vector<Case>& cases);
void AddWindowCases(std::vector<Case>& cases);

[[nodiscard]] std::vector<Case> AllCases();

}  // namespace bench
