// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/services/mixture_service.h"

#include <QMetaObject>
#include <functional>

#include "core/error.h"
#include "core/train/mixtures.h"
#include "widgets/compare/compare_view.h"

namespace orrery {

MixtureService::MixtureService(CompareView* view, QObject* parent)
    : QObject(parent), view_(view), cancelled_(std::make_shared<std::atomic<bool>>(false)) {
    pool_.setMaxThreadCount(1);
    connect(view, &CompareView::measureRequested, this, &MixtureService::measure);
}

MixtureService::~MixtureService() {
    *cancelled_ = true;
    pool_.waitForDone();
}

void MixtureService::measure(const QStringList& folders) {
    *cancelled_ = true;
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
    if (folders.isEmpty()) return;
    const auto tell = [this, cancelled = cancelled_](const QString& text, bool failed) {
        QMetaObject::invokeMethod(this, [this, cancelled, text, failed] {
            if (!*cancelled) view_->setMeasuring(text, failed);
        });
    };
    tell(tr("Measuring…"), false);
    pool_.start([tell, folders, cancelled = cancelled_, progress = tr("Measuring %1")] {
        try {
            std::vector<std::filesystem::path> runs;
            for (const QString& folder : folders)
                runs.emplace_back(folder.toStdString());
            MixtureOptions options;
            options.cancelled = [cancelled] { return cancelled->load(); };
            options.progress = [&](const std::string& what) {
                tell(progress.arg(QString::fromStdString(what)), false);
            };
            measureMixtures(runs, options);
            tell({}, false);
        } catch (const Cancelled&) {
            return;  // others are measured, or nobody looks any more
        } catch (const std::exception& error) {
            tell(QString::fromUtf8(error.what()), true);
        }
    });
}

}  // namespace orrery
