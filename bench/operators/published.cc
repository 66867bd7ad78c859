// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "bench/operators/builders.h"

namespace bench {
namespace {

using nlohmann::json;

Dims ShapeOf(const json& line, const char* tensor) {
  return line.at("tensors").at(tensor).at("shape").get<Dims>();
}

int64_t Product(const Dims& dims) {
  return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>());
}

Dims Broadcast(const Dims& a, const Dims& b) {
  Dims longer = a.size() < b.size() ? b : a;
  const Dims& shorter = a.size() < b.size() ? a : b;
  for (size_t i = 1; i <= shorter.size(); ++i) {
    int64_t& dim = longer[longer.size() - i];
    dim = dim == 1 ? shorter[shorter.size() - i] : dim;
  }
  return longer;
}

DType DTypeOf(const json& line, const char* tensor) {
  const std::string name = line.at("tensors").at(tensor).at("dtype");
  for (const DType dtype :
       {DType::kFloat32, DType::kFloat16, DType::kBfloat16, DType::kInt32, DType::kInt64}) {
    if (name == NameOf(dtype)) {
      return dtype;
    }
  }
  throw std::runtime_error("a published case has the unknown dtype " + name);
}

Case Mse(const json& line) {
  MseShape shape{ShapeOf(line, "self"), ShapeOf(line, "gradOutput"), ShapeOf(line, "target"),
                 line.at("attrs").at("reduction")};
  shape.outDims = Broadcast(Broadcast(shape.dims, shape.targetDims), shape.gradDims);
  return MakeCase(shape, DTypeOf(line, "self"));
}

Case PreluCase(const json& line) {
  return MakeCase(PreluShape{ShapeOf(line, "self"), Product(ShapeOf(line, "weight"))}, DTypeOf(line, "self"));
}

Case GroupNormCase(const json& line) {
  const json& attributes = line.at("attrs");
  return MakeCase(GroupNormShape{ShapeOf(line, "input"), attributes.at("N"), attributes.at("C"),
                                 attributes.at("HxW"), attributes.at("group")},
                  DTypeOf(line, "input"));
}

Case GridCase(const json& line) {
  const Dims input = ShapeOf(line, "input");
  const Dims grid = ShapeOf(line, "grid");
  const json& attributes = line.at("attrs");
  return MakeCase(GridShape{input.at(0), input.at(1), input.at(2), input.at(3), grid.at(1), grid.at(2),
                            Grid::kRandom, attributes.at("interpolationMode"), attributes.at("paddingMode"),
                            attributes.at("alignCorners")},
                  DTypeOf(line, "input"));
}

Case EmbeddingCase(const json& line) {
  const Dims grad = ShapeOf(line, "grad");
  const json& attributes = line.at("attrs");
  return MakeCase(EmbeddingShape{Product(grad) / grad.back(), attributes.at("numWeights"), grad.back(),
                                 Indices::kUniform, attributes.at("scaleGradByFreq")},
                  DTypeOf(line, "grad"), DTypeOf(line, "indices"));
}

// An upper bound, before anything is allocated.
int64_t Bytes(const json& line) {
  constexpr int64_t kLargestElement = 8;
  int64_t elements = line.at("attrs").value("numWeights", int64_t{1});
  if (line.at("op") == "embedding_dense_backward") {
    elements *= ShapeOf(line, "grad").back();
  }
  for (const json& tensor : line.at("tensors")) {
    const int64_t count = Product(tensor.at("shape").get<Dims>());
    if (count == 0) {
      return 0;
    }
    elements += count;
  }
  return elements * kLargestElement;
}

}  // namespace

std::vector<Case> PublishedCases(const std::string& folder) {
  constexpr int64_t kMostBytes = int64_t{1} << 30;
  struct Source {
    const char* file;
    Case (*make)(const json&);
  };
  std::vector<Case> cases;
  std::set<std::string> seen;  // many cases differ in their values alone
  for (const Source& source :
       {Source{"mse_loss_backward", Mse}, Source{"prelu_backward", PreluCase},
        Source{"group_norm_backward", GroupNormCase}, Source{"grid_sampler2d_backward", GridCase},
        Source{"embedding_dense_backward", EmbeddingCase}}) {
    const std::filesystem::path path = std::filesystem::path(folder) / (std::string(source.file) + ".jsonl");
    std::ifstream file(path);
    if (!file) {
      throw std::runtime_error("no published cases at " + path.string());
    }
    for (std::string text; std::getline(file, text);) {
      const json line = json::parse(text);
      const int64_t bytes = Bytes(line);
      if (bytes == 0 || bytes > kMostBytes) {
        continue;
      }
      Case item = source.make(line);
      if (seen.insert(item.op + item.name + NameOf(item.dtype)).second) {
        cases.push_back(std::move(item));
      }
    }
  }
  return cases;
}

}  // namespace bench
