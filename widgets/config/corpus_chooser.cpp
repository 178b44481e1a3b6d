// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/corpus_chooser.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/config/yaml.h"
#include "core/error.h"
#include "widgets/config/config_document.h"
#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr int kPause = 400;  // ms after the last edit
constexpr std::size_t kLines = 3;
constexpr int kLongest = 120;  // characters of a line

}  // namespace

CorpusChooser::CorpusChooser(ConfigDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      text_(new QLabel(this)),
      file_(new QToolButton(this)),
      folder_(new QToolButton(this)),
      all_(new QPushButton(tr("Use all of them"), this)) {
    pool_.setMaxThreadCount(1);
    later_.setSingleShot(true);
    later_.setInterval(kPause);
    text_->setObjectName(QStringLiteral("corpusPreview"));
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setForegroundRole(QPalette::PlaceholderText);
    file_->setText(tr("File…"));
    folder_->setText(tr("Folder…"));
    for (QToolButton* button : {file_, folder_})
        button->setFocusPolicy(Qt::StrongFocus);
    file_->setObjectName(QStringLiteral("browseFile"));
    file_->setAccessibleName(tr("Browse for a text file"));
    folder_->setAccessibleName(tr("Browse for a folder of text files"));
    all_->setObjectName(QStringLiteral("useAllDocuments"));
    all_->setToolTip(
        tr("Sets data.train_documents and data.val_documents to 0: all documents, 5 % "
           "of them for validation"));
    auto* row = new QHBoxLayout;
    row->addWidget(file_);
    row->addWidget(folder_);
    row->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(row);
    column->addWidget(text_);
    column->addWidget(all_, 0, Qt::AlignLeft);
    connect(file_, &QToolButton::clicked, this, [this] {
        const QString path = QFileDialog::getOpenFileName(
            this, tr("Corpus"), {},
            tr("Texts (*.txt *.jsonl *.ndjson *.parquet *.gz *.zst);;All files (*)"));
        if (!path.isEmpty()) choose(path);
    });
    connect(folder_, &QToolButton::clicked, this, [this] {
        const QString path = QFileDialog::getExistingDirectory(this, tr("Corpus"));
        if (!path.isEmpty()) choose(path);
    });
    connect(all_, &QPushButton::clicked, this, &CorpusChooser::takeAll);
    connect(document, &ConfigDocument::changed, this, &CorpusChooser::follow);
    connect(&later_, &QTimer::timeout, this, &CorpusChooser::read);
    follow();
}

CorpusChooser::~CorpusChooser() {
    if (cancelled_) *cancelled_ = true;
    pool_.waitForDone();
}

void CorpusChooser::choose(const QString& path) {
    const bool was_embedded = document_->config().data.isEmbedded();
    document_->setFieldText(*findField("data.corpus"), path);
    if (was_embedded) takeAll();
}

void CorpusChooser::takeAll() {
    for (const char* key : {"data.train_documents", "data.val_documents"})
        document_->setFieldText(*findField(key), QStringLiteral("0"));
}

QString CorpusChooser::text() const {
    return text_->isHidden() ? QString() : text_->text();
}

void CorpusChooser::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (asked_ && !preview_) later_.start();
}

void CorpusChooser::follow() {
    const Config config = withCorpusFrom(document_->config(), document_->file().parent_path());
    std::optional<Asked> wanted;
    if (!config.data.isEmbedded() && !config.data.corpus.empty())
        wanted = Asked{config.data.corpus, config.data.split, config.data.text_column};
    if (wanted == asked_) return showPreview();
    asked_ = wanted;
    preview_.reset();
    text_->clear();
    if (cancelled_) *cancelled_ = true;
    later_.stop();
    if (asked_ && isVisible()) later_.start();
    showPreview();
}

void CorpusChooser::read() {
    if (!asked_) return;
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
    text_->setText(tr("Reading the text …"));
    text_->show();
    pool_.start([this, asked = *asked_, cancelled = cancelled_] {
        CorpusPreview preview;
        QString fault;
        try {
            DataConfig data;
            data.split = asked.split;
            data.text_column = asked.text_column;
            preview = previewCorpus(asked.corpus, data, kLines,
                                    [&cancelled] { return cancelled->load(); });
        } catch (const std::exception& error) {
            fault = coreText(error);
        }
        if (*cancelled) return;
        QMetaObject::invokeMethod(this, [this, preview, fault, cancelled] {
            if (*cancelled) return;
            if (fault.isEmpty()) return take(preview);
            text_->setText(fault);
        });
    });
}

void CorpusChooser::take(const CorpusPreview& preview) {
    preview_ = preview;
    QStringList lines{tr("%n documents", nullptr, static_cast<int>(preview.documents))};
    for (const std::string& line : preview.lines) {
        QString text = QString::fromStdString(line);
        if (text.size() > kLongest) text = text.left(kLongest) + u'…';
        lines << QStringLiteral("  ") + text;
    }
    text_->setText(lines.join(u'\n'));
    showPreview();
}

void CorpusChooser::showPreview() {
    text_->setVisible(asked_.has_value() && !text_->text().isEmpty());
    const DataConfig& data = document_->config().data;
    all_->setVisible(preview_ && data.train_documents + data.val_documents > preview_->documents);
}

}  // namespace orrery
