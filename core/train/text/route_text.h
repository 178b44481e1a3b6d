// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/analysis/run_analysis.h"
#include "core/data/documents.h"
#include "core/data/tokenizer.h"
#include "core/events/model_queries.h"
#include "core/model/language_model.h"

namespace orrery {

/// The routing of the tokens [n], read after the begin token as in training; rows [n].
/// `contribution` as in ForwardOptions.
std::vector<LayerRouting> routeTokens(LanguageModel& model, std::span<const std::int32_t> tokens,
                                      bool contribution,
                                      const RouterInterventions* interventions = nullptr);

/// The experts of all tokens of documents, from the first on, with train.eval_temperature. A
/// document longer than seq_len - 1 tokens is read in windows of that length. Documents without
/// tags get those of core/data/dictionary_tags.h where most words are known there. Throws Error: no
/// token, text that is not UTF-8, or a model without experts; Cancelled.
RoutedText routeText(LanguageModel& model, const Tokenizer& tokenizer, DocumentSource& documents,
                     const RouteOptions& options);

}  // namespace orrery
