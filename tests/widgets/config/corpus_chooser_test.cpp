// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/corpus_chooser.h"

#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "widgets/config/config_document.h"

namespace orrery {

class CorpusChooserTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        document_ = std::make_unique<ConfigDocument>();
        document_->setText("name: own\ndata:\n  train_documents: 6000\n  val_documents: 200\n");
        chooser_ = std::make_unique<CorpusChooser>(document_.get(), nullptr);
        chooser_->show();
        QVERIFY(QTest::qWaitForWindowExposed(chooser_.get(), kPatience));
    }
    void cleanup() {
        chooser_.reset();
        document_.reset();
    }

    void theEmbeddedStoriesNeedNoPreview() {
        QVERIFY(chooser_->text().isEmpty());
        QVERIFY(useAll()->isHidden());
    }

    void aFileThatIsChosenIsShownAndTakenWhole() {
        chooser_->choose(write("One morning.\nThe boat left.\n<|endoftext|>\nAnother story.\n"));
        QTRY_VERIFY_WITH_TIMEOUT(chooser_->text().contains("2 documents"), kPatience);
        QVERIFY(chooser_->text().contains("One morning."));
        QVERIFY(chooser_->text().contains("The boat left."));
        QVERIFY(!chooser_->text().contains("Another story."));
        QCOMPARE(document_->config().data.train_documents, 0);
        QCOMPARE(document_->config().data.val_documents, 0);
        QVERIFY(useAll()->isHidden());
    }

    void moreDocumentsThanThereAreIsOfferedToBeMended() {
        const QString file = write("One.\n<|endoftext|>\nTwo.\n");
        document_->setFieldText(*findField("data.corpus"), file);  // typed
        QTRY_VERIFY_WITH_TIMEOUT(chooser_->text().contains("2 documents"), kPatience);
        QVERIFY(!useAll()->isHidden());
        QCOMPARE(document_->config().data.train_documents, 6000);
        useAll()->click();
        QCOMPARE(document_->config().data.train_documents, 0);
        QVERIFY(useAll()->isHidden());
    }

    void anotherSplitIsCountedAnew() {
        chooser_->choose(write("One.\nTwo.\nThree.\n"));
        QTRY_VERIFY_WITH_TIMEOUT(chooser_->text().contains("1 document"), kPatience);
        document_->setFieldText(*findField("data.split"), "line");
        QTRY_VERIFY_WITH_TIMEOUT(chooser_->text().contains("3 documents"), kPatience);
    }

    void whatCanNotBeReadSaysWhy() {
        document_->setFieldText(*findField("data.corpus"), folder_.filePath("gone.txt"));
        QTRY_VERIFY_WITH_TIMEOUT(chooser_->text().contains("gone.txt"), kPatience);
        QVERIFY(useAll()->isHidden());
    }

private:
    QString write(const QByteArray& text) {
        QFile file(folder_.filePath(QStringLiteral("text%1.txt").arg(++files_)));
        if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
        file.write(text);
        return file.fileName();
    }
    QPushButton* useAll() { return chooser_->findChild<QPushButton*>("useAllDocuments"); }

    QTemporaryDir folder_;
    int files_ = 0;
    std::unique_ptr<ConfigDocument> document_;
    std::unique_ptr<CorpusChooser> chooser_;
};

}  // namespace orrery

QTEST_MAIN(orrery::CorpusChooserTest)
#include "corpus_chooser_test.moc"
