// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/applicability.h"
#include "core/config/field_builder.h"

namespace orrery {
namespace {

constexpr auto section = &Config::train;
using Train = TrainConfig;

void addLength(FieldTable& table) {
    table.add("train.epochs", section, &Train::epochs)
        .range(1, 1'000'000)
        .unit("epochs")
        .unless([](const Config& c) {
            return c.train.max_steps > 0 ? std::string("train.max_steps sets the length.")
                                         : std::string();
        })
        .help("Passes over the training documents.")
        .source("document 003, series A (4); document 000 (1 to 3)");
    table.add("train.max_steps", section, &Train::max_steps)
        .range(0, 1'000'000'000)
        .unit("steps")
        .help(
            "Length of the run in steps, whatever the number of epochs. 0 lets the epochs decide.")
        .source("core/README.md, section 5");
    table.add("train.batch_size", section, &Train::batch_size)
        .range(1, 65'536)
        .unit("samples")
        .help("Samples of one step. Fewer steps also mean fewer key updates.")
        .source("document 001, V7 against V8; document 003, series A (32)");
    table.add("train.accumulation", section, &Train::accumulation)
        .range(1, 65'536)
        .unit("micro-batches")
        .help(
            "Parts into which a batch is split to save memory. The step, its key update included, "
            "stays the same.")
        .source("document 000, knob 4; core/README.md, section 4");
}

void addOptimizer(FieldTable& table) {
    table
        .add("train.optimizer", section, &Train::optimizer,
             {{"adamw", OptimizerKind::adamw}, {"adafactor", OptimizerKind::adafactor}})
        .help("What moves the trained weights.")
        .source("document 004, experiment 5.1 (AdamW or Adafactor)");
    table.add("train.learning_rate", section, &Train::learning_rate)
        .range(0, 1)
        .openMinimum()
        .live()
        .help("Highest step size of the optimizer; the schedule scales it.")
        .source("document 003, series A (6e-4); document 001 (8e-4); document 004, experiment 5.1");
    table
        .add("train.schedule", section, &Train::schedule,
             {{"cosine", LearningRateSchedule::cosine},
              {"constant", LearningRateSchedule::constant}})
        .help("The learning rate after the warm-up: down to 0 along a cosine, or constant.")
        .source("core/README.md, section 3; document 000, knob 5");
    table.add("train.warmup", section, &Train::warmup)
        .range(0, 1'000'000'000)
        .unit("steps")
        .help(
            "Steps in which the learning rate rises to its full value. The published runs had "
            "none.")
        .source("document 004, experiment 5.1 (100 to 500)");
    table.add("train.weight_decay", section, &Train::weight_decay)
        .range(0, 10)
        .help("Pull of every trained weight towards 0, scaled by the learning rate.")
        .source("document 000, runs v2 to v5 (0.1); document 004, experiment 5.1");
    table.add("train.betas", section, &Train::betas)
        .range(0, 1)
        .openMaximum()
        .help("AdamW's two decay rates: of the mean gradient and of its square.")
        .source("core/README.md, section 3");
    table.add("train.eps", section, &Train::eps)
        .range(0, 1)
        .openMinimum()
        .help("Number that keeps AdamW's division finite.")
        .source("core/README.md, section 3");
    table.add("train.clip_norm", section, &Train::clip_norm)
        .range(0, 1e6)
        .help(
            "Longest gradient over all weights together; a longer one is scaled down. 0 turns it "
            "off.")
        .source("core/README.md, section 3");
}

void addMachine(FieldTable& table) {
    table
        .add("train.precision", section, &Train::precision,
             {{"fp32", Precision::fp32}, {"bf16", Precision::bf16}})
        .help(
            "bf16 computes the attention's products in bfloat16. Weights, router, experts, norms, "
            "loss, optimizer and key updates stay fp32.")
        .source("document 000, knob 6; core/README.md, section 3");
    table.add("train.seed", section, &Train::seed)
        .range(0, 9'007'199'254'740'991)
        .help("Start of every random draw: weights, experts, keys, order of the samples.")
        .source("core/README.md, section 2");
    table
        .add("train.device", section, &Train::device,
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
            "Where the model runs. auto takes the first GPU where the CUDA module loads and a "
            "device "
            "answers; cuda and cuda:N without one are an error. orrery-cli devices lists them.")
        .source("core/README.md, section 3");
    table
        .add("train.cuda_graph", section, &Train::cuda_graph,
             {{"auto", CudaGraphUse::automatic},
              {"on", CudaGraphUse::on},
              {"off", CudaGraphUse::off}})
        .unless([](const Config& c) {
            return c.train.device == DeviceChoice::cpu ? std::string("train.device is cpu.")
                                                       : std::string();
        })
        .help(
            "Whether a GPU is given a whole step as one recorded graph, which saves the launch of "
            "each of its operations and changes no number. auto does it where that is known to be "
            "exact, and the log says where it is not; on makes that an error.")
        .source("core/README.md, section 3");
    table.add("train.threads", section, &Train::threads)
        .range(0, 1'024)
        .unit("threads")
        .help(
            "CPU threads of the arithmetic. 0 takes all cores, or OMP_NUM_THREADS where that is "
            "set. A run repeats bit for bit at the same number.")
        .source("core/README.md, section 4");
}

}  // namespace

void addTrainFields(FieldTable& table) {
    addLength(table);
    addOptimizer(table);
    table.add("train.temperature", section, &Train::temperature)
        .range(0, 100)
        .openMinimum()
        .live()
        .unless(reasons::noRouter)
        .help("Temperature of the gates in training: low ones favour the best expert.")
        .source("document 003, series A (0.8)");
    table.add("train.eval_temperature", section, &Train::eval_temperature)
        .range(0, 100)
        .openMinimum()
        .unless(reasons::noRouter)
        .help("Temperature of the gates in evaluation, traces and generation.")
        .source("core/README.md, section 2 (0.5 in generations 2 to 4)");
    table.add("train.pad_in_loss", section, &Train::pad_in_loss)
        .unless([](const Config& c) {
            return c.data.packing == Packing::packed
                       ? std::string("data.packing is packed: no padding.")
                       : std::string();
        })
        .help(
            "The optimized loss counts padding, as all published runs of generations 1 to 4 did. "
            "The loss over real tokens is reported either way.")
        .source("core/README.md, section 5");
    addMachine(table);
}

}  // namespace orrery
