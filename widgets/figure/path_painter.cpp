// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/path_painter.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

namespace orrery {

class PathPaintDevice::Engine : public QPaintEngine {
public:
    explicit Engine(QPaintDevice& target) : QPaintEngine(AllFeatures), target_(target) {}

    bool begin(QPaintDevice*) override { return painter_.begin(&target_); }
    bool end() override { return painter_.end(); }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& state) override {
        const auto dirty = state.state();
        if (dirty & DirtyTransform) painter_.setTransform(state.transform());
        if (dirty & DirtyPen) painter_.setPen(state.pen());
        if (dirty & DirtyBrush) painter_.setBrush(state.brush());
        if (dirty & DirtyBrushOrigin) painter_.setBrushOrigin(state.brushOrigin());
        if (dirty & DirtyOpacity) painter_.setOpacity(state.opacity());
        if (dirty & DirtyHints) painter_.setRenderHints(state.renderHints());
        if (dirty & DirtyClipEnabled) painter_.setClipping(state.isClipEnabled());
        if (dirty & DirtyClipPath) painter_.setClipPath(state.clipPath(), state.clipOperation());
        if (dirty & DirtyClipRegion)
            painter_.setClipRegion(state.clipRegion(), state.clipOperation());
    }

    void drawPath(const QPainterPath& path) override { painter_.drawPath(path); }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        if (mode == PolylineMode)
            painter_.drawPolyline(points, count);
        else
            painter_.drawPolygon(points, count,
                                 mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    }
    void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override {
        painter_.drawPixmap(to, pixmap, from);
    }
    void drawImage(const QRectF& to, const QImage& image, const QRectF& from,
                   Qt::ImageConversionFlags flags) override {
        painter_.drawImage(to, image, from, flags);
    }

    void drawTextItem(const QPointF& place, const QTextItem& item) override {
        QPainterPath outlines;
        // The target's resolution is this device's, so the font keeps its size.
        QFont font = item.font();
        if (font.pointSizeF() > 0)
            font.setPixelSize(qMax(1, qRound(font.pointSizeF() * kOutlineScale * 96 / 72)));
        else
            font.setPixelSize(qMax(1, qRound(font.pixelSize() * kOutlineScale)));
        outlines.addText(QPointF(0, 0), font, item.text());
        painter_.save();
        painter_.translate(place);
        painter_.scale(1 / kOutlineScale, 1 / kOutlineScale);
        painter_.setBrush(painter_.pen().color());
        painter_.setPen(Qt::NoPen);
        painter_.drawPath(outlines);
        painter_.restore();
    }

private:
    // Outlines are taken from a large font, whose size in whole pixels is exact enough.
    static constexpr double kOutlineScale = 32;
    QPaintDevice& target_;
    QPainter painter_;
};

PathPaintDevice::PathPaintDevice(QPaintDevice& target)
    : target_(target), engine_(std::make_unique<Engine>(target)) {}

PathPaintDevice::~PathPaintDevice() = default;

QPaintEngine* PathPaintDevice::paintEngine() const {
    return engine_.get();
}

int PathPaintDevice::metric(PaintDeviceMetric metric) const {
    switch (metric) {
        case PdmWidth:
            return target_.width();
        case PdmHeight:
            return target_.height();
        case PdmWidthMM:
            return target_.widthMM();
        case PdmHeightMM:
            return target_.heightMM();
        case PdmNumColors:
            return target_.colorCount();
        case PdmDepth:
            return target_.depth();
        case PdmDpiX:
        case PdmPhysicalDpiX:
            return target_.logicalDpiX();
        case PdmDpiY:
        case PdmPhysicalDpiY:
            return target_.logicalDpiY();
        case PdmDevicePixelRatio:
            return 1;
        default:
            return QPaintDevice::metric(metric);
    }
}

}  // namespace orrery
