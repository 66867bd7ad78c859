// SPDX-License-Identifier: Apache-2.0
//
// The tensors are seen as rows of HxW elements: row n * C + c is channel c of sample n. C / group
// neighbouring rows are a slab: the sample and group that one mean and one rstd belong to.
//
// A slab that stays in a core's cache is summed and then written by one task, which reads it from memory
// once. Larger slabs, and slabs too few to keep the cores busy, are cut into pieces: all pieces are summed,
// the sums of each slab combined, then all pieces written.
//
// Sums and coefficients are float64, and so is each element until its one rounding: products of inputs from
// anywhere in the float32 range stay far inside float64's, and (x - mean) is exact to its last digits.
#include <algorithm>
#include <array>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "ops/common/scratch_layout.h"
#include "ops/common/tiles.h"
#include "ops/group_norm_backward/kernel.h"

namespace openaclnn {
namespace {

using Args = GroupNormBackwardArgs;
using backend::cpu::CpuContext;

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 16 * kTileElements;

// Slabs up to this size are one task if there are enough of them for many cores. Input and gradOut of one
// (FLOAT: 512 KiB) stay in a level-two cache.
constexpr int64_t kCachedElements = 64 * kTileElements;
constexpr int64_t kManySlabs = 64;

// Channels of a task of the last step, which adds up their sums.
constexpr int64_t kTaskChannels = 64;

// S1 and S2 over a slab or a piece of one.
struct SlabSums {
  double s1 = 0;
  double s2 = 0;
};

// The sums that make up a channel's gradBetaOut and gradGammaOut.
struct ChannelSums {
  double gradBeta = 0;
  double gradGamma = 0;
};

// Some columns of some neighbouring rows; all columns if there is more than one row.
struct Block {
  int64_t row;
  int64_t rows;
  int64_t column;
  int64_t columns;
};

// How the rows are cut into tasks: by the shape alone, so that the order of all sums is too.
struct Cut {
  int64_t slabRows;
  int64_t slabs;
  bool wholeSlabs;       // a task is one or more slabs; otherwise a piece of one
  int64_t unitRows;      // no task goes across the end of a unit: everything, or a slab
  int64_t taskRows;      // of every task but the last of a unit
  int64_t rowParts;      // tasks that share a row, which then have no other
  int64_t partElements;  // of every part but the last
  int64_t tasksPerUnit;
  int64_t tasks;
  // Samples whose channel sums one task adds up. More than 1 where samples are small: a task is then this
  // many whole samples, and the channel sums are not as large as the tensors.
  int64_t slotSamples;
  int64_t slots;
};

Cut CutWork(const Args& args) {
  const int64_t rows = args.N * args.C;
  const int64_t sampleElements = args.C * args.HxW;
  Cut cut{};
  cut.slabRows = args.C / args.group;
  cut.slabs = args.N * args.group;
  const int64_t slabElements = cut.slabRows * args.HxW;
  cut.wholeSlabs =
      slabElements <= kTaskElements || (slabElements <= kCachedElements && cut.slabs >= kManySlabs);
  cut.unitRows = cut.wholeSlabs ? rows : cut.slabRows;
  cut.rowParts = 1;
  cut.slotSamples = 1;
  if (sampleElements <= kTaskElements) {
    cut.slotSamples = kTaskElements / sampleElements;
    cut.taskRows = cut.slotSamples * args.C;
  } else if (cut.wholeSlabs) {
    cut.taskRows = std::max(int64_t{1}, kTaskElements / slabElements) * cut.slabRows;
  } else {
    cut.rowParts = CeilDivide(args.HxW, kTaskElements);
    cut.taskRows = std::max(int64_t{1}, kTaskElements / args.HxW);
  }
  cut.partElements = cut.rowParts == 1 ? args.HxW : kTaskElements;
  cut.tasksPerUnit = CeilDivide(cut.unitRows, cut.taskRows) * cut.rowParts;
  cut.tasks = rows / cut.unitRows * cut.tasksPerUnit;
  cut.slots = CeilDivide(args.N, cut.slotSamples);
  return cut;
}

bool AsksForChannels(const Args& args) {
  return args.gradGammaOut.Defined() || args.gradBetaOut.Defined();
}

bool HasWork(const Args& args) {
  return !args.gradOut.Empty() && (args.gradInput.Defined() || AsksForChannels(args));
}

// Where the arrays lie in the workspace.
struct Scratch {
  Scratch(const Args& args, const Cut& cut) {
    const bool asksForInput = args.gradInput.Defined();
    gamma = layout.Reserve(args.C, sizeof(float));
    mean = layout.Reserve(cut.slabs, sizeof(float));
    rstd = layout.Reserve(cut.slabs, sizeof(float));
    slabSums = layout.Reserve(asksForInput ? cut.slabs : 0, sizeof(SlabSums));
    pieceSums = layout.Reserve(asksForInput && !cut.wholeSlabs ? cut.tasks : 0, sizeof(SlabSums));
    channelSums =
        layout.Reserve(AsksForChannels(args) ? cut.slots * args.C * cut.rowParts : 0, sizeof(ChannelSums));
  }

  ScratchLayout layout;
  size_t gamma;
  size_t mean;
  size_t rstd;
  size_t slabSums;
  size_t pieceSums;
  size_t channelSums;
};

// One run of the operator.
class GroupNormBackward {
 public:
  GroupNormBackward(const Args& args, std::byte* workspace)
      : args_(args), cut_(CutWork(args)), gradOut_(args.gradOut), input_(args.input) {
    const Scratch scratch(args, cut_);
    gamma_ = reinterpret_cast<float*>(workspace + scratch.gamma);
    mean_ = reinterpret_cast<float*>(workspace + scratch.mean);
    rstd_ = reinterpret_cast<float*>(workspace + scratch.rstd);
    if (args.gradInput.Defined()) {
      slabSums_ = reinterpret_cast<SlabSums*>(workspace + scratch.slabSums);
      pieceSums_ = reinterpret_cast<SlabSums*>(workspace + scratch.pieceSums);
      gradInput_.emplace(args.gradInput);
    }
    if (AsksForChannels(args)) {
      channelSums_ = reinterpret_cast<ChannelSums*>(workspace + scratch.channelSums);
    }
  }

  void Run(const CpuContext& cpu) {
    Unpack(cpu, args_.mean, mean_);
    Unpack(cpu, args_.rstd, rstd_);
    if (args_.gamma.Defined()) {
      Unpack(cpu, args_.gamma, gamma_);
    } else {
      std::fill_n(gamma_, args_.C, 1.0F);
    }
    if (cut_.wholeSlabs) {
      cpu.ParallelFor(cut_.tasks, [&](int64_t task) {
        const Block block = BlockOf(task);
        Sum(block, slabSums_ == nullptr ? nullptr : slabSums_ + block.row / cut_.slabRows);
        Write(block);
      });
    } else {
      cpu.ParallelFor(cut_.tasks, [&](int64_t task) {
        Sum(BlockOf(task), pieceSums_ == nullptr ? nullptr : pieceSums_ + task);
      });
      CombinePieces(cpu);
      if (gradInput_) {
        cpu.ParallelFor(cut_.tasks, [&](int64_t task) { Write(BlockOf(task)); });
      }
    }
    WriteChannels(cpu);
  }

 private:
  // The place of a row in the channel and slab lists, on its way down the rows.
  struct Cursor {
    Cursor(int64_t row, const Args& args, const Cut& cut)
        : slab(row / cut.slabRows), sample(row / args.C), channel(row % args.C) {}

    // To the first row of the next slab, which is where the channel already is.
    void NextSlab(int64_t channels) {
      ++slab;
      if (channel == channels) {
        channel = 0;
        ++sample;
      }
    }

    int64_t slab;
    int64_t sample;
    int64_t channel;
  };

  static void Unpack(const CpuContext& cpu, const TensorView& view, float* values) {
    const TileReader reader(view);
    const int64_t elements = view.NumElements();
    cpu.ParallelFor(CeilDivide(elements, kTileElements), [&](int64_t tile) {
      TileBuffer buffer;
      const int64_t begin = tile * kTileElements;
      const int64_t count = std::min(kTileElements, elements - begin);
      std::copy_n(reader.Read(begin, count, buffer), count, values + begin);
    });
  }

  [[nodiscard]] Block BlockOf(int64_t task) const {
    const int64_t unit = task / cut_.tasksPerUnit;
    const int64_t inUnit = task % cut_.tasksPerUnit;
    const int64_t row = inUnit / cut_.rowParts * cut_.taskRows;
    const int64_t column = inUnit % cut_.rowParts * cut_.partElements;
    return {.row = unit * cut_.unitRows + row,
            .rows = std::min(cut_.taskRows, cut_.unitRows - row),
            .column = column,
            .columns = std::min(cut_.partElements, args_.HxW - column)};
  }

  // Calls body(tile) for the blocks of at most kTileElements elements that make up `block`, in order. Tiles
  // of short rows hold several; no tile begins and ends inside different rows.
  template <typename Body>
  static void ForEachTile(const Block& block, const Body& body) {
    const int64_t rows = std::max(int64_t{1}, kTileElements / block.columns);
    const int64_t endRow = block.row + block.rows;
    const int64_t endColumn = block.column + block.columns;
    for (int64_t row = block.row; row < endRow; row += rows) {
      for (int64_t column = block.column; column < endColumn; column += kTileElements) {
        body(Block{row, std::min(rows, endRow - row), column, std::min(kTileElements, endColumn - column)});
      }
    }
  }

  [[nodiscard]] int64_t ElementOf(const Block& tile) const { return tile.row * args_.HxW + tile.column; }

  // Channel 0 of the slot that a sample's channels are summed in, in the part that a block belongs to.
  [[nodiscard]] ChannelSums* ChannelsOf(int64_t sample, const Block& block) const {
    return channelSums_ + sample / cut_.slotSamples * args_.C * cut_.rowParts +
           block.column / cut_.partElements;
  }

  // Sums the rows of a block: into slabSums, beginning with the block's first slab, and into the channel
  // sums. Either may be null.
  void Sum(const Block& block, SlabSums* slabSums) const {
    const Cursor first(block.row, args_, cut_);
    if (slabSums != nullptr) {
      std::fill_n(slabSums, CeilDivide(block.rows, cut_.slabRows), SlabSums{});
    }
    if (channelSums_ != nullptr) {
      const int64_t channels = cut_.slotSamples > 1 ? args_.C : block.rows;
      std::fill_n(ChannelsOf(first.sample, block) + first.channel * cut_.rowParts, channels, ChannelSums{});
    }
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    ForEachTile(block, [&](const Block& tile) {
      const int64_t begin = ElementOf(tile);
      const int64_t count = tile.rows * tile.columns;
      const float* gradOut = gradOut_.Read(begin, count, gradOutBuffer);
      // gradBetaOut alone needs no input.
      const bool products = gradInput_ || args_.gradGammaOut.Defined();
      const float* input = products ? input_.Read(begin, count, inputBuffer) : nullptr;
      SumTile(tile, gradOut, input, first.slab, slabSums);
    });
  }

  void SumTile(const Block& tile, const float* gradOut, const float* input, int64_t firstSlab,
               SlabSums* slabSums) const {
    const int64_t end = tile.row + tile.rows;
    int64_t row = tile.row;
    for (Cursor at(row, args_, cut_); row < end; at.NextSlab(args_.C)) {
      const auto mean = static_cast<double>(mean_[at.slab]);
      const auto rstd = static_cast<double>(rstd_[at.slab]);
      ChannelSums* channels = channelSums_ == nullptr ? nullptr : ChannelsOf(at.sample, tile);
      const int64_t rows = std::min(end, (at.slab + 1) * cut_.slabRows) - row;
      std::array<GroupNormRowSums, kTileElements> rowSums;
      SumGroupNormRows(gradOut, input, mean, rows, tile.columns, rowSums.data());
      SlabSums sums;
      for (size_t i = 0; i < static_cast<size_t>(rows); ++i, ++at.channel) {
        const double normalised = rowSums[i].product * rstd;
        const auto gamma = static_cast<double>(gamma_[at.channel]);
        sums.s1 += gamma * rowSums[i].gradient;
        sums.s2 += gamma * normalised;
        if (channels != nullptr) {
          channels[at.channel * cut_.rowParts].gradBeta += rowSums[i].gradient;
          channels[at.channel * cut_.rowParts].gradGamma += normalised;
        }
      }
      row += rows;
      gradOut += rows * tile.columns;
      input = input == nullptr ? nullptr : input + rows * tile.columns;
      if (slabSums != nullptr) {
        slabSums[at.slab - firstSlab].s1 += sums.s1;
        slabSums[at.slab - firstSlab].s2 += sums.s2;
      }
    }
  }

  // Only if gradInput is asked for.
  void Write(const Block& block) const {
    if (!gradInput_) {
      return;
    }
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    DoubleTileBuffer gradInput;
    ForEachTile(block, [&](const Block& tile) {
      const int64_t begin = ElementOf(tile);
      const int64_t count = tile.rows * tile.columns;
      ComputeTile(tile, gradOut_.Read(begin, count, gradOutBuffer), input_.Read(begin, count, inputBuffer),
                  gradInput.data());
      gradInput_->Write(begin, count, gradInput.data());
    });
  }

  void ComputeTile(const Block& tile, const float* gradOut, const float* input, double* gradInput) const {
    const auto elements = static_cast<double>(cut_.slabRows * args_.HxW);
    const int64_t end = tile.row + tile.rows;
    int64_t row = tile.row;
    for (Cursor at(row, args_, cut_); row < end; at.NextSlab(args_.C)) {
      const auto mean = static_cast<double>(mean_[at.slab]);
      const auto rstd = static_cast<double>(rstd_[at.slab]);
      const SlabSums& sums = slabSums_[at.slab];
      const double constant = rstd * sums.s1 / elements;
      const double slope = rstd * rstd * sums.s2 / elements;
      const int64_t rows = std::min(end, (at.slab + 1) * cut_.slabRows) - row;
      ComputeGroupNormRows(gradOut, input, gamma_ + at.channel, {mean, rstd, constant, slope}, rows,
                           tile.columns, gradInput);
      row += rows;
      at.channel += rows;
      gradOut += rows * tile.columns;
      input += rows * tile.columns;
      gradInput += rows * tile.columns;
    }
  }

  void CombinePieces(const CpuContext& cpu) {
    if (!gradInput_) {
      return;
    }
    cpu.ParallelFor(cut_.slabs, [&](int64_t slab) {
      SlabSums sums;
      for (int64_t task = slab * cut_.tasksPerUnit; task < (slab + 1) * cut_.tasksPerUnit; ++task) {
        sums.s1 += pieceSums_[task].s1;
        sums.s2 += pieceSums_[task].s2;
      }
      slabSums_[slab] = sums;
    });
  }

  // Adds up the channel sums over slots and parts.
  void WriteChannels(const CpuContext& cpu) const {
    if (channelSums_ == nullptr) {
      return;
    }
    cpu.ParallelFor(CeilDivide(args_.C, kTaskChannels), [&](int64_t task) {
      const int64_t begin = task * kTaskChannels;
      const int64_t count = std::min(kTaskChannels, args_.C - begin);
      std::array<ChannelSums, kTaskChannels> totals{};
      for (int64_t slot = 0; slot < cut_.slots; ++slot) {
        const ChannelSums* sums = channelSums_ + (slot * args_.C + begin) * cut_.rowParts;
        for (size_t channel = 0; channel < static_cast<size_t>(count); ++channel) {
          for (int64_t part = 0; part < cut_.rowParts; ++part, ++sums) {
            totals[channel].gradBeta += sums->gradBeta;
            totals[channel].gradGamma += sums->gradGamma;
          }
        }
      }
      WriteTotals(args_.gradGammaOut, begin, count, totals, &ChannelSums::gradGamma);
      WriteTotals(args_.gradBetaOut, begin, count, totals, &ChannelSums::gradBeta);
    });
  }

  static void WriteTotals(const TensorView& view, int64_t begin, int64_t count,
                          const std::array<ChannelSums, kTaskChannels>& totals, double ChannelSums::*total) {
    if (!view.Defined()) {
      return;
    }
    std::array<double, kTaskChannels> values;
    std::transform(totals.begin(), totals.begin() + count, values.begin(),
                   [total](const ChannelSums& sums) { return sums.*total; });
    TileWriter(view).Write(begin, count, values.data());
  }

  const Args& args_;
  const Cut cut_;
  const TileReader gradOut_;
  const TileReader input_;
  std::optional<TileWriter> gradInput_;
  float* gamma_;
  float* mean_;
  float* rstd_;
  SlabSums* slabSums_ = nullptr;        // null without gradInput
  SlabSums* pieceSums_ = nullptr;       // likewise
  ChannelSums* channelSums_ = nullptr;  // null without gradGammaOut and gradBetaOut
};

}  // namespace

Plan PlanGroupNormBackwardCpu(const GroupNormBackwardArgs& args) {
  if (!HasWork(args)) {
    return {};
  }
  const auto elements = static_cast<size_t>(args.gradOut.NumElements());
  const size_t gradInputSize = args.gradInput.Defined() ? SizeOf(args.gradInput.dtype) : 0;
  return {.workspaceBytes = Scratch(args, CutWork(args)).layout.Bytes(),
          .bytes = elements * (SizeOf(args.gradOut.dtype) + SizeOf(args.input.dtype) + gradInputSize)};
}

Status RunGroupNormBackwardCpu(const GroupNormBackwardArgs& args, std::byte* workspace,
                               backend::ExecutionContext& context) {
  if (HasWork(args)) {
    GroupNormBackward(args, workspace).Run(static_cast<const CpuContext&>(context));
    return Status::Ok();
  }
  for (const TensorView* gradient : {&args.gradGammaOut, &args.gradBetaOut}) {
    if (gradient->Defined()) {
      FillZero(*gradient);
    }
  }
  return Status::Ok();
}

}  // namespace openaclnn
