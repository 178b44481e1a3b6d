// SPDX-License-Identifier: GPL-3.0-or-later
// Files, checkpoints and the database of a run; what it tells of itself while it trains.
#include <QtGlobal>

#include "widgets/status/core_patterns.h"

namespace orrery {

namespace {

constexpr const char* kRunPatterns[] = {
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "Not enough memory. Lower train.batch_size or model.seq_len, raise train.accumulation, or "
        "lower some.num_experts, some.d_ffn or model.d_model. (%1)"),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "Not enough memory. Lower train.batch_size or model.seq_len, raise train.accumulation, or "
        "lower some.num_experts, some.d_ffn or model.d_model."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run needs about %1 of memory, and %2 are free. Changes that reduce it, "
                      "each on its own (together they reduce it more):%3"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run needs about %1 more of disk in %2, and %3 are free. Free some "
                      "space, choose another runs folder, or lower checkpoint.keep."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run needs about %1 of disk in %2, and %3 are free. Free some space, "
                      "choose another runs folder, or lower checkpoint.keep."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "A file holds a size that can't be: it is damaged. Take it from a backup."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "A file holds JSON of another kind than expected: it is damaged, or of "
                      "another program. Take it from a backup."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot use the working folder: %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot use %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "LibTorch reports: %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot open the folder %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot open the file %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot open the %1 %2: %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot sync the %1 %2: %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot open %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot read %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot write the checkpoint %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Cannot write %1: tensor %2 has a name, dtype, shape or size that does not "
                      "fit the format."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot write %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot replace %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot remove %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot lock %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot map %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot decompress %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot create the runs folder %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot create the folder %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Cannot create a run in %1: too many runs of this name and minute."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot create a run in %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot start a helper process: %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot copy %1 into the run's folder: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot move %1: %2 already exists."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot move %1 to %2: %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Cannot %1 %2: %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "no space left on the disk; free some space"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "the disk reports an error (%1)"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "the file is not a database"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "the file or its folder is read-only"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "the file can't be opened; check that it exists and that you may read it"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "another process is writing it"),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1 is larger than the %2 bytes that such a file can have: it is none of this program's."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 is not a usable safetensors file: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The weights do not match this configuration; has it changed since?%1"),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The optimizer state does not match this configuration; has it changed since?%1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Tensor %1 has type %2, which this program does not read."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Tensor %1 has a type that safetensors can't store."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Tensor %1 in %2 has a size that does not fit its shape."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Expert %1 was selected, but there are only %2 (0 to %3)."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The checkpoint %1 is corrupt: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The run %1 has no checkpoint."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The checkpoint of step %1 has no optimizer: the run was imported, and can't be resumed. "
        "Begin a run with its weights: orrery-cli train CONFIG --init .../model.safetensors."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "There is no checkpoint of step %1 in %2. Checkpoints: %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "There is no checkpoint of step %1 in %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 The older one of step %2 is used in its place."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 Older checkpoints are intact. Training is paused: resume to try again."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1 What the run told last waits in %2 and can't be taken in: mend that and try again. "
        "Without that file the run goes on, and its curves lack those steps."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 The last part of the run's history waits in %2. End what keeps run.db "
                      "from being written, then resume the run: that takes it in."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The last part of its history waits in %1, since run.db could not be "
                      "written: resume takes it in."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run %1 has no run.db to take its events-pending in: bring run.db back."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 Nor can what waits be kept beside it: %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 was replaced by another file while the run trains: move that file away, "
                      "and the run writes its own anew."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 was removed while the run trains, and can't be written anew."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 was removed while the run trains. It was written anew, complete, out of "
                      "what was still open."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "A program reads %1 and does not end its transaction: run.db-wal beside it "
                      "can't be emptied and grows (%2 MB now). Close that program."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 A program reads run.db and does not end its transaction: run.db-wal has "
                      "grown to %2 MB. Close that program."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "A program reads run.db and does not end its transaction: run.db-wal has "
                      "grown to %1 MB. Close that program."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 Its last state is not known."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 It is skipped."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "run.db has a corrupt trace."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "run.db has a corrupt %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is corrupt: it is truncated in the middle of a page."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 is not the database of an Orrery run."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1 was written by a newer Orrery (format %2, known here: %3): use that version."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 holds %2 of %3 (step %4), but the run has %5 layer, counted from 0, of "
                      "%6 experts with keys of %7 dimensions: it does not belong to the "
                      "config.yaml beside it. Take both from a backup."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 holds %2 of %3 (step %4), but the run has %5 layers, counted from 0, of "
                      "%6 experts with keys of %7 dimensions: it does not belong to the "
                      "config.yaml beside it. Take both from a backup."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The run's answer %1 can't be read."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "What the run stored of its ranks can't be read: %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run %1 is in use: stop it, then move it to the trash."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The run %1 is in use (process %2): stop it there, or wait until it has ended."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run %1 is in use: stop it there, or wait until it has ended."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 is not a run folder: it has no config.yaml."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 is not a run folder: it has no run.db."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run's folder %1 was removed, or moved to another disk, while the run "
                      "trains. What was trained since the last save can't be kept."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is not a valid file of run notes: fix it or remove it."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: there is no such run any more."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "This optimizer is unknown."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Steps are recorded as a CUDA graph after %1 equal ones."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Steps are not recorded as a CUDA graph: %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 They run one by one."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Ranks add up on their GPUs (NCCL)."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The number of threads is not tuned: %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Threads: %1 sleeping, %2 ms a step (%3)."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Threads: %1 spinning, %2 ms a step (%3)."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Threads: %1, %2 ms a step (%3)."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "Step %1: %2 is not finite. Paused before the optimizer step; the last checkpoint is kept. "
        "Lower train.learning_rate (or keys.alpha, keys.beta) and resume, or stop."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Finished after %1 of %2 steps, since routing collapsed (train.stop_on). "
                      "Probes that fire: %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1: %2 tokens to train on, %3 to validate, %4 steps an epoch, %5 in all, %6 "
                      "threads on each of %7 ranks."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Causality is violated: a later token changes earlier logits by %1. This is "
                      "a bug in the program; please report it."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 is no file: it is passed over. Remove it."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The run has ended."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Stopped by the user."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run %1 is finished: all of its %2 steps are done. To train on, raise "
                      "train.max_steps in its config.yaml."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run %1 can't be resumed: %2 No other checkpoint is intact; the run's "
                      "curves can still be opened."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run %1 was imported: it holds the routers of another program's model, "
                      "which can't be trained here."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The run %1 was imported: it holds the routers of another program's model, and no model "
        "that could be run. Use that program; resources/python/record_routing.py records its "
        "routing for orrery-cli import --routing."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 This run has it from %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 can't initialize this run: it holds no tensors. Give the file "
                      "model.safetensors of a checkpoint, or one that `orrery-cli export` wrote."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 can't initialize this run: %2. Give it weights that are numbers."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 can't initialize this run. %2"),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The checkpoint contains no usage counts of layer %1 that fit this configuration."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The loss of step %1 is no number, though its weights are: they have grown "
                      "too large. Take those of an older step."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The weights of step %1 of the run %2 are no numbers: %3. Take those of an older step."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run was trained on %1: only the embedded corpus has domains. Give a "
                      "text with --corpus."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The corpus %1 has changed since the run: results would not be comparable with the run's "
        "own. Restore it, or evaluate it as another text with --corpus."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "Positions beyond %1 were never trained, and sinusoidal positions do not extrapolate: "
        "expect a higher loss there. model.positions: rope or alibi are made for longer texts."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Sums over the ranks are wrong on %1: this program was built with headers of "
                      "Gloo that do not fit its LibTorch."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Process %1 of %2 can't be started: %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The program %1 was not found in %2 or on the PATH: it runs the other "
                      "processes of a run. Install it there, or set train.processes to 1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 can't be read. Check its permissions."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 is not %2 but %3: name another one."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is not %2 but %3: put what it leads to there, or remove it."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is not %2 but %3: remove it, or put the right one there."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a symbolic link"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a folder"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a pipe"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a socket"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a file"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a device"),
};

}  // namespace

std::span<const char* const> runPatterns() {
    return kRunPatterns;
}

}  // namespace orrery
