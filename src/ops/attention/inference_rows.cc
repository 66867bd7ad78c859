// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/inference_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "kernels/tiles/fill_zero.h"
#include "ops/attention/key_reader.h"
#include "ops/attention/panels.h"

namespace openaclnn {
namespace {

Status Wrong(const char* name, const std::string& expected, int64_t actual, const std::string& place) {
  return {code::kRtVectorCoreException,
          std::string(name) + ": expected " + expected + ", got " + std::to_string(actual) + place};
}

int64_t PaddingOf(const TensorView& padding) {
  return padding.Defined() ? std::max(*reinterpret_cast<const int64_t*>(padding.data), int64_t{0}) : 0;
}

}  // namespace

InferenceRows::InferenceRows(const InferenceArgs& args)
    : args_(args),
      loops_(BestFewRowLoops()),
      queryPadding_(PaddingOf(args.queryPadding)),
      keyPadding_(PaddingOf(args.keyPadding)) {}

Status InferenceRows::Check() const {
  Status status = CheckPadding("queryPaddingSize", args_.queryPadding, queryPadding_, args_.rows,
                               &InferenceSequence::queries);
  if (status.IsOk()) {
    status =
        CheckPadding("kvPaddingSize", args_.keyPadding, keyPadding_, args_.keyRows, &InferenceSequence::keys);
  }
  return status.IsOk() && args_.Paged() ? CheckTable() : status;
}

Status InferenceRows::CheckPadding(const char* name, const TensorView& view, int64_t padding, int64_t rows,
                                   int64_t InferenceSequence::*length) const {
  if (!view.Defined()) {
    return Status::Ok();
  }
  int64_t most = rows;
  for (const InferenceSequence& sequence : args_.sequences) {
    most = std::min(most, rows - sequence.*length);
  }
  return padding <= most ? Status::Ok()
                         : Wrong(name,
                                 "at most " + std::to_string(most) +
                                     ", what the longest sequence leaves of " + std::to_string(rows),
                                 padding, "");
}

// Every block that a sequence has is in the caches.
Status InferenceRows::CheckTable() const {
  const auto blocks = [](const TensorViews& views) { return views.front().dims[0]; };
  int64_t most = args_.key.Defined() ? std::min(args_.key.dims[0], args_.value.dims[0])
                                     : std::min(blocks(args_.keys), blocks(args_.values));
  most = args_.ropeSize > 0 ? std::min(most, args_.keyRope.dims[0]) : most;
  for (size_t s = 0; s < args_.sequences.size(); ++s) {
    const auto row = static_cast<int64_t>(s);
    for (int64_t key = 0; key < args_.sequences[s].keys; key += args_.blockSize) {
      const int64_t block = BlockOf(args_, row, key);
      if (block < 0 || block >= most) {
        return Wrong("blockTable", "blocks in [0, " + std::to_string(most) + ")", block,
                     " at position " + std::to_string(row * args_.table.dims[1] + key / args_.blockSize));
      }
    }
  }
  return Status::Ok();
}

HeadStrides InferenceRows::LseStrides() const {
  const HeadAxes axes = args_.layout.ragged ? HeadAxes{-1, 1, 0, 2} : HeadAxes{0, 1, 2, 3};
  return StridesOf(args_.lse, axes, 1);
}

void InferenceRows::ClearRows(int64_t batch, int64_t first, int64_t end) const {
  if (first >= end) {
    return;
  }
  const HeadStrides out = StridesOf(args_.out, args_.layout.out, args_.valueSize);
  TensorView rows = args_.out;
  rows.rank = 3;
  rows.dims = {args_.heads, end - first, args_.valueSize};
  rows.strides = {out.head, out.row, out.element};
  rows.data += (batch * out.batch + first * out.row) * static_cast<int64_t>(SizeOf(rows.dtype));
  FillZero(rows);
  if (args_.lse.Defined()) {
    const HeadStrides strides = LseStrides();
    for (int64_t head = 0; head < args_.heads; ++head) {
      for (int64_t row = first; row < end; ++row) {
        reinterpret_cast<float*>(args_.lse.data)[strides.OffsetOf(batch, head) + row * strides.row] =
            std::numeric_limits<float>::infinity();
      }
    }
  }
}

void InferenceRows::ClearOthers() const {
  if (args_.layout.ragged) {
    int64_t end = 0;
    for (const InferenceSequence& sequence : args_.sequences) {
      end = std::max(end, sequence.firstQuery + sequence.queries);
    }
    ClearRows(0, end, args_.rows);
    return;
  }
  for (size_t s = 0; s < args_.sequences.size(); ++s) {
    const int64_t first = QueriesBefore(args_.sequences[s]);
    ClearRows(static_cast<int64_t>(s), 0, first);
    ClearRows(static_cast<int64_t>(s), first + args_.sequences[s].queries, args_.rows);
  }
}

InferenceRows::Place InferenceRows::PlaceOf(int64_t sequence, int64_t keyHead, int64_t row) const {
  const InferenceSequence& own = args_.sequences[static_cast<size_t>(sequence)];
  return {args_.layout.ragged ? 0 : sequence, keyHead * args_.Sharing() + row % args_.Sharing(),
          QueriesBefore(own) + own.firstQuery + row / args_.Sharing()};
}

void InferenceRows::Read(int64_t sequence, int64_t keyHead, int64_t row, float* to) const {
  const Place place = PlaceOf(sequence, keyHead, row);
  const auto read = [&](const TensorView& view, int64_t size, float* numbers) {
    const HeadStrides strides = StridesOf(view, args_.layout.in, size);
    const int64_t at = strides.OffsetOf(place.batch, place.head) + place.row * strides.row;
    ReadNumbers(view.data + at * static_cast<int64_t>(SizeOf(view.dtype)), view.dtype, strides.element, size,
                numbers);
  };
  read(args_.query, args_.size, to);
  if (args_.ropeSize > 0) {
    read(args_.queryRope, args_.ropeSize, to + args_.size);
  }
}

void InferenceRows::Finish(int64_t sequence, int64_t keyHead, int64_t row, const RowParts& parts,
                           float* values) const {
  const Place place = PlaceOf(sequence, keyHead, row);
  float sink = 0;
  if (args_.sink.Defined()) {
    const int64_t at = place.head * args_.sink.strides[0] * static_cast<int64_t>(SizeOf(args_.sink.dtype));
    ReadNumbers(args_.sink.data + at, args_.sink.dtype, 0, 1, &sink);
  }
  float lse = loops_.finishRow(parts, args_.sink.Defined() ? &sink : nullptr, values);
  const HeadMatrix out(args_.out, StridesOf(args_.out, args_.layout.out, args_.valueSize), place.batch,
                       place.head);
  WriteRows(out, place.row, 1, args_.valueSize, 1, values);
  if (args_.lse.Defined()) {
    const HeadStrides strides = LseStrides();
    lse = std::isnan(lse) ? std::numeric_limits<float>::quiet_NaN() : lse;
    reinterpret_cast<float*>(
        args_.lse.data)[strides.OffsetOf(place.batch, place.head) + place.row * strides.row] = lse;
  }
}

}  // namespace openaclnn
