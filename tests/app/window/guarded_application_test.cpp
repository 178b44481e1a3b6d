// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/guarded_application.h"

#include <QPaintEvent>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include "core/error.h"
#include "tests/app/window/desk/desk_tests.h"

namespace orrery {

namespace {

class Throwing : public QWidget {
public:
    int painted = 0;

protected:
    void paintEvent(QPaintEvent*) override {
        ++painted;
        throw Error("run.db is damaged");
    }
};

}  // namespace

class GuardedApplicationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatASlotThrowsIsToldAndTheProgramGoesOn() {
        auto* application = qobject_cast<GuardedApplication*>(qApp);
        QVERIFY(application);
        QSignalSpy failed(application, &GuardedApplication::failed);
        QTimer::singleShot(0, this, [] { throw Error("it is gone"); });
        bool after = false;
        QTimer::singleShot(0, this, [&] { after = true; });
        QTRY_VERIFY(after);
        QCOMPARE(failed.size(), 1);
        QCOMPARE(failed[0][0].toString(), QString("it is gone"));
    }

    void whatIsThrownWhileAViewIsDrawnIsToldToo() {
        QSignalSpy failed(qobject_cast<GuardedApplication*>(qApp), &GuardedApplication::failed);
        Throwing view;
        view.show();
        QTRY_VERIFY(view.painted > 0);
        QVERIFY(!failed.isEmpty());
        QCOMPARE(failed[0][0].toString(), QString("run.db is damaged"));
        view.hide();
    }

    void anEventThatThrowsCountsAsAnswered() {
        QEvent event(QEvent::User);
        throws_ = true;
        QSignalSpy failed(qobject_cast<GuardedApplication*>(qApp), &GuardedApplication::failed);
        QVERIFY(QCoreApplication::sendEvent(this, &event));
        throws_ = false;
        QCOMPARE(failed.size(), 1);
    }

protected:
    bool event(QEvent* event) override {
        if (throws_ && event->type() == QEvent::User) throw Error("not now");
        return QObject::event(event);
    }

private:
    bool throws_ = false;
};

std::unique_ptr<QObject> makeGuardedApplicationTest() {
    return std::make_unique<GuardedApplicationTest>();
}

}  // namespace orrery

#include "guarded_application_test.moc"
