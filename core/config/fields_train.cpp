// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/applicability.h"
#include "core/config/field_builder.h"

namespace orrery {
namespace {

constexpr auto kSection = &Config::train;
using Train = TrainConfig;

void addLength(FieldTable& table) {
    table.add("train.epochs", kSection, &Train::epochs)
        .range(1, 1'000'000)
        .unit("epochs")
        .unless([](const Config& c) {
            return c.train.max_steps > 0 ? std::string("train.max_steps sets the length.")
                                         : std::string();
        })
        .help("Number of passes over the training documents.")
        .source("document 003, series A (4); document 000 (1 to 3)");
    table.add("train.max_steps", kSection, &Train::max_steps)
        .range(0, 1'000'000'000)
        .unit("steps")
        .help("Number of training steps; overrides train.epochs. 0 uses train.epochs.")
        .source("core/README.md, section 5");
    table.add("train.batch_size", kSection, &Train::batch_size)
        .range(1, 65'536)
        .unit("samples")
        .help("Number of samples per step. Fewer steps also mean fewer key updates.")
        .source("document 001, V7 against V8; document 003, series A (32)");
    table.add("train.accumulation", kSection, &Train::accumulation)
        .range(1, 65'536)
        .unit("micro-batches")
        .help(
            "Gradient accumulation: number of micro-batches that a batch is split into to save "
            "memory. The step, its key update included, stays the same.")
        .source("document 000, knob 4; core/README.md, section 4");
}

void addOptimizer(FieldTable& table) {
    table
        .add("train.optimizer", kSection, &Train::optimizer,
             {{"adamw", OptimizerKind::adamw}, {"adafactor", OptimizerKind::adafactor}})
        .help("Optimizer of the trained weights.")
        .source("document 004, experiment 5.1 (AdamW or Adafactor)");
    table
        .add("train.parts", kSection, &Train::parts,
             {{"attention", TrainedPart::attention},
              {"embeddings", TrainedPart::embeddings},
              {"head", TrainedPart::head},
              {"routers", TrainedPart::routers},
              {"norms", TrainedPart::norms}})
        .help(
            "Parts of the model that the optimizer trains. Those left out stay frozen as "
            "train.seed draws them and count as frozen parameters. Experts are trained by "
            "some.experts, keys are moved by Knowledge Gravity either way. An empty list trains "
            "none of them.")
        .source("document 004, claim A (99 % of the weights frozen)");
    table.add("train.learning_rate", kSection, &Train::learning_rate)
        .range(0, 1)
        .openMinimum()
        .live()
        .help("Peak learning rate; the schedule scales it.")
        .source("document 003, series A (6e-4); document 001 (8e-4); document 004, experiment 5.1");
    table
        .add("train.schedule", kSection, &Train::schedule,
             {{"cosine", LearningRateSchedule::cosine},
              {"constant", LearningRateSchedule::constant}})
        .help("Learning rate schedule after the warm-up: cosine decay to 0, or constant.")
        .source("core/README.md, section 3; document 000, knob 5");
    table.add("train.warmup", kSection, &Train::warmup)
        .range(0, 1'000'000'000)
        .unit("steps")
        .unless([](const Config& c) {
            return c.train.warmup_share > 0
                       ? std::string("train.warmup_share sets the length of the warm-up.")
                       : std::string();
        })
        .help("Number of steps of linear learning rate warm-up. The published runs had none.")
        .source("document 004, experiment 5.1 (100 to 500)");
    table.add("train.warmup_share", kSection, &Train::warmup_share)
        .range(0, 1)
        .unit("share of the steps")
        .help(
            "Length of the linear learning rate warm-up as a share of the run's steps, rounded; "
            "replaces train.warmup. 0 uses train.warmup.")
        .source("document 000, knob 5 (3 to 5 %)");
    table.add("train.weight_decay", kSection, &Train::weight_decay)
        .range(0, 10)
        .help("Weight decay of all trained weights, scaled by the learning rate.")
        .source("document 000, runs v2 to v5 (0.1); document 004, experiment 5.1");
    table.add("train.betas", kSection, &Train::betas)
        .range(0, 1)
        .openMaximum()
        .help("AdamW decay rates of the first and second moment estimates.")
        .source("core/README.md, section 3");
    table.add("train.eps", kSection, &Train::eps)
        .range(0, 1)
        .openMinimum()
        .help("AdamW term added to the denominator for numerical stability.")
        .source("core/README.md, section 3");
    table.add("train.clip_norm", kSection, &Train::clip_norm)
        .range(0, 1e6)
        .help(
            "Maximum global gradient norm; larger gradients are scaled down. 0 disables clipping.")
        .source("core/README.md, section 3");
}

void addMachine(FieldTable& table) {
    table
        .add("train.precision", kSection, &Train::precision,
             {{"fp32", Precision::fp32}, {"bf16", Precision::bf16}, {"auto", Precision::automatic}})
        .help(
            "bf16 computes the matrix products of attention, experts and head in bfloat16, and "
            "keeps frozen experts rounded to it. Trained weights, router, norms, loss, optimizer "
            "and key updates stay fp32. On a CPU without "
            "instructions for bfloat16 the products are fp32, too. auto is bf16 where the device "
            "is faster with it, else fp32; the run stores which it was.")
        .source("document 000, knob 6; core/README.md, section 3");
    table.add("train.recompute", kSection, &Train::recompute)
        .help(
            "Activation checkpointing: keep only the input of each layer in the forward pass, and "
            "compute the layer again in the backward pass. Same numbers with less memory, for "
            "about a third more time.")
        .source("document 000, knob 6");
    table.add("train.seed", kSection, &Train::seed)
        .range(0, 9'007'199'254'740'991)
        .help("Random seed of weights, experts, keys and the order of the samples.")
        .source("core/README.md, section 2");
    table
        .add("train.device", kSection, &Train::device,
             {{"auto", DeviceChoice::automatic},
              {"cpu", DeviceChoice::cpu},
              {"cuda", DeviceChoice::cuda},
              {"cuda:0", DeviceChoice::cuda0},
              {"cuda:1", DeviceChoice::cuda1},
              {"cuda:2", DeviceChoice::cuda2},
              {"cuda:3", DeviceChoice::cuda3},
              {"cuda:4", DeviceChoice::cuda4},
              {"cuda:5", DeviceChoice::cuda5},
              {"cuda:6", DeviceChoice::cuda6},
              {"cuda:7", DeviceChoice::cuda7}})
        .help(
            "Device to train on. auto uses the first GPU if the CUDA module loads and a device "
            "responds, else the CPU; cuda and cuda:N without one are an error. orrery-cli devices "
            "lists them.")
        .source("core/README.md, section 3");
    table
        .add("train.cuda_graph", kSection, &Train::cuda_graph,
             {{"auto", CudaGraphUse::automatic},
              {"on", CudaGraphUse::on},
              {"off", CudaGraphUse::off}})
        .unless([](const Config& c) {
            return c.train.device == DeviceChoice::cpu ? std::string("train.device is cpu.")
                                                       : std::string();
        })
        .help(
            "Record training steps as CUDA graphs and replay them, which saves kernel launches and "
            "does not change results. auto does so where it is known to be exact, and the log says "
            "where it is not; on makes that an error.")
        .source("core/README.md, section 3");
    table.add("train.threads", kSection, &Train::threads)
        .range(0, 1'024)
        .unit("threads")
        .help(
            "Number of CPU threads. 0 tries up to all cores (or OMP_NUM_THREADS, if it is set), "
            "and whether waiting threads spin or sleep, and keeps what is fastest; the log says "
            "what. Results do not depend on the number, but for a few settings that the log "
            "names: with those, 0 uses all. With several processes it counts for each, and 0 "
            "shares the cores out.")
        .source("core/README.md, section 4");
}

void addRanks(FieldTable& table) {
    table.add("train.processes", kSection, &Train::processes)
        .range(1, 1'024)
        .unit("processes")
        .help(
            "Number of processes on this machine that train the model together. Each computes its "
            "share of every batch; the results are those of one process. A launcher (torchrun, "
            "srun, mpirun), which also reaches other machines, replaces this number by its own.")
        .source("core/README.md, section 13");
    table.add("train.rank_timeout", kSection, &Train::rank_timeout)
        .range(2, 86'400)
        .unit("seconds")
        .help(
            "How long the processes of a run wait for one that is silent before they end the run "
            "as failed.")
        .source("core/README.md, section 13");
    table.add("train.tensorboard", kSection, &Train::tensorboard)
        .help(
            "Folder for TensorBoard: while the run trains, its scalars are written there as event "
            "files, in a folder of the run's name. A relative path starts at the configuration's "
            "folder. Empty = none.")
        .source("core/README.md, section 11");
}

}  // namespace

void addTrainFields(FieldTable& table) {
    addLength(table);
    addOptimizer(table);
    table.add("train.temperature", kSection, &Train::temperature)
        .range(0, 100)
        .openMinimum()
        .live()
        .unless(reasons::noRouter)
        .help("Softmax temperature of the gates in training: low values favor the best expert.")
        .source("document 003, series A (0.8)");
    table.add("train.eval_temperature", kSection, &Train::eval_temperature)
        .range(0, 100)
        .openMinimum()
        .unless(reasons::noRouter)
        .help("Softmax temperature of the gates in evaluation, traces and generation.")
        .source("core/README.md, section 2 (0.5 in generations 2 to 4)");
    table.add("train.pad_in_loss", kSection, &Train::pad_in_loss)
        .unless([](const Config& c) {
            return c.data.packing == Packing::packed
                       ? std::string("data.packing is packed: no padding.")
                       : std::string();
        })
        .help(
            "Include padding in the optimized loss, as all published runs of generations 1 to 4 "
            "did. The loss without padding is reported either way.")
        .source("core/README.md, section 5");
    table
        .add("train.stop_on", kSection, &Train::stop_on,
             {{"none", StopCondition::none}, {"collapse", StopCondition::collapse}})
        .unless(reasons::noExperts)
        .help(
            "End the run early: collapse ends it when a layer's routing is collapsed in three "
            "usage "
            "snapshots in a row (2^entropy below 2 top_k), after the first twentieth of the steps "
            "and the top-k warm-up. none trains to the end.")
        .source("document 003, A6 (collapse at depth); document 000, knob 3");
    addMachine(table);
    addRanks(table);
}

}  // namespace orrery
