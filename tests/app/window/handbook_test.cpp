// SPDX-License-Identifier: GPL-3.0-or-later
// Every page of the handbook opens, every link leads somewhere, every command line can be called.
#include "app/window/handbook.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTextBrowser>

#include "app/window/resources.h"

namespace orrery {

namespace {

constexpr int kLong = 60'000;  // ms
const QString kSource = QStringLiteral(ORRERY_SOURCE_DIR);

QString contentsOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// [text](target) of a Markdown file.
QStringList linksOf(const QString& path) {
    static const QRegularExpression link(QStringLiteral(R"(\]\(([^)\s]+)\))"));
    QStringList links;
    for (auto found = link.globalMatch(contentsOf(path)); found.hasNext();)
        links << found.next().captured(1);
    return links;
}

/// The lines of code blocks and the code in sentences, without what a # explains.
QStringList codeOf(const QString& path) {
    static const QRegularExpression inlined(QStringLiteral("`([^`\n]+)`"));
    QStringList lines;
    for (const QString& line : contentsOf(path).split(u'\n')) {
        if (line.startsWith(QLatin1String("    ")))
            lines << line.section(QStringLiteral(" #"), 0, 0).trimmed();
        for (auto found = inlined.globalMatch(line); found.hasNext();)
            lines << found.next().captured(1).trimmed();
    }
    return lines;
}

QStringList optionsOf(const QStringList& words) {
    QStringList options;
    for (const QString& word : words)
        if (word.startsWith(QLatin1String("--"))) options << word.section(u'=', 0, 0);
    return options;
}

/// What --help prints; empty where the program refuses the words.
QString helpOf(const QString& program, QStringList words) {
    static QHash<QString, QString> known;
    words << QStringLiteral("--help");
    const QString key = program + words.join(u' ');
    if (const auto found = known.constFind(key); found != known.constEnd()) return *found;
    QProcess process;
    process.start(program, words);
    const bool fine = process.waitForFinished(kLong) && process.exitCode() == 0;
    return known[key] = fine ? QString::fromUtf8(process.readAllStandardOutput()) : QString();
}

/// The commands at the beginning of a line of orrery-cli: those that the help of those before
/// names.
QStringList commandsOf(const QStringList& words) {
    QStringList commands;
    for (const QString& word : words) {
        static const QRegularExpression name(QStringLiteral("^[a-z][a-z-]+$"));
        const QString help = helpOf(QStringLiteral(ORRERY_CLI), commands);
        const QRegularExpression listed(QStringLiteral("^  ([a-z-]+, )*%1[ ,]").arg(word),
                                        QRegularExpression::MultilineOption);
        if (!name.match(word).hasMatch() || !help.contains(listed)) break;
        commands << word;
    }
    return commands;
}

/// What is wrong with a command line; empty when nothing is.
QString faultOf(const QString& line) {
    const QStringList words = line.split(u' ', Qt::SkipEmptyParts);
    if (words.isEmpty()) return {};
    QString help;
    if (words[0] == QLatin1String("orrery-cli")) {
        if (words.size() == 1) return {};
        const QStringList commands = commandsOf(words.mid(1));
        if (commands.isEmpty()) return QStringLiteral("no such command");
        help = helpOf(QStringLiteral(ORRERY_CLI), commands);
    } else if (words[0] == QLatin1String("orrery")) {
        help = helpOf(QStringLiteral(ORRERY_WINDOW), {});
    } else if (words[0] == QLatin1String("bash")) {
        help = contentsOf(kSource + u'/' + words.value(1));
    } else {
        return {};
    }
    if (help.isEmpty()) return QStringLiteral("no help");
    for (const QString& option : optionsOf(words))
        if (!QRegularExpression(option + QStringLiteral("(?![a-z-])")).match(help).hasMatch())
            return QStringLiteral("no option ") + option;
    for (const QString& word : words)
        if (word.startsWith(QLatin1String("configs/")) && !QFile::exists(kSource + u'/' + word))
            return QStringLiteral("no file ") + word;
    return {};
}

}  // namespace

class HandbookTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { initResources(); }

    void everyFileIsAPage() {
        const QStringList files =
            QDir(kSource + QStringLiteral("/resources/handbook")).entryList({"*.md"}, QDir::Files);
        QCOMPARE(files.size() + 1, Handbook::pages().size());  // and the reference
        for (const QString& file : files)
            QVERIFY2(Handbook::pages().contains(QStringLiteral("resources/handbook/") + file),
                     qPrintable(file));
    }

    void everyPageOpensFromTheContents() {
        Handbook handbook;
        auto* contents = handbook.findChild<QListWidget*>();
        QCOMPARE(contents->count(), Handbook::pages().size());
        for (int row = contents->count() - 1; row >= 0; --row) {
            contents->setCurrentRow(row);
            QCOMPARE(handbook.page(), Handbook::pages()[row]);
            const QString text = handbook.text()->toPlainText();
            QVERIFY2(text.startsWith(contents->item(row)->text()), qPrintable(text.left(80)));
            QVERIFY(text.size() > 500);
        }
    }

    void everyLinkLeadsSomewhere() {
        int links = 0;
        for (const QString& page : Handbook::pages() + QStringList{"README.md"}) {
            const QFileInfo file(kSource + u'/' + page);
            for (const QString& link : linksOf(file.filePath())) {
                ++links;
                if (link.contains(QLatin1String("://"))) continue;
                const QString target = QDir::cleanPath(file.path() + u'/' + link);
                QVERIFY2(QFileInfo::exists(target), qPrintable(page + ": " + link));
                const QString inside = QDir(kSource).relativeFilePath(target);
                QVERIFY2(page == "README.md" || page == "core/README.md" ||
                             Handbook::pages().contains(inside),
                         qPrintable(page + ": " + link));
            }
        }
        QVERIFY(links > 25);
    }

    void aLinkIsFollowedAndBackLeadsBack() {
        Handbook handbook;
        QTextBrowser* text = handbook.text();
        const auto follow = [text](const char* link) {
            text->setSource(text->source().resolved(QUrl(link)));
        };
        follow("glossary.md");
        QCOMPARE(handbook.page(), QString("resources/handbook/glossary.md"));
        QVERIFY(handbook.text()->toPlainText().contains("MaxVio"));
        follow("../../core/README.md");
        QCOMPARE(handbook.page(), QString("core/README.md"));
        QCOMPARE(handbook.findChild<QListWidget*>()->currentItem()->text(),
                 QString("What SoME computes"));
        auto* back = handbook.findChild<QPushButton*>();
        QVERIFY(back->isEnabled());
        back->click();
        back->click();
        QCOMPARE(handbook.page(), Handbook::pages().constFirst());
        QVERIFY(!back->isEnabled());
    }

    void findsInThePage() {
        Handbook handbook;
        handbook.showPage("resources/handbook/glossary.md");
        QVERIFY(handbook.find("guild"));
        const int first = handbook.text()->textCursor().position();
        QVERIFY(handbook.find("guild"));
        QVERIFY(handbook.text()->textCursor().position() > first);
        for (int i = 0; i < 100 && handbook.text()->textCursor().position() != first; ++i)
            QVERIFY(handbook.find("guild"));  // from the top again
        QCOMPARE(handbook.text()->textCursor().position(), first);
        QVERIFY(!handbook.find("no such words"));
        QCOMPARE(handbook.text()->textCursor().position(), first);
        auto* search = handbook.findChild<QLineEdit*>();
        search->setText("no such words");
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(handbook.findChild<QLabel*>()->text(), QString("Not found"));
        QVERIFY(!handbook.result());  // Return closes nothing
        search->setText("Gini");
        QCOMPARE(handbook.findChild<QLabel*>()->text(), QString());
    }

    void everyCommandLineCanBeCalled() {
        int lines = 0;
        QStringList faults;
        for (const QString& page : Handbook::pages() + QStringList{"README.md"}) {
            for (const QString& line : codeOf(kSource + u'/' + page)) {
                static const QRegularExpression command("^(orrery|orrery-cli|bash) ");
                if (!command.match(line).hasMatch()) continue;
                ++lines;
                if (const QString fault = faultOf(line); !fault.isEmpty())
                    faults << page + ": " + line + ": " + fault;
            }
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
        QVERIFY(lines > 50);
        QVERIFY(!faultOf("orrery-cli trian a.yaml").isEmpty());  // what it would miss
        QVERIFY(!faultOf("orrery-cli train a.yaml --stes 3").isEmpty());
        QVERIFY(!faultOf("orrery RUN --figur loss").isEmpty());
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::HandbookTest)
#include "handbook_test.moc"
