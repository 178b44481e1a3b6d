<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>orrery::CompareCurves</name>
    <message numerus="yes">
        <source>%1 (%n seeds)</source>
        <translation>
            <numerusform>%1 (%n seed)</numerusform>
            <numerusform>%1 (%n seeds)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n runs)</source>
        <translation>
            <numerusform>%1 (%n run)</numerusform>
            <numerusform>%1 (%n runs)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::CompareView</name>
    <message numerus="yes">
        <source>%n runs have no values of this metric</source>
        <translation>
            <numerusform>%n run has no values of this metric</numerusform>
            <numerusform>%n runs have no values of this metric</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::CorpusChooser</name>
    <message numerus="yes">
        <source>%n documents</source>
        <translation>
            <numerusform>%n document</numerusform>
            <numerusform>%n documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::CsvModel</name>
    <message numerus="yes">
        <source>%n rows</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::ExpertTableView</name>
    <message numerus="yes">
        <source>%n experts</source>
        <translation>
            <numerusform>%n expert</numerusform>
            <numerusform>%n experts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::ExpertsChart</name>
    <message numerus="yes">
        <source>%1: %2 selections (%3 %), rank %4 of %5</source>
        <translation>
            <numerusform>%1: %2 selection (%3 %), rank %4 of %5</numerusform>
            <numerusform>%1: %2 selections (%3 %), rank %4 of %5</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n experts with a usage state from %1 to %2: %3</source>
        <translation>
            <numerusform>%n expert with a usage state from %1 to %2: %3</numerusform>
            <numerusform>%n experts with a usage state from %1 to %2: %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::GalaxyScene</name>
    <message numerus="yes">
        <source>%1: %n keys</source>
        <translation>
            <numerusform>%1: %n key</numerusform>
            <numerusform>%1: %n keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n keys in %2 dimensions, step %3, %4</source>
        <translation>
            <numerusform>%1 of %n key in %2 dimensions, step %3, %4</numerusform>
            <numerusform>%1 of %n keys in %2 dimensions, step %3, %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; at %n distinct points</source>
        <translation>
            <numerusform>; at %n distinct point</numerusform>
            <numerusform>; at %n distinct points</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, refined %n times since step %1, aligned</source>
        <translation>
            <numerusform>, refined once since step %1, aligned</numerusform>
            <numerusform>, refined %n times since step %1, aligned</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::InspectFacts</name>
    <message numerus="yes">
        <source>In the analyzed text: %n selections (%1), specialization %2 bits by token, %3 bits by part of speech%4</source>
        <translation>
            <numerusform>In the analyzed text: %n selection (%1), specialization %2 bits by token, %3 bits by part of speech%4</numerusform>
            <numerusform>In the analyzed text: %n selections (%1), specialization %2 bits by token, %3 bits by part of speech%4</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::InspectView</name>
    <message numerus="yes">
        <source>%n tokens of validation text, step %1</source>
        <translation>
            <numerusform>%n token of validation text, step %1</numerusform>
            <numerusform>%n tokens of validation text, step %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::LayersView</name>
    <message numerus="yes">
        <source>Step %1, %n tokens. %2.</source>
        <translation>
            <numerusform>Step %1, %n token. %2.</numerusform>
            <numerusform>Step %1, %n tokens. %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::LossChart</name>
    <message numerus="yes">
        <source>▼ %n values are not finite</source>
        <translation>
            <numerusform>▼ %n value is not finite</numerusform>
            <numerusform>▼ %n values are not finite</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n values at or below zero are hidden by the log axis</source>
        <translation>
            <numerusform>%n value at or below zero is hidden by the log axis</numerusform>
            <numerusform>%n values at or below zero are hidden by the log axis</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::ModelPicture</name>
    <message numerus="yes">
        <source>; %n heads</source>
        <translation>
            <numerusform>; %n head</numerusform>
            <numerusform>; %n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::PairsView</name>
    <message numerus="yes">
        <source>%1: experts selected for the same token, %n tokens, step %2</source>
        <translation>
            <numerusform>%1: experts selected for the same token, %n token, step %2</numerusform>
            <numerusform>%1: experts selected for the same token, %n tokens, step %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::PlayWords</name>
    <message numerus="yes">
        <source>%n tokens scored</source>
        <translation>
            <numerusform>%n token scored</numerusform>
            <numerusform>%n tokens scored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tokens written</source>
        <translation>
            <numerusform>%n token written</numerusform>
            <numerusform>%n tokens written</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::PublishedCurves</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::QueryCloud</name>
    <message numerus="yes">
        <source>Queries of %1 of %n tokens (step %2)</source>
        <translation>
            <numerusform>Query of %1 of %n token (step %2)</numerusform>
            <numerusform>Queries of %1 of %n tokens (step %2)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::RanksView</name>
    <message numerus="yes">
        <source>%n ranks</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %2, %n threads</source>
        <translation>
            <numerusform>%1, %2, %n thread</numerusform>
            <numerusform>%1, %2, %n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hosts</source>
        <translation>
            <numerusform>%n host</numerusform>
            <numerusform>%n hosts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::Report</name>
    <message numerus="yes">
        <source>Report on %n runs</source>
        <translation>
            <numerusform>Report on %n run</numerusform>
            <numerusform>Report on %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::ReportDialog</name>
    <message numerus="yes">
        <source>Tables, configurations and these figures of %n runs:</source>
        <translation>
            <numerusform>Tables, the configuration and these figures of %n run:</numerusform>
            <numerusform>Tables, configurations and these figures of %n runs:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::RunBrowser</name>
    <message numerus="yes">
        <source>%n runs in %1</source>
        <translation>
            <numerusform>%n run in %1</numerusform>
            <numerusform>%n runs in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n runs in %2</source>
        <translation>
            <numerusform>%1 of %n run in %2</numerusform>
            <numerusform>%1 of %n runs in %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::RunEdits</name>
    <message numerus="yes">
        <source>Move %n runs to the trash</source>
        <translation>
            <numerusform>Move %n run to the trash</numerusform>
            <numerusform>Move %n runs to the trash</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::ScatterChart</name>
    <message numerus="yes">
        <source>%n of 0 or less are not on a logarithmic axis</source>
        <translation>
            <numerusform>%n of 0 or less is not on a logarithmic axis</numerusform>
            <numerusform>%n of 0 or less are not on a logarithmic axis</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::StudyView</name>
    <message numerus="yes">
        <source>%1 of %n trials done</source>
        <translation>
            <numerusform>%1 of %n trial done</numerusform>
            <numerusform>%1 of %n trials done</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::TraceDifference</name>
    <message numerus="yes">
        <source>%1 % of the selections differ (%2); %n tokens have another top-1 expert in some layer</source>
        <translation>
            <numerusform>%1 % of the selections differ (%2); %n token has another top-1 expert in some layer</numerusform>
            <numerusform>%1 % of the selections differ (%2); %n tokens have another top-1 expert in some layer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::TracesView</name>
    <message numerus="yes">
        <source>%n tokens, %1 layers, top %2 of %3 experts, step %4</source>
        <translation>
            <numerusform>%n token, %1 layers, top %2 of %3 experts, step %4</numerusform>
            <numerusform>%n tokens, %1 layers, top %2 of %3 experts, step %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; the text has %n tokens, of which only the first are traced</source>
        <translation>
            <numerusform>; the text has %n token, of which only the first are traced</numerusform>
            <numerusform>; the text has %n tokens, of which only the first are traced</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The model wrote the last %n tokens.</source>
        <translation>
            <numerusform>The model wrote the last token.</numerusform>
            <numerusform>The model wrote the last %n tokens.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; the %n selected experts of layer %1 serve %2 of them, all together %3</source>
        <translation>
            <numerusform>; the selected expert of layer %1 serves %2 of them, all together %3</numerusform>
            <numerusform>; the %n selected experts of layer %1 serve %2 of them, all together %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; the model wrote the last %n</source>
        <translation>
            <numerusform>; the model wrote the last one</numerusform>
            <numerusform>; the model wrote the last %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::VerdictTable</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
</TS>
