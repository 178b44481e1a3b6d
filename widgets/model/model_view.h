// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "core/config/config.h"
#include "widgets/model/model_picture.h"
#include "widgets/view.h"

namespace orrery {

class LayerLink;

/// The network of the configuration in the form: blocks, shapes, parameters, and what a training
/// step moves. A click on a block asks for its fields, one on a layer shows it.
class ModelView : public View {
    Q_OBJECT

public:
    explicit ModelView(QWidget* parent = nullptr);

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("model"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    /// block, layer, tensor, shape, numbers, counted, moved_by.
    QString dataAsCsv() const override;
    QStringList figureArguments() const override;
    /// "layer=1", and "set=KEY:VALUE" for each field that is not as in the run, or, without one,
    /// its default.
    QString setLook(const QStringList& words) override;

    /// Of the form, whenever it changes.
    void setConfig(const Config& config);
    const Config& config() const { return config_; }
    void setLayer(int layer);
    int layer() const { return layer_; }
    /// As it is drawn now.
    ModelPicture picture() const;
    void paintIn(QPainter& painter, const QSizeF& size, const ChartTheme& theme,
                 std::optional<BlockKind> chosen) const;

Q_SIGNALS:
    /// The field of the form that a block is about.
    void fieldRequested(const std::string& key);

protected:
    void refresh() override;

private:
    class Canvas;
    /// What words of --look begin from.
    Config base() const;
    std::optional<LiveKeys> live(int layer) const;
    void press(const QPointF& place);
    void step(int by);
    void activate(BlockKind kind);

    Canvas* canvas_;
    LayerLink* link_;
    Config config_, form_;
    int layer_ = 0;
    std::optional<BlockKind> chosen_;
};

}  // namespace orrery
