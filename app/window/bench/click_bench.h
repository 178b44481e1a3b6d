// SPDX-License-Identifier: GPL-3.0-or-later
// How soon the window answers: its first frame, and clicks while training keeps all cores busy.
#pragma once
#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

class QToolButton;

namespace orrery {

class MainWindow;

/// Acts once when the widget has been painted next. GUI thread.
void whenPainted(QWidget* widget, const std::function<void()>& act);
/// Since the process began, in ms; to a hundredth of a second.
double processAge();

/// Trains the demo and clicks on switches of the views, at times that another thread keeps to: a
/// click waits for the event loop as a person's does, and is answered when its view is drawn anew.
class ClickBench : public QObject {
public:
    /// `done` gets the delays in ms, ascending; empty when training did not begin.
    ClickBench(MainWindow* window, std::function<void(const std::vector<double>&)> done);
    ~ClickBench() override;
    void begin();

private:
    struct Switch {
        QPointer<QToolButton> button;
        QPointer<QWidget> picture;
    };
    void findSwitches();
    void beginClicks();
    void click();
    void end();

    MainWindow* window_;
    std::function<void(const std::vector<double>&)> done_;
    std::vector<Switch> switches_;
    std::vector<double> delays_;
    std::atomic<bool> waiting_ = false;
    std::atomic<std::int64_t> asked_ = 0;  // ns of the steady clock
    bool clicking_ = false;
    std::jthread clock_;
};

}  // namespace orrery
