// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a text, or with what is made of it.
#include <QtGlobal>

#include "widgets/status/core_patterns.h"

namespace orrery {

namespace {

constexpr const char* kDataPatterns[] = {
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The validation %1, fewer than one. Raise data.val_documents, lower "
                      "model.seq_len, or set data.packing to none."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The validation %1, fewer than one. Raise data.val_documents."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The training %1, fewer than a batch of %2. Lower train.batch_size or "
                      "model.seq_len, or give more text."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The training %1, fewer than a batch of %2. Lower train.batch_size, or give "
                      "more documents."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "text fills %1 of model.seq_len %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "text has %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 samples"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 sample"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "model.seq_len and train.batch_size must be at least 1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "This packing of samples is unknown."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Batches count from 0."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The validation text %1 contains no text. Set data.validation to a file with text."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The validation text %1 contains %2 documents, fewer than data.val_documents "
                      "(%3). Lower it, or set it to 0 for all of them."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The corpus %1 contains one document, but training and validation need one "
                      "each. data.split is %2: set it to %3, as the text is divided."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The corpus %1 does not exist. Correct data.corpus."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "data.corpus is empty. Set it to embedded, a file or a folder."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The text is empty."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The embedded corpus has too few different stories of the domain %1 for %2 "
                      "validation documents. Lower data.val_documents or data.train_documents."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1 has changed since it was first read. Start again when nothing writes to it."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 became shorter while it was read. Start again."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1: a .json file is one value, not documents. Write one object with a "
                      "\"text\" field a line and name the file .jsonl."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The folder %1 contains no .txt, .jsonl or .parquet file (%2), compressed or not. Set "
        "data.corpus to text."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The folder %1 contains no .txt, .jsonl or .parquet file, compressed or not. Set "
        "data.corpus to text."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: this is UTF-16. Save the file as UTF-8."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1: its lines end with bare carriage returns (the first is byte %2), which are no line "
        "ends here. Save it with line feeds, such as by `tr '\\r' '\\n'`."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1: a document starts at byte %2 and is longer than %3 MB. %4"),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1: a document is longer than %2 MB without a blank line. Set data.split to line."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1: a NUL byte (%2): this is a binary file, not text. Give text files only."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: not UTF-8: %2 at %3. Save the file as UTF-8."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Can't keep a process's errors: %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is a Parquet file, which Python's pyarrow reads; it is not installed "
                      "(%2). `bash packaging/setup.sh --with-parquet` installs it; ORRERY_PYTHON "
                      "names another Python that has it."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1: Parquet is compressed in itself. Unpack it once, and name the .parquet file."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Can't create a pipe: %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 can't be started: %2. ORRERY_PYTHON names another Python."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is no run folder. Give the folder of a run, or of an imported model "
                      "(orrery-cli import)."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 was imported without recorded routing: record a text with "
                      "resources/python/record_routing.py, and import it with --routing."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 has no checkpoint to read the text with."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The routing of %1 was recorded of another text than %2: record the same "
                      "text of every model."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The routing of %1 was recorded of no token of %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "No run to measure: give run folders."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: not JSON: %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: not a JSON object with a %2 field."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1: the object has no %2 field (it has %3). Set data.text_column."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: the field %2 is not a string."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: the field %2 contains a NUL character (\\u0000)."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The text is not UTF-8 (byte %1). Convert it first."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The tokenizer failed: %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The tokenizer does not give back the text of document %1: losses per byte "
                      "of it would be wrong. Use a tokenizer of Orrery."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The token cache %1 can't be read back after writing: is the disk failing?"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 Nor can a folder be made for it as %2: %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 can't be written: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "neither HOME nor XDG_CACHE_HOME names a folder"),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "This is not a tokenizer of Orrery: %1. Use the tokenizer.model of a run folder."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 is too large for a tokenizer."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Token %1 is outside the vocabulary of %2."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The tokenizer has %1 tokens, but model.vocab_size is %2: set it to that number."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The tokenizer can't be trained: the corpus contains no printable text."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The tokenizer can't be trained: %1 Lower model.vocab_size, or give it more "
                      "text (data.corpus, data.train_documents)."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "model.vocab_size is %1, but the tokenizer needs %2 entries for bytes and "
                      "special tokens, and more for learned ones. Set it to at least 512."),
};

}  // namespace

std::span<const char* const> dataPatterns() {
    return kDataPatterns;
}

}  // namespace orrery
