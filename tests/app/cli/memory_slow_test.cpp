// SPDX-License-Identifier: GPL-3.0-or-later
// What `params` says that a run takes, beside what a run takes.
#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

class MemoryTest : public ProgramTest {
protected:
    /// A run of three steps on a few stories, with `shape` in place of a tiny model.
    std::string shaped(const std::string& name, const std::string& shape) const {
        return write(name + ".yaml", "name: " + name + "\n" + shape +
                                         "data: {train_documents: 300, val_documents: 6}\n"
                                         "eval: {every: 1000000}\n"
                                         "checkpoint: {every: 1000000, keep: 1}\n");
    }

    double counted(const std::string& file) {
        return run({"params", file, "--json"}).json()[0]["memory_bytes"].get<double>();
    }
    double taken(const std::string& file) {
        const ProgramResult result = run({"train", file, "--runs", "runs"});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return result.peak_memory;
    }

    /// Of a run that takes next to nothing itself.
    double base() {
        const std::string file = shaped(
            "base",
            "model: {vocab_size: 600, d_model: 8, num_layers: 1, num_heads: 1, seq_len: 32}\n"
            "some: {num_experts: 4, d_ffn: 8, top_k: 2}\n"
            "train: {batch_size: 2, max_steps: 3, threads: 2, device: cpu}\n");
        return taken(file) - counted(file);
    }

    void expectCounted(const std::string& name, const std::string& shape) {
        const std::string file = shaped(name, shape);
        const double need = counted(file);
        EXPECT_NEAR(need / (taken(file) - base()), 1, 0.1) << name << ": " << need / 1e6 << " MB";
    }
};

TEST_F(MemoryTest, OfASmallRunIsCountedWithinATenth) {
    expectCounted(
        "small",
        "model: {vocab_size: 600, d_model: 128, num_layers: 4, num_heads: 4, seq_len: 256}\n"
        "some: {num_experts: 32, d_ffn: 256, top_k: 4}\n"
        "train: {batch_size: 16, max_steps: 3, threads: 2, device: cpu}\n");
}

TEST_F(MemoryTest, OfRecomputedLayersIsCountedWithinATenth) {
    const std::string model =
        "model: {vocab_size: 600, d_model: 128, num_layers: 8, num_heads: 4, seq_len: 256}\n"
        "some: {num_experts: 32, d_ffn: 256, top_k: 4}\n";
    const std::string train = "train: {batch_size: 16, max_steps: 3, threads: 2, device: cpu";
    expectCounted("recomputed", model + train + ", recompute: true}\n");
    EXPECT_LT(taken(folder_ / "recomputed.yaml"),
              0.75 * taken(shaped("kept", model + train + "}\n")));
}

TEST_F(MemoryTest, OfALibraryInBfloat16WithAccumulationIsCountedWithinATenth) {
    expectCounted(
        "medium",
        "model: {vocab_size: 600, d_model: 256, num_layers: 4, num_heads: 4, seq_len: 256}\n"
        "some: {num_experts: 128, d_ffn: 1024, top_k: 4, expert_dtype: bf16}\n"
        "train: {batch_size: 8, accumulation: 4, max_steps: 3, threads: 2, device: cpu}\n");
}

}  // namespace
}  // namespace orrery::testing
