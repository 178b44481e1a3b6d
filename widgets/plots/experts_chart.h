// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QPointer>
#include <optional>

#include "widgets/palette/chart_theme.h"
#include "widgets/plots/expert_usage.h"
#include "widgets/plots/heat_map.h"
#include "widgets/plots/usage_bars.h"
#include "widgets/plots/usage_histogram.h"
#include "widgets/plots/value_range.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {

/// Selections of each expert, or the published form: the number of experts (log) by usage state, in
/// 50 bins, with Gini and entropy of that state.
enum class UsagePicture { bars, histogram };

struct ExpertsOptions {
    UsagePicture picture = UsagePicture::bars;
    int layer = 0;
    UsageSpan span = UsageSpan::whole_run;
    bool sorted = true;  // by falling usage, else by the expert's number
    bool log = false;    // the axis of the counts
    // Axes that do not follow the data: of several runs beside each other.
    std::optional<ValueRange> counts = {};  // of the bars or bins
    std::optional<ValueRange> shares = {};  // of the colors, in percent of a layer's selections
    std::optional<double> last_step = {};   // of Gini and entropy
    bool operator==(const ExpertsOptions&) const = default;
};

/// Three plots of a run's experts: how often each of one layer was selected, how evenly over the
/// run, and the share of every expert in every layer. GUI thread.
class ExpertsChart : public QCustomPlot {
    Q_OBJECT

public:
    explicit ExpertsChart(QWidget* parent = nullptr);

    /// What is drawn, and what is marked in it; nullptr = nothing.
    void setRun(const RunData* run, const Selection* selection) {
        run_ = run;
        selection_ = selection;
    }
    void setOptions(const ExpertsOptions& options) { options_ = options; }
    const ExpertsOptions& options() const { return options_; }
    void setTheme(const ChartTheme& theme, const QFont& font);
    /// Takes the run's present state, for a drawing of this size in its own units; called before
    /// each replot. Call it before paintPlot().
    void prepare(const QSizeF& size);

    /// The expert drawn at a place of the widget, in the histogram or the heat map.
    std::optional<ExpertId> expertAt(const QPointF& position) const;
    /// Of the histogram; -1 = none.
    int binAt(const QPointF& position) const;
    std::vector<int> expertsOfBin(int bin) const;
    /// "3 experts with a usage state from 12 to 14.5: 4 17 40"
    QString describeBin(int bin) const;
    bool showsBins() const;
    /// kind (experts, gini, entropy_bits and what was published of them), layer, from, to, step,
    /// value.
    QString binsCsv() const;
    /// "Expert 17 of layer 2: 1,203 selections (4.1 %), rank 3 of 64".
    QString describe(const ExpertId& expert) const;
    QString summary() const { return summary_->text(); }
    const ExpertUsage& usage() const { return usage_; }

private:
    /// Without room for both the heat map goes, rather than parts of the words.
    void arrange(double height);
    double labelRoom(double height, bool low) const;  // beside the upper plots
    void buildHistogram(QCPLayoutGrid& grid);
    void buildHistory(QCPLayoutGrid& grid);
    void buildHeatMap(QCPLayoutGrid& grid);
    void buildBins();
    void prepareSummary(double width);
    void prepareTicks(const QSizeF& size);
    void prepareHistogram(double width);
    void prepareHistory();
    void prepareHeatMap();
    void prepareBins(double width);
    void prepareEvenness();
    QString binsSummary() const;
    void styleBins();
    void showBars(bool on);
    void setHistoryRanges();
    /// The published run that this one repeats, where its middle layer is on show; else nullptr.
    const PublishedRun* publishedRun() const;
    const std::vector<double>& countsOf(int layer) const;

    QPointer<const RunData> run_;
    QPointer<const Selection> selection_;
    ExpertsOptions options_;
    ExpertUsage usage_;
    std::vector<int> order_;  // expert at each position of the histogram
    ChartTheme theme_;
    QFont font_;
    QCPTextElement* summary_;
    QCPLayoutGrid* lower_;  // the heat map's; of no layout while there is no room for it
    QCPAxisRect *histogram_, *history_, *heat_, *scale_;
    UsageBars* bars_;
    QCPBars *bins_, *marked_bins_;
    UsageHistogram histogram_now_;
    QCPCurve *published_gini_, *published_entropy_;
    QSharedPointer<QCPAxisTicker> whole_ticks_, bin_ticks_;
    QCPItemStraightLine* even_line_;
    QCPItemText* even_text_;
    QCPGraph *gini_, *entropy_;
    HeatMap* heat_map_;
    ColorBar* color_bar_;
    QCPItemText* empty_;
};

}  // namespace orrery
