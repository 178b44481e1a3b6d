// SPDX-License-Identifier: GPL-3.0-or-later
// The YAML text with line numbers and marks on faulty lines. GUI thread only.
#pragma once
#include <QPlainTextEdit>
#include <map>
#include <vector>

#include "core/config/yaml.h"

namespace orrery {

class ConfigDocument;
class YamlHighlighter;

class YamlEditor : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit YamlEditor(ConfigDocument* document, QWidget* parent = nullptr);

    /// Puts the cursor there (both 1-based; column 0 = the line's start), into view, with the
    /// focus.
    void goTo(int line, int column);
    /// Line (1-based) -> what is wrong there.
    const std::map<int, QString>& marks() const { return marks_; }

    void paintLineNumbers(QWidget* margin, QPaintEvent* event);
    int marginWidth() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void showMarks();
    void placeMargin();

    ConfigDocument* document_;
    YamlHighlighter* highlighter_;
    QWidget* margin_;
    std::map<int, QString> marks_;
};

}  // namespace orrery
