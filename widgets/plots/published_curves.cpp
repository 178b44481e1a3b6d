// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/published_curves.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

struct PublishedWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::PublishedCurves)
};

QString whatIsCounted(const PublishedRun& run) {
    QStringList words;
    if (run.pads_in_loss) words << PublishedWords::tr("padding included");
    if (run.causal == PublishedRun::Causal::no) words << PublishedWords::tr("no causal mask");
    if (run.causal == PublishedRun::Causal::unknown)
        words << PublishedWords::tr("causal mask not stated");
    return words.join(QStringLiteral(", "));
}

std::size_t reportedEpochs(const PublishedRun& run) {
    return std::max(run.train_loss.size(), run.val_loss.size());
}

QString lastOf(const std::vector<double>& values, const char* what, int digits) {
    if (values.empty() || std::isnan(values.back())) return {};
    return PublishedWords::tr(what).arg(values.back(), 0, 'f', digits);
}

}  // namespace

std::vector<PublishedCurve> publishedCurves(const PublishedRun& run, double total_steps) {
    std::vector<PublishedCurve> curves;
    const auto add = [&](const char* name, const char* title, const std::vector<double>& values) {
        const QString counted = whatIsCounted(run);
        PublishedCurve curve{
            name, PublishedWords::tr(title).arg(QString::fromStdString(run.name), counted), {}, {}};
        for (std::size_t epoch = 0; epoch < values.size(); ++epoch) {
            if (std::isnan(values[epoch])) continue;
            curve.steps.push_back(total_steps * static_cast<double>(epoch + 1) /
                                  static_cast<double>(reportedEpochs(run)));
            curve.values.push_back(values[epoch]);
        }
        if (!curve.values.empty()) curves.push_back(std::move(curve));
    };
    if (!(total_steps > 0)) return curves;
    add("published/train/loss", "%1 as published, training (%2)", run.train_loss);
    add("published/val/loss", "%1 as published, validation (%2)", run.val_loss);
    return curves;
}

QString publishedObstacle(const PublishedRun& run, const Config& config) {
    constexpr std::size_t kMost = 4;
    const auto differences = publishedDifferences(run, config);
    if (differences.empty()) return {};
    QStringList words;
    for (std::size_t i = 0; i < std::min(kMost, differences.size()); ++i)
        words << PublishedWords::tr("%1 is %2, published %3")
                     .arg(QString::fromStdString(differences[i].key),
                          QString::fromStdString(differences[i].own),
                          QString::fromStdString(differences[i].published));
    if (differences.size() > kMost)
        words << PublishedWords::tr("%n more", nullptr,
                                    static_cast<int>(differences.size() - kMost));
    return PublishedWords::tr("Results of %1 as published are not drawn: %2.")
        .arg(QString::fromStdString(run.name), words.join(QStringLiteral("; ")));
}

QString publishedSummary(const PublishedRun& run) {
    QStringList figures{lastOf(run.train_loss, "training loss %1", 4),
                        lastOf(run.val_loss, "validation loss %1", 4),
                        lastOf({run.val_perplexity}, "perplexity %1", 2),
                        lastOf(run.gini, "Gini %1", 3),
                        lastOf(run.entropy_bits, "entropy %1 bits", 3)};
    if (!run.experts_used.empty())
        figures
            << PublishedWords::tr("experts used %1").arg(QString::fromStdString(run.experts_used));
    figures.removeAll(QString());
    return PublishedWords::tr("Published for %1 (document %2; %3): %4.")
        .arg(QString::fromStdString(run.name), QString::fromStdString(run.document),
             whatIsCounted(run), figures.join(QStringLiteral(", ")));
}

}  // namespace orrery
