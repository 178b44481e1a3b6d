// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/router_interventions.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/model/language_model.h"
#include "tests/core/model/small_config.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::smallConfig;

at::Tensor someText() {
    return (at::arange(20, at::kLong) * 7).remainder(23).view({2, 10});
}

Intervention change(InterventionKind kind, int layer, int expert) {
    Intervention one;
    one.kind = kind;
    one.layer = layer;
    one.expert = expert;
    return one;
}

/// The slow reference of swaps and moves: one after the other, in place.
void changeKeys(const Interventions& interventions, std::int64_t layer, at::Tensor keys) {
    for (const Intervention& one : interventions) {
        if (one.layer != layer) continue;
        if (one.kind == InterventionKind::swapKeys) {
            const at::Tensor first = keys[one.expert].clone();
            keys[one.expert].copy_(keys[one.other]);
            keys[one.other].copy_(first);
        } else if (one.kind == InterventionKind::moveKey) {
            keys[one.expert].copy_(at::tensor(at::ArrayRef(one.key), at::kFloat));
        }
    }
}

ForwardResult runWith(LanguageModel& model, const Interventions& interventions) {
    const at::NoGradGuard no_gradient;
    const RouterInterventions changed(interventions, model->config());
    ForwardOptions options;
    options.interventions = &changed;
    return model->forward(someText(), options);
}

ForwardResult runPlain(LanguageModel& model) {
    const at::NoGradGuard no_gradient;
    return model->forward(someText(), {});
}

TEST(RouterInterventions, NothingChangesNothing) {
    LanguageModel model(smallConfig());
    EXPECT_TRUE(at::equal(runWith(model, {}).logits, runPlain(model).logits));
    EXPECT_TRUE(at::equal(runWith(model, {change(InterventionKind::freezeKey, 0, 1)}).logits,
                          runPlain(model).logits));
}

TEST(RouterInterventions, AnExpertThatIsNeverChosenChangesExactlyNothing) {
    Config config = smallConfig();
    config.some.num_experts = 64;  // and 40 selections
    LanguageModel model(config);
    const ForwardResult before = runPlain(model);
    int unused = 0;
    for (int expert = 0; expert < 64; ++expert) {
        if ((before.routing[1].selected == expert).any().item<bool>()) continue;
        ++unused;
        EXPECT_TRUE(at::equal(
            runWith(model, {change(InterventionKind::knockOut, 1, expert)}).logits, before.logits));
    }
    EXPECT_GE(unused, 24);
}

TEST(RouterInterventions, KnockedOutExpertsAreServedByTheNextBestKeys) {
    LanguageModel model(smallConfig());
    const ForwardResult before = runPlain(model);
    const ForwardResult after = runWith(model, {change(InterventionKind::knockOut, 0, 2)});
    const at::Tensor scores = before.routing[0].queries.mm(model->keys(0).t());  // [N, E]
    scores.select(1, 2).fill_(-1e9);
    const at::Tensor expected = std::get<1>(scores.topk(2, 1));
    EXPECT_TRUE(at::equal(after.routing[0].selected, expected));
    EXPECT_LT(
        largestDifference(after.routing[0].gates, at::softmax(std::get<0>(scores.topk(2, 1)), -1)),
        1e-6);
    EXPECT_FALSE(at::equal(after.logits, before.logits));
}

/// All but k experts of a layer knocked out, and a model with those k alone.
TEST(RouterInterventions, AllButSomeKnockedOutIsAModelMadeSoByHand) {
    Config config = smallConfig();
    LanguageModel model(config);
    Interventions interventions;
    for (int layer = 0; layer < 2; ++layer)
        for (const int expert : {0, 2, 5})
            interventions.push_back(change(InterventionKind::knockOut, layer, expert));
    config.some.num_experts = 3;
    LanguageModel few(config);
    auto state = model->state(true);
    const at::Tensor kept = at::tensor({1, 3, 4}, at::kLong);
    for (auto& [name, tensor] : state)
        if (name.find(".some.keys") != std::string::npos ||
            name.find(".some.usage") != std::string::npos ||
            name.find(".some.experts.") != std::string::npos)
            tensor = tensor.index_select(0, kept);
    few->loadState(state, true);
    const ForwardResult made = runPlain(few), changed = runWith(model, interventions);
    EXPECT_TRUE(at::equal(changed.logits, made.logits));
    for (std::size_t layer = 0; layer < 2; ++layer)
        EXPECT_TRUE(at::equal(changed.routing[layer].selected,
                              kept.index_select(0, made.routing[layer].selected.view({-1}))
                                  .view_as(made.routing[layer].selected)));
}

TEST(RouterInterventions, AForcedExpertServesEveryTokenAndTheLastOnesGiveWay) {
    LanguageModel model(smallConfig());
    const ForwardResult before = runPlain(model);
    const ForwardResult after = runWith(model, {change(InterventionKind::force, 0, 3)});
    const at::Tensor& selected = after.routing[0].selected;
    EXPECT_TRUE((selected == 3).any(1).all().item<bool>());
    const at::Tensor had = (before.routing[0].selected == 3).any(1);
    for (std::int64_t token = 0; token < selected.size(0); ++token)
        if (!had[token].item<bool>())
            EXPECT_TRUE(
                (selected[token] == before.routing[0].selected[token][0]).any().item<bool>())
                << "the best stays";
}

TEST(RouterInterventions, AScaledGateScalesWhatTheExpertAdds) {
    LanguageModel model(smallConfig());
    Intervention scaled = change(InterventionKind::scaleGate, 1, 0);
    scaled.factor = 0.25;
    const ForwardResult before = runPlain(model), after = runWith(model, {scaled});
    const at::Tensor factors =
        at::where(before.routing[1].selected == 0, at::full({}, 0.25F), at::full({}, 1.0F));
    EXPECT_TRUE(at::equal(after.routing[1].gates, before.routing[1].gates * factors));
    scaled.factor = 1;
    EXPECT_TRUE(at::equal(runWith(model, {scaled}).logits, before.logits));
}

TEST(RouterInterventions, KeysAreSwappedAndMovedAsIfTheStoreWereSo) {
    LanguageModel model(smallConfig()), other(smallConfig());
    Intervention swapped = change(InterventionKind::swapKeys, 0, 1);
    swapped.other = 4;
    Intervention moved = change(InterventionKind::moveKey, 1, 2);
    moved.key.assign(8, 0.5F);
    const at::Tensor before = model->keys(0).clone();
    const ForwardResult after = runWith(model, {swapped, moved});
    EXPECT_TRUE(at::equal(model->keys(0), before)) << "the store stays";
    changeKeys({swapped, moved}, 0, other->keys(0));
    changeKeys({swapped, moved}, 1, other->keys(1));
    EXPECT_TRUE(at::equal(other->keys(0)[1], before[4]));
    EXPECT_TRUE(at::equal(other->keys(0)[4], before[1]));
    EXPECT_TRUE(at::equal(other->keys(1)[2], at::full({8}, 0.5F)));
    EXPECT_TRUE(at::equal(runPlain(other).logits, after.logits));
}

TEST(RouterInterventions, SwapsAndMovesFollowEachOtherAsOnTheStore) {
    const Config config = smallConfig();
    LanguageModel model(config);
    const auto swap = [](int a, int b) {
        Intervention one = change(InterventionKind::swapKeys, 0, a);
        one.other = b;
        return one;
    };
    Intervention moved = change(InterventionKind::moveKey, 0, 3);
    moved.key.assign(8, 0.25F);
    const Interventions all = {swap(0, 3), moved, swap(3, 5), swap(1, 0),
                               change(InterventionKind::freezeKey, 0, 2)};
    at::Tensor expected = model->keys(0).clone();
    changeKeys(all, 0, expected);
    const RouterInterventions made(all, config);
    const at::Tensor changed = made.keys(0, model->keys(0));
    EXPECT_TRUE(at::equal(changed, expected));
    EXPECT_TRUE(made.keys(1, model->keys(1)).is_same(model->keys(1)));
    EXPECT_TRUE(at::equal(made.held(0), at::tensor({0, 0, 1, 0, 0, 1}).to(at::kBool)))
        << "the frozen one, and the moved one where it went";
    EXPECT_FALSE(made.held(1).defined());
    at::Tensor own = model->keys(0).clone();
    made.putBack(0, changed, own);
    // Expert 3 had the key of expert 0 when it was moved, which goes back to that one.
    EXPECT_TRUE(at::equal(own[0], at::full({8}, 0.25F)));
    for (int expert = 1; expert < 6; ++expert)
        EXPECT_TRUE(at::equal(own[expert], model->keys(0)[expert])) << expert;
    EXPECT_TRUE(at::equal(made.keys(0, own), expected)) << "again the same";
}

TEST(RouterInterventions, AModelFollowsThoseOfItsConfiguration) {
    Config config = smallConfig();
    LanguageModel plain(config);
    const Interventions out = {change(InterventionKind::knockOut, 0, 2)};
    const ForwardResult expected = runWith(plain, out);
    config.some.interventions = "knock-out 0:2";
    LanguageModel model(config);
    EXPECT_TRUE(at::equal(runPlain(model).logits, expected.logits));
    EXPECT_TRUE(at::equal(runWith(model, {}).logits, expected.logits));
    model->intervene("");
    EXPECT_EQ(model->interventions(), nullptr);
    EXPECT_TRUE(at::equal(runPlain(model).logits, runPlain(plain).logits));
    plain->intervene("knock-out 0:2");
    EXPECT_TRUE(at::equal(runPlain(plain).logits, expected.logits));
    EXPECT_EQ(plain->config().some.interventions, "knock-out 0:2");
    EXPECT_THROW(plain->intervene("knock-out 7:2"), Error);
    EXPECT_TRUE(at::equal(runPlain(plain).logits, expected.logits)) << "as before";
}

TEST(RouterInterventions, WithAGraphOfKeysTheSearchIsExact) {
    Config config = smallConfig();
    LanguageModel exact(config);
    config.some.search = KeySearch::hnsw;
    LanguageModel found(config);
    const Interventions out = {change(InterventionKind::knockOut, 0, 2),
                               change(InterventionKind::knockOut, 1, 2)};
    EXPECT_TRUE(at::equal(runWith(exact, out).logits, runWith(found, out).logits));
}

std::string faultOf(const Interventions& interventions, const Config& config) {
    try {
        const RouterInterventions made(interventions, config);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(RouterInterventions, SaysWhatCantBe) {
    const Config config = smallConfig();
    const auto says = [&](const Interventions& given, const std::string& part) {
        const std::string fault = faultOf(given, config);
        EXPECT_NE(fault.find(part), std::string::npos) << fault << " <> " << part;
    };
    says({change(InterventionKind::knockOut, 2, 0)}, "there is no layer 2; layers are 0 to 1");
    says({change(InterventionKind::knockOut, 0, 6)}, "a layer has 0 to 5");
    says({change(InterventionKind::moveKey, 0, 1)}, "must be model.d_model (8)");
    Intervention scaled = change(InterventionKind::scaleGate, 0, 1);
    scaled.factor = NAN;
    says({scaled}, "finite");
    Interventions many;
    for (int expert = 0; expert < 5; ++expert)
        many.push_back(change(InterventionKind::knockOut, 1, expert));
    says(many, "Layer 1 would keep fewer experts than some.top_k (2)");
    for (Intervention& one : many)
        one.kind = InterventionKind::force;
    says(many, "can't force more experts");
    says({change(InterventionKind::knockOut, 1, 4), change(InterventionKind::force, 1, 4)},
         "Expert 1:4 can't be both");
    Config hashed = config;
    hashed.some.routing = Routing::hash;
    EXPECT_NE(
        faultOf({change(InterventionKind::knockOut, 0, 0)}, hashed).find("a router with keys"),
        std::string::npos);
    EXPECT_EQ(faultOf({}, hashed), "");
}

TEST(RouterInterventions, AreWrittenAsTheCommandLineTakesThem) {
    Intervention scaled = change(InterventionKind::scaleGate, 0, 2);
    scaled.factor = 0.5;
    Intervention swapped = change(InterventionKind::swapKeys, 1, 2);
    swapped.other = 3;
    EXPECT_EQ(interventionsText({change(InterventionKind::knockOut, 1, 3),
                                 change(InterventionKind::knockOut, 1, 7), scaled, swapped}),
              "knock-out 1:3,1:7; scale-gate 0:2=0.5; swap-keys 1:2=1:3");
}

}  // namespace
}  // namespace orrery
