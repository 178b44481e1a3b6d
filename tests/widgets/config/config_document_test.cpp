// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/config_document.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextCursor>

#include "core/error.h"
#include "widgets/config/field_editor.h"

namespace orrery {

namespace {

const QString kSmall = QStringLiteral(
    "# my notes\n"
    "name: small\n"
    "keys:\n"
    "  alpha: 0.01   # attraction\n"
    "train:\n"
    "  max_steps: 30\n");

/// A value of the field that is not its default.
QString otherValue(const Field& field) {
    const FieldValue& now = field.default_value;
    switch (field.type) {
        case FieldType::boolean:
            return std::get<bool>(now) ? "false" : "true";
        case FieldType::choice:
            for (const std::string& choice : field.words())
                if (choice != std::get<std::string>(now)) return QString::fromStdString(choice);
            return {};
        case FieldType::text:
            return field.key == "some.interventions" ? QStringLiteral("knock-out 1:3; force 0:2")
                                                     : QStringLiteral("other text: with # signs");
        case FieldType::integer: {
            const auto value = std::get<std::int64_t>(now);
            const std::int64_t twice = value == 0 ? 3 : 2 * value;
            if (static_cast<double>(twice) <= field.maximum) return QString::number(twice);
            return QString::number(static_cast<double>(value) - 1 >= field.minimum ? value - 1
                                                                                   : -1);
        }
        case FieldType::real: {
            const double value = std::get<double>(now);
            for (const double trial : {value / 2, value * 2, 0.25, 0.5, 2.0})
                if (trial != value && trial > field.minimum && trial < field.maximum)
                    return QString::fromStdString(formatFieldValue(trial));
            return {};
        }
        case FieldType::real_list:
            return QStringLiteral("[0.25, 0.75]");
        case FieldType::integer_list:
            return QStringLiteral("[0, 1]");
        case FieldType::choice_list:
            return QStringLiteral("[head, routers]");
    }
    return {};
}

QString shown(const ConfigDocument& document, const Field& field) {
    return document.faultyTextOf(field.key).value_or(editorText(field.get(document.config())));
}

}  // namespace

class ConfigDocumentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void savesWithoutAnEditByteForByte_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("plain") << kSmall.toUtf8();
        QTest::newRow("no newline at the end") << QByteArray("name: a");
        QTest::newRow("carriage returns") << QByteArray("name: a\r\nkeys:\r\n  alpha: 0.5\r\n");
        QTest::newRow("mixed line ends") << QByteArray("name: a\r\nkeys:\n  alpha: 0.5\n");
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBFname: a\n");
        QTest::newRow("no-break space in a comment") << QByteArray(
            "name: a # b\xC2\xA0"
            "c\n");
        QTest::newRow("tabs and spaces at line ends") << QByteArray("name: a   \n\n# x\t\n");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("faulty") << QByteArray("name: [a\nnonsense: 3\n");
    }

    void savesWithoutAnEditByteForByte() {
        QFETCH(QByteArray, bytes);
        const auto file = write("same.yaml", bytes);
        ConfigDocument document;
        document.load(file);
        QVERIFY(!document.isModified());
        document.save();
        QCOMPARE(read(file), bytes);
    }

    void oneEditChangesOneLine() {
        const auto file = write("edit.yaml", "name: a\r\nkeys:\r\n  alpha: 0.01  # why\r\n");
        ConfigDocument document;
        document.load(file);
        document.setFieldText(*findField("keys.alpha"), "0.5");
        QVERIFY(document.isModified());
        document.save();
        QVERIFY(!document.isModified());
        QCOMPARE(read(file), QByteArray("name: a\r\nkeys:\r\n  alpha: 0.5  # why\r\n"));
    }

    void everyFieldSurvivesSavingAndLoading() {
        for (const Field& field : fields()) {
            const QString value = otherValue(field);
            ConfigDocument document;
            document.setText(QStringLiteral("name: all\n"));
            document.setFieldText(field, value);
            const auto wanted = parseFieldValue(field, value.toStdString());
            QCOMPARE(shown(document, field), editorText(wanted));
            const auto file = folder() / "field.yaml";
            document.saveAs(file);
            ConfigDocument again;
            again.load(file);
            QVERIFY2(shown(again, field) == editorText(wanted), field.key.c_str());
            QVERIFY2(wanted != field.default_value, field.key.c_str());
        }
    }

    void aBadValueStaysAndBlocks() {
        ConfigDocument document;
        document.setText(kSmall);
        QVERIFY(!document.hasFaults());
        const Field& alpha = *findField("keys.alpha");
        for (const char* bad : {"abc", "", "0,5", "-3", "1e999", "nan"}) {
            document.setFieldText(alpha, bad);
            QVERIFY2(document.hasFaults(), bad);
            QCOMPARE(*document.faultyTextOf("keys.alpha"), QString(bad));
            QCOMPARE(document.faults().front().key, std::string("keys.alpha"));
            QCOMPARE(document.text(), kSmall);
        }
        document.setFieldText(alpha, "0.02");
        QVERIFY(!document.hasFaults());
        QCOMPARE(document.config().keys.alpha, 0.02);
    }

    void aQuotedTextWithAFaultIsShownAsItIsMeant() {
        ConfigDocument document;
        document.setText("name: a\nsome:\n  interventions: 'knock out: it''s # 1'  # a remark\n");
        QVERIFY(document.hasFaults());
        QCOMPARE(*document.faultyTextOf("some.interventions"), QString("knock out: it's # 1"));
    }

    void faultsOfTheTextKeepTheRestReadable() {
        ConfigDocument document;
        document.setText("name: a\nkeys:\n  alpha: abc\n  beta: 0.25\nmodel:\n  d_modle: 3\n");
        QVERIFY(document.hasFaults());
        QCOMPARE(document.config().keys.beta, 0.25);
        QCOMPARE(*document.faultyTextOf("keys.alpha"), QString("abc"));
        QVERIFY(!document.faultOf("keys.alpha").isEmpty());
        QVERIFY(document.faultOf("keys.beta").isEmpty());
        bool unknown = false;
        for (const Diagnostic& fault : document.faults())
            unknown |= fault.line == 6 && fault.message.find("d_model") != std::string::npos;
        QVERIFY(unknown);
    }

    void brokenTextKeepsTheLastReadableState() {
        ConfigDocument document;
        document.setText(kSmall);
        QTextCursor cursor(document.textDocument());
        cursor.insertText("[[[\n");
        document.parseNow();
        QVERIFY(document.hasFaults());
        QCOMPARE(document.config().train.max_steps, std::int64_t(30));
        document.textDocument()->undo();
        document.parseNow();
        QVERIFY(!document.hasFaults());
    }

    void editsOfTheTextAreReadAfterAMoment() {
        ConfigDocument document;
        document.setText(kSmall);
        QSignalSpy changed(&document, &ConfigDocument::changed);
        QTextCursor cursor = document.textDocument()->find("30");
        cursor.insertText("77");
        QCOMPARE(document.config().train.max_steps, std::int64_t(30));
        QTRY_COMPARE(document.config().train.max_steps, std::int64_t(77));
        QCOMPARE(changed.count(), 1);
    }

    void typingOneFieldIsOneUndoStep() {
        ConfigDocument document;
        document.setText(kSmall);
        const Field& alpha = *findField("keys.alpha");
        for (const char* typed : {"0", "0.", "0.0", "0.04"})
            document.setFieldText(alpha, typed);
        document.setFieldText(*findField("train.max_steps"), "50");
        document.textDocument()->undo();
        document.parseNow();
        QCOMPARE(document.config().train.max_steps, std::int64_t(30));
        QCOMPARE(document.config().keys.alpha, 0.04);
        document.textDocument()->undo();
        document.parseNow();
        QCOMPARE(document.text(), kSmall);
        QVERIFY(!document.isModified());
        document.textDocument()->redo();
        document.parseNow();
        QCOMPARE(document.config().keys.alpha, 0.04);
    }

    void refusesWhatIsNoTextAndStaysAsItWas_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        QTest::newRow("binary") << QByteArray("name\0\1\2", 7) << "UTF-8";
        QTest::newRow("latin-1") << QByteArray("name: caf\xE9\n") << "UTF-8";
        QTest::newRow("cut off") << QByteArray("name: caf\xC3") << "UTF-8";
        QTest::newRow("huge") << QByteArray(5 << 20, 'a') << "4 MB";
        QTest::newRow("paragraph separator") << QByteArray("name: a\xE2\x80\xA9") << "separators";
    }

    void refusesWhatIsNoTextAndStaysAsItWas() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        ConfigDocument document;
        document.setText(kSmall);
        refuses(document, write("bad.yaml", bytes), says);
        QCOMPARE(document.text(), kSmall);
        QVERIFY(!document.hasFile());
    }

    void refusesPlacesThatAreNoFile() {
        ConfigDocument document;
        document.setText(kSmall);
        refuses(document, folder() / "nowhere.yaml", "no such file");
        refuses(document, folder(), "not a file");
        QVERIFY_EXCEPTION_THROWN(document.saveAs("/dev/null/inside.yaml"), Error);
        QVERIFY(!document.hasFile());
    }

private:
    QTemporaryDir temporary_;

    std::filesystem::path folder() const { return temporary_.path().toStdString(); }

    std::filesystem::path write(const char* name, const QByteArray& bytes) {
        QFile file(temporary_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("the test's own file can't be written");
        return file.fileName().toStdString();
    }

    static QByteArray read(const std::filesystem::path& path) {
        QFile file(QString::fromStdString(path.string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
    }

    static void refuses(ConfigDocument& document, const std::filesystem::path& file,
                        const QString& says) {
        try {
            document.load(file);
            QFAIL("loaded");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains(says), error.what());
        }
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::ConfigDocumentTest)
#include "config_document_test.moc"
