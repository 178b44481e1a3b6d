// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pictures/picture_files.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "app/cli/pictures/svg.h"
#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

class PictureFiles : public ::testing::Test {
protected:
    ~PictureFiles() override { ::setenv("PATH", path_.c_str(), 1); }

    /// The only rsvg-convert that is found from now on.
    void converter(const std::string& script) {
        const fs::path program = folder_ / "bin/rsvg-convert";
        fs::create_directories(program.parent_path());
        test::writeFile(program, "#!/bin/sh\n" + script + "\n");
        fs::permissions(program, fs::perms::owner_all);
        ::setenv("PATH", program.parent_path().c_str(), 1);
    }

    std::vector<fs::path> write() const {
        return writePicture(svg_, dotsSvg("title", {"itself"}, {{"loss", {{1, 2}}}}));
    }

    test::TemporaryFolder folder_;
    std::string path_ = std::getenv("PATH");
    fs::path svg_ = folder_ / "a b.svg", pdf_ = folder_ / "a b.pdf";
};

TEST_F(PictureFiles, APdfLiesBesideTheSvg) {
    EXPECT_EQ(write(), (std::vector<fs::path>{svg_, pdf_}));
    EXPECT_TRUE(test::readFile(svg_).starts_with("<svg "));
    EXPECT_TRUE(test::readFile(pdf_).starts_with("%PDF-"));
    EXPECT_FALSE(fs::exists(folder_ / "a b.pdf.part"));
}

TEST_F(PictureFiles, WithoutAConverterThereIsTheSvgAlone) {
    ::setenv("PATH", folder_.path().c_str(), 1);
    EXPECT_EQ(write(), std::vector<fs::path>{svg_});
    EXPECT_FALSE(fs::exists(pdf_));
}

TEST_F(PictureFiles, AConverterThatFailsIsNamedAndTheOldPdfStays) {
    test::writeFile(pdf_, "old");
    converter("echo half > \"$4\"; exit 1");
    try {
        write();
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("rsvg-convert can't write"), std::string::npos);
    }
    EXPECT_EQ(test::readFile(pdf_), "old");
    EXPECT_TRUE(test::readFile(svg_).starts_with("<svg "));
    EXPECT_FALSE(fs::exists(folder_ / "a b.pdf.part"));
}

}  // namespace
}  // namespace orrery::cli
