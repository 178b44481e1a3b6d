// SPDX-License-Identifier: GPL-3.0-or-later
// What happened, line by line: the run's messages and the program's own. GUI thread only.
#pragma once
#include <QStringList>
#include <QTextBlockFormat>
#include <vector>

#include "core/events/events.h"
#include "widgets/view.h"

class QComboBox;
class QLineEdit;
class QTextEdit;

namespace orrery {

class LogPanel : public View {
    Q_OBJECT

public:
    explicit LogPanel(QWidget* parent = nullptr);

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("log"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    QString dataAsCsv() const override;
    QStringList figureArguments() const override;
    /// "warnings", "samples", "evaluations", "checkpoints"; "find=text".
    QString setLook(const QStringList& words) override;

    /// A line of the program itself, after the run's lines so far; forgotten with the next run.
    void addProgramMessage(Severity severity, const QString& text);
    QString shownText() const;

protected:
    void refresh() override;

private:
    void setColumns();
    void restart();
    bool wanted(const Message& message) const;
    /// Of the run: what the program says of itself is no part of a figure of it.
    bool inFigure(const Message& message) const;
    void append(const Message& message);
    void takeNew();
    void resizeEvent(QResizeEvent* event) override;

    QComboBox* kind_;
    QLineEdit* search_;
    QTextEdit* text_;
    QTextBlockFormat columns_;       // step, time, text
    std::vector<Message> messages_;  // the run's and the program's, in the order of their coming
    std::size_t run_taken_ = 0;      // of the run's messages
    std::size_t shown_ = 0;          // of messages_
    bool narrow_ = false;            // no room for columns
    bool anew_ = true;               // the filter changed: write everything again
};

}  // namespace orrery
