// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QThreadPool>
#include <QTimer>
#include <QWidget>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>

#include "core/config/config.h"
#include "core/data/corpus_preview.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace orrery {

class ConfigDocument;

/// Below data.corpus: chooses a file or a folder, and tells how many documents it holds and how
/// the first begins. It is read on a thread of its own, while it can be seen. GUI thread only.
class CorpusChooser : public QWidget {
    Q_OBJECT

public:
    CorpusChooser(ConfigDocument* document, QWidget* parent);
    /// Ends what is being read.
    ~CorpusChooser() override;

    /// As Browse does: numbers of documents that were for the embedded stories become 0, all of it.
    void choose(const QString& path);
    QString text() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Asked {
        std::filesystem::path corpus;
        DocumentSplit split;
        std::string text_column;
        bool operator==(const Asked&) const = default;
    };
    void follow();
    void read();
    void take(const CorpusPreview& preview);
    void showPreview();
    void takeAll();

    ConfigDocument* document_;
    QLabel* text_;
    QToolButton *file_, *folder_;
    QPushButton* all_;
    QTimer later_;
    std::optional<Asked> asked_;  // of a corpus that is not embedded
    std::optional<CorpusPreview> preview_;
    std::shared_ptr<std::atomic<bool>> cancelled_;
    QThreadPool pool_;
};

}  // namespace orrery
