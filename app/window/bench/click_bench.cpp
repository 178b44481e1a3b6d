// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/click_bench.h"

#include <unistd.h>

#include <QApplication>
#include <QMouseEvent>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "app/window/main_window.h"
#include "app/window/workspace.h"
#include "widgets/plots/qcustomplot.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/view.h"

namespace orrery {

namespace {

constexpr std::size_t kClicks = 120;
constexpr std::chrono::milliseconds kPause{60};  // between an answer, at the earliest, and the next
constexpr std::int64_t kFirstStep = 20;          // by then the training is in its stride

std::int64_t now() {
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

class PaintWatch : public QObject {
public:
    PaintWatch(QWidget* widget, std::function<void()> act) : QObject(widget), act_(std::move(act)) {
        widget->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::Paint || !act_) return false;
        // The filter comes before the painting, the timer after it.
        QTimer::singleShot(0, watched, std::exchange(act_, nullptr));
        deleteLater();
        return false;
    }

private:
    std::function<void()> act_;
};

}  // namespace

void whenPainted(QWidget* widget, const std::function<void()>& act) {
    new PaintWatch(widget, act);
}

double processAge() {
    std::ifstream file("/proc/self/stat");
    std::string text;
    std::getline(file, text);
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string field;
    for (int i = 0; i < 20; ++i)
        fields >> field;
    timespec time{};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return 1000 * (static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec) -
                   std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK)));
}

ClickBench::ClickBench(MainWindow* window, std::function<void(const std::vector<double>&)> done)
    : QObject(window), window_(window), done_(std::move(done)) {}

ClickBench::~ClickBench() = default;

void ClickBench::begin() {
    window_->loadDemo();
    findSwitches();
    connect(window_->controller(), &RunController::failed, this, &ClickBench::end);
    connect(window_->controller(), &RunController::faultsFound, this, &ClickBench::end);
    connect(window_->run()->data(), &RunData::progressChanged, this, [this] {
        if (!clicking_ && window_->run()->data()->progress().step >= kFirstStep) beginClicks();
    });
    window_->train();
}

void ClickBench::findSwitches() {
    for (const char* name : {"loss", "experts"}) {
        View* view = window_->workspace()->view(QLatin1String(name));
        for (auto* button : view->findChildren<QToolButton*>())
            if (button->isCheckable() && button->isVisible())
                switches_.push_back({button, view->findChild<QCustomPlot*>()});
    }
}

void ClickBench::beginClicks() {
    clicking_ = true;
    clock_ = std::jthread([this](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            std::this_thread::sleep_for(kPause);
            if (waiting_.exchange(true)) continue;
            asked_ = now();
            QMetaObject::invokeMethod(this, &ClickBench::click, Qt::QueuedConnection);
        }
    });
}

void ClickBench::click() {
    const Switch& each = switches_[delays_.size() % switches_.size()];
    whenPainted(each.picture, [this] {
        delays_.push_back(static_cast<double>(now() - asked_) / 1e6);
        if (delays_.size() >= kClicks) return end();
        waiting_ = false;
    });
    const QPointF place = each.button->rect().center();
    for (const auto type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
        QMouseEvent event(type, place, each.button->mapToGlobal(place), Qt::LeftButton,
                          type == QEvent::MouseButtonPress ? Qt::LeftButton : Qt::NoButton,
                          Qt::NoModifier);
        QApplication::sendEvent(each.button, &event);
    }
}

void ClickBench::end() {
    clock_ = {};
    window_->controller()->stop(true);
    std::ranges::sort(delays_);
    if (done_) std::exchange(done_, nullptr)(delays_);
}

}  // namespace orrery
