// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QElapsedTimer>

#include "widgets/layers/layer_map.h"
#include "widgets/layers/usage_film.h"
#include "widgets/view.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace orrery {

class LayerLink;

enum class LayersPicture { roles, film, chords, gini, entropy };

/// What the layers specialize in, how a layer's experts were used over the run, which are chosen
/// together, and how evenly each layer used its experts over the run. Specialization and
/// co-selection come from an analysis, which the view asks for.
class LayersView : public View {
    Q_OBJECT

public:
    explicit LayersView(QWidget* parent = nullptr);

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("layers"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    /// Of the picture on show.
    QString dataAsCsv() const override;
    PythonPlot pythonPlot() const override;
    bool needsAnalysis() const override;
    QStringList figureArguments() const override;
    /// "film", "chords", "gini" or "entropy".
    QString setLook(const QStringList& words) override;

    LayersPicture picture() const;
    /// Remembered between starts.
    void setPicture(LayersPicture picture);
    int layer() const;
    void setLayer(int layer);
    QString message() const;

protected:
    void refresh() override;

private:
    class Canvas;
    void buildRow();
    void showLayers();
    void requestAnalysis();
    void paint(QPainter& painter, const QSizeF& size, const ChartTheme& theme) const;
    QString hint() const;
    bool readFilm() const;
    bool showsMap() const;
    bool fromAnalysis() const;
    const LayerMap& mapNow() const;
    /// Of what is under the mouse.
    QString textAt(const QPointF& place) const;

    Canvas* canvas_;
    QComboBox *picture_, *layer_;
    LayerLink* link_;
    QToolButton* analyze_;
    QLabel* message_;
    QString failure_;
    bool waiting_ = false;
    mutable LayerMap map_;  // of the last picture
    mutable UsageFilm film_;
    mutable std::int64_t film_of_ = -1;  // the step of the counts in it
    mutable QElapsedTimer film_read_;
    bool remembers_ = true;  // until setLook() says how to draw: that is nobody's wish for later
};

}  // namespace orrery
