// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pictures/picture_files.h"

#include <chrono>
#include <optional>
#include <thread>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/regular_file.h"
#include "core/study/trial_process.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostPdf = 1'000'000'000;  // bytes

/// Runs it to its end; true when it went well.
bool succeeds(const std::vector<std::string>& arguments) {
    TrialProcess process(arguments, {});
    std::optional<int> code;
    while (!(code = process.ended()))
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return *code == 0;
}

}  // namespace

std::vector<fs::path> writePicture(const fs::path& svg_file, const std::string& svg) {
    writeFileAtomically(svg_file, svg, Links::refused);
    const fs::path program = findProgram("rsvg-convert");
    if (program.empty()) return {svg_file};
    fs::path pdf = svg_file, beside = svg_file;
    pdf.replace_extension(".pdf");
    beside.replace_extension(".pdf.part");
    std::error_code ignored;
    fs::remove(beside, ignored);  // a link there would lead the other program elsewhere
    const bool made =
        succeeds({program.string(), "-f", "pdf", "-o", beside.string(), svg_file.string()});
    const std::string contents = readRegularFileIfThere(beside, kMostPdf).value_or("");
    fs::remove(beside, ignored);
    if (!made)
        throw Error(program.string() + " can't write " + pdf.string() +
                    ". Free disk space, or convert " + svg_file.string() +
                    " to PDF with another program.");
    writeFileAtomically(pdf, contents, Links::refused);
    return {svg_file, pdf};
}

}  // namespace orrery::cli
