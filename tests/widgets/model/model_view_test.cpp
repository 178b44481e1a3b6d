// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>

#include "core/config/fields.h"
#include "core/config/yaml.h"
#include "tests/widgets/figure_texts.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/model/model_picture.h"
#include "widgets/model/model_view.h"
#include "widgets/run/layer_choice.h"

namespace orrery {

class ModelViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAreThoseOfTheCommand_data() {
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("defaults") << QStringList{};
        QTest::newRow("linear router") << QStringList{"some.router=linear"};
        QTest::newRow("shared") << QStringList{"some.shared_library=true", "model.num_layers=6"};
        QTest::newRow("lora") << QStringList{"some.experts=lora", "some.lora_rank=3"};
        QTest::newRow("shared lora")
            << QStringList{"some.experts=lora", "some.shared_library=true"};
        QTest::newRow("trained") << QStringList{"some.experts=trained", "some.num_experts=12"};
        QTest::newRow("none") << QStringList{"some.experts=none"};
        QTest::newRow("hash") << QStringList{"some.routing=hash"};
        QTest::newRow("large") << QStringList{"model.d_model=384", "some.num_experts=4096"};
    }
    void numbersAreThoseOfTheCommand() {
        QFETCH(QStringList, settings);
        QStringList arguments{"params", "empty.yaml", "--json"};
        Config config;
        for (const QString& setting : settings) {
            arguments << "--set" << setting;
            const Field& field = *findField(setting.section(u'=', 0, 0).toStdString());
            field.set(config, parseFieldValue(field, setting.section(u'=', 1).toStdString()));
        }
        const QTemporaryDir folder;
        std::ofstream(folder.filePath("empty.yaml").toStdString()) << "name: run\n";
        QProcess command;
        command.setWorkingDirectory(folder.path());
        command.start(ORRERY_CLI, arguments);
        QVERIFY(command.waitForFinished(kPatience));
        const QJsonObject counted =
            QJsonDocument::fromJson(command.readAllStandardOutput()).array().at(0).toObject();
        // The picture's own numbers, added up from what it exports.
        ModelView view;
        view.setConfig(config);
        qint64 total = 0, trained = 0;
        const QStringList lines = view.dataAsCsv().split(u'\n', Qt::SkipEmptyParts);
        for (const QString& line : lines.mid(1)) {
            const QStringList cells = line.split(u',');
            if (cells[5] != u"1") continue;
            qint64 product = 1;
            for (const QString& side : cells[3].split(u'x'))
                product *= side.toLongLong();
            QCOMPARE(cells[4].toLongLong(), product);
            total += product;
            if (cells[6] == u"optimizer") trained += product;
        }
        QVERIFY2(total > 0, qPrintable(QString::fromUtf8(command.readAllStandardError())));
        QCOMPARE(total, counted["total"].toInteger());
        QCOMPARE(trained, counted["trainable"].toInteger());
    }

    void followsTheForm() {
        ModelView view;
        view.resize(500, 500);
        Config config;
        view.setConfig(config);
        const auto counts = [&] {
            QStringList found;
            for (const ModelBox& box : view.picture().boxes)
                found << box.count;
            return found;
        };
        const QStringList before = counts();
        QCOMPARE(view.picture().strips.size(), std::size_t(4 + 2));
        config.some.num_experts = 48;
        config.model.num_layers = 7;
        view.setConfig(config);
        QVERIFY(counts() != before);
        QCOMPARE(view.picture().strips.size(), std::size_t(7 + 2));
    }

    void whatAStepMoves() {
        Config config;
        config.keys.frozen_layers = {1};
        const auto moved = [&](BlockKind kind, int layer) {
            for (const ModelBlock& block : modelBlocks(config))
                if (block.kind == kind && block.layer == layer) return block.movedBy();
            qFatal("no such block");
        };
        QCOMPARE(moved(BlockKind::key_store, 0), MovedBy::key_rules);
        QCOMPARE(moved(BlockKind::key_store, 1), MovedBy::nothing);
        QCOMPARE(moved(BlockKind::experts, 0), MovedBy::nothing);
        QCOMPARE(moved(BlockKind::attention, 0), MovedBy::optimizer);
        config.some.experts = ExpertKind::trained;
        QCOMPARE(moved(BlockKind::experts, 0), MovedBy::optimizer);
        config.keys.use_alpha = config.keys.use_beta = config.keys.use_delta = false;
        QCOMPARE(moved(BlockKind::key_store, 0), MovedBy::nothing);
    }

    void blocksLieInTheOrderOfTheForwardPass() {
        ModelView view;
        view.resize(500, 600);
        const auto kinds = [&] {
            std::vector<BlockKind> found;
            double bottom = 0;
            for (const ModelBox& box : view.picture().boxes) {
                found.push_back(box.block.kind);
                if (box.place.top() < bottom) qFatal("boxes lie over each other");
                bottom = box.place.bottom();
            }
            return found;
        };
        using enum BlockKind;
        Config config;
        view.setConfig(config);
        QCOMPARE(kinds(), (std::vector{embedding, attention, attention_norm, query_network,
                                       key_store, experts, some_norm, head}));
        config.model.norm = NormPlacement::pre;
        view.setConfig(config);
        QCOMPARE(kinds(), (std::vector{embedding, attention_norm, attention, some_norm,
                                       query_network, key_store, experts, head}));
    }

    void aClickGoesToTheFieldsAndTheLayer() {
        RunContext model;
        giveSyntheticRun(model, {.layers = 4, .experts = 8, .dimensions = 8});
        ModelView view;
        view.setRun(&model);
        view.resize(500, 600);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
        QWidget* canvas = view.focusProxy();
        QSignalSpy asked(&view, &ModelView::fieldRequested);
        const auto click = [&](const QRectF& place) {
            QTest::mouseClick(canvas, Qt::LeftButton, {}, place.center().toPoint());
        };
        const ModelPicture picture = view.picture();
        const auto store = std::ranges::find_if(picture.boxes, [](const ModelBox& box) {
            return box.block.kind == BlockKind::key_store;
        });
        click(store->place);
        QCOMPARE(asked.takeFirst().at(0).value<std::string>(), std::string("keys.alpha"));
        click(picture.strips[1 + 3].place);
        QCOMPARE(view.layer(), 3);
        QCOMPARE(model.layers()->layer(), 3);
        model.layers()->choose(1);
        QCOMPARE(view.picture().layer, 1);
        QTest::keyClick(canvas, Qt::Key_Down);
        QTest::keyClick(canvas, Qt::Key_Down);
        QTest::keyClick(canvas, Qt::Key_Return);
        QVERIFY(asked.size() == 1);
    }

    void figuresAreWholeAtEverySize() {
        ModelView view;
        for (const QStringList& look :
             {QStringList{},
              {"set=some.experts:lora", "layer=1"},
              {"set=some.routing:hash"},
              {"set=model.num_layers:24", "set=some.shared_library:true"}})
            for (const int width : {85, 120, 180}) {
                QCOMPARE(view.setLook(look), QString());
                FigureOptions options;
                options.width_mm = width;
                options.height_mm = 0.75 * width;
                options.font_point = 7;
                const QStringList faults = faultsOfTexts(view, options);
                QVERIFY2(faults.isEmpty(),
                         qPrintable(QString::number(width) + look.join(u',') + faults.join(u'\n')));
            }
        QCOMPARE(view.setLook({"set=nothing:1"}), QString("set=nothing%3A1"));
    }

    void inALowPictureNoBlockLiesOverAnotherOrTheLegend() {
        const Config config;
        const QFont font;
        const double line = QFontMetricsF(font).height();
        const ModelPicture low = modelPicture(config, 0, {700, 16 * line}, font, std::nullopt);
        for (std::size_t i = 1; i < low.boxes.size(); ++i)
            QVERIFY(low.boxes[i].place.top() >= low.boxes[i - 1].place.bottom() - 0.5);
        QVERIFY2(low.boxes.back().place.bottom() <= low.size.height() - 1.6 * line + 0.5,
                 qPrintable(QString::number(low.boxes.back().place.bottom() / line)));
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::ModelViewTest)
#include "model_view_test.moc"
