// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/generate.h"

#include <algorithm>
#include <utility>

#include "tests/fuzz/layout.h"

namespace openaclnn::fuzz {
namespace {

constexpr std::array<int, 9> kPlainFormats{ACL_FORMAT_ND,    ACL_FORMAT_UNDEFINED, ACL_FORMAT_NCHW,
                                           ACL_FORMAT_NHWC,  ACL_FORMAT_HWCN,      ACL_FORMAT_NDHWC,
                                           ACL_FORMAT_NCDHW, ACL_FORMAT_NC,        ACL_FORMAT_NCL};

/// The decisions of a call as the fuzzer's bytes have them. Extents are small with a bound on their product,
/// now and then a few thousand, or absurd.
class ByteChoices final : public catalogue::Choices {
 public:
  ByteChoices(ByteReader& reader, Call& call) : reader_(reader), call_(call) {
    const uint8_t kind = reader.Byte();
    absurd_ = kind > 243;
    left_ = kind % 16 == 15 ? 20000 : 1500;
  }

  size_t Below(size_t count) override { return reader_.Below(count); }
  bool Chance(unsigned of256) override { return reader_.Chance(of256); }
  int64_t AnyInteger() override { return reader_.AnyInteger(); }
  aclDataType DType(const catalogue::DTypes& dtypes) override { return dtypes[reader_.Below(dtypes.size())]; }

  int64_t Extent(bool mayBeZero) override {
    static constexpr std::array<int64_t, 26> kUsual{
        2, 3, 1, 4, 5, 7, 8, 1, 2, 3, 6, 9, 0, 10, 15, 16, 17, 31, 32, 33, 64, 65, 130, 1000, 4100, 9000};
    if (absurd_ && reader_.Chance(100)) {
      call_.valid = false;
      return std::max<int64_t>(reader_.AnyInteger(), mayBeZero ? 0 : 1);
    }
    int64_t size = reader_.Pick(kUsual);
    size = std::min(size, std::max<int64_t>(left_, 1));
    if (size == 0 && !mayBeZero) {
      size = 1;
    }
    left_ /= std::max<int64_t>(size, 1);
    return size;
  }

 private:
  ByteReader& reader_;
  Call& call_;
  bool absurd_ = false;
  int64_t left_ = 0;
};

/// The tensors and the mask of what was drawn.
void Spell(ByteReader& reader, const catalogue::Call& drawn, Call& call) {
  call.attributes.attributes = drawn.arguments.attributes;
  if (call.op->HasOutputMask()) {
    call.mask.emplace();
  }
  for (const catalogue::Operand& operand : drawn.operands) {
    Tensor tensor;
    tensor.argument = operand.argument;
    tensor.absent = operand.absent;
    tensor.dims = operand.tensor.shape;
    tensor.dtype = operand.tensor.dtype;
    if (operand.absent && operand.leftOut) {  // may be given all the same
      tensor.dims = operand.argument->shape(drawn.arguments);
      tensor.dtype = operand.argument->dtype.of(drawn.arguments);
      tensor.absent = reader.Chance(64);
    }
    if (operand.argument->holds == catalogue::Meaning::kIndices) {
      tensor.content = Content::kIndices;
    }
    if (operand.argument->holds == catalogue::Meaning::kDefinite) {
      tensor.content = Content::kDefinite;
    }
    if (tensor.IsOutput() && call.mask) {
      call.mask->push_back(!operand.leftOut);
    }
    call.tensors.push_back(std::move(tensor));
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
  if (tensor.content == Content::kDefinite && choice < 6) {
    return;  // others are refused
  }
  tensor.content = choice < 4 ? Content::kTame : choice < 6 ? Content::kSpecial : Content::kNoise;
}

}  // namespace

Call GenerateCall(ByteReader& reader) {
  Call call;
  const auto high = static_cast<uint16_t>(reader.Byte() << 8);
  call.op = &OperatorOf(static_cast<uint16_t>(high | reader.Byte()));
  ByteChoices choices(reader, call);
  Spell(reader, catalogue::MakeCall(*call.op, call.op->draw(choices)), call);
  Placer placer;
  for (Tensor& tensor : call.tensors) {
    placer.Place(reader, tensor);
    ChooseContent(reader, tensor);
    tensor.described = reader.Chance(16);
    const int format = reader.Chance(32) ? reader.Pick(kPlainFormats) : ACL_FORMAT_ND;
    // With another order of its dims it would not be the tensor that was drawn.
    tensor.format = tensor.argument->formatPlacesChannels ? ACL_FORMAT_ND : format;
  }
  return call;
}

}  // namespace openaclnn::fuzz
