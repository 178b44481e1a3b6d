// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/verdict_picture.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "widgets/palette/color_map.h"
#include "widgets/study/study_map_painter.h"
#include "widgets/study/study_snapshot.h"
#include "widgets/study/verdict_table.h"

namespace orrery {

namespace {

constexpr double kVerdictMargin = 8, kVerdictGap = 12;
constexpr double kMark = 3.5;             // radius of the mark before a result
constexpr double kLeastPrediction = 0.4;  // of the width

struct VerdictPictureWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::VerdictTable)
};

QColor markColor(Finding::Judgement judgement, const ChartTheme& theme) {
    switch (judgement) {
        case Finding::Judgement::as_predicted:
            return seriesColor(0, theme.dark);
        case Finding::Judgement::not_as_predicted:
            return theme.warning;
        default:
            return theme.axis;
    }
}

/// Where the columns stand. Without `beside` the three after the first go below it.
class VerdictPainter {
public:
    VerdictPainter(QPainter& painter, const QSizeF& size, const VerdictPicture& picture,
                   const ChartTheme& theme)
        : painter_(painter),
          picture_(picture),
          theme_(theme),
          metrics_(painter.font(), painter.device()),
          line_(metrics_.height()),
          room_(QRectF(QPointF(0, 0), size).adjusted(kVerdictMargin, 0, -kVerdictMargin, 0)) {
        widths_[0] = widest(1, &VerdictPicture::Row::result) + 3 * kMark;
        widths_[1] = widest(2, &VerdictPicture::Row::value);
        widths_[2] = widest(3, &VerdictPicture::Row::interval);
        const double others = widths_[0] + widths_[1] + widths_[2] + 3 * kVerdictGap;
        beside_ = room_.width() - others >= kLeastPrediction * room_.width();
        first_ = beside_ ? room_.width() - others : room_.width();
    }

    void paint(double top, double foot) {
        double y = top;
        if (beside_) {
            painter_.setPen(theme_.faint_text);
            y = cells(y,
                      {picture_.heads[0], picture_.heads[1], picture_.heads[2], picture_.heads[3],
                       Finding::Judgement::no_prediction},
                      false);
            rule(y + 1);
            y += 4;
        }
        for (std::size_t i = 0; i < picture_.rows.size(); ++i) {
            const auto left = static_cast<int>(picture_.rows.size() - i);
            const double more = left > 1 ? line_ : 0;
            if (y + heightOf(picture_.rows[i]) + more > foot) {
                painter_.setPen(theme_.faint_text);
                painter_.drawText(QRectF(room_.left(), y, room_.width(), line_), Qt::AlignLeft,
                                  VerdictPictureWords::tr("and %n more", nullptr, left));
                return;
            }
            painter_.setPen(theme_.text);
            y = cells(y, picture_.rows[i], true) + 3;
            rule(y - 1);
        }
    }

private:
    double widest(int head, QString VerdictPicture::Row::*text) const {
        double width = metrics_.horizontalAdvance(picture_.heads[head]);
        for (const VerdictPicture::Row& row : picture_.rows)
            width = std::max(width, metrics_.horizontalAdvance(row.*text));
        return width + 1;
    }
    double predictionHeight(const QString& text) const {
        return metrics_
            .boundingRect(QRectF(0, 0, first_, 1e4), Qt::AlignLeft | Qt::TextWordWrap, text)
            .height();
    }
    double heightOf(const VerdictPicture::Row& row) const {
        return predictionHeight(row.prediction) + (beside_ ? 0 : line_) + 3;
    }
    /// Where the row ends.
    double cells(double y, const VerdictPicture::Row& row, bool marked) {
        const double high = predictionHeight(row.prediction);
        painter_.drawText(QRectF(room_.left(), y, first_, high + 1),
                          Qt::AlignLeft | Qt::TextWordWrap, row.prediction);
        double x = beside_ ? room_.left() + first_ + kVerdictGap : room_.left();
        const double below = beside_ ? y : y + high;
        if (marked) {
            painter_.save();
            painter_.setPen(Qt::NoPen);
            painter_.setBrush(markColor(row.judgement, theme_));
            painter_.drawEllipse(QPointF(x + kMark, below + line_ / 2), kMark, kMark);
            painter_.restore();
        }
        const auto write = [&](const QString& text, double width, double shift) {
            painter_.drawText(QRectF(x + shift, below, width - shift, line_), Qt::AlignLeft, text);
            x += width + kVerdictGap;
        };
        write(row.result, widths_[0], 3 * kMark);
        write(row.value, widths_[1], 0);
        write(row.interval, widths_[2], 0);
        return below + (beside_ ? high : line_);
    }
    void rule(double y) {
        painter_.setPen(QPen(theme_.grid, 1));
        painter_.drawLine(QPointF(room_.left(), y), QPointF(room_.right(), y));
    }

    QPainter& painter_;
    const VerdictPicture& picture_;
    const ChartTheme& theme_;
    QFontMetricsF metrics_;
    double line_;
    QRectF room_;
    double widths_[3] = {};
    double first_ = 0;
    bool beside_ = true;
};

}  // namespace

VerdictPicture verdictPicture(const StudySnapshot& study) {
    if (study.planned || study.controls || study.findings.empty()) return {};
    VerdictTable table;
    table.setFindings(study.table.study, study.findings);
    VerdictPicture picture;
    picture.title =
        VerdictPictureWords::tr("%1: verdict").arg(QString::fromStdString(study.table.study.name));
    QStringList caption{QString::fromStdString(study.table.study.question), table.summary(),
                        QString::fromStdString(studyCaption(study.table))};
    caption.removeAll(QString());
    picture.caption = caption.join(u'\n');
    for (int column = 0; column < 4; ++column)
        picture.heads[column] =
            table.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    const auto text = [&](int row, int column) {
        return table.data(table.index(row, column), Qt::DisplayRole).toString();
    };
    for (int row = 0; row < table.rowCount(); ++row)
        picture.rows.push_back({text(row, VerdictTable::prediction),
                                text(row, VerdictTable::result), text(row, VerdictTable::value),
                                text(row, VerdictTable::interval),
                                study.findings[static_cast<std::size_t>(row)].judgement});
    picture.csv = table.csv();
    return picture;
}

void paintVerdict(QPainter& painter, const QSizeF& size, const VerdictPicture& picture,
                  const ChartTheme& theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    paintTitleAndCaption(painter, size, picture.title, picture.caption, theme);
    const double top = titleRect(picture.title, size, painter.font()).bottom() + 6;
    const double foot = captionRect(picture.caption, size, painter.font()).top() - 4;
    VerdictPainter(painter, size, picture, theme).paint(top, foot);
    painter.restore();
}

}  // namespace orrery
