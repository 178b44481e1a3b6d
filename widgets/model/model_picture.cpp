// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/model/model_picture.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>

#include "core/config/fields.h"
#include "widgets/plots/expert_usage.h"
#include "widgets/plots/plot_style.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

struct LayoutWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::ModelPicture)
};

bool isOfSome(BlockKind kind) {
    return kind == BlockKind::query_network || kind == BlockKind::key_store ||
           kind == BlockKind::experts || kind == BlockKind::adapters;
}

/// Places what is in a picture; `line` is the height of a line of text.
class Layout {
public:
    Layout(const Config& config, ModelPicture& picture, const std::optional<LiveKeys>& live)
        : config_(config),
          picture_(picture),
          live_(live),
          metrics_(picture.font),
          line_(metrics_.height()) {}

    void place() {
        blocks_ = modelBlocks(config_);
        const double margin = line_ * 0.6;
        picture_.headline =
            brokenText(headline(), picture_.font, picture_.size.width() - 2 * margin);
        const double top =
            margin + line_ * static_cast<double>(picture_.headline.count(u'\n') + 1) + line_ * 0.5;
        const double bottom = picture_.size.height() - margin - line_ * 1.6;  // above the legend
        const double side = sideWidth();
        placeStrips({margin, top, side, bottom - top});
        const QRectF column(margin * 2 + side, top, picture_.size.width() - margin * 3 - side,
                            bottom - top);
        for (const bool shapes : {true, false})
            if (placeBoxes(column, shapes) || !shapes) break;
    }

private:
    double sideWidth() const {
        double widest = 0;
        for (const QString& text : {blockTitle(BlockKind::embedding), blockTitle(BlockKind::head),
                                    LayoutWords::tr("Layer %1").arg(99)})
            widest = std::max(widest, metrics_.horizontalAdvance(text));
        return std::min(widest + line_ * 1.2, picture_.size.width() * 0.35);
    }

    QString headline() const {
        std::int64_t total = 0, trained = 0, keys = 0;
        for (const ModelBlock& block : blocks_) {
            total += block.parameters();
            trained += block.trainable();
            if (block.kind == BlockKind::key_store) keys += block.tensors.front().size();
        }
        const auto count = [](std::int64_t number) {
            return countText(static_cast<double>(number));
        };
        QString text =
            LayoutWords::tr("%1: %2 parameters, %3 of them trained (%4 %)")
                .arg(QString::fromStdString(config_.name), count(total), count(trained),
                     decimalText(100 * static_cast<double>(trained) / static_cast<double>(total),
                                 'f', 2));
        if (keys > 0) text += LayoutWords::tr("; %1 numbers in keys").arg(count(keys));
        return text;
    }

    void placeStrips(const QRectF& area) {
        const int layers = static_cast<int>(config_.model.num_layers);
        const int count = layers + 2;
        const double gap = std::min(line_ * 0.35, area.height() / count * 0.2);
        const double height = std::min((area.height() - gap * (count - 1)) / count, line_ * 2.2);
        double y = area.top();
        const auto add = [&](const QString& title, int layer, BlockKind only) {
            ModelStrip strip{{area.left(), y, area.width(), height}, title, layer, {}};
            for (const ModelBlock& block : blocks_)
                if (layer >= 0 ? block.layer == layer : block.kind == only)
                    strip.moved_by.push_back(block.movedBy());
            if (metrics_.height() > height * 1.05) strip.title.clear();
            picture_.strips.push_back(std::move(strip));
            y += height + gap;
        };
        add(blockTitle(BlockKind::embedding), -1, BlockKind::embedding);
        for (int layer = 0; layer < layers; ++layer)
            add(LayoutWords::tr("Layer %1").arg(layer), layer, BlockKind::attention);
        add(blockTitle(BlockKind::head), -1, BlockKind::head);
    }

    /// The blocks of the column, in the order that a token meets them.
    std::vector<ModelBlock> column() const {
        std::vector<ModelBlock> attention, some, ends;
        for (const ModelBlock& block : blocks_) {
            if (block.layer != picture_.layer && block.layer >= 0) continue;
            if (block.kind == BlockKind::embedding || block.kind == BlockKind::head)
                ends.push_back(block);
            else if (block.kind == BlockKind::attention || block.kind == BlockKind::attention_norm)
                attention.push_back(block);
            else
                some.push_back(block);
        }
        if (config_.model.norm == NormPlacement::pre)
            std::ranges::rotate(attention, attention.begin() + 1);
        const auto norm = std::ranges::find(some, BlockKind::some_norm, &ModelBlock::kind);
        const ModelBlock second = *norm;
        some.erase(norm);
        some.insert(config_.model.norm == NormPlacement::pre ? some.begin() : some.end(), second);
        std::vector<ModelBlock> all{ends.front()};
        all.insert(all.end(), attention.begin(), attention.end());
        all.insert(all.end(), some.begin(), some.end());
        all.push_back(ends.back());
        return all;
    }

    QString shapesOf(const ModelBlock& block) const {
        QStringList parts;
        for (const BlockTensor& tensor : block.tensors) {
            if (tensor.shape.size() < 2 || tensor.name.ends_with("(zero)")) continue;
            QStringList sides;
            for (const std::int64_t side : tensor.shape)
                sides << QString::number(side);
            parts << sides.join(QStringLiteral("\u00d7"));
        }
        QString text = parts.join(QStringLiteral(", "));
        if (block.kind == BlockKind::attention)
            text +=
                LayoutWords::tr("; %n heads", nullptr, static_cast<int>(config_.model.num_heads)) +
                (config_.model.causal ? QString() : LayoutWords::tr(", no causal mask"));
        if (block.kind == BlockKind::experts)
            text += LayoutWords::tr("; top %1 of %2")
                        .arg(config_.some.top_k)
                        .arg(config_.some.num_experts) +
                    (block.layer < 0 ? LayoutWords::tr(", shared by all layers") : QString());
        if (block.kind == BlockKind::key_store && live_)
            text += LayoutWords::tr("; moved %1 by step %2")
                        .arg(decimalText(live_->drift, 'g', 3))
                        .arg(live_->step);
        return text;
    }

    /// False when it takes more than the column's height.
    bool placeBoxes(const QRectF& area, bool with_shapes) {
        picture_.boxes.clear();
        const std::vector<ModelBlock> blocks = column();
        const double inset = line_ * 0.5;
        // Titles of the two frames, and their edges.
        const double frames = 2 * line_ + 4 * inset * 0.6;
        const auto count = static_cast<double>(blocks.size());
        // In a low picture the boxes are as high as their words.
        const double spare = (area.height() - frames - count * line_) / (2 * count);
        const double pad = with_shapes ? line_ * 0.35 : std::clamp(spare, 0.0, line_ * 0.15);
        const double width = area.width() - 4 * inset;
        double wanted = 0;
        for (const ModelBlock& block : blocks) {
            ModelBox box{block, {}, blockTitle(block.kind), countOf(block), {}};
            double lines = 1;
            if (with_shapes) {
                const QString shapes = shapesOf(block);
                if (!shapes.isEmpty())
                    box.shapes = brokenText(shapes, picture_.font, width - line_);
                if (!shapes.isEmpty()) lines += 1 + static_cast<double>(box.shapes.count(u'\n'));
            }
            box.place = {0, 0, width, lines * line_ + 2 * pad};
            wanted += box.place.height();
            picture_.boxes.push_back(std::move(box));
        }
        const double gaps = count - 1;
        const double gap = std::clamp((area.height() - wanted - frames) / gaps, 0.0, line_ * 0.9);
        if (with_shapes && wanted + frames + gaps * line_ * 0.35 > area.height()) return false;
        stack(area, gap, inset);
        return true;
    }

    void stack(const QRectF& area, double gap, double inset) {
        const double edge = inset * 0.6;
        double y = area.top(), layer_top = -1, layer_bottom = 0, some_top = -1, some_bottom = 0;
        bool in_layer = false, in_some = false;
        for (ModelBox& box : picture_.boxes) {
            const BlockKind kind = box.block.kind;
            const bool layer = kind != BlockKind::embedding && kind != BlockKind::head;
            const bool some = isOfSome(kind);
            y += (in_some && !some ? edge : 0) + (in_layer && !layer ? edge : 0);
            if (layer && !in_layer) {
                layer_top = y;
                y += line_ + edge;
            }
            if (some && !in_some) {
                some_top = y;
                y += line_ + edge;
            }
            in_layer = layer;
            in_some = some;
            box.place.moveTo(area.left() + (layer ? 2 : 0) * inset, y);
            if (!layer) box.place.setWidth(area.width());
            if (layer) layer_bottom = box.place.bottom() + (some ? edge : 0);
            if (some) some_bottom = box.place.bottom();
            y = box.place.bottom() + gap;
        }
        picture_.layer_title =
            layerTitle(picture_.layer, static_cast<int>(config_.model.num_layers));
        if (layer_top >= 0)
            picture_.layer_frame = {area.left(), layer_top, area.width(),
                                    layer_bottom + edge - layer_top};
        if (some_top < 0) return;
        picture_.some_title = someTitle();
        if (metrics_.horizontalAdvance(picture_.some_title) > 0.7 * area.width())
            picture_.some_title = LayoutWords::tr("SoME");
        picture_.some_frame = {area.left() + inset, some_top, area.width() - 2 * inset,
                               some_bottom + edge - some_top};
    }

    QString someTitle() const {
        if (config_.some.routing == Routing::keys)
            return LayoutWords::tr("SoME: the query's nearest keys select experts");
        return LayoutWords::tr("SoME: routing %1")
            .arg(QString::fromStdString(wordOf("some.routing", config_.some.routing)));
    }

    QString countOf(const ModelBlock& block) const {
        if (block.kind != BlockKind::key_store)
            return countText(static_cast<double>(block.parameters()));
        return LayoutWords::tr("%1 (buffer)")
            .arg(countText(static_cast<double>(block.tensors.front().size())));
    }

    const Config& config_;
    ModelPicture& picture_;
    const std::optional<LiveKeys>& live_;
    QFontMetricsF metrics_;
    double line_;
    std::vector<ModelBlock> blocks_;
};

}  // namespace

const ModelBox* ModelPicture::boxAt(const QPointF& place) const {
    const auto found =
        std::ranges::find_if(boxes, [&](const ModelBox& box) { return box.place.contains(place); });
    return found == boxes.end() ? nullptr : &*found;
}

const ModelStrip* ModelPicture::stripAt(const QPointF& place) const {
    const auto found = std::ranges::find_if(
        strips, [&](const ModelStrip& strip) { return strip.place.contains(place); });
    return found == strips.end() ? nullptr : &*found;
}

ModelPicture modelPicture(const Config& config, int layer, const QSizeF& size, const QFont& font,
                          const std::optional<LiveKeys>& live) {
    ModelPicture picture;
    picture.font = font;
    picture.size = size;
    picture.layer =
        std::clamp(layer, 0, std::max(0, static_cast<int>(config.model.num_layers) - 1));
    Layout(config, picture, live).place();
    return picture;
}

}  // namespace orrery
