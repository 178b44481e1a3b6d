// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/glossary_terms.h"

namespace orrery {

namespace {

struct Term {
    std::string_view key;
    const char* term;
};

constexpr Term kTerms[] = {
    {"keys.alpha", "alpha, attraction"},
    {"keys.use_alpha", "alpha, attraction"},
    {"keys.alpha_floor", "alpha, attraction"},
    {"keys.beta", "beta, peer pull"},
    {"keys.use_beta", "beta, peer pull"},
    {"keys.beta_sign", "beta, peer pull"},
    {"keys.delta", "delta, decay"},
    {"keys.use_delta", "delta, decay"},
    {"keys.respawn_threshold", "respawn"},
    {"keys.temperature", "temperature"},
    {"keys.entropy_band", "gate entropy"},
    {"some.num_experts", "expert"},
    {"some.top_k", "top-k"},
    {"some.router", "query, query network"},
    {"keys.usage", "usage"},
    {"some.experts", "control"},
    {"some.routing", "control"},
    {"some.balance_bias", "MaxVio"},
    {"some.balance_loss", "MaxVio"},
    {"train.temperature", "temperature"},
    {"train.eval_temperature", "temperature"},
    {"train.pad_in_loss", "loss with padding"},
    {"train.seed", "seed noise"},
};

}  // namespace

QString glossaryTermOf(std::string_view key) {
    for (const Term& each : kTerms)
        if (each.key == key) return QString::fromLatin1(each.term);
    return {};
}

QStringList glossaryTerms() {
    QStringList terms;
    for (const Term& each : kTerms)
        terms << QString::fromLatin1(each.term);
    return terms;
}

}  // namespace orrery
