// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/applicability.h"
#include "core/config/field_builder.h"

namespace orrery {
namespace {

constexpr auto kSection = &Config::some;
using Some = SomeConfig;

void addShape(FieldTable& table) {
    table.add("some.num_experts", kSection, &Some::num_experts)
        .range(1, 262'144)
        .unit("experts")
        .unless(reasons::noExperts)
        .help(
            "Number of experts in each layer's library, and of keys in its key store. Memory grows "
            "with it, compute per token does not.")
        .source("document 002, series B1 to B3 (128, 256, 512); document 004, experiment 2.1");
    table.add("some.d_ffn", kSection, &Some::d_ffn)
        .range(1, 65'536)
        .unit("features")
        .unless(reasons::noExperts)
        .help(
            "Hidden dimension of an expert. top_k times d_ffn is the compute per token of a SoME "
            "layer.")
        .source("document 000, knob 2; document 004, experiment 1.4");
    table.add("some.top_k", kSection, &Some::top_k)
        .range(1, 1'024)
        .unit("experts")
        .unless(reasons::noExperts)
        .help(
            "Number of experts selected per token in each layer. With 1 there is nothing to "
            "compose, and beta has no pairs.")
        .source("document 004, experiment 4.1; document 001, V5 (16)");
}

void addRouter(FieldTable& table) {
    table
        .add("some.router", kSection, &Some::router,
             {{"linear", RouterKind::linear}, {"mlp", RouterKind::mlp}})
        .unless(reasons::noRouter)
        .help(
            "Query network: one linear layer, or an MLP with GELU and one hidden layer (mlp), "
            "whose "
            "width some.router_hidden sets.")
        .source("document 004, experiments 2.1 and 2.2; document 003, series A (mlp)");
    table.add("some.router_hidden", kSection, &Some::router_hidden)
        .range(0, 64)
        .openMinimum()
        .unit("times d_model")
        .unless(reasons::noRouter)
        .unless([](const Config& c) {
            return c.some.router == RouterKind::mlp
                       ? std::string()
                       : "some.router is linear: it has no hidden layer.";
        })
        .help(
            "Width of the mlp router's hidden layer as a multiple of model.d_model, rounded down "
            "and at least 1.")
        .source("document 000, knob 3 (query network); document 004, phase 4 (MLP size)");
    table.add("some.normalize_query", kSection, &Some::normalize_query)
        .unless(reasons::noRouter)
        .help(
            "Normalize queries to unit norm, so that scores are cosine similarities. False "
            "reproduces the first generation.")
        .source("core/README.md, section 2");
    table
        .add("some.query_init", kSection, &Some::query_init,
             {{"normal", QueryInit::normal}, {"torch", QueryInit::torch}})
        .unless(reasons::noRouter)
        .help(
            "Initialization of the query network: N(0, 0.02) with zero biases (normal), or uniform "
            "in ±1/sqrt(fan_in), biases too, as torch.nn.Linear (torch, generations 1 to 4).")
        .source("core/README.md, section 1");
}

void addExpertInit(FieldTable& table) {
    table
        .add("some.init", kSection, &Some::init,
             {{"default", ExpertInit::uniform},
              {"orthogonal", ExpertInit::orthogonal},
              {"sparse", ExpertInit::sparse}})
        .unless(reasons::noExperts)
        .help(
            "Initialization of the experts: uniform as torch.nn.Linear (default), orthogonal "
            "matrices, or small Gaussians with a fraction of each column set to zero (sparse).")
        .source("document 001, V8 to V10; document 004, experiment 1.2");
    table.add("some.sparsity", kSection, &Some::sparsity)
        .range(0, 1)
        .openMaximum()
        .unless(reasons::noExperts)
        .unless([](const Config& c) {
            return c.some.init == ExpertInit::sparse
                       ? std::string()
                       : "some.init is " + wordOf("some.init", c.some.init) + ", not sparse.";
        })
        .help("Fraction of each column of an expert's matrices that is zero.")
        .source("document 004, experiment 1.3 (0.5, 0.7, 0.9, 0.95)");
    table.add("some.expert_gain", kSection, &Some::expert_gain)
        .range(0, 1'000)
        .openMinimum()
        .unless(reasons::noExperts)
        .help(
            "Scale factor of the experts' initial weights. Sparse experts as published change "
            "their input by about 1 %; a gain raises that.")
        .source("core/README.md, sections 2 and 8 (contribution)");
}

void addExpertKind(FieldTable& table) {
    table
        .add("some.experts", kSection, &Some::experts,
             {{"frozen", ExpertKind::frozen},
              {"lora", ExpertKind::lora},
              {"trained", ExpertKind::trained},
              {"none", ExpertKind::none}})
        .help(
            "Type of the experts: frozen random weights (SoME), frozen with a trained low-rank "
            "adapter (lora), or, as controls, trained or none.")
        .source("core/README.md, section 2; document 000, knob 2");
    table.add("some.lora_rank", kSection, &Some::lora_rank)
        .range(1, 1'024)
        .unless([](const Config& c) {
            return c.some.experts == ExpertKind::lora
                       ? std::string()
                       : "some.experts is " + wordOf("some.experts", c.some.experts) +
                             ", not lora.";
        })
        .help(
            "Rank of the adapter of each of an expert's two matrices: W + B A, with B initialized "
            "to zero.")
        .source("document 000, knob 2 (4 to 8)");
    table
        .add("some.expert_dtype", kSection, &Some::expert_dtype,
             {{"fp32", Precision::fp32}, {"bf16", Precision::bf16}})
        .unless(reasons::noExperts)
        .help(
            "Data type of the frozen experts: bf16 halves their memory and rounds them once; all "
            "arithmetic stays fp32.")
        .source("core/README.md, section 2");
    table.add("some.shared_library", kSection, &Some::shared_library)
        .unless(reasons::noExperts)
        .help(
            "Share one library of experts among all layers, stored and counted once; each layer "
            "keeps its own keys, usage and query network.")
        .source("core/README.md, section 2");
}

}  // namespace

void addSomeFields(FieldTable& table) {
    addShape(table);
    addRouter(table);
    addExpertInit(table);
    addExpertKind(table);
    table
        .add("some.routing", kSection, &Some::routing,
             {{"keys", Routing::keys}, {"random", Routing::random}, {"hash", Routing::hash}})
        .unless(reasons::noExperts)
        .help(
            "How experts are selected: by queries and keys (SoME), at random, or by a fixed hash "
            "of the token (controls without a router).")
        .source("core/README.md, section 2");
    table
        .add("some.search", kSection, &Some::search,
             {{"exact", KeySearch::exact}, {"hnsw", KeySearch::hnsw}})
        .unless(reasons::noRouter)
        .help(
            "Nearest-key search: exact (all dot products), or approximate with an HNSW graph; "
            "orrery-cli bench nearest-keys reports from how many experts on that is faster.")
        .source("document 004, experiment 2.3 (from 4096 experts up)");
    table.add("some.search_drift", kSection, &Some::search_drift)
        .range(0, 10)
        .unit("share of the keys' length")
        .unless(reasons::noRouter)
        .help(
            "RMS distance that the keys move before the graph of some.search: hnsw is rebuilt. "
            "Until then the graph has the current keys and old links: scores stay exact, recall "
            "drops slightly. 0 rebuilds it after each step that moved keys.")
        .source("core/README.md, section 2");
    table.add("some.top_k_warmup", kSection, &Some::top_k_warmup)
        .range(0, 0.5)
        .unit("share of the steps")
        .live()
        .unless(reasons::noExperts)
        .help(
            "Fraction of the steps with one expert per token; over as many further steps, it ramps "
            "up to top_k. 0 disables it.")
        .source("document 000, knob 3 (10 to 20 %)");
    table.add("some.balance_loss", kSection, &Some::balance_loss)
        .range(0, 100)
        .unless(reasons::noRouter)
        .help(
            "Coefficient of the auxiliary load-balancing loss: E times the sum over experts of "
            "load fraction times mean probability; added to the optimized loss only. 0 disables "
            "it.")
        .source("document 000, knob 5; core/README.md, section 2");
    table.add("some.balance_bias", kSection, &Some::balance_bias)
        .range(0, 1)
        .unless(reasons::noRouter)
        .help(
            "Update rate of a bias per expert, which is added to the scores for the selection only "
            "and moved against the load after each step. 0 disables it.")
        .source("core/README.md, section 2");
    table.add("some.interventions", kSection, &Some::interventions)
        .live()
        .unless(reasons::noRouter)
        .help(
            "What the router does otherwise, to see what experts do: knock-out 1:3; force 0:2; "
            "scale-gate 0:2=0.5; swap-keys 1:2=1:3; move-key 0:1=NUMBER/NUMBER/...; freeze-key 1:3 "
            "(layer:expert, several separated by commas). Keys that are frozen or moved are not "
            "updated. Empty = nothing.")
        .source("core/README.md, section 14");
}

}  // namespace orrery
