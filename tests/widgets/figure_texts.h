// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of a figure as a reader finds them: where each stands, how large it is.
#pragma once
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QRegularExpression>
#include <QStringList>
#include <cmath>
#include <vector>

#include "widgets/figure/figure_export.h"
#include "widgets/view.h"

namespace orrery {

struct FigureText {
    QString text;
    QRectF place;       // in units of the figure
    QRectF clip;        // null = nothing clips it
    double points = 0;  // its size
};

/// Keeps the texts and drops everything else.
class TextRecorder : public QPaintDevice {
public:
    explicit TextRecorder(const QSizeF& size) : size_(size), engine_(texts_) {}
    const std::vector<FigureText>& texts() const { return texts_; }
    QPaintEngine* paintEngine() const override { return &engine_; }

protected:
    int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
            case PdmWidth:
                return static_cast<int>(std::ceil(size_.width()));
            case PdmHeight:
                return static_cast<int>(std::ceil(size_.height()));
            case PdmDpiX:
            case PdmDpiY:
            case PdmPhysicalDpiX:
            case PdmPhysicalDpiY:
                return 96;
            default:
                return QPaintDevice::metric(metric);
        }
    }

private:
    class Engine : public QPaintEngine {
    public:
        explicit Engine(std::vector<FigureText>& texts)
            : QPaintEngine(QPaintEngine::AllFeatures), texts_(texts) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState& state) override {
            if (state.state() & QPaintEngine::DirtyTransform) transform_ = state.transform();
        }
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawImage(const QRectF&, const QImage&, const QRectF&,
                       Qt::ImageConversionFlags) override {}
        Type type() const override { return User; }
        void drawTextItem(const QPointF& at, const QTextItem& item) override {
            if (item.text().trimmed().isEmpty()) return;
            const QRectF box(at.x(), at.y() - item.ascent(), item.width(),
                             item.ascent() + item.descent());
            FigureText text;
            text.text = item.text();
            text.place = transform_.mapRect(box);
            text.points = item.font().pointSizeF() * std::sqrt(std::abs(transform_.determinant()));
            if (item.font().pointSizeF() < 0)
                text.points =
                    item.font().pixelSize() * 0.75 * std::sqrt(std::abs(transform_.determinant()));
            if (painter()->hasClipping())
                text.clip = transform_.mapRect(painter()->clipBoundingRect());
            texts_.push_back(text);
        }

    private:
        std::vector<FigureText>& texts_;
        QTransform transform_;
    };

    QSizeF size_;
    std::vector<FigureText> texts_;
    mutable Engine engine_;
};

inline std::vector<FigureText> textsOf(const View& view, const FigureOptions& options) {
    TextRecorder device(logicalSize(options));
    QPainter painter(&device);
    paintFigureOf(view, options, painter);
    painter.end();
    return device.texts();
}

/// What is wrong with the texts of a figure of this size: cut off, over each other, or smaller than
/// asked. Empty when nothing is.
inline QStringList faultsOfTexts(const View& view, const FigureOptions& options) {
    const QSizeF size = logicalSize(options);
    QStringList faults;
    const auto texts = textsOf(view, options);
    const QRectF page = QRectF(QPointF(0, 0), size).adjusted(-1, -1, 1, 1);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const FigureText& text = texts[i];
        const QString name = u'"' + text.text + u'"';
        if (text.text.contains(QChar(0x2026))) faults << name + " is cut short";
        if (!page.contains(text.place)) faults << name + " reaches beyond the figure";
        if (!text.clip.isNull() && !text.clip.adjusted(-1, -1, 1, 1).contains(text.place))
            faults << name + " is clipped";
        if (text.points < options.font_point - 0.01)
            faults << QStringLiteral("%1 has %2 pt").arg(name).arg(text.points, 0, 'f', 2);
        for (std::size_t j = 0; j < i; ++j) {
            // A halo is the same text a second time.
            if (texts[j].text == text.text) continue;
            const double slack = 0.2 * std::min({text.place.width(), text.place.height(),
                                                 texts[j].place.width(), texts[j].place.height()});
            const QRectF both = text.place.intersected(texts[j].place);
            if (both.width() > slack && both.height() > slack)
                faults << name + " lies over \"" + texts[j].text + u'"';
        }
    }
    return faults;
}

}  // namespace orrery
