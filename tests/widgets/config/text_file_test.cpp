// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/text_file.h"

#include <sys/stat.h>

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/error.h"

namespace orrery {

class TextFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsNoTextIsRefusedWithTheFilesName_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("a zero") << QByteArray("name: a\0b\n", 10);
        QTest::newRow("Latin-1") << QByteArray("name: caf\xE9\n");
        QTest::newRow("cut within a character") << QByteArray("name: a\xE2\x82");
        QTest::newRow("a surrogate") << QByteArray("\xED\xA0\x80");
        QTest::newRow("UTF-16") << QByteArray("\xFF\xFE\x6E\x00\x61\x00", 6);
        QTest::newRow("too large") << QByteArray((4 << 20) + 1, ' ');
    }
    void whatIsNoTextIsRefusedWithTheFilesName() {
        QFETCH(QByteArray, bytes);
        write(bytes.toStdString());
        const QString said = refusal(file());
        QVERIFY2(said.contains("a.yaml"), qPrintable(said));
    }

    void whatIsNoFileIsRefused() {
        QVERIFY(refusal(file().parent_path() / "none.yaml").contains("none.yaml"));
        QVERIFY(refusal(file().parent_path()).contains("not a file"));
        const auto pipe = file().parent_path() / "pipe.yaml";
        QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(refusal(pipe).contains("not a file"));  // and nobody waits for a writer
        std::filesystem::create_symlink("loop.yaml", file().parent_path() / "loop.yaml");
        QVERIFY(!refusal(file().parent_path() / "loop.yaml").isEmpty());
    }

    void whatIsNotEditedGoesBackByteForByte_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << QByteArray() << "";
        QTest::newRow("lines") << QByteArray("a\nb\n") << "a\nb\n";
        QTest::newRow("Windows") << QByteArray("a\r\nb\r\n") << "a\nb\n";
        QTest::newRow("mixed") << QByteArray("a\r\nb\n") << "a\nb\n";
        QTest::newRow("old Macintosh") << QByteArray("a\rb\r") << "a\nb\n";
        QTest::newRow("a mark") << QByteArray(
                                       "\xEF\xBB\xBF"
                                       "a\n")
                                << "a\n";
        QTest::newRow("only a mark") << QByteArray("\xEF\xBB\xBF") << "";
        QTest::newRow("exactly as large as can be")
            << QByteArray(4 << 20, ' ') << QString(4 << 20, ' ');
    }
    void whatIsNotEditedGoesBackByteForByte() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        write(bytes.toStdString());
        const TextFile read = readTextFile(file());
        QCOMPARE(read.text, text);
        QVERIFY(read.encode(read.text) == bytes.toStdString());
    }

    void whatIsEditedKeepsTheFormOfTheFile() {
        write(
            "\xEF\xBB\xBF"
            "a\r\nb\r\n");
        QCOMPARE(readTextFile(file()).encode("a\nc\n"), std::string("\xEF\xBB\xBF"
                                                                    "a\r\nc\r\n"));
        write("a\r\nb\n");  // of two forms the plain one
        QCOMPARE(readTextFile(file()).encode("a\nc\n"), std::string("a\nc\n"));
        write("");
        QCOMPARE(readTextFile(file()).encode("ä\n"), std::string("ä\n"));
    }

private:
    std::filesystem::path file() const { return folder_.filePath("a.yaml").toStdString(); }
    void write(const std::string& bytes) const { std::ofstream(file(), std::ios::binary) << bytes; }
    static QString refusal(const std::filesystem::path& file) {
        try {
            readTextFile(file);
        } catch (const Error& error) {
            return QString::fromUtf8(error.what());
        }
        return {};
    }

    QTemporaryDir folder_;
};

}  // namespace orrery

QTEST_MAIN(orrery::TextFileTest)
#include "text_file_test.moc"
