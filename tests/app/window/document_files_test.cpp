// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document_files.h"

#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/window_settings.h"
#include "tests/app/window/dialog_robot.h"
#include "widgets/config/config_document.h"

namespace orrery {

class DocumentFilesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }

    void init() {
        window_ = std::make_unique<QWidget>();
        window_->show();
        document_ = std::make_unique<ConfigDocument>();
        document_->setText("name: mine\n");
        files_ = new DocumentFiles(document_.get(), &settings_, window_.get());
    }

    void cleanup() {
        window_.reset();
        document_.reset();
    }

    void escapeInSaveAsGoesBack() {
        edit();
        DialogRobot robot([](QWidget* dialog) { QTest::keyClick(dialog, Qt::Key_Escape); });
        QVERIFY(!files_->save());
        QVERIFY(robot.met());
        QVERIFY(document_->isModified());
        QVERIFY(!document_->hasFile());
    }

    void escapeWhileAskedAboutEditsGoesBack() {
        edit();
        DialogRobot robot([](QWidget* dialog) { QTest::keyClick(dialog, Qt::Key_Escape); });
        QVERIFY(!files_->mayReplace());
        QVERIFY(robot.met());
        QVERIFY(document_->isModified());
    }

    void saveWhileAskedThenEscapeInSaveAsGoesBackToo() {
        edit();
        int seen = 0;
        std::unique_ptr<DialogRobot> second;
        DialogRobot first([&](QWidget* dialog) {
            second = std::make_unique<DialogRobot>([&](QWidget* save_as) {
                QVERIFY(qobject_cast<QFileDialog*>(save_as));
                ++seen;
                QTest::keyClick(save_as, Qt::Key_Escape);
            });
            qobject_cast<QMessageBox*>(dialog)->button(QMessageBox::Save)->click();
        });
        QVERIFY(!files_->mayReplace());
        QCOMPARE(seen, 1);
        QVERIFY(document_->isModified());
    }

    void discardGoesOn() {
        edit();
        DialogRobot robot([](QWidget* dialog) {
            qobject_cast<QMessageBox*>(dialog)->button(QMessageBox::Discard)->click();
        });
        QVERIFY(files_->mayReplace());
        QVERIFY(robot.met());
    }

    void nothingIsAskedWithoutEdits() {
        DialogRobot robot([](QWidget* dialog) { dialog->close(); });
        QVERIFY(files_->mayReplace());
        QVERIFY(!robot.met());
    }

    void savesUnderTheNameOfTheDialog() {
        edit();
        const QString path = folder_.filePath("chosen");
        DialogRobot robot([&](QWidget* dialog) {
            auto* line = dialog->findChild<QLineEdit*>();
            line->setText(path);
            QTest::keyClick(line, Qt::Key_Return);
        });
        QVERIFY(files_->saveAs());
        QVERIFY(QFile::exists(path + ".yaml"));
        QVERIFY(!document_->isModified());
        QCOMPARE(settings_.recent().first().path, path + ".yaml");
    }

    void afterAFailureEverythingIsAsItWas() {
        edit();
        const QString before = document_->text();
        QSignalSpy failed(files_, &DocumentFiles::failed);
        QVERIFY(!files_->saveTo("/dev/null/no.yaml"));
        QVERIFY(!files_->open(folder_.filePath("missing.yaml")));
        QCOMPARE(failed.count(), 2);
        QCOMPARE(document_->text(), before);
        QVERIFY(document_->isModified());
    }

private:
    void edit() { document_->setFieldText(*findField("keys.alpha"), "0.5"); }

    QTemporaryDir folder_;
    WindowSettings settings_;
    std::unique_ptr<QWidget> window_;
    std::unique_ptr<ConfigDocument> document_;
    DocumentFiles* files_ = nullptr;
};

}  // namespace orrery

QTEST_MAIN(orrery::DocumentFilesTest)
#include "document_files_test.moc"
