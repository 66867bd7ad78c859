// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/generate.h"

#include <algorithm>
#include <utility>

#include "tests/fuzz/layout.h"

namespace openaclnn::fuzz {
namespace {

constexpr std::array<int, 3> kFloats{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
constexpr std::array<int, 9> kIndexDtypes{ACL_INT64, ACL_INT32, ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE,
                                          ACL_INT16, ACL_INT8,  ACL_UINT8, ACL_BOOL};
constexpr std::array<int, 9> kPlainFormats{ACL_FORMAT_ND,    ACL_FORMAT_UNDEFINED, ACL_FORMAT_NCHW,
                                           ACL_FORMAT_NHWC,  ACL_FORMAT_HWCN,      ACL_FORMAT_NDHWC,
                                           ACL_FORMAT_NCDHW, ACL_FORMAT_NC,        ACL_FORMAT_NCL};

/// The sizes of one call: small with a bound on their product, now and then a few thousand, or absurd.
class Sizes {
 public:
  Sizes(ByteReader& reader, Call& call) : reader_(reader), call_(call) {
    const uint8_t kind = reader.Byte();
    absurd_ = kind > 243;
    left_ = kind % 16 == 15 ? 20000 : 1500;
  }

  int64_t Next(bool mayBeZero = true) {
    static constexpr std::array<int64_t, 26> kUsual{
        2, 3, 1, 4, 5, 7, 8, 1, 2, 3, 6, 9, 0, 10, 15, 16, 17, 31, 32, 33, 64, 65, 130, 1000, 4100, 9000};
    if (absurd_ && reader_.Chance(100)) {
      call_.valid = false;
      return std::max<int64_t>(reader_.AnyInteger(), 0);
    }
    int64_t size = reader_.Pick(kUsual);
    size = std::min(size, std::max<int64_t>(left_, 1));
    if (size == 0 && !mayBeZero) {
      size = 1;
    }
    left_ /= std::max<int64_t>(size, 1);
    return size;
  }

  Dims Shape(size_t mostRank) {
    Dims dims(reader_.Below(mostRank + 1));
    for (int64_t& dim : dims) {
      dim = Next();
    }
    return dims;
  }

 private:
  ByteReader& reader_;
  Call& call_;
  bool absurd_ = false;
  int64_t left_ = 0;
};

int64_t Product(const Dims& dims) {
  uint64_t product = 1;  // wraps for absurd calls, which then do not fit
  for (const int64_t dim : dims) {
    product *= static_cast<uint64_t>(dim);
  }
  return static_cast<int64_t>(product);
}

/// `count` elements in some other shape.
Dims Reshape(ByteReader& reader, int64_t count) {
  Dims dims{count};
  const size_t splits = reader.Below(4);
  for (size_t i = 0; i < splits; ++i) {
    const int64_t last = dims.back();
    const auto factor = static_cast<int64_t>(1 + reader.Below(4));
    if (last > 0 && last % factor == 0) {
      dims.back() = factor;
      dims.push_back(last / factor);
    }
  }
  return dims;
}

/// A shape that broadcasts to `dims`, or `dims` itself.
Dims Narrow(ByteReader& reader, Dims dims) {
  switch (reader.Below(4)) {
    default:
      return dims;
    case 2:
      for (int64_t& dim : dims) {
        dim = reader.Chance(128) ? 1 : dim;
      }
      return dims;
    case 3: {
      const size_t dropped = reader.Below(dims.size() + 1);
      dims.erase(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(dropped));
      return dims;
    }
  }
}

Tensor Input(const char* name, Dims dims, int dtype) {
  Tensor tensor;
  tensor.name = name;
  tensor.dims = std::move(dims);
  tensor.dtype = dtype;
  return tensor;
}

Tensor Output(const char* name, Dims dims, int dtype) {
  Tensor tensor = Input(name, std::move(dims), dtype);
  tensor.output = true;
  return tensor;
}

void GenerateMseLoss(ByteReader& reader, Sizes& sizes, Call& call) {
  const int dtype = reader.Pick(kFloats);
  const int outDtype = reader.Chance(64) ? reader.Pick(kFloats) : dtype;
  const Dims all = sizes.Shape(8);
  const Dims gradOutput = Narrow(reader, all);
  const Dims self = Narrow(reader, all);
  const Dims target = Narrow(reader, all);
  call.attributes[0] = static_cast<int64_t>(reader.Below(3));
  call.tensors = {Input("gradOutput", gradOutput, dtype), Input("self", self, dtype),
                  Input("target", target, dtype),
                  Output("out", Broadcast(Broadcast(gradOutput, self), target), outDtype)};
}

void GeneratePrelu(ByteReader& reader, Sizes& sizes, Call& call) {
  const int dtype = reader.Pick(kFloats);
  const Dims self = sizes.Shape(8);
  const int64_t channels = self.size() >= 2 ? self[1] : 1;
  Dims weight(reader.Below(3), 1);
  Dims gradWeight = weight;
  if (!self.empty() && channels != 1 && reader.Chance(160)) {
    weight = Reshape(reader, channels);
    gradWeight = {channels};
  }
  call.tensors = {Input("gradOutput", Narrow(reader, self), dtype), Input("self", self, dtype),
                  Input("weight", weight, dtype), Output("gradInput", self, dtype),
                  Output("gradWeight", gradWeight, dtype)};
}

void GenerateEmbedding(ByteReader& reader, Sizes& sizes, Call& call) {
  const int indexDtype = reader.Pick(kIndexDtypes);
  const int64_t rowLength = sizes.Next();
  Dims grad = sizes.Shape(4);
  const int64_t rows = Product(grad);
  grad.push_back(rowLength);
  const int64_t table = sizes.Next();
  call.attributes[0] = table;
  call.attributes[1] = reader.Chance(128) ? static_cast<int64_t>(reader.Below(8)) : reader.AnyInteger();
  call.flag = reader.Chance(128);
  const Dims indices = rowLength == 0 ? sizes.Shape(2) : Reshape(reader, rows);
  call.tensors = {Input("grad", grad, reader.Pick(kFloats)), Input("indices", indices, indexDtype),
                  Output("out", {table, rowLength}, reader.Pick(kFloats))};
  call.tensors[1].content = Content::kIndices;
}

void GenerateGridSampler(ByteReader& reader, Sizes& sizes, Call& call) {
  const int dtype = reader.Pick(kFloats);
  const int64_t n = sizes.Next();
  const int64_t c = sizes.Next();
  const int64_t h = sizes.Next(false);
  const int64_t w = sizes.Next(false);
  const int64_t ho = sizes.Next();
  const int64_t wo = sizes.Next();
  call.valid = call.valid && h > 0 && w > 0;
  call.attributes[0] = static_cast<int64_t>(reader.Below(2));
  call.attributes[1] = static_cast<int64_t>(reader.Below(3));
  call.flag = reader.Chance(128);
  const size_t off = reader.Below(8);
  call.mask = {off != 5 && off != 7, off != 6 && off != 7};
  call.tensors = {Input("gradOutput", {n, c, ho, wo}, dtype), Input("input", {n, c, h, w}, dtype),
                  Input("grid", {n, ho, wo, 2}, dtype), Output("inputGrad", {n, c, h, w}, dtype),
                  Output("gridGrad", {n, ho, wo, 2}, dtype)};
}

void GenerateGroupNorm(ByteReader& reader, Sizes& sizes, Call& call) {
  const int dtype = reader.Pick(kFloats);
  const int64_t n = sizes.Next();
  const int64_t group = sizes.Next(false);
  const int64_t c = Product({group, sizes.Next()});
  Dims plane = sizes.Shape(3);
  const int64_t hw = Product(plane);
  call.valid = call.valid && group > 0;
  call.attributes = {n, c, hw, group};
  call.mask = {!reader.Chance(40), !reader.Chance(40), !reader.Chance(40)};
  Dims data{n, c};
  data.insert(data.end(), plane.begin(), plane.end());
  const Dims flat = Reshape(reader, Product(data));
  const Dims input = reader.Chance(40) ? flat : data;
  const Dims gradOut = reader.Chance(40) ? flat : data;
  const Dims stats = reader.Chance(64) ? Reshape(reader, Product({n, group})) : Dims{n, group};
  const bool noGamma = reader.Chance(40);
  const Dims gamma = noGamma ? Dims{c} : reader.Chance(64) ? Reshape(reader, c) : Dims{c};
  call.tensors = {Input("gradOut", gradOut, dtype),     Input("input", input, dtype),
                  Input("mean", stats, dtype),          Input("rstd", stats, dtype),
                  Input("gamma", gamma, dtype),         Output("gradInput", input, dtype),
                  Output("gradGammaOut", gamma, dtype), Output("gradBetaOut", gamma, dtype)};
  call.tensors[4].absent = noGamma;
  for (size_t i = 0; i < 3; ++i) {
    call.tensors[5 + i].absent = !(*call.mask)[i] && reader.Chance(64);
  }
}

void ChooseContent(ByteReader& reader, Tensor& tensor) {
  const size_t choice = reader.Below(8);
  if (tensor.content == Content::kIndices) {
    // Mostly in range: a stray index ends the call before it computes anything.
    tensor.content = choice == 6   ? Content::kIndicesButOne
                     : choice == 7 ? Content::kNoise
                                   : Content::kIndices;
    return;
  }
  tensor.content = choice < 4 ? Content::kTame : choice < 6 ? Content::kSpecial : Content::kNoise;
}

}  // namespace

Dims Broadcast(const Dims& a, const Dims& b) {
  Dims result = a.size() >= b.size() ? a : b;
  const Dims& shorter = a.size() >= b.size() ? b : a;
  const size_t missing = result.size() - shorter.size();
  for (size_t d = 0; d < shorter.size(); ++d) {
    int64_t& dim = result[missing + d];
    dim = dim == 1 ? shorter[d] : dim;
  }
  return result;
}

Call GenerateCall(ByteReader& reader) {
  Call call;
  call.op = static_cast<Operator>(reader.Below(kOperators));
  Sizes sizes(reader, call);
  switch (call.op) {
    case Operator::kMseLoss:
      GenerateMseLoss(reader, sizes, call);
      break;
    case Operator::kPrelu:
      GeneratePrelu(reader, sizes, call);
      break;
    case Operator::kEmbedding:
      GenerateEmbedding(reader, sizes, call);
      break;
    case Operator::kGridSampler:
      GenerateGridSampler(reader, sizes, call);
      break;
    case Operator::kGroupNorm:
      GenerateGroupNorm(reader, sizes, call);
      break;
  }
  Placer placer;
  for (Tensor& tensor : call.tensors) {
    placer.Place(reader, tensor);
    ChooseContent(reader, tensor);
    tensor.described = reader.Chance(16);
    if (reader.Chance(32)) {
      tensor.format = reader.Pick(kPlainFormats);
    }
  }
  return call;
}

}  // namespace openaclnn::fuzz
