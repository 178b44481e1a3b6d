// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/browser/run_browser.h"

#include <QAction>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPixmap>
#include <QSettings>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "widgets/browser/run_columns.h"
#include "widgets/browser/run_edits.h"
#include "widgets/browser/run_filter.h"
#include "widgets/browser/run_scanner.h"
#include "widgets/browser/run_table_model.h"
#include "widgets/browser/sparkline_delegate.h"
#include "widgets/figure/flow_row.h"
#include "widgets/palette/chart_theme.h"
#include "widgets/palette/color_map.h"
#include "widgets/palette/row_table.h"
#include "widgets/status/elided_label.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr int kPeriod = 3000;  // ms between looks for what is new

}  // namespace

RunBrowser::RunBrowser(QWidget* parent)
    : QWidget(parent),
      model_(new RunTableModel(this)),
      filter_(new RunFilter(this)),
      scanner_(new RunScanner(this)),
      table_(new QTableView(this)),
      search_(new QLineEdit(this)),
      count_(new ElidedLabel(this)),
      message_(new ElidedLabel(this, Qt::ElideRight)),
      undo_button_(new QToolButton(this)) {
    setObjectName(QStringLiteral("runBrowser"));
    filter_->setSourceModel(model_);
    buildTable();
    buildActions();
    buildColorMenu();
    buildLayout();
    timer_.setInterval(kPeriod);
    connect(&timer_, &QTimer::timeout, scanner_, &RunScanner::scan);
    connect(scanner_, &RunScanner::found, model_, &RunTableModel::take);
    connect(scanner_, &RunScanner::finished, model_, &RunTableModel::keepOnly);
    connect(scanner_, &RunScanner::finished, this, &RunBrowser::updateState);
    connect(scanner_, &RunScanner::found, this, &RunBrowser::updateState);
    connect(model_, &RunTableModel::notesEdited, this, &RunBrowser::editNotes);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        filter_->setWords(text);
        updateState();
    });
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &RunBrowser::updateState);
    connect(&undo_, &QUndoStack::indexChanged, this, &RunBrowser::updateState);
    updateState();
}

RunBrowser::~RunBrowser() {
    undo_.disconnect();  // it tells of its end, when what listens to it may be gone
}

void RunBrowser::buildTable() {
    table_->setModel(filter_);
    table_->setAccessibleName(tr("Runs"));
    makeRowTable(*table_, fontMetrics().height() + 10);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setSortingEnabled(true);
    table_->sortByColumn(RunTableModel::created, Qt::DescendingOrder);
    table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    table_->setContextMenuPolicy(Qt::ActionsContextMenu);
    table_->setItemDelegateForColumn(RunTableModel::curve, new SparklineDelegate(table_));
    QHeaderView& header = *table_->horizontalHeader();
    header.setSectionsMovable(true);
    header.setStretchLastSection(true);
    // A loss of another step than the run's says which.
    const int loss = fontMetrics().horizontalAdvance(lossTextOf(8.8888, 88'888, 99'999)) + 14;
    const int widths[] = {190, 90, 110, loss, loss, 80, 110, 80, 110, 130, 90, 90, 110, 100, 110};
    for (int column = 0; column < RunTableModel::kColumns; ++column)
        header.resizeSection(column, widths[column]);
    columns_ = new RunColumns(table_, model_, this);
    const auto read = [this](const QStringList& keys) {
        std::vector<std::string> wanted;
        for (const QString& key : keys)
            wanted.push_back(key.toStdString());
        scanner_->readSettings(wanted);
    };
    connect(columns_, &RunColumns::settingsChanged, this, read);
    if (!model_->settings().isEmpty()) read(model_->settings());
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (index.flags() & Qt::ItemIsEditable) return;
        Q_EMIT openRequested(index.data(RunTableModel::folder_role).toString());
    });
}

void RunBrowser::buildColorMenu() {
    auto* menu = new QMenu(this);
    menu->addAction(tr("&Automatic"), this, [this] { colorChosen(-1); });
    for (int color = 0; color < kRunColors; ++color) {
        QPixmap swatch(14, 14);
        swatch.fill(seriesColor(color, themeOf(palette()).dark));
        menu->addAction(QIcon(swatch), tr("Color &%1").arg(color + 1), this,
                        [this, color] { colorChosen(color); });
    }
    auto* action = new QAction(tr("Co&lor"), this);
    action->setObjectName(QStringLiteral("colorRuns"));
    action->setMenu(menu);
    table_->addAction(action);
    auto* columns = new QAction(tr("Col&umns"), this);
    columns->setMenu(columns_->menu());
    table_->addAction(columns);
}

void RunBrowser::colorChosen(int color) {
    for (const auto& folder : chosen()) {
        RunNotes notes = model_->entry(model_->rowOf(folder)).notes;
        if (std::exchange(notes.color, color) != color)
            editNotes(QString::fromStdString(folder.string()), notes);
    }
}

QAction* RunBrowser::add(const char* name, const QString& text, const QString& tip,
                         const QKeySequence& keys) {
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setToolTip(keys.isEmpty() ? tip
                                      : QStringLiteral("%1 (%2)").arg(
                                            tip, keys.toString(QKeySequence::NativeText)));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    table_->addAction(action);
    addAction(action);
    return action;
}

void RunBrowser::buildActions() {
    const auto first = [this] {
        const auto folders = chosen();
        return folders.empty() ? QString() : QString::fromStdString(folders.front().string());
    };
    const auto all = [this] {
        QStringList folders;
        for (const auto& folder : chosen())
            folders << QString::fromStdString(folder.string());
        return folders;
    };
    connect(add("openRun", tr("&Open"), tr("Show this run in the views"), {}), &QAction::triggered,
            this, [this, first] { Q_EMIT openRequested(first()); });
    connect(add("compareRuns", tr("Co&mpare"), tr("Compare the selected runs"),
                QKeySequence(Qt::CTRL | Qt::Key_M)),
            &QAction::triggered, this, [this, all] { Q_EMIT compareRequested(all()); });
    connect(
        add("reportRuns", tr("R&eport..."),
            tr("Write figures, tables and configurations of the selected runs as HTML or PDF"), {}),
        &QAction::triggered, this, [this, all] { Q_EMIT reportRequested(all()); });
    connect(add("cloneRun", tr("C&lone configuration"),
                tr("Copy the run's configuration into the form"), {}),
            &QAction::triggered, this, [this, first] { Q_EMIT cloneRequested(first()); });
    connect(add("rerunRun", tr("&Run again with one change..."),
                tr("Train the run's configuration with one setting changed"), {}),
            &QAction::triggered, this, [this, first] { Q_EMIT rerunRequested(first()); });
    connect(add("continueRun", tr("Co&ntinue training"),
                tr("Resume from the run's last checkpoint, or start a new run from the weights of "
                   "a finished one"),
                {}),
            &QAction::triggered, this, [this, first] { Q_EMIT continueRequested(first()); });
    connect(add("trashRuns", tr("Move to &trash"),
                tr("Move the selected runs to the folder .trash"), QKeySequence::Delete),
            &QAction::triggered, this, &RunBrowser::moveChosenToTrash);
}

void RunBrowser::buildLayout() {
    search_->setPlaceholderText(
        tr("Filter: words of name, state, tags, notes, date or folder; -word excludes"));
    search_->setAccessibleName(tr("Filter the runs"));
    search_->setClearButtonEnabled(true);
    auto* root = new QToolButton(this);
    root->setText(tr("Folder..."));
    root->setToolTip(tr("Show the runs of another folder"));
    connect(root, &QToolButton::clicked, this, &RunBrowser::askRoot);
    auto* top = new FlowRow;
    top->setContentsMargins(0, 0, 0, 0);
    top->addWidget(search_);
    for (const char* name : {"openRun", "compareRuns", "rerunRun"}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action(name));
        button->setAutoRaise(true);
        top->addWidget(button);
    }
    top->addWidget(root);
    count_->setForegroundRole(QPalette::PlaceholderText);
    undo_button_->setDefaultAction(undo_.createUndoAction(this, tr("&Undo:")));
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(count_);
    bottom->addWidget(message_, 1);
    bottom->addWidget(undo_button_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 4);
    layout->setSpacing(4);
    layout->addLayout(top);
    layout->addWidget(table_, 1);
    layout->addLayout(bottom);
    setFocusProxy(table_);
}

QAction* RunBrowser::action(const char* name) const {
    return findChild<QAction*>(QLatin1String(name), Qt::FindDirectChildrenOnly);
}

void RunBrowser::setRoot(const std::filesystem::path& root) {
    const bool other = root != scanner_->root();
    if (other) undo_.clear();
    scanner_->setRoot(root);
    if (other) Q_EMIT rootChanged(QString::fromStdString(root.string()));
    updateState();
}

void RunBrowser::askRoot() {
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Runs folder"), QString::fromStdString(scanner_->root().string()));
    if (!folder.isEmpty()) setRoot(folder.toStdString());
}

std::vector<std::filesystem::path> RunBrowser::chosen() const {
    QModelIndexList rows = table_->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    std::vector<std::filesystem::path> folders;
    for (const QModelIndex& index : rows)
        folders.emplace_back(index.data(RunTableModel::folder_role).toString().toStdString());
    return folders;
}

void RunBrowser::choose(const std::vector<std::filesystem::path>& folders) {
    QItemSelection selection;
    for (const auto& folder : folders) {
        const QModelIndex index = filter_->mapFromSource(model_->index(model_->rowOf(folder), 0));
        if (index.isValid()) selection.select(index, index);
    }
    table_->selectionModel()->select(
        selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void RunBrowser::moveChosenToTrash() {
    const auto folders = chosen();
    if (folders.empty()) return;
    undo_.push(new TrashRuns(folders, [this](const QString& failure) { editDone(failure); }));
}

void RunBrowser::editNotes(const QString& folder, const RunNotes& notes) {
    const std::filesystem::path path = folder.toStdString();
    const RunNotes before = model_->entry(model_->rowOf(path)).notes;
    undo_.push(
        new EditNotes(path, before, notes, [this](const QString& failure) { editDone(failure); }));
}

void RunBrowser::editDone(const QString& failure) {
    failure_ = failure;
    scanner_->scan();
    updateState();
}

QString RunBrowser::countText() const {
    const int all = model_->rowCount(), shown = filter_->rowCount();
    const QString root = QString::fromStdString(scanner_->root().string());
    if (scanner_->scanning() && all == 0) return tr("Reading %1 ...").arg(root);
    return shown == all ? tr("%n runs in %1", nullptr, all).arg(root)
                        : tr("%1 of %n runs in %2", nullptr, all).arg(shown).arg(root);
}

void RunBrowser::updateState() {
    const auto rows = table_->selectionModel()->selectedRows().size();
    for (const char* name : {"openRun", "cloneRun", "rerunRun", "continueRun"})
        action(name)->setEnabled(rows == 1);
    for (const char* name : {"compareRuns", "reportRuns", "trashRuns", "colorRuns"})
        action(name)->setEnabled(rows >= 1);
    undo_button_->setVisible(undo_.canUndo());
    count_->setText(countText());
    message_->setText(failure_);
}

void RunBrowser::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    scanner_->scan();
    timer_.start();
}

void RunBrowser::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    timer_.stop();
}

}  // namespace orrery
