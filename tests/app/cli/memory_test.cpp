// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

using RunMemory = ProgramTest;

TEST_F(RunMemory, ARunThatCannotFitIsRefusedWithWhatLowersIt) {
    const std::string file =
        write("huge.yaml",
              "model: {vocab_size: 600, d_model: 512, num_layers: 10, num_heads: 4, seq_len: 256}\n"
              "some: {num_experts: 262144, d_ffn: 1024, top_k: 4}\n"
              "train: {batch_size: 16, max_steps: 3, threads: 2, device: cpu}\n");
    const ProgramResult result = run({"train", file, "--runs", "runs"});
    EXPECT_EQ(result.exit_code, 1);
    for (const char* change : {"some.expert_dtype=bf16", "some.shared_library=true",
                               "some.num_experts=131072", "GB are free"})
        EXPECT_TRUE(contains(result.err, change)) << result.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "runs")) << "nothing was begun";
}

}  // namespace
}  // namespace orrery::testing
