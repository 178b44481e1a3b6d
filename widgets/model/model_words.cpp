// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the network's picture.
#include <QCoreApplication>

#include "widgets/model/model_picture.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

struct ModelWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::ModelPicture)
};

struct BlockWords {
    const char* key;
    const char* title;
    const char* field;
};

// By BlockKind.
constexpr BlockWords kBlocks[] = {
    {"embedding", QT_TRANSLATE_NOOP("orrery::ModelPicture", "Token embedding"), "model.vocab_size"},
    {"attention", QT_TRANSLATE_NOOP("orrery::ModelPicture", "Attention"), "model.num_heads"},
    {"attention_norm", QT_TRANSLATE_NOOP("orrery::ModelPicture", "LayerNorm 1"), "model.norm"},
    {"query_network", QT_TRANSLATE_NOOP("orrery::ModelPicture", "Query network"), "some.router"},
    {"key_store", QT_TRANSLATE_NOOP("orrery::ModelPicture", "Key store"), "keys.alpha"},
    {"experts", QT_TRANSLATE_NOOP("orrery::ModelPicture", "Experts"), "some.num_experts"},
    {"adapters", QT_TRANSLATE_NOOP("orrery::ModelPicture", "Low-rank adapters"), "some.lora_rank"},
    {"some_norm", QT_TRANSLATE_NOOP("orrery::ModelPicture", "LayerNorm 2"), "model.norm"},
    {"head", QT_TRANSLATE_NOOP("orrery::ModelPicture", "Output head"), "model.vocab_size"},
};

const BlockWords& wordsOf(BlockKind kind) {
    return kBlocks[static_cast<std::size_t>(kind)];
}

QString shapeText(const BlockTensor& tensor, const QString& separator) {
    QStringList sides;
    for (const std::int64_t side : tensor.shape)
        sides << QString::number(side);
    return sides.join(separator);
}

}  // namespace

QString blockTitle(BlockKind kind) {
    return ModelWords::tr(wordsOf(kind).title);
}

std::string fieldOfBlock(BlockKind kind) {
    return wordsOf(kind).field;
}

QString movedByText(MovedBy moved_by) {
    switch (moved_by) {
        case MovedBy::optimizer:
            return ModelWords::tr("optimizer");
        case MovedBy::key_rules:
            return ModelWords::tr("key rules");
        case MovedBy::nothing:
            return ModelWords::tr("frozen");
    }
    return {};
}

QString describeBlock(const ModelBlock& block) {
    QString text = blockTitle(block.kind);
    if (block.layer >= 0) text += ModelWords::tr(" of layer %1").arg(block.layer);
    for (const BlockTensor& tensor : block.tensors)
        text +=
            QStringLiteral("\n%1 [%2]: %3")
                .arg(QString::fromStdString(tensor.name), shapeText(tensor, QStringLiteral(", ")),
                     tensor.counted
                         ? movedByText(tensor.moved_by)
                         : ModelWords::tr("%1, a buffer").arg(movedByText(tensor.moved_by)));
    if (block.parameters() > 0)
        text += u'\n' + ModelWords::tr("%1 parameters, %2 of them trained")
                            .arg(countText(static_cast<double>(block.parameters())),
                                 countText(static_cast<double>(block.trainable())));
    return text;
}

QString modelCsv(const Config& config) {
    QString text = QStringLiteral("block,layer,tensor,shape,numbers,counted,moved_by\n");
    constexpr const char* moved[] = {"optimizer", "key_rules", "nothing"};
    for (const ModelBlock& block : modelBlocks(config))
        for (const BlockTensor& tensor : block.tensors)
            text += QStringLiteral("%1,%2,%3,%4,%5,%6,%7\n")
                        .arg(QLatin1String(wordsOf(block.kind).key),
                             block.layer < 0 ? QString() : QString::number(block.layer),
                             QString::fromStdString(tensor.name),
                             shapeText(tensor, QStringLiteral("x")), QString::number(tensor.size()),
                             QString::number(tensor.counted ? 1 : 0),
                             QLatin1String(moved[static_cast<int>(tensor.moved_by)]));
    return text;
}

}  // namespace orrery
