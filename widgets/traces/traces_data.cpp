// SPDX-License-Identifier: GPL-3.0-or-later
// A trace as numbers, and the words that make its picture again.
#include <QSpinBox>
#include <limits>

#include "widgets/csv_field.h"
#include "widgets/figure/look_words.h"
#include "widgets/python_plot.h"
#include "widgets/traces/traces_view.h"

namespace orrery {

namespace {

/// Empty where the other model chooses fewer experts.
QString otherFields(const TraceCell& cell, std::size_t rank) {
    if (rank >= cell.experts.size()) return QStringLiteral(",,");
    return QStringLiteral(",%1,%2")
        .arg(cell.experts[rank])
        .arg(static_cast<double>(cell.gates[rank]), 0, 'g', 7);
}

}  // namespace

QStringList TracesView::figureArguments() const {
    if (!trace_) return {};
    QStringList words{QStringLiteral("step=%1").arg(trace_->step)};
    if (trace_->written_tokens > 0) words << QStringLiteral("write=%1").arg(trace_->written_tokens);
    if (comparable()) {
        if (!reference_->folder.empty())
            words << asText(QStringLiteral("compare-run"),
                            QString::fromStdString(reference_->folder.string()));
        words << QStringLiteral("compare-step=%1").arg(other_->step);
    }
    return QStringList{QStringLiteral("--text"), QString::fromStdString(trace_->text)} +
           lookArguments(words);
}

QString TracesView::setLook(const QStringList& words) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    LookWords look(words);
    const std::int64_t step = look.whole(QStringLiteral("step"), -1, 0, kMost);
    const std::int64_t write = look.whole(QStringLiteral("write"), 0, 0, kMostTraceWritten);
    const std::int64_t other = look.whole(QStringLiteral("compare-step"), -1, 0, kMost);
    const QString folder = look.text(QStringLiteral("compare-run"));
    if (!look.unknown().isEmpty()) return look.unknown();
    look_write_ = write;
    write_->setValue(static_cast<int>(write));
    look_step_ = step < 0 ? std::nullopt : std::optional(step);
    if (other < 0 && folder.isEmpty())
        compareWith(std::nullopt);
    else
        compareWith(
            TraceReference{folder.toStdString(), other < 0 ? std::nullopt : std::optional(other)});
    return {};
}

PythonPlot TracesView::pythonPlot() const {
    if (!trace_ || !isConsistent(*trace_)) return {};
    return {QStringLiteral("traces"),
            dataAsCsv(),
            {{"heading", figureNote()},
             {"x_label", tr("Token")},
             {"y_label", tr("Layer")},
             {"gate", tr("Gate of the first expert")}}};
}

QString TracesView::dataAsCsv() const {
    const Trace* other = comparable();
    QString text = QStringLiteral("token,piece,id,layer,rank,expert,gate");
    const bool writes = trace_ && trace_->written_tokens > 0;
    if (writes) text += QStringLiteral(",written");
    text += other ? QStringLiteral(",other_expert,other_gate\n") : QStringLiteral("\n");
    if (!trace_ || !isConsistent(*trace_)) return text;
    for (int token = 0; token < tokenCount(*trace_); ++token) {
        const auto index = static_cast<std::size_t>(token);
        const QString piece = csvField(QString::fromStdString(trace_->pieces[index]));
        const QString id = index < trace_->token_ids.size()
                               ? QString::number(trace_->token_ids[index])
                               : QString();
        for (int layer = 0; layer < trace_->layers; ++layer) {
            const TraceCell cell = cellOf(*trace_, token, layer);
            for (std::size_t rank = 0; rank < cell.experts.size(); ++rank) {
                text += QStringLiteral("%1,").arg(token) + piece +
                        QStringLiteral(",%1,%2,%3,%4,%5")
                            .arg(id)
                            .arg(layer)
                            .arg(rank)
                            .arg(cell.experts[rank])
                            .arg(static_cast<double>(cell.gates[rank]), 0, 'g', 7);
                if (writes)
                    text += isWritten(*trace_, token) ? QStringLiteral(",1") : QStringLiteral(",0");
                if (other) text += otherFields(cellOf(*other, token, layer), rank);
                text += u'\n';
            }
        }
    }
    return text;
}

}  // namespace orrery
