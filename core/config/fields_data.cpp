// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/applicability.h"
#include "core/config/field_builder.h"

namespace orrery {

void addDataFields(FieldTable& table) {
    constexpr auto section = &Config::data;
    using Data = DataConfig;
    table.add("data.corpus", section, &Data::corpus)
        .help(
            "The text: embedded (stories made by the program), or a file (.txt, .jsonl) or a "
            "folder "
            "of such files. A relative path starts at the configuration's folder.")
        .source("core/README.md, section 5");
    table.add("data.domain", section, &Data::domain)
        .unless(reasons::notEmbedded)
        .help("Which stories of the embedded corpus are told: all, or one of its domains.")
        .source("core/README.md, section 6 (adaptation)");
    table
        .add("data.split", section, &Data::split,
             {{"endoftext", DocumentSplit::endoftext},
              {"line", DocumentSplit::line},
              {"blank", DocumentSplit::blank}})
        .unless(reasons::embedded)
        .help(
            "Where a document ends in a text file: at <|endoftext|>, at each line, or at a blank "
            "line.")
        .source("core/README.md, section 5");
    table.add("data.train_documents", section, &Data::train_documents)
        .range(0, 1e12)
        .unit("documents")
        .help("Documents to train on. 0 takes all of a file, and 8000 of the embedded corpus.")
        .source("document 003, series A (10000); document 001 (20000)");
    table.add("data.val_documents", section, &Data::val_documents)
        .range(0, 1e12)
        .unit("documents")
        .help(
            "Documents kept for validation. 0 takes a twentieth of a file, and 400 of the embedded "
            "corpus.")
        .source("document 003, series A (2000)");
    table
        .add(
            "data.packing", section, &Data::packing,
            {{"none", Packing::none}, {"packed", Packing::packed}, {"bucketed", Packing::bucketed}})
        .help(
            "How documents fill samples: one a sample with padding (published runs), joined "
            "without padding, or one a sample with those of about one length in a batch, which is "
            "padded to its longest.")
        .source("document 000, knob 7; core/README.md, section 5");
    table
        .add("data.tokenizer", section, &Data::tokenizer,
             {{"bpe", TokenizerKind::bpe}, {"unigram", TokenizerKind::unigram}})
        .help("How the SentencePiece tokenizer is trained on the corpus.")
        .source("core/README.md, section 5");
}

}  // namespace orrery
