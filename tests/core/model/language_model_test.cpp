// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/language_model.h"

#include <ATen/core/grad_mode.h>

#include <ATen/record_function.h>
#include <gtest/gtest.h>

#include "core/config/fields.h"
#include "core/error.h"
#include "tests/core/model/small_config.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::smallConfig;

at::Tensor someTokens(std::int64_t batch = 2, std::int64_t length = 10) {
    return (at::arange(batch * length, at::kLong) * 7).remainder(23).view({batch, length});
}

at::Tensor logitsOf(const Config& config, const at::Tensor& tokens = someTokens()) {
    at::NoGradGuard no_gradient;
    return LanguageModel(config)->forward(tokens, {}).logits;
}

constexpr PositionEncoding kEveryEncoding[] = {PositionEncoding::sinusoidal, PositionEncoding::rope,
                                               PositionEncoding::alibi};

TEST(LanguageModel, ShapesOfTheResult) {
    const Config config = smallConfig();
    LanguageModel model(config);
    const ForwardResult result = model->forward(someTokens(), {});
    EXPECT_EQ(result.logits.sizes(), (std::vector<std::int64_t>{2, 10, 23}));
    EXPECT_EQ(result.hidden.sizes(), (std::vector<std::int64_t>{2, 10, 8}));
    ASSERT_EQ(result.routing.size(), 2U);
    EXPECT_EQ(result.routing[1].queries.sizes(), (std::vector<std::int64_t>{20, 8}));
    EXPECT_EQ(result.routing[1].selected.sizes(), (std::vector<std::int64_t>{20, 2}));
    EXPECT_FALSE(result.routing[1].gates.requires_grad());
    ForwardOptions options;
    options.logits = false;
    options.routing = false;
    const ForwardResult bare = model->forward(someTokens(), options);
    EXPECT_FALSE(bare.logits.defined());
    EXPECT_TRUE(bare.routing.empty());
}

TEST(LanguageModel, IsAFunctionOfTheSeed) {
    Config config = smallConfig();
    EXPECT_TRUE(at::equal(logitsOf(config), logitsOf(config)));
    config.train.seed = 8;
    EXPECT_FALSE(at::equal(logitsOf(config), logitsOf(smallConfig())));
}

TEST(LanguageModel, MoreExpertsLeaveAllOtherWeightsAsTheyWere) {
    Config config = smallConfig();
    LanguageModel few(config);
    config.some.num_experts = 9;
    LanguageModel many(config);
    const auto large = many->state(true);
    for (const auto& [name, tensor] : few->state(true)) {
        const at::Tensor& other = large.at(name);
        const bool by_expert = other.sizes() != tensor.sizes();
        EXPECT_TRUE(at::equal(by_expert ? other.narrow(0, 0, 6) : other, tensor)) << name;
    }
}

TEST(LanguageModel, StateNamesAreThoseOfTheFormat) {
    Config config = smallConfig();
    config.model.num_layers = 1;
    const std::vector<std::string> expected{"layers.0.attention.in_proj.bias",
                                            "layers.0.attention.in_proj.weight",
                                            "layers.0.attention.out_proj.bias",
                                            "layers.0.attention.out_proj.weight",
                                            "layers.0.norm1.bias",
                                            "layers.0.norm1.weight",
                                            "layers.0.norm2.bias",
                                            "layers.0.norm2.weight",
                                            "layers.0.some.experts.down",
                                            "layers.0.some.experts.up",
                                            "layers.0.some.keys",
                                            "layers.0.some.query.0.bias",
                                            "layers.0.some.query.0.weight",
                                            "layers.0.some.query.2.bias",
                                            "layers.0.some.query.2.weight",
                                            "layers.0.some.usage",
                                            "lm_head.bias",
                                            "lm_head.weight",
                                            "token_embedding.weight"};
    std::vector<std::string> names;
    for (const auto& [name, tensor] : LanguageModel(config)->state(true))
        names.push_back(name);
    EXPECT_EQ(names, expected);
    EXPECT_EQ(LanguageModel(config)->state(false).size(), expected.size() - 2);
    config.some.router = RouterKind::linear;
    const auto linear = LanguageModel(config)->state(false);
    EXPECT_TRUE(linear.contains("layers.0.some.query.weight"));
    EXPECT_TRUE(linear.contains("layers.0.some.query.bias"));
}

TEST(LanguageModel, StateMovesFromModelToModel) {
    Config config = smallConfig();
    LanguageModel from(config);
    config.train.seed = 99;
    LanguageModel to(config);
    to->loadState(from->state(true), true);
    at::NoGradGuard no_gradient;
    EXPECT_TRUE(
        at::equal(from->forward(someTokens(), {}).logits, to->forward(someTokens(), {}).logits));
}

TEST(LanguageModel, AWrongStateIsNamedAndChangesNothing) {
    LanguageModel model(smallConfig());
    const at::Tensor before = model->forward(someTokens(), {}).logits.detach();
    auto state = LanguageModel(smallConfig())->state(true);
    for (auto& [name, tensor] : state)
        tensor = tensor + 1;
    state.erase("lm_head.bias");
    state["layers.1.some.keys"] = at::zeros({5, 8});
    state["stranger"] = at::zeros({1});
    try {
        model->loadState(state, true);
        FAIL();
    } catch (const Error& error) {
        const std::string message = error.what();
        for (const char* part :
             {"lm_head.bias is missing", "layers.1.some.keys has shape", "stranger is unknown"})
            EXPECT_NE(message.find(part), std::string::npos) << message;
    }
    EXPECT_TRUE(at::equal(model->forward(someTokens(), {}).logits, before));
}

TEST(LanguageModel, AStateThatDoesNotSayHowKeysWereLinkedLinksThemAsTheyAre) {
    Config config = smallConfig();
    auto state = LanguageModel(config)->state(true);
    for (auto& [name, tensor] : state)
        tensor = tensor + 1;
    config.some.search = KeySearch::hnsw;
    LanguageModel model(config);
    model->loadState(state, true);
    EXPECT_TRUE(at::equal(model->linkedKeys(0), state.at("layers.0.some.keys")));
    state["layers.0.some.linked_keys"] = state.at("layers.0.some.keys") + 1;
    model->loadState(state, true);
    EXPECT_TRUE(at::equal(model->linkedKeys(0), state.at("layers.0.some.linked_keys")));
}

TEST(LanguageModel, CausalForEveryKindOfPositions) {
    for (const PositionEncoding positions : kEveryEncoding)
        for (const NormPlacement norm : {NormPlacement::post, NormPlacement::pre}) {
            SCOPED_TRACE(wordOf("model.positions", positions) + " " + wordOf("model.norm", norm));
            Config config = smallConfig();
            config.model.positions = positions;
            config.model.norm = norm;
            at::Tensor changed = someTokens();
            changed.select(1, 6).add_(1).remainder_(23);
            const at::Tensor before = logitsOf(config);
            const at::Tensor after = logitsOf(config, changed);
            EXPECT_LT(largestDifference(before.narrow(1, 0, 6), after.narrow(1, 0, 6)), 1e-5);
            EXPECT_GT(largestDifference(before.narrow(1, 6, 4), after.narrow(1, 6, 4)), 1e-3);
            config.model.causal = false;
            EXPECT_GT(largestDifference(logitsOf(config).narrow(1, 0, 6),
                                        logitsOf(config, changed).narrow(1, 0, 6)),
                      1e-5);
        }
}

/// Four times the trained length: what stood there before stays as it was, and the rest differs
/// from place to place.
TEST(LanguageModel, RunsAtLongerLengthsThanItWasTrainedAt) {
    for (const PositionEncoding positions : kEveryEncoding) {
        SCOPED_TRACE(wordOf("model.positions", positions));
        Config config = smallConfig();  // model.seq_len is 10
        config.model.positions = positions;
        const at::Tensor longer = logitsOf(config, someTokens(2, 40));
        EXPECT_TRUE(longer.isfinite().all().item<bool>());
        const at::Tensor start = someTokens(2, 40).narrow(1, 0, 10).contiguous();
        EXPECT_LT(largestDifference(longer.narrow(1, 0, 10), logitsOf(config, start)), 1e-5);
        // The same token at places 7 and 30: its logits know where it stands.
        const at::Tensor tokens = someTokens(2, 40);
        ASSERT_TRUE(at::equal(tokens.select(1, 7), tokens.select(1, 30)));
        EXPECT_GT(largestDifference(longer.select(1, 7), longer.select(1, 30)), 1e-4);
    }
}

/// How often torch's operations were called for which type.
class ProductTypes {
public:
    ProductTypes() {
        current_ = this;
        handle_ = at::addThreadLocalCallback(at::RecordFunctionCallback(&note).needsInputs(true));
    }
    ~ProductTypes() { at::removeCallback(handle_); }

    int count(const std::string& name, at::ScalarType type) const {
        const auto found = seen_.find({name, type});
        return found == seen_.end() ? 0 : found->second;
    }

private:
    static std::unique_ptr<at::ObserverContext> note(const at::RecordFunction& call) {
        if (!call.inputs().empty() && call.inputs()[0].isTensor())
            ++current_->seen_[{call.name(), call.inputs()[0].toTensor().scalar_type()}];
        return nullptr;
    }
    static inline ProductTypes* current_ = nullptr;
    at::CallbackHandle handle_;
    std::map<std::pair<std::string, at::ScalarType>, int> seen_;
};

/// Attention, experts and head in bfloat16; the query network, norms and the stream in float32.
TEST(LanguageModel, Bfloat16IsWhatIsComputedIn) {
    Config config = smallConfig();
    config.some.router = RouterKind::linear;
    const int layers = static_cast<int>(config.model.num_layers);
    for (const bool half : {false, true}) {
        config.train.precision = half ? Precision::bf16 : Precision::fp32;
        LanguageModel model(config);
        const ProductTypes types;
        model->forward(someTokens(), {});
        EXPECT_EQ(types.count("orrery::residual_norm", at::kFloat), 2 * layers);
        EXPECT_EQ(types.count("orrery::residual_norm", at::kBFloat16), 0);
        // Linear layers: two of attention and the query network a layer, and the head.
        const auto products = [&](at::ScalarType type) {
            return types.count("aten::addmm", type) + types.count("aten::mm", type) +
                   types.count("orrery::linear", type);
        };
        EXPECT_EQ(products(at::kFloat), half ? layers : 3 * layers + 1);
        EXPECT_EQ(types.count("orrery::linear_bf16", at::kFloat), half ? 2 * layers + 1 : 0);
        EXPECT_EQ(products(at::kBFloat16), 0) << "values in memory are float32";
        EXPECT_EQ(model->state(true).at("layers.0.some.experts.down").scalar_type(),
                  half ? at::kBFloat16 : at::kFloat);
    }
}

/// All that rounds, and what it may move.
TEST(LanguageModel, Bfloat16MovesTheLogitsByItsRounding) {
    Config config = smallConfig();
    config.train.precision = Precision::bf16;
    for (const PositionEncoding positions : kEveryEncoding) {
        SCOPED_TRACE(wordOf("model.positions", positions));
        config.model.positions = positions;
        Config full = config;
        full.train.precision = Precision::fp32;
        const double moved = largestDifference(logitsOf(config), logitsOf(full));
        EXPECT_GT(moved, 1e-5);
        EXPECT_LT(moved, 0.1);
    }
    const ForwardResult result = LanguageModel(config)->forward(someTokens(), {});
    EXPECT_EQ(result.hidden.scalar_type(), at::kFloat);
    EXPECT_EQ(result.logits.scalar_type(), at::kFloat);
    for (const LayerRouting& layer : result.routing) {
        EXPECT_EQ(layer.queries.scalar_type(), at::kFloat);
        EXPECT_EQ(layer.gates.scalar_type(), at::kFloat);
    }
}

TEST(LanguageModel, PositionsMatter) {
    const at::Tensor same = at::full({1, 6}, 5, at::kLong);
    const at::Tensor logits = logitsOf(smallConfig(), same);
    EXPECT_GT(largestDifference(logits.select(1, 1), logits.select(1, 5)), 1e-3);
}

TEST(LanguageModel, QueryResidualReachesTheNextLayer) {
    Config config = smallConfig();
    config.keys.query_residual = 0.1;
    at::NoGradGuard no_gradient;
    const auto with = LanguageModel(config)->forward(someTokens(), {}).routing;
    const auto without = LanguageModel(smallConfig())->forward(someTokens(), {}).routing;
    EXPECT_TRUE(at::equal(with[0].queries, without[0].queries));
    EXPECT_FALSE(at::equal(with[1].queries, without[1].queries));
}

TEST(LanguageModel, ControlsRouteWithoutAQuery) {
    Config config = smallConfig();
    const at::Tensor tokens = someTokens(4, 10);
    config.some.routing = Routing::hash;
    LanguageModel hash(config);
    const auto routing = hash->forward(tokens, {}).routing[0];
    EXPECT_FALSE(routing.queries.defined());
    EXPECT_LT(largestDifference(routing.gates, at::full({40, 2}, 0.5)), 1e-7);
    const at::Tensor flat = tokens.view({-1});
    for (std::int64_t t = 1; t < 40; ++t)
        if (flat[t].equal(flat[0])) {
            EXPECT_TRUE(at::equal(routing.selected[t], routing.selected[0]));
        }
    config.some.routing = Routing::random;
    LanguageModel random(config);
    ForwardOptions options;
    const at::Tensor first = random->forward(tokens, options).routing[0].selected;
    EXPECT_TRUE(at::equal(random->forward(tokens, options).routing[0].selected, first));
    options.step = 1;
    EXPECT_FALSE(at::equal(random->forward(tokens, options).routing[0].selected, first));
    EXPECT_TRUE((first.select(1, 0) != first.select(1, 1)).all().item<bool>());
}

TEST(LanguageModel, WithoutExpertsThereIsNoKeyStore) {
    Config config = smallConfig();
    config.some.experts = ExpertKind::none;
    LanguageModel model(config);
    EXPECT_FALSE(model->forward(someTokens(), {}).routing[0].selected.defined());
    EXPECT_THROW(model->keys(0), Error);
    for (const auto& [name, tensor] : model->state(true))
        EXPECT_EQ(name.find(".some."), std::string::npos);
}

TEST(LanguageModel, TrainedExpertsBelongToTheState) {
    Config config = smallConfig();
    config.some.experts = ExpertKind::trained;
    LanguageModel model(config);
    EXPECT_TRUE(model->state(false).contains("layers.0.some.experts.down"));
    bool found = false;
    for (const auto& [name, tensor] : model->trainedParameters())
        found |= name == "layers.1.some.experts.up";
    EXPECT_TRUE(found);
}

TEST(LanguageModel, ASharedLibraryIsHeldOnceAndServesEveryLayer) {
    Config config = smallConfig();
    config.some.shared_library = true;
    LanguageModel model(config);
    auto state = model->state(true);
    EXPECT_TRUE(state.contains("some.experts.down"));
    EXPECT_FALSE(state.contains("layers.0.some.experts.down"));
    EXPECT_FALSE(model->state(false).contains("some.experts.up"));
    EXPECT_FALSE(at::equal(model->keys(0), model->keys(1)));
    ForwardOptions options;
    options.contribution = true;
    at::NoGradGuard no_gradient;
    for (const LayerRouting& layer : model->forward(someTokens(), options).routing)
        EXPECT_GT(layer.contribution.item<double>(), 0.01);
    state.at("some.experts.up").zero_();
    for (const LayerRouting& layer : model->forward(someTokens(), options).routing)
        EXPECT_EQ(layer.contribution.item<double>(), 0);
}

TEST(LanguageModel, LowRankPartsAddNothingAtTheStartAndBelongToTheState) {
    Config config = smallConfig();
    const at::Tensor frozen = logitsOf(config);
    config.some.experts = ExpertKind::lora;
    EXPECT_LT(largestDifference(logitsOf(config), frozen), 1e-5);
    LanguageModel model(config);
    const auto state = model->state(false);
    EXPECT_FALSE(state.contains("layers.0.some.experts.down"));
    EXPECT_EQ(state.at("layers.1.some.experts.down_a").sizes(),
              (std::vector<std::int64_t>{6, 4, 8}));
    EXPECT_EQ(state.at("layers.1.some.experts.up_b").abs().sum().item<double>(), 0);
}

TEST(LanguageModel, ExpertsInBfloat16MoveTheLogitsByTheirRounding) {
    Config config = smallConfig();
    const at::Tensor exact = logitsOf(config);
    for (const ExpertKind experts : {ExpertKind::frozen, ExpertKind::lora}) {
        SCOPED_TRACE(wordOf("some.experts", experts));
        config.some.experts = experts;
        config.some.expert_dtype = Precision::bf16;
        EXPECT_EQ(LanguageModel(config)->state(true).at("layers.0.some.experts.down").dtype(),
                  at::kBFloat16);
        const double moved = largestDifference(logitsOf(config), exact);
        EXPECT_GT(moved, 1e-6);
        EXPECT_LT(moved, 2e-2);
    }
}

TEST(LanguageModel, ContributionIsTheShareOfTheExperts) {
    Config config = smallConfig();
    ForwardOptions options;
    options.contribution = true;
    const double normal = LanguageModel(config)
                              ->forward(someTokens(), options)
                              .routing[0]
                              .contribution.item<double>();
    config.some.init = ExpertInit::sparse;
    const double sparse = LanguageModel(config)
                              ->forward(someTokens(), options)
                              .routing[0]
                              .contribution.item<double>();
    EXPECT_GT(normal, 0.02);
    EXPECT_LT(sparse, 0.1 * normal);
}

TEST(LanguageModel, FewerExpertsATokenOnRequest) {
    ForwardOptions options;
    options.top_k = 1;
    const auto routing = LanguageModel(smallConfig())->forward(someTokens(), options).routing[0];
    EXPECT_EQ(routing.selected.size(1), 1);
}

TEST(LanguageModel, RefusesTokensAndConfigurationsThatDoNotFit) {
    LanguageModel model(smallConfig());
    EXPECT_THROW(model->forward(at::full({1, 4}, 23, at::kLong), {}), Error);
    EXPECT_THROW(model->forward(at::full({1, 4}, -1, at::kLong), {}), Error);
    EXPECT_THROW(model->forward(at::zeros({4}, at::kLong), {}), Error);
    EXPECT_THROW(model->forward(at::zeros({0, 4}, at::kLong), {}), Error);
    EXPECT_THROW(model->keys(2), Error);
    for (const auto& change : std::vector<void (*)(Config&)>{
             [](Config& c) { c.model.num_heads = 3; }, [](Config& c) { c.some.top_k = 7; }}) {
        Config config = smallConfig();
        change(config);
        EXPECT_THROW(LanguageModel{config}, Error);
    }
}

}  // namespace
}  // namespace orrery
