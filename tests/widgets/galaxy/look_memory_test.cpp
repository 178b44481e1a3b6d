// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/look_memory.h"

#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "tests/widgets/galaxy/owner_tests.h"

namespace orrery {

class LookMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QSettings().clear(); }

    void aFolderThatCannotBeWrittenIsNoMatter() {
        LookMemory memory([] { return GalaxyLook{}; });
        memory.setFolder("/dev/null/run");
        memory.noteChange();
        memory.keep();
    }

    void onlyWhatWasChangedIsKept() {
        QTemporaryDir folder;
        const QString file = folder.filePath("views/galaxy.json");
        GalaxyLook look;
        look.options.legend = false;
        int asked = 0;
        LookMemory memory([&] {
            ++asked;
            return look;
        });
        memory.setFolder(folder.path().toStdString());
        memory.keep();
        memory.noteChange();
        memory.dropChange();
        memory.keep();
        QVERIFY(asked == 0 && !QFile::exists(file));
        QVERIFY(rememberedLook().options.legend);
        memory.noteChange();
        QVERIFY(!QFile::exists(file));
        QTRY_VERIFY(QFile::exists(file));  // by itself, a while after
        QCOMPARE(asked, 1);
        QVERIFY(!rememberedLook().options.legend);
        GalaxyLook read;
        QVERIFY(readLook(memory.folder(), read));
        QVERIFY(read.options == look.options);
    }
};

std::unique_ptr<QObject> makeLookMemoryTest() {
    return std::make_unique<LookMemoryTest>();
}

}  // namespace orrery

#include "look_memory_test.moc"
