// SPDX-License-Identifier: Apache-2.0
//
// How the work on a grid sampler's gradients is cut, and what lies where in the workspace. From shapes,
// strides and attributes alone: neither the result nor the workspace depends on the number of threads.
//
// Small images of few channels are worked on whole. The pixels of others are cut into blocks: bands of rows
// and, where rows are long, segments of columns. A sample belongs to a cell: the square between the
// centres of four pixels, numbered as its north-west one; cells begin at row and column -1. Samples are
// sorted by buckets, each a row of cells within a segment; the last bucket is for those that touch no pixel.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/scratch.h"
#include "ops/sampling/grid_sampler2d_backward/kernel.h"

namespace openaclnn {

struct GridCut {
  explicit GridCut(const GridSampler2DBackwardArgs& args);

  bool nearest;
  bool scatters;  // whether inputGrad is wanted and has elements
  bool gathers;   // whether gridGrad is wanted and not simply 0

  int64_t images;
  int64_t channels;
  int64_t height;
  int64_t width;
  int64_t samples;  // of an image

  bool packsGradients = false;  // else samples are rows of channels as they are
  bool stagesGridGrad = false;  // sums of chunks, or results on their way to a strided tensor

  bool whole = false;  // images are small: nothing is cut or sorted
  int64_t lanes = 0;   // of a row of all channels
  int64_t chunkLanes = 0;
  int64_t chunks = 0;  // of channels, which are worked on together
  int64_t segmentColumns = 0;
  int64_t segments = 0;
  int64_t bandRows = 0;
  int64_t bands = 0;
  int64_t bucketRows = 0;  // of cells, but for those further down than samples can lie
  int64_t buckets = 0;
  int64_t pieceSamples = 0;
  int64_t pieces = 0;  // of an image's samples, which are sorted in parallel

  int64_t roundImages = 0;  // images that are worked on together
  int64_t tasks = 0;        // blocks of a chunk of a round's images, at most
  int64_t slots = 0;        // tasks that run at one time

  struct Range {
    int64_t begin;
    int64_t end;
  };
  [[nodiscard]] Range SamplesOf(int64_t piece) const {
    return {std::min(samples, piece * pieceSamples), std::min(samples, (piece + 1) * pieceSamples)};
  }

  // Where things lie in the workspace; each but the slots has a part for each image of a round.
  size_t placesAt = 0;     // int64: the bucket of each sample, and then its place in the order
  size_t countsAt = 0;     // int64: for each piece and bucket
  size_t orderAt = 0;      // int64: samples, sorted
  size_t pairsAt = 0;      // float: grid values, sorted
  size_t gradientsAt = 0;  // for each chunk, rows of gradOutput, in its own type, sorted
  size_t gridGradAt = 0;   // double: for each chunk and sample, a pair
  size_t slotsAt = 0;      // for each slot, the sums and the input of what it works on
  size_t slotBytes = 0;
  int64_t slotElements = 0;  // of the sums, as of the input: those of two rows, or of a whole image
  int64_t elementBytes = 0;  // of both, or of the sums alone if nothing is gathered
  ScratchLayout workspace;

 private:
  [[nodiscard]] bool TakeWhole();
  void CutImage();
  void CutSamples();
  void CutBands();
  void PlaceImages(const GridSampler2DBackwardArgs& args);
};

}  // namespace openaclnn
