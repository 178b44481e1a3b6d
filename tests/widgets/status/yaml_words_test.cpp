// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a configuration is said in the window's language, whatever it is.
#include <QCoreApplication>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>

#include "core/config/fields.h"
#include "core/config/yaml.h"
#include "core/error.h"
#include "widgets/status/core_words.h"

namespace orrery {

class YamlWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(words_.load(QStringLiteral(ORRERY_TRANSLATIONS "/orrery_de.qm")));
        QCoreApplication::installTranslator(&words_);
    }
    void cleanupTestCase() { QCoreApplication::removeTranslator(&words_); }

    void everyFaultOfAConfigurationIsGerman_data() {
        QTest::addColumn<QByteArray>("text");
        const char* texts[] = {
            "",
            "- a\n- b\n",
            "just words\n",
            "keys.alpha: 0.1\n",
            "keys:\n",
            "keys: 3\n",
            "keys: {alpha: 0.1}\nkeys: {beta: 0.1}\n",
            "keys: {alpha: 0.1, alpha: 0.2}\n",
            "key: {alpha: 0.1}\n",
            "keys: {alpa: 0.1}\n",
            "keys: {top_k: 2}\n",
            "keys: {nothing_like_it_at_all_here: 2}\n",
            "keys: {alpha: }\n",
            "keys: {alpha: {a: 1}}\n",
            "keys: {alpha: [1, 2]}\n",
            "keys: {alpha: '0.1'}\n",
            "keys: {alpha: 0x10}\n",
            "train: {max_steps: 0123}\n",
            "train: {max_steps: 1_000}\n",
            "train: {max_steps: 1:30}\n",
            "train: {max_steps: 1.5e3}\n",
            "keys: {alpha: many}\n",
            "keys: {alpha: '0,1'}\n",
            "keys: {alpha: -7}\n",
            "keys: {use_alpha: perhaps}\n",
            "some: {router: lineer}\n",
            "some: {router: zzzzzzzzzzzz}\n",
            "train: {betas: 0.9}\n",
            "train: {betas: [a, b]}\n",
            "train: {betas: [[1], 2]}\n",
            "name: ''\n",
            "extends: [a]\n",
            "extends: gone.yaml\n",
            "a: *b\n",
            "name: &b c\n",
            "name: !b c\n",
            "name: 'a\n",
            "name: [a\n",
            "name: a\n---\nname: b\n",
            "? [a]\n: b\n",
            "keys:\n\talpha: 0.1\n",
            "name: a\xc2\xa0: b\n",
            "name: \xe2\x80\x8b\n",
            "name: \xff\n",
            "name: \x01\n",
        };
        for (int i = 0; i < static_cast<int>(std::size(texts)); ++i)
            QTest::addRow("%d", i) << QByteArray(texts[i]);
        QByteArray deep;
        for (int i = 0; i < 20; ++i)
            deep += "{a: ";
        QTest::newRow("deep") << deep + "1" + QByteArray(20, '}');
    }
    void everyFaultOfAConfigurationIsGerman() {
        QFETCH(QByteArray, text);
        try {
            parseConfig(text.toStdString(), "made.yaml");
            QFAIL("it is read without a word");
        } catch (const ConfigError& error) {
            for (const Diagnostic& fault : error.diagnostics()) {
                const QString english = QString::fromStdString(fault.message);
                const QString german = coreText(english);
                QVERIFY2(german != english, qPrintable(english));
                for (const char* word :
                     {" it may be ", " is not ", " at least ", "write ", " must ", "unknown"})
                    // yaml-cpp's own words stand in parentheses.
                    QVERIFY2(!QString(german)
                                  .remove(QRegularExpression("\\(the [^)]*\\)"))
                                  .contains(word),
                             qPrintable(german));
            }
        }
    }

    void everyRangeIsGerman() {
        int translated = 0;
        for (const Field& field : fields()) {
            if (field.type == FieldType::choice) continue;  // its words are what is written
            const QString english = QString::fromStdString(rangeText(field));
            QVERIFY2(coreText(english) != english, qPrintable(english));
            ++translated;
        }
        QVERIFY(translated > 50);
        QCOMPARE(coreText(QString("0 to 1")), QString("0 bis 1"));
        // A sentence that holds " to " is no range.
        QCOMPARE(coreText(QString("notes to self")), QString("notes to self"));
    }

private:
    QTranslator words_;
};

}  // namespace orrery

QTEST_MAIN(orrery::YamlWordsTest)
#include "yaml_words_test.moc"
