// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the routing of compared runs on one text. GUI thread only; the work is done on a pool
// thread.
#pragma once
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <atomic>
#include <memory>

namespace orrery {

class CompareView;

class MixtureService : public QObject {
    Q_OBJECT

public:
    MixtureService(CompareView* view, QObject* parent = nullptr);
    /// Ends what is under way.
    ~MixtureService() override;

    /// In place of what is under way.
    void measure(const QStringList& folders);

private:
    CompareView* view_;
    QThreadPool pool_;
    std::shared_ptr<std::atomic<bool>> cancelled_;
};

}  // namespace orrery
