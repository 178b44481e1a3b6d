// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/gate_warnings.h"

#include <QTest>

namespace orrery {

class GateWarningsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTraceWarnsOfItsUniformLayersAlone() {
        Trace trace;
        trace.layers = 2;
        trace.top_k = 2;
        trace.pieces = {"a", "b"};
        trace.experts = {0, 1, 2, 3, 0, 1, 2, 3};
        trace.gates = {0.5F, 0.5F, 0.9F, 0.1F, 0.5F, 0.5F, 0.8F, 0.2F};
        QCOMPARE(warningsOf(trace, {}).uniform, (std::vector<int>{0}));
        trace.top_k = 1;  // one expert has no rank
        trace.experts = {0, 1, 2, 3};
        trace.gates = {1, 1, 1, 1};
        QVERIFY(warningsOf(trace, {}).uniform.empty());
    }

    void coincidingKeysAreFound() {
        const auto keys = [](int layer, std::vector<float> values) {
            return std::make_shared<const Keys>(Keys{9, layer, 2, 2, std::move(values), {0, 0}});
        };
        const std::vector<SharedKeys> stores{keys(0, {1, 0, 0, 1}), keys(1, {1, 0, 1, 0}), nullptr};
        QCOMPARE(warningsOf(Trace(), stores).coinciding, (std::vector<int>{1}));
    }

    void anAnalysisWarnsByItsGatesAndItsDuplicates() {
        RunTables tables;
        auto text = std::make_shared<RoutedText>();
        text->experts = 4;
        text->top_k = 4;
        text->layers = {{{0, 1, 2, 3}, {0.25F, 0.25F, 0.25F, 0.25F}, {}},
                        {{0, 1, 2, 3}, {0.7F, 0.1F, 0.1F, 0.1F}, {}}};
        tables.text = text;
        tables.tables = {{"duplicates",
                          {"layer", "expert", "other", "cosine"},
                          {{std::int64_t{1}, std::int64_t{0}, std::int64_t{3}, 0.999}}}};
        const GateWarnings warnings = warningsOf(&tables);
        QCOMPARE(warnings.uniform, (std::vector<int>{0}));
        QCOMPARE(warnings.coinciding, (std::vector<int>{1}));
        const QString said = warningText(warnings);
        QVERIFY2(said.contains("uniform in layers 0:") && said.contains("coincide in layers 1 "),
                 qPrintable(said));
        QCOMPARE(warningText({}), QString());
        QVERIFY(warningsOf(nullptr) == GateWarnings());
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::GateWarningsTest)
#include "gate_warnings_test.moc"
