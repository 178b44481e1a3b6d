// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/report/folder_pictures.h"

#include <QByteArray>

#include "app/window/report/stored_run.h"
#include "core/files/atomic_file.h"
#include "core/study/study.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plots/experts_view.h"
#include "widgets/plots/loss_view.h"
#include "widgets/run/run_context.h"
#include "widgets/study/study_drawing.h"
#include "widgets/study/study_snapshot.h"
#include "widgets/view.h"

namespace orrery {

namespace {

/// One picture of a study that was read before.
class StudySheet final : public View {
public:
    StudySheet(std::string name, StudyDrawing drawing)
        : name_(std::move(name)), drawing_(std::move(drawing)) {}
    QString viewName() const override { return QString::fromStdString(name_); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override {
        drawing_.paint(painter, size, figureStyle());
    }
    QString dataAsCsv() const override { return {}; }

protected:
    void refresh() override {}

private:
    std::string name_;
    StudyDrawing drawing_;
};

void writeBothFormats(const View& view, const std::filesystem::path& base,
                      const FigureOptions& options) {
    for (const auto& [format, extension] :
         {std::pair(FigureFormat::svg, ".svg"), std::pair(FigureFormat::pdf, ".pdf")}) {
        const QByteArray bytes = figureBytes(view, format, options);
        writeFileAtomically(
            base.string() + extension,
            std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())),
            Links::refused);
    }
}

void writeStudyPictures(const std::filesystem::path& folder) {
    StudyReading reading;
    StudySnapshot study = reading.read(folder);
    if (!study.controls) reading.addKeys(study);
    for (auto& [name, drawing] : studyDrawings(study)) {
        FigureOptions options;
        options.width_mm = drawing.figureSize().width();
        options.height_mm = drawing.figureSize().height();
        if (drawing.keys)
            writeFileAtomically(folder / (name + ".csv"), keyCloudsCsv(*drawing.keys),
                                Links::refused);
        writeBothFormats(StudySheet(name, std::move(drawing)), folder / name, options);
    }
}

void writeRunPictures(const std::filesystem::path& folder) {
    RunContext run;
    readWholeRun(*run.data(), folder);
    LossView loss;
    ExpertsView usage;
    loss.setRun(&run);
    usage.setRun(&run);
    writeBothFormats(loss, folder / "figures" / "loss", {});
    writeBothFormats(usage, folder / "figures" / "usage", {});
}

}  // namespace

void writeFolderPictures(const std::filesystem::path& folder) {
    if (isStudy(folder))
        writeStudyPictures(folder);
    else
        writeRunPictures(folder);
}

}  // namespace orrery
