// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/model/model_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>

#include "core/config/fields.h"
#include "core/error.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/look_words.h"
#include "widgets/figure/view_layout.h"
#include "widgets/plots/layer_link.h"
#include "widgets/run/imported_words.h"
#include "widgets/run/run_data.h"

namespace orrery {

namespace {

constexpr int kLeastLines = 16;  // lower, a layer's blocks would lie over each other

}  // namespace

class ModelView::Canvas : public QWidget {
public:
    explicit Canvas(ModelView* view) : QWidget(view), view_(view) {
        setAttribute(Qt::WA_OpaquePaintEvent);
        setFocusPolicy(Qt::StrongFocus);
        setMouseTracking(true);
        setMinimumSize(220, kLeastLines * fontMetrics().height());
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        view_->paintIn(painter, size(), themeOf(palette()), view_->chosen_);
    }
    void mousePressEvent(QMouseEvent* event) override {
        if (event->button() == Qt::LeftButton) view_->press(event->position());
    }
    void mouseMoveEvent(QMouseEvent* event) override {
        const ModelPicture picture = view_->picture();
        const ModelBox* box = picture.boxAt(event->position());
        const bool hand = box || picture.stripAt(event->position());
        setCursor(hand ? Qt::PointingHandCursor : Qt::ArrowCursor);
        QToolTip::showText(event->globalPosition().toPoint(),
                           box ? describeBlock(box->block) : QString(), this);
    }
    void keyPressEvent(QKeyEvent* event) override {
        switch (event->key()) {
            case Qt::Key_Up:
                return view_->step(-1);
            case Qt::Key_Down:
                return view_->step(1);
            case Qt::Key_Return:
            case Qt::Key_Enter:
                if (view_->chosen_) view_->activate(*view_->chosen_);
                return;
            default:
                QWidget::keyPressEvent(event);
        }
    }

private:
    ModelView* view_;
};

ModelView::ModelView(QWidget* parent) : View(parent), canvas_(new Canvas(this)) {
    canvas_->setAccessibleName(tr("The model's blocks"));
    setFocusProxy(canvas_);
    auto* row = new FlowRow;
    link_ = new LayerLink(*row, this);
    layOut(*this, row, {canvas_});
    connect(link_, &LayerLink::asked, this, &ModelView::setLayer);
}

void ModelView::setRun(RunContext* run) {
    View::setRun(run);
    link_->setRun(run);
    if (!run) return;
    setLayer(link_->layer(layer_));
    connect(data(), &RunData::sourceChanged, this, [this] { setLayer(link_->layer(layer_)); });
    connect(data(), &RunData::seriesChanged, this, [this] { markStale(); });
}

void ModelView::setConfig(const Config& config) {
    config_ = form_ = config;
    markDirty();
}

void ModelView::setLayer(int layer) {
    layer_ = std::max(0, layer);
    link_->tell(layer_);
    markDirty();
}

std::optional<LiveKeys> ModelView::live(int layer) const {
    if (!run() || !data()->info()) return std::nullopt;
    const Config& own = data()->info()->config;
    // Of another model the number would mean nothing.
    if (own.some.num_experts != config_.some.num_experts ||
        own.model.d_model != config_.model.d_model ||
        own.model.num_layers != config_.model.num_layers)
        return std::nullopt;
    const Series& series = data()->series("layer" + std::to_string(layer) + "/key_drift");
    if (series.values.empty()) return std::nullopt;
    return LiveKeys{series.values.back(), static_cast<std::int64_t>(series.steps.back())};
}

ModelPicture ModelView::picture() const {
    return modelPicture(config_, layer_, canvas_->size(), font(), live(layer_));
}

void ModelView::refresh() {
    canvas_->setAccessibleDescription(picture().headline);
    canvas_->update();
}

void ModelView::press(const QPointF& place) {
    const ModelPicture now = picture();
    if (const ModelBox* box = now.boxAt(place)) return activate(box->block.kind);
    const ModelStrip* strip = now.stripAt(place);
    if (!strip) return;
    if (strip->layer < 0)
        return activate(strip == &now.strips.front() ? BlockKind::embedding : BlockKind::head);
    setLayer(strip->layer);
}

void ModelView::step(int by) {
    const ModelPicture now = picture();
    const auto here = std::ranges::find_if(
        now.boxes, [this](const ModelBox& box) { return chosen_ == box.block.kind; });
    const auto count = static_cast<int>(now.boxes.size());
    const int place = here == now.boxes.end() ? (by > 0 ? -1 : count)
                                              : static_cast<int>(here - now.boxes.begin());
    chosen_ = now.boxes[static_cast<std::size_t>(std::clamp(place + by, 0, count - 1))].block.kind;
    markDirty();
}

void ModelView::activate(BlockKind kind) {
    chosen_ = kind;
    markDirty();
    link_->tell(layer_);
    Q_EMIT fieldRequested(fieldOfBlock(kind));
}

void ModelView::paintFigure(QPainter& painter, const QSizeF& size) const {
    paintIn(painter, size, figureTheme(), std::nullopt);
}

/// The rest of an imported run's configuration says nothing of its model.
void ModelView::paintIn(QPainter& painter, const QSizeF& size, const ChartTheme& theme,
                        std::optional<BlockKind> chosen) const {
    const bool shows_run =
        run() && data()->info() && changedFields(data()->info()->config, config_).empty();
    const QString missing = shows_run ? missingModel(*data()) : QString();
    if (missing.isEmpty())
        return paintModel(painter,
                          modelPicture(config_, layer_, size, painter.font(), live(layer_)), theme,
                          chosen);
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(QPointF(12, 12), size - QSizeF(24, 24)),
                     Qt::AlignCenter | Qt::TextWordWrap, missing);
}

QString ModelView::dataAsCsv() const {
    return modelCsv(config_);
}

Config ModelView::base() const {
    return run() && data()->info() ? data()->info()->config : form_;
}

QStringList ModelView::figureArguments() const {
    QStringList words{QStringLiteral("layer=%1").arg(layer_)};
    // Without a run the command begins with a form that nobody has touched.
    const Config first = run() && data()->info() ? data()->info()->config : Config();
    for (const auto& [key, value] : changedFields(first, config_))
        if (key.starts_with("model.") || key.starts_with("some.") || key.starts_with("keys."))
            words << asText(QStringLiteral("set"),
                            QString::fromStdString(key + ":" + formatFieldValue(value)));
    return lookArguments(words);
}

QString ModelView::setLook(const QStringList& words) {
    LookWords look(words);
    Config config = base();
    QString refused;
    for (const QString& text : look.texts(QStringLiteral("set"))) {
        const Field* field = findField(text.section(u':', 0, 0).toStdString());
        try {
            if (!field) throw Error("no such field");
            field->set(config, parseFieldValue(*field, text.section(u':', 1).toStdString()));
        } catch (const Error&) {
            if (refused.isEmpty()) refused = asText(QStringLiteral("set"), text);
        }
    }
    const auto layer = look.whole(QStringLiteral("layer"), config.model.num_layers / 2, 0,
                                  config.model.num_layers - 1);
    if (!refused.isEmpty()) return refused;
    if (!look.unknown().isEmpty()) return look.unknown();
    config_ = config;
    setLayer(static_cast<int>(layer));
    return {};
}

}  // namespace orrery
