// SPDX-License-Identifier: GPL-3.0-or-later
// A configuration's network as boxes: what is in it, how large, and what a training step moves.
// Values; GUI thread (fonts).
#pragma once
#include <QFont>
#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "core/model/parameter_count.h"
#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

/// One block of the network, in the column of the layer on show.
struct ModelBox {
    ModelBlock block;
    QRectF place;
    QString title, count;
    QString shapes;  // empty where there is no room
};

/// Beside it: embedding, every layer, head. A click on a layer shows it.
struct ModelStrip {
    QRectF place;
    QString title;
    int layer = -1;                 // -1 = none
    std::vector<MovedBy> moved_by;  // of its blocks, in their order
};

struct ModelPicture {
    std::vector<ModelBox> boxes;
    std::vector<ModelStrip> strips;
    QString headline;
    QRectF layer_frame, some_frame;  // around the layer's boxes, and those of its SoME part
    QString layer_title, some_title;
    int layer = 0;
    QFont font;
    QSizeF size;

    /// What stands at a place; nullptr = nothing.
    const ModelBox* boxAt(const QPointF& place) const;
    const ModelStrip* stripAt(const QPointF& place) const;
};

/// What is known of the run on show that has this model: how far the keys of the layer moved.
struct LiveKeys {
    double drift = 0;  // mean Euclidean distance since the snapshot before
    std::int64_t step = 0;
};

/// The boxes of one layer (clamped to those that there are) in a picture of this size.
ModelPicture modelPicture(const Config& config, int layer, const QSizeF& size, const QFont& font,
                          const std::optional<LiveKeys>& live);
/// `chosen` is marked where it is one of the picture's boxes.
void paintModel(QPainter& painter, const ModelPicture& picture, const ChartTheme& theme,
                const std::optional<BlockKind>& chosen);

QString blockTitle(BlockKind kind);
/// For people: title, tensors with their shapes, parameters, what moves it.
QString describeBlock(const ModelBlock& block);
/// What moves a tensor: "optimizer", "key rules", "frozen".
QString movedByText(MovedBy moved_by);
/// The field of the form that says most about a block: "some.num_experts".
std::string fieldOfBlock(BlockKind kind);
/// block, layer, tensor, shape, numbers, counted, moved_by; embedding and head have no layer.
QString modelCsv(const Config& config);

}  // namespace orrery
