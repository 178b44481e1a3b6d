// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/runs/run_catalog.h"

namespace orrery {

/// Reads the runs below a folder in the background, again and again, and tells what is new. GUI
/// thread.
class RunScanner : public QObject {
    Q_OBJECT

public:
    explicit RunScanner(QObject* parent = nullptr);
    ~RunScanner() override;

    /// Another root is read from the start.
    void setRoot(const std::filesystem::path& root);
    const std::filesystem::path& root() const { return root_; }
    /// Values of these fields are read, too, of all runs anew.
    void readSettings(const std::vector<std::string>& keys);
    /// Reads what has changed; a scan that is under way is followed by one more.
    void scan();
    bool scanning() const { return scanning_; }

Q_SIGNALS:
    void found(const std::vector<orrery::RunEntry>& entries);
    /// All runs there are, once all have been given out.
    void finished(const std::vector<std::filesystem::path>& folders);

private:
    void begin();
    void start();

    std::filesystem::path root_;
    std::vector<std::string> settings_;
    QThreadPool pool_;
    std::shared_ptr<RunCatalog> catalog_;
    std::shared_ptr<std::atomic<bool>> cancelled_;
    bool scanning_ = false;
    bool again_ = false;
};

}  // namespace orrery
