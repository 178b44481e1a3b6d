<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>FieldRow</name>
    <message>
        <source>empty list</source>
        <translation>leere Liste</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>YAML key</source>
        <translation>YAML-Schlüssel</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>While training</source>
        <translation>Während des Trainings</translation>
    </message>
    <message>
        <source>may be changed</source>
        <translation>darf geändert werden</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>%1 von %2 frei</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>About Orrery</source>
        <translation>Über Orrery</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Orrery %1&lt;/h3&gt;&lt;p&gt;A laboratory for Self-Organizing Mixture of Experts: language models whose experts are never trained, while their addresses move by Knowledge Gravity.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Orrery %1&lt;/h3&gt;&lt;p&gt;Ein Labor für Self-Organizing Mixture of Experts: Sprachmodelle, deren Experten nie trainiert werden, während ihre Adressen durch Knowledge Gravity wandern.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>A run is training</source>
        <translation>Ein Lauf trainiert</translation>
    </message>
    <message>
        <source>What shall become of the run that is training?</source>
        <translation>Was soll aus dem Lauf werden, der trainiert?</translation>
    </message>
    <message>
        <source>It can go on without its window: open its folder again to watch it. When it has ended, the program ends too.</source>
        <translation>Er kann ohne sein Fenster weitergehen: Seinen Ordner wieder öffnen, um ihm zuzusehen. Wenn er endet, endet auch das Programm.</translation>
    </message>
    <message>
        <source>&amp;Stop and save</source>
        <translation>An&amp;halten und sichern</translation>
    </message>
    <message>
        <source>&amp;Keep training</source>
        <translation>&amp;Weiter trainieren</translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message>
        <source>Preparing</source>
        <translation>Vorbereitung</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Hält an</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
</context>
<context>
    <name>orrery::AnalysisService</name>
    <message>
        <source>No run is open: open or train one first.</source>
        <translation>Es ist kein Lauf offen: erst einen öffnen oder trainieren.</translation>
    </message>
</context>
<context>
    <name>orrery::Automation</name>
    <message>
        <source>--export, --figure and --film need a run: name its folder.</source>
        <translation>--export, --figure und --film brauchen einen Lauf: seinen Ordner nennen.</translation>
    </message>
    <message>
        <source>There is no view %1.</source>
        <translation>Es gibt keine Ansicht %1.</translation>
    </message>
    <message>
        <source>The run holds no snapshot of its keys.</source>
        <translation>Der Lauf enthält keine Aufnahme seiner Schlüssel.</translation>
    </message>
    <message>
        <source>The picture can&apos;t be written to %1.</source>
        <translation>Das Bild kann nicht nach %1 geschrieben werden.</translation>
    </message>
</context>
<context>
    <name>orrery::Chords</name>
    <message>
        <source>Layer %1: arcs are experts by their share of the selections; bands the tokens that chose both, the strongest %2 of %3 pairs</source>
        <translation>Schicht %1: Bögen sind Experten nach ihrem Anteil an der Auswahl; Bänder sind Token, die beide wählten, die %2 stärksten von %3 Paaren</translation>
    </message>
</context>
<context>
    <name>orrery::CommandLine</name>
    <message>
        <source>Trains SoME language models and shows their experts&apos; keys move.
The same without a window: orrery-cli.</source>
        <translation>Trainiert SoME-Sprachmodelle und zeigt, wie sich die Schlüssel ihrer Experten bewegen.
Dasselbe ohne Fenster: orrery-cli.</translation>
    </message>
    <message>
        <source>Open the demo and train it.</source>
        <translation>Das Beispiel öffnen und trainieren.</translation>
    </message>
    <message>
        <source>Train the configuration at once.</source>
        <translation>Die Konfiguration sofort trainieren.</translation>
    </message>
    <message>
        <source>Put new runs under this folder (default: runs).</source>
        <translation>Neue Läufe in diesen Ordner legen (Vorgabe: runs).</translation>
    </message>
    <message>
        <source>Save a picture of the window before it closes (or after 5 s).</source>
        <translation>Ein Bild des Fensters sichern, bevor es schließt (oder nach 5 s).</translation>
    </message>
    <message>
        <source>Export every view of the run as PDF, SVG, PNG and CSV when it has ended; without training, close then.</source>
        <translation>Jede Ansicht des Laufs als PDF, SVG, PNG und CSV ausgeben, wenn er beendet ist; ohne Training danach schließen.</translation>
    </message>
    <message>
        <source>Write the snapshots of the middle layer&apos;s keys as pictures (and a video where ffmpeg is found), then close.</source>
        <translation>Die Aufnahmen der Schlüssel der mittleren Schicht als Bilder schreiben (und als Video, wo es ffmpeg gibt), dann schließen.</translation>
    </message>
    <message>
        <source>The figure&apos;s file: .pdf, .svg or .png.</source>
        <translation>Die Datei der Abbildung: .pdf, .svg oder .png.</translation>
    </message>
    <message>
        <source>Of the figure in mm (default: 170x110).</source>
        <translation>Der Abbildung in mm (Vorgabe: 170x110).</translation>
    </message>
    <message>
        <source>Of a PNG (default: 300).</source>
        <translation>Eines PNG (Vorgabe: 300).</translation>
    </message>
    <message>
        <source>Of the figure, in points (default: 8).</source>
        <translation>Der Abbildung, in Punkt (Vorgabe: 8).</translation>
    </message>
    <message>
        <source>SVG: looks the same everywhere.</source>
        <translation>SVG: sieht überall gleich aus.</translation>
    </message>
    <message>
        <source>Experts in colour, the rest grey, such as 2:17,40.</source>
        <translation>Experten in Farbe, der Rest grau, etwa 2:17,40.</translation>
    </message>
    <message>
        <source>Write a report of the runs named (.html or .pdf): figures, tables, captions and configurations, then close.</source>
        <translation>Einen Bericht über die genannten Läufe schreiben (.html oder .pdf): Abbildungen, Tabellen, Bildtexte und Konfigurationen, dann schließen.</translation>
    </message>
    <message>
        <source>Measure the window on made-up runs, print the numbers and close.</source>
        <translation>Das Fenster an erfundenen Läufen messen, die Zahlen ausgeben und schließen.</translation>
    </message>
    <message>
        <source>Tell by the exit code whether a window could be opened.</source>
        <translation>Durch den Rückgabewert sagen, ob ein Fenster geöffnet werden könnte.</translation>
    </message>
    <message>
        <source>Close after so many seconds, without questions.</source>
        <translation>Nach so vielen Sekunden schließen, ohne zu fragen.</translation>
    </message>
    <message>
        <source>A configuration file, a run folder, a study file or its folder.</source>
        <translation>Eine Konfigurationsdatei, ein Laufordner, eine Studiendatei oder ihr Ordner.</translation>
    </message>
    <message>
        <source>Of the figure: paper (white), or light or dark as on the screen (default: paper).</source>
        <translation>Der Abbildung: paper (weiß), oder light oder dark wie auf dem Bildschirm (Vorgabe: paper).</translation>
    </message>
    <message>
        <source>Write a figure of one view of the run (loss, experts, galaxy, traces, log, inspect, layers, pairs), or of a study, then close.</source>
        <translation>Ein Bild einer Ansicht des Laufs (loss, experts, galaxy, traces, log, inspect, layers, pairs) oder einer Studie schreiben, dann schließen.</translation>
    </message>
    <message>
        <source>Of the report: loss, experts, galaxy, traces, and layers and pairs, which analyse each run (default: the first three).</source>
        <translation>Des Berichts: loss, experts, galaxy, traces sowie layers und pairs, die jeden Lauf analysieren (Vorgabe: die ersten drei).</translation>
    </message>
    <message>
        <source>That traces show, in a figure or a report (default: the beginning of the run&apos;s validation text).</source>
        <translation>Den Spuren zeigen, in einem Bild oder einem Bericht (Vorgabe: der Anfang des Validierungstexts des Laufs).</translation>
    </message>
</context>
<context>
    <name>orrery::CompareChart</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Tokens (real)</source>
        <translation>Token (echte)</translation>
    </message>
    <message>
        <source>Training time (s)</source>
        <translation>Trainingszeit (s)</translation>
    </message>
    <message>
        <source>debiased EMA %1 over raw</source>
        <translation>unverzerrter EMA %1 über den Rohwerten</translation>
    </message>
</context>
<context>
    <name>orrery::CompareCurves</name>
    <message numerus="yes">
        <source>%1 (%n seeds)</source>
        <translation>
            <numerusform>%1 (%n Startwert)</numerusform>
            <numerusform>%1 (%n Startwerte)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::CompareTables</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Bits per byte</source>
        <translation>Bit je Byte</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Of the validation loss to the baseline: the run in bold</source>
        <translation>Des Validierungsverlusts zur Grundlinie: dem fett gedruckten Lauf</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Grundlinie</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
</context>
<context>
    <name>orrery::CompareView</name>
    <message>
        <source>Validation loss (nats per token)</source>
        <translation>Validierungsverlust (Nat je Token)</translation>
    </message>
    <message>
        <source>Bits per byte</source>
        <translation>Bit je Byte</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>Training loss (nats per token)</source>
        <translation>Trainingsverlust (Nat je Token)</translation>
    </message>
    <message>
        <source>Training loss, padding included</source>
        <translation>Trainingsverlust mit Füllung</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Norm des Gradienten</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Real tokens per second</source>
        <translation>Echte Token je Sekunde</translation>
    </message>
    <message>
        <source>Curves of the compared runs</source>
        <translation>Kurven der verglichenen Läufe</translation>
    </message>
    <message>
        <source>How the runs ended</source>
        <translation>Wie die Läufe endeten</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>Unterschiedliche Einstellungen</translation>
    </message>
    <message>
        <source>Take as &amp;baseline</source>
        <translation>Als &amp;Grundlinie nehmen</translation>
    </message>
    <message>
        <source>&amp;Open this run</source>
        <translation>Diesen Lauf ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Leave out</source>
        <translation>Weg&amp;lassen</translation>
    </message>
    <message>
        <source>Double click: the baseline of the differences</source>
        <translation>Doppelklick: die Grundlinie der Unterschiede</translation>
    </message>
    <message>
        <source>What is drawn</source>
        <translation>Was gezeichnet wird</translation>
    </message>
    <message>
        <source>The x axis</source>
        <translation>Die x-Achse</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>nach Schritten</translation>
    </message>
    <message>
        <source>by tokens</source>
        <translation>nach Token</translation>
    </message>
    <message>
        <source>by time</source>
        <translation>nach Zeit</translation>
    </message>
    <message>
        <source>Weight of the debiased average</source>
        <translation>Gewicht des unverzerrten Mittels</translation>
    </message>
    <message>
        <source>EMA %1</source>
        <translation>EMA %1</translation>
    </message>
    <message>
        <source>raw</source>
        <translation>roh</translation>
    </message>
    <message>
        <source>log x</source>
        <translation>log x</translation>
    </message>
    <message>
        <source>Logarithmic x axis</source>
        <translation>Logarithmische x-Achse</translation>
    </message>
    <message>
        <source>log y</source>
        <translation>log y</translation>
    </message>
    <message>
        <source>Logarithmic y axis</source>
        <translation>Logarithmische y-Achse</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Startwerte</translation>
    </message>
    <message>
        <source>Join runs that differ in their seed alone: mean and spread</source>
        <translation>Läufe, die sich nur im Startwert unterscheiden, zusammenfassen: Mittel und Spanne</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Read the runs again</source>
        <translation>Die Läufe noch einmal lesen</translation>
    </message>
    <message numerus="yes">
        <source>%n runs have no such values</source>
        <translation>
            <numerusform>%n Lauf hat keine solchen Werte</numerusform>
            <numerusform>%n Läufe haben keine solchen Werte</numerusform>
        </translation>
    </message>
    <message>
        <source>line: mean of the seeds; band: lowest to highest</source>
        <translation>Linie: Mittel der Startwerte; Band: vom niedrigsten zum höchsten</translation>
    </message>
    <message>
        <source>Choose runs in the list of runs, then Compare.</source>
        <translation>In der Liste der Läufe Läufe auswählen, dann Vergleichen.</translation>
    </message>
    <message>
        <source>Reading the runs...</source>
        <translation>Die Läufe werden gelesen ...</translation>
    </message>
    <message>
        <source>The chosen runs hold no values of this kind.</source>
        <translation>Die gewählten Läufe enthalten keine Werte dieser Art.</translation>
    </message>
    <message>
        <source>%1 of %2 curves are read in full, the others are previews</source>
        <translation>%1 von %2 Kurven sind vollständig gelesen, die anderen sind Vorschau</translation>
    </message>
</context>
<context>
    <name>orrery::ConfigDocument</name>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>Can&apos;t be written into the YAML text: %1</source>
        <translation>Kann nicht in den YAML-Text geschrieben werden: %1</translation>
    </message>
</context>
<context>
    <name>orrery::ConfigForm</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>SoME layers</source>
        <translation>SoME-Schichten</translation>
    </message>
    <message>
        <source>Knowledge Gravity</source>
        <translation>Knowledge Gravity</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>Aufnahmen</translation>
    </message>
    <message>
        <source>Changed onl&amp;y</source>
        <translation>Nur G&amp;eändertes</translation>
    </message>
    <message>
        <source>Search keys, help and sources</source>
        <translation>Schlüssel, Hilfe und Quellen durchsuchen</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Die Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Show only the settings that differ from their defaults</source>
        <translation>Nur Einstellungen zeigen, die von ihrer Vorgabe abweichen</translation>
    </message>
    <message>
        <source>Every setting has its default. Clear “Changed only” to see them all.</source>
        <translation>Jede Einstellung hat ihre Vorgabe. „Nur Geändertes“ abwählen, um alle zu sehen.</translation>
    </message>
    <message>
        <source>No setting matches “%1”.</source>
        <translation>Keine Einstellung passt zu „%1“.</translation>
    </message>
</context>
<context>
    <name>orrery::ConfigPanel</name>
    <message>
        <source>&amp;Form</source>
        <translation>&amp;Formular</translation>
    </message>
    <message>
        <source>&amp;YAML</source>
        <translation>&amp;YAML</translation>
    </message>
    <message>
        <source>%1 — not saved</source>
        <translation>%1 — nicht gesichert</translation>
    </message>
</context>
<context>
    <name>orrery::CsvModel</name>
    <message>
        <source>%1 as a table</source>
        <translation>%1 als Tabelle</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message numerus="yes">
        <source>%n rows</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::DocumentFiles</name>
    <message>
        <source>Save configuration as</source>
        <translation>Konfiguration sichern unter</translation>
    </message>
    <message>
        <source>Configurations (*.yaml *.yml)</source>
        <translation>Konfigurationen (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Open configuration</source>
        <translation>Konfiguration öffnen</translation>
    </message>
    <message>
        <source>Configurations (*.yaml *.yml);;All files (*)</source>
        <translation>Konfigurationen (*.yaml *.yml);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Unsaved configuration</source>
        <translation>Nicht gesicherte Konfiguration</translation>
    </message>
    <message>
        <source>The configuration “%1” has edits that are not saved.</source>
        <translation>Die Konfiguration „%1“ hat Änderungen, die nicht gesichert sind.</translation>
    </message>
    <message>
        <source>Without saving, they are lost.</source>
        <translation>Ohne Sichern gehen sie verloren.</translation>
    </message>
</context>
<context>
    <name>orrery::ExpertUsage</name>
    <message>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source> (middle)</source>
        <translation> (Mitte)</translation>
    </message>
    <message>
        <source> (first)</source>
        <translation> (erste)</translation>
    </message>
    <message>
        <source> (last)</source>
        <translation> (letzte)</translation>
    </message>
    <message>
        <source>%1: Gini %2, entropy %3 bits, used %4/%5 (%6 %)</source>
        <translation>%1: Gini %2, Entropie %3 Bit, benutzt %4/%5 (%6 %)</translation>
    </message>
</context>
<context>
    <name>orrery::ExpertsChart</name>
    <message>
        <source>No selections counted yet: the first count is on its way.</source>
        <translation>Noch keine Auswahl gezählt: die erste Zählung kommt bald.</translation>
    </message>
    <message>
        <source>Train a configuration or open a run to see how its experts are used.</source>
        <translation>Eine Konfiguration trainieren oder einen Lauf öffnen, um zu sehen, wie seine Experten benutzt werden.</translation>
    </message>
    <message>
        <source>Expert, by falling usage</source>
        <translation>Experte, nach fallender Nutzung</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experte</translation>
    </message>
    <message>
        <source>   (✕ never selected: %1)</source>
        <translation>   (✕ nie ausgewählt: %1)</translation>
    </message>
    <message>
        <source>Expert   (orange: never selected)</source>
        <translation>Experte   (orange: nie ausgewählt)</translation>
    </message>
    <message>
        <source>Expert %1 of layer %2</source>
        <translation>Experte %1 der Schicht %2</translation>
    </message>
    <message>
        <source>%1: never selected (dead)</source>
        <translation>%1: nie ausgewählt (tot)</translation>
    </message>
    <message>
        <source>Selections</source>
        <translation>Auswahlen</translation>
    </message>
    <message>
        <source>even share</source>
        <translation>gleicher Anteil</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Gini</source>
        <translation>Gini</translation>
    </message>
    <message>
        <source>Entropy (bits)</source>
        <translation>Entropie (Bit)</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Share of selections (%)</source>
        <translation>Anteil an den Auswahlen (%)</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 selections (%3 %), rank %4 of %5</source>
        <translation>
            <numerusform>%1: %2-mal ausgewählt (%3 %), Rang %4 von %5</numerusform>
            <numerusform>%1: %2-mal ausgewählt (%3 %), Rang %4 von %5</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::ExpertsView</name>
    <message>
        <source>Usage of experts</source>
        <translation>Nutzung der Experten</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
    <message>
        <source>Since the last count</source>
        <translation>Seit der letzten Zählung</translation>
    </message>
    <message>
        <source>Which selections are counted</source>
        <translation>Welche Auswahlen gezählt werden</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Sortieren</translation>
    </message>
    <message>
        <source>Order the bars by falling usage, else by the expert&apos;s number</source>
        <translation>Die Balken nach fallender Nutzung ordnen, sonst nach der Nummer des Experten</translation>
    </message>
</context>
<context>
    <name>orrery::ExportActions</name>
    <message>
        <source>Export</source>
        <translation>Ausgeben</translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>Abbildung ausgeben</translation>
    </message>
    <message>
        <source>Export data</source>
        <translation>Daten ausgeben</translation>
    </message>
    <message>
        <source>Export &amp;figure...</source>
        <translation>&amp;Abbildung ausgeben ...</translation>
    </message>
    <message>
        <source>Export &amp;data as CSV...</source>
        <translation>&amp;Daten als CSV ausgeben ...</translation>
    </message>
    <message>
        <source>&amp;Copy image</source>
        <translation>Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>View as &amp;table</source>
        <translation>Als &amp;Tabelle ansehen</translation>
    </message>
    <message>
        <source>Export this view as PDF, SVG, PNG or CSV</source>
        <translation>Diese Ansicht als PDF, SVG, PNG oder CSV ausgeben</translation>
    </message>
</context>
<context>
    <name>orrery::FaultList</name>
    <message>
        <source>Faults of the configuration</source>
        <translation>Fehler der Konfiguration</translation>
    </message>
    <message>
        <source>Go to the place</source>
        <translation>Zur Stelle gehen</translation>
    </message>
</context>
<context>
    <name>orrery::FieldRow</name>
    <message>
        <source>Back to the default, %1</source>
        <translation>Zurück zur Vorgabe, %1</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
</context>
<context>
    <name>orrery::Figure</name>
    <message>
        <source>The PDF could not be begun.</source>
        <translation>Das PDF konnte nicht begonnen werden.</translation>
    </message>
    <message>
        <source>The SVG could not be begun.</source>
        <translation>Das SVG konnte nicht begonnen werden.</translation>
    </message>
    <message>
        <source>The picture could not be packed as PNG.</source>
        <translation>Das Bild konnte nicht als PNG gepackt werden.</translation>
    </message>
    <message>
        <source>There is not enough memory for %1 x %2 pixels: lower the size or the dpi.</source>
        <translation>Der Speicher reicht nicht für %1 x %2 Pixel: Größe oder dpi verringern.</translation>
    </message>
    <message>
        <source>%1: a figure&apos;s name ends in .pdf, .svg or .png.</source>
        <translation>%1: Der Name einer Abbildung endet auf .pdf, .svg oder .png.</translation>
    </message>
    <message>
        <source>A figure&apos;s sides are %1 to %2 mm; %3 mm can&apos;t be made.</source>
        <translation>Die Seiten einer Abbildung sind %1 bis %2 mm lang; %3 mm sind nicht möglich.</translation>
    </message>
    <message>
        <source>The font size is %1 to %2 points; %3 can&apos;t be made.</source>
        <translation>Die Schrift ist %1 bis %2 Punkt groß; %3 sind nicht möglich.</translation>
    </message>
    <message>
        <source>The resolution is %1 to %2 dpi; %3 dpi can&apos;t be made.</source>
        <translation>Die Auflösung liegt zwischen %1 und %2 dpi; %3 dpi sind nicht möglich.</translation>
    </message>
    <message>
        <source>%1 x %2 pixels are more than %3 million: lower the size or the dpi, or take PDF or SVG.</source>
        <translation>%1 x %2 Pixel sind mehr als %3 Millionen: Größe oder dpi verringern, oder PDF oder SVG nehmen.</translation>
    </message>
</context>
<context>
    <name>orrery::FigureDialog</name>
    <message>
        <source>Own size</source>
        <translation>Eigene Größe</translation>
    </message>
    <message>
        <source>One column (85 mm)</source>
        <translation>Eine Spalte (85 mm)</translation>
    </message>
    <message>
        <source>Two columns (170 mm)</source>
        <translation>Zwei Spalten (170 mm)</translation>
    </message>
    <message>
        <source>Slide (254 x 143 mm)</source>
        <translation>Folie (254 x 143 mm)</translation>
    </message>
    <message>
        <source>Page (180 x 240 mm)</source>
        <translation>Seite (180 x 240 mm)</translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>Abbildung ausgeben</translation>
    </message>
    <message>
        <source>PDF (vectors)</source>
        <translation>PDF (Vektoren)</translation>
    </message>
    <message>
        <source>SVG (vectors)</source>
        <translation>SVG (Vektoren)</translation>
    </message>
    <message>
        <source>PNG (pixels)</source>
        <translation>PNG (Pixel)</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>&amp;Transparent background</source>
        <translation>&amp;Durchsichtiger Hintergrund</translation>
    </message>
    <message>
        <source>Text as &amp;paths</source>
        <translation>Text als &amp;Pfade</translation>
    </message>
    <message>
        <source>Looks the same in every program, but can&apos;t be edited as text</source>
        <translation>Sieht in jedem Programm gleich aus, lässt sich aber nicht als Text bearbeiten</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Makes the same figure without a window; how a view is drawn is remembered from here</source>
        <translation>Macht dieselbe Abbildung ohne Fenster; wie eine Ansicht gezeichnet wird, merkt sich das Programm von hier</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>&amp;Größe</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>&amp;Breite</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>&amp;Höhe</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>&amp;Auflösung</translation>
    </message>
    <message>
        <source>Fo&amp;nt size</source>
        <translation>Sch&amp;riftgröße</translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation>&amp;Befehl</translation>
    </message>
    <message>
        <source>%1 x %2 pixels</source>
        <translation>%1 x %2 Pixel</translation>
    </message>
    <message>
        <source>No figure</source>
        <translation>Keine Abbildung</translation>
    </message>
    <message>
        <source>No preview</source>
        <translation>Keine Vorschau</translation>
    </message>
    <message>
        <source>White, for paper</source>
        <translation>Weiß, für Papier</translation>
    </message>
    <message>
        <source>As on the screen</source>
        <translation>Wie auf dem Bildschirm</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>&amp;Farben</translation>
    </message>
</context>
<context>
    <name>orrery::GalaxyBeside</name>
    <message>
        <source>Galaxy beside</source>
        <translation>Galaxie daneben</translation>
    </message>
    <message>
        <source>Snapshot beside</source>
        <translation>Aufnahme daneben</translation>
    </message>
    <message>
        <source>Snapshot of the keys, by step</source>
        <translation>Aufnahme der Schlüssel, nach Schritten</translation>
    </message>
    <message>
        <source>Close the galaxy beside</source>
        <translation>Die Galaxie daneben schließen</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>There is no snapshot of this layer&apos;s keys.</source>
        <translation>Von den Schlüsseln dieser Schicht gibt es keine Aufnahme.</translation>
    </message>
</context>
<context>
    <name>orrery::GalaxyScene</name>
    <message>
        <source>Clusters (silhouette %1)</source>
        <translation>Gruppen (Silhouette %1)</translation>
    </message>
    <message>
        <source>Expert %1: %2</source>
        <translation>Experte %1: %2</translation>
    </message>
    <message>
        <source>Usage (log scale)</source>
        <translation>Nutzung (logarithmisch)</translation>
    </message>
    <message>
        <source>Turned since step %1 (1 - cosine)</source>
        <translation>Gedreht seit Schritt %1 (1 - Kosinus)</translation>
    </message>
    <message>
        <source>Never selected: %1</source>
        <translation>Nie ausgewählt: %1</translation>
    </message>
    <message>
        <source>, seed %1</source>
        <translation>, Startwert %1</translation>
    </message>
    <message>
        <source>: %1 % of the variance</source>
        <translation>: %1 % der Varianz</translation>
    </message>
    <message>
        <source> (%1 % done)</source>
        <translation> (%1 % fertig)</translation>
    </message>
    <message>
        <source>%1: key store</source>
        <translation>%1: Schlüsselspeicher</translation>
    </message>
    <message>
        <source>Expert %1 of layer %2</source>
        <translation>Experte %1 der Schicht %2</translation>
    </message>
    <message>
        <source>Usage %1, rank %2 of %3</source>
        <translation>Nutzung %1, Rang %2 von %3</translation>
    </message>
    <message>
        <source>Never selected (dead)</source>
        <translation>Nie ausgewählt (tot)</translation>
    </message>
    <message>
        <source>Cluster %1</source>
        <translation>Gruppe %1</translation>
    </message>
    <message>
        <source>Most frequent tokens: %1</source>
        <translation>Häufigste Token: %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>others</source>
        <translation>andere</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Placed anew: %1</source>
        <translation>Neu gesetzt: %1</translation>
    </message>
    <message>
        <source>Queries of the text: %1</source>
        <translation>Anfragen des Textes: %1</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n keys</source>
        <translation>
            <numerusform>%1: %n Schlüssel</numerusform>
            <numerusform>%1: %n Schlüssel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n keys in %2 dimensions, step %3, %4</source>
        <translation>
            <numerusform>%1 von %n Schlüssel in %2 Dimensionen, Schritt %3, %4</numerusform>
            <numerusform>%1 von %n Schlüsseln in %2 Dimensionen, Schritt %3, %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; they lie at %n places</source>
        <translation>
            <numerusform>; sie liegen an %n Ort</numerusform>
            <numerusform>; sie liegen an %n Orten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::GalaxyView</name>
    <message>
        <source>Film</source>
        <translation>Film</translation>
    </message>
    <message>
        <source>Lay out every snapshot of the layer, each going on from the one before</source>
        <translation>Jede Aufnahme der Schicht anordnen, jede von der vorigen aus</translation>
    </message>
    <message>
        <source>&amp;Export frames...</source>
        <translation>Bilder &amp;ausgeben ...</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Play the film, or halt it</source>
        <translation>Den Film abspielen oder anhalten</translation>
    </message>
    <message>
        <source>%1 / s</source>
        <translation>%1 / s</translation>
    </message>
    <message>
        <source>Frames a second</source>
        <translation>Bilder je Sekunde</translation>
    </message>
    <message>
        <source>Folder for the frames</source>
        <translation>Ordner für die Bilder</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>Projektion</translation>
    </message>
    <message>
        <source>Colour of the keys</source>
        <translation>Farbe der Schlüssel</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>Nutzung</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Drift (1 - cosine)</source>
        <translation>Wanderung (1 - Kosinus)</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Parameters of the projection and the clusters</source>
        <translation>Parameter der Projektion und der Gruppen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Lay out the keys again</source>
        <translation>Die Schlüssel neu anordnen</translation>
    </message>
    <message>
        <source>Progress of the projection</source>
        <translation>Fortschritt der Projektion</translation>
    </message>
    <message>
        <source>Snapshot</source>
        <translation>Aufnahme</translation>
    </message>
    <message>
        <source>Snapshot of the keys, by step</source>
        <translation>Aufnahme der Schlüssel, nach Schritten</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Show each new snapshot as it comes</source>
        <translation>Jede neue Aufnahme zeigen, sobald sie kommt</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>&amp;Startwert</translation>
    </message>
    <message>
        <source>The same seed and keys give the same picture</source>
        <translation>Gleicher Startwert und gleiche Schlüssel geben das gleiche Bild</translation>
    </message>
    <message>
        <source>UMAP &amp;neighbors</source>
        <translation>UMAP: &amp;Nachbarn</translation>
    </message>
    <message>
        <source>Keys that each key is kept close to</source>
        <translation>Schlüssel, in deren Nähe jeder Schlüssel bleibt</translation>
    </message>
    <message>
        <source>UMAP &amp;distance</source>
        <translation>UMAP: &amp;Abstand</translation>
    </message>
    <message>
        <source>Least distance of neighbors, in its own unit</source>
        <translation>Kleinster Abstand von Nachbarn, in eigener Einheit</translation>
    </message>
    <message>
        <source>t-SNE &amp;perplexity</source>
        <translation>t-SNE: &amp;Perplexität</translation>
    </message>
    <message>
        <source>About how many neighbors count</source>
        <translation>Etwa so viele Nachbarn zählen</translation>
    </message>
    <message>
        <source>&amp;Clusters</source>
        <translation>&amp;Gruppen</translation>
    </message>
    <message>
        <source>Of k-means</source>
        <translation>Von k-Means</translation>
    </message>
    <message>
        <source>best silhouette</source>
        <translation>beste Silhouette</translation>
    </message>
    <message>
        <source>Size by &amp;usage</source>
        <translation>Größe nach N&amp;utzung</translation>
    </message>
    <message>
        <source>step %1, frame %2 of %3</source>
        <translation>Schritt %1, Bild %2 von %3</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop laying out the keys</source>
        <translation>Das Anordnen der Schlüssel beenden</translation>
    </message>
    <message>
        <source>Galaxy of expert keys</source>
        <translation>Galaxie der Schlüssel der Experten</translation>
    </message>
    <message>
        <source>Out of date: run again</source>
        <translation>Veraltet: neu berechnen</translation>
    </message>
    <message>
        <source>Train a configuration or open a run to see the keys of its experts.</source>
        <translation>Eine Konfiguration trainieren oder einen Lauf öffnen, um die Schlüssel seiner Experten zu sehen.</translation>
    </message>
    <message>
        <source>No keys of this layer yet: the first snapshot is on its way.</source>
        <translation>Noch keine Schlüssel dieser Schicht: die erste Aufnahme kommt bald.</translation>
    </message>
    <message>
        <source>Laying out the keys...</source>
        <translation>Die Schlüssel werden angeordnet ...</translation>
    </message>
    <message>
        <source>Press Run to lay out the keys.</source>
        <translation>„Starten“ drücken, um die Schlüssel anzuordnen.</translation>
    </message>
    <message>
        <source>Tokens and guilds are known of the run on show alone</source>
        <translation>Token und Gilden sind nur vom gezeigten Lauf bekannt</translation>
    </message>
    <message>
        <source>Placed anew by step %1</source>
        <translation>Neu gesetzt bis Schritt %1</translation>
    </message>
    <message>
        <source>Expert, token or guild</source>
        <translation>Experte, Token oder Gilde</translation>
    </message>
    <message>
        <source>Select an expert by its number, all that serve a token, a guild by its number (guild 3) or all guilds of a kind (NOUN)</source>
        <translation>Einen Experten nach seiner Nummer auswählen, alle, die ein Token bedienen, eine Gilde nach ihrer Nummer (Gilde 3) oder alle Gilden einer Art (NOUN)</translation>
    </message>
    <message>
        <source>Select the keys nearest to the selected one as well</source>
        <translation>Auch die Schlüssel auswählen, die dem ausgewählten am nächsten liegen</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Show the queries of a text&apos;s tokens among the keys</source>
        <translation>Die Anfragen der Token eines Textes zwischen den Schlüsseln zeigen</translation>
    </message>
    <message>
        <source>Beside</source>
        <translation>Daneben</translation>
    </message>
    <message>
        <source>Show another step or another run beside this one</source>
        <translation>Einen anderen Schritt oder Lauf daneben zeigen</translation>
    </message>
    <message>
        <source>A text: each of its tokens asks for the keys nearest to its query</source>
        <translation>Ein Text: jedes seiner Token sucht die Schlüssel, die seiner Anfrage am nächsten liegen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Show &amp;queries</source>
        <translation>&amp;Anfragen zeigen</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Another &amp;step of this run</source>
        <translation>Ein anderer &amp;Schritt dieses Laufs</translation>
    </message>
    <message>
        <source>Another &amp;run...</source>
        <translation>Ein anderer &amp;Lauf …</translation>
    </message>
    <message>
        <source>Run to show beside</source>
        <translation>Lauf, der daneben gezeigt wird</translation>
    </message>
    <message>
        <source>Galaxy</source>
        <translation>Galaxie</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>guild</source>
        <translation>Gilde</translation>
    </message>
    <message>
        <source>Nothing is found for “%1”</source>
        <translation>Nichts gefunden für „%1“</translation>
    </message>
    <message>
        <source>Part of speech</source>
        <translation>Wortart</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Guild</source>
        <translation>Gilde</translation>
    </message>
    <message>
        <source>&amp;Label the keys</source>
        <translation>Schlüssel &amp;beschriften</translation>
    </message>
    <message>
        <source>The selected keys, or those that are used most</source>
        <translation>Die ausgewählten Schlüssel oder die am meisten benutzten</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>Nächste</translation>
    </message>
    <message>
        <source>Select a key first: those nearest to it join it.</source>
        <translation>Zuerst einen Schlüssel auswählen: die nächsten kommen dazu.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Painter</source>
        <translation>Zeichner</translation>
    </message>
    <message>
        <source>VTK</source>
        <translation>VTK</translation>
    </message>
    <message>
        <source>From the next start on. Automatic: by VTK where OpenGL is a graphics card&apos;s, else by the painter. OpenGL here: %1</source>
        <translation>Ab dem nächsten Start. Automatisch: von VTK, wo OpenGL das einer Grafikkarte ist, sonst vom Zeichner. OpenGL hier: %1</translation>
    </message>
    <message>
        <source>Dra&amp;wn by</source>
        <translation>&amp;Gezeichnet von</translation>
    </message>
    <message>
        <source>Select what moved &amp;most</source>
        <translation>Auswählen, was sich am &amp;meisten bewegt hat</translation>
    </message>
    <message>
        <source>Show the l&amp;egend</source>
        <translation>L&amp;egende zeigen</translation>
    </message>
</context>
<context>
    <name>orrery::InspectFacts</name>
    <message>
        <source>Expert %1 of layer %2</source>
        <translation>Experte %1 der Schicht %2</translation>
    </message>
    <message>
        <source>%1 of the layer&apos;s selections in training, rank %2 of %3</source>
        <translation>%1 der Auswahlen der Schicht im Training, Rang %2 von %3</translation>
    </message>
    <message>
        <source>Usage state %1, norm of the key %2 (step %3)</source>
        <translation>Nutzungszustand %1, Norm des Schlüssels %2 (Schritt %3)</translation>
    </message>
    <message>
        <source>Cluster %1, key moved %2 (Euclidean distance) since the previous snapshot</source>
        <translation>Gruppe %1, Schlüssel um %2 (euklidischer Abstand) seit der vorigen Aufnahme bewegt</translation>
    </message>
    <message>
        <source>In guild %1 (%2): experts %3</source>
        <translation>In Gilde %1 (%2): Experten %3</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Of expert</source>
        <translation>Des Experten</translation>
    </message>
    <message>
        <source>Of token</source>
        <translation>Des Tokens</translation>
    </message>
    <message>
        <source>Parts of speech</source>
        <translation>Wortarten</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Wortart</translation>
    </message>
    <message>
        <source>Lift</source>
        <translation>Lift</translation>
    </message>
    <message>
        <source>Partners</source>
        <translation>Partner</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experte</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Nearest keys</source>
        <translation>Nächste Schlüssel</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>Route of “%1”</source>
        <translation>Weg von „%1“</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Experts (share of the token)</source>
        <translation>Experten (Anteil am Token)</translation>
    </message>
    <message>
        <source>Largest share</source>
        <translation>Größter Anteil</translation>
    </message>
    <message>
        <source>Guilds</source>
        <translation>Gilden</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>p</source>
        <translation>p</translation>
    </message>
    <message>
        <source>Most frequent tokens</source>
        <translation>Häufigste Token</translation>
    </message>
    <message>
        <source> (by a dictionary)</source>
        <translation> (nach einem Wörterbuch)</translation>
    </message>
    <message numerus="yes">
        <source>In the analysed text: %n selections (%1), specialisation %2 bits by token, %3 by part of speech%4</source>
        <translation>
            <numerusform>Im analysierten Text: %n Auswahl (%1), Spezialisierung %2 Bit nach Token, %3 nach Wortart%4</numerusform>
            <numerusform>Im analysierten Text: %n Auswahlen (%1), Spezialisierung %2 Bit nach Token, %3 nach Wortart%4</numerusform>
        </translation>
    </message>
    <message>
        <source>Contribution: %1 of the layer&apos;s gates; norm of its weights %2</source>
        <translation>Beitrag: %1 der Gates der Schicht; Norm seiner Gewichte %2</translation>
    </message>
</context>
<context>
    <name>orrery::InspectView</name>
    <message>
        <source>&amp;Analyse</source>
        <translation>&amp;Untersuchen</translation>
    </message>
    <message>
        <source>Send the validation text through the newest checkpoint: tokens, parts of speech, partners and guilds</source>
        <translation>Den Validierungstext durch den neuesten Checkpoint schicken: Token, Wortarten, Partner und Gilden</translation>
    </message>
    <message>
        <source>&amp;Expert</source>
        <translation>&amp;Experte</translation>
    </message>
    <message>
        <source>T&amp;oken</source>
        <translation>T&amp;oken</translation>
    </message>
    <message>
        <source>&amp;Guilds</source>
        <translation>&amp;Gilden</translation>
    </message>
    <message>
        <source>Usage of the expert over the run</source>
        <translation>Nutzung des Experten im Verlauf</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Analysing...</source>
        <translation>Wird untersucht ...</translation>
    </message>
    <message>
        <source>Not analysed yet: the run&apos;s own records are shown</source>
        <translation>Noch nicht untersucht: gezeigt wird, was der Lauf selbst aufgezeichnet hat</translation>
    </message>
    <message>
        <source>No expert is selected</source>
        <translation>Kein Experte ist ausgewählt</translation>
    </message>
    <message>
        <source>Click on an expert in the galaxy, the histogram, the heat map or a trace.</source>
        <translation>Einen Experten in Galaxie, Histogramm, Wärmekarte oder Spur anklicken.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Usage state</source>
        <translation>Nutzungszustand</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message>
        <source>Press Analyse to fill this page.</source>
        <translation>„Untersuchen“ drücken, um diese Seite zu füllen.</translation>
    </message>
    <message>
        <source>&amp;Film of its keys</source>
        <translation>&amp;Film ihrer Schlüssel</translation>
    </message>
    <message>
        <source>Show in the galaxy how the keys of the chosen guild moved</source>
        <translation>In der Galaxie zeigen, wie sich die Schlüssel der gewählten Gilde bewegt haben</translation>
    </message>
    <message numerus="yes">
        <source>%n tokens of validation text, step %1</source>
        <translation>
            <numerusform>%n Token des Validierungstexts, Schritt %1</numerusform>
            <numerusform>%n Token des Validierungstexts, Schritt %1</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Contexts</source>
        <translation>&amp;Kontexte</translation>
    </message>
</context>
<context>
    <name>orrery::KeyKinds</name>
    <message>
        <source>guild %1: %2 (%3)</source>
        <translation>Gilde %1: %2 (%3)</translation>
    </message>
    <message>
        <source>No tokens are known yet: the next evaluation counts them</source>
        <translation>Noch sind keine Token bekannt: die nächste Auswertung zählt sie</translation>
    </message>
    <message>
        <source>Not analysed: press Analyse in the Inspector</source>
        <translation>Nicht untersucht: im Inspektor „Untersuchen“ drücken</translation>
    </message>
    <message>
        <source>The analysed text has no parts of speech</source>
        <translation>Der untersuchte Text hat keine Wortarten</translation>
    </message>
    <message>
        <source>This layer has no guilds</source>
        <translation>Diese Schicht hat keine Gilden</translation>
    </message>
    <message>
        <source>others</source>
        <translation>andere</translation>
    </message>
    <message>
        <source>Part of speech served most</source>
        <translation>Am meisten bediente Wortart</translation>
    </message>
    <message>
        <source>Token served most</source>
        <translation>Am meisten bedientes Token</translation>
    </message>
    <message>
        <source>Guild</source>
        <translation>Gilde</translation>
    </message>
    <message>
        <source>Part of speech served most (by a dictionary)</source>
        <translation>Am meisten bediente Wortart (nach einem Wörterbuch)</translation>
    </message>
    <message>
        <source>Guild (kinds by a dictionary)</source>
        <translation>Gilde (Arten nach einem Wörterbuch)</translation>
    </message>
</context>
<context>
    <name>orrery::LayerRoles</name>
    <message>
        <source>Lexicon: explained by the token</source>
        <translation>Lexikon: durch das Token erklärt</translation>
    </message>
    <message>
        <source>Syntax: explained by the part of speech</source>
        <translation>Syntax: durch die Wortart erklärt</translation>
    </message>
    <message>
        <source>Guild: selections of experts in guilds</source>
        <translation>Gilde: Auswahl von Experten in Gilden</translation>
    </message>
    <message>
        <source>Storyteller: selections of experts that serve all tokens alike</source>
        <translation>Erzähler: Auswahl von Experten, die allen Token gleichermaßen dienen</translation>
    </message>
    <message>
        <source>early</source>
        <translation>Frühe</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>Mittlere</translation>
    </message>
    <message>
        <source>late</source>
        <translation>Späte</translation>
    </message>
    <message>
        <source>%1 layers: token %2, part of speech %3, guilds %4, general %5</source>
        <translation>%1 Schichten: Token %2, Wortart %3, Gilden %4, allgemein %5</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
</context>
<context>
    <name>orrery::LayersView</name>
    <message>
        <source>Picture of the layers</source>
        <translation>Bild der Schichten</translation>
    </message>
    <message>
        <source>What layers specialise in</source>
        <translation>Worauf sich Schichten spezialisieren</translation>
    </message>
    <message>
        <source>Usage over time</source>
        <translation>Nutzung über die Zeit</translation>
    </message>
    <message>
        <source>Chosen together</source>
        <translation>Gemeinsam gewählt</translation>
    </message>
    <message>
        <source>What is drawn</source>
        <translation>Was gezeichnet wird</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>Analysieren</translation>
    </message>
    <message>
        <source>Send validation text through the newest checkpoint and count what its experts serve</source>
        <translation>Validierungstext durch den neuesten Checkpoint schicken und zählen, wem dessen Experten dienen</translation>
    </message>
    <message>
        <source>Open or train a run to see what its layers specialise in.</source>
        <translation>Öffnen oder trainieren Sie einen Lauf, um zu sehen, worauf sich seine Schichten spezialisieren.</translation>
    </message>
    <message>
        <source>No selections are counted yet: the first count is on its way.</source>
        <translation>Noch ist keine Auswahl gezählt: die erste Zählung ist unterwegs.</translation>
    </message>
    <message>
        <source>Analysing...</source>
        <translation>Wird analysiert...</translation>
    </message>
    <message>
        <source>Press Analyse: text is sent through the newest checkpoint, and what its experts serve is counted.</source>
        <translation>Drücken Sie Analysieren: Text geht durch den neuesten Checkpoint, und es wird gezählt, wem dessen Experten dienen.</translation>
    </message>
    <message numerus="yes">
        <source>Step %1, %n tokens. %2.</source>
        <translation>
            <numerusform>Schritt %1, %n Token. %2.</numerusform>
            <numerusform>Schritt %1, %n Token. %2.</numerusform>
        </translation>
    </message>
    <message>
        <source> Parts of speech by a dictionary, word by word.</source>
        <translation> Wortarten nach einem Wörterbuch, Wort für Wort.</translation>
    </message>
</context>
<context>
    <name>orrery::LineEditor</name>
    <message>
        <source>empty list</source>
        <translation>leere Liste</translation>
    </message>
</context>
<context>
    <name>orrery::LogPanel</name>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Proben</translation>
    </message>
    <message>
        <source>Evaluations</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Which lines are shown</source>
        <translation>Welche Zeilen gezeigt werden</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>Das Protokoll durchsuchen</translation>
    </message>
    <message>
        <source>The log is empty. Messages, samples of generated text and evaluations of a run appear here.</source>
        <translation>Das Protokoll ist leer. Meldungen, Textproben und Auswertungen eines Laufs erscheinen hier.</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>No line is shown.</source>
        <translation>Keine Zeile wird gezeigt.</translation>
    </message>
</context>
<context>
    <name>orrery::LossChart</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Training time (s)</source>
        <translation>Trainingszeit (s)</translation>
    </message>
    <message>
        <source>Tokens (real)</source>
        <translation>Token (echte)</translation>
    </message>
    <message>
        <source>Tokens (full batches)</source>
        <translation>Token (volle Stapel)</translation>
    </message>
    <message>
        <source>Loss (nats per token)</source>
        <translation>Verlust (Nat je Token)</translation>
    </message>
    <message>
        <source>No loss yet: the first step is on its way.</source>
        <translation>Noch kein Verlust: der erste Schritt läuft.</translation>
    </message>
    <message>
        <source>Train a configuration or open a run to see its loss here.</source>
        <translation>Eine Konfiguration trainieren oder einen Lauf öffnen, um hier seinen Verlust zu sehen.</translation>
    </message>
    <message>
        <source> (debiased EMA %1 over raw)</source>
        <translation> (unverzerrter EMA %1 über den Rohwerten)</translation>
    </message>
    <message>
        <source> (%1 bits per byte)</source>
        <translation> (%1 Bit je Byte)</translation>
    </message>
    <message numerus="yes">
        <source>▼ %n values are not finite</source>
        <translation>
            <numerusform>▼ %n Wert ist nicht endlich</numerusform>
            <numerusform>▼ %n Werte sind nicht endlich</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n values at or below zero are hidden by the log axis</source>
        <translation>
            <numerusform>%n Wert von höchstens null hat auf der logarithmischen Achse keinen Platz</numerusform>
            <numerusform>%n Werte von höchstens null haben auf der logarithmischen Achse keinen Platz</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::LossCurves</name>
    <message>
        <source>Training, padding included</source>
        <translation>Training, mit Füllung</translation>
    </message>
    <message>
        <source>Validation, padding included</source>
        <translation>Validierung, mit Füllung</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
</context>
<context>
    <name>orrery::LossReadout</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>, smoothed %1</source>
        <translation>, geglättet %1</translation>
    </message>
    <message>
        <source> (at %1)</source>
        <translation> (bei %1)</translation>
    </message>
</context>
<context>
    <name>orrery::LossView</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Unit of the x axis</source>
        <translation>Einheit der x-Achse</translation>
    </message>
    <message>
        <source>Log y</source>
        <translation>Log y</translation>
    </message>
    <message>
        <source>Logarithmic y axis</source>
        <translation>Logarithmische y-Achse</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Weight of the debiased exponential moving average over the training loss; 0 = off.
The raw curve stays visible behind it.</source>
        <translation>Gewicht des unverzerrten exponentiellen Mittels über den Trainingsverlust; 0 = aus.
Die rohe Kurve bleibt dahinter sichtbar.</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>What the axes show</source>
        <translation>Was die Achsen zeigen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Show everything (Home)</source>
        <translation>Alles zeigen (Pos1)</translation>
    </message>
    <message>
        <source>All values</source>
        <translation>Alle Werte</translation>
    </message>
    <message>
        <source>From the lowest to the highest</source>
        <translation>Vom niedrigsten zum höchsten</translation>
    </message>
    <message>
        <source>Robust</source>
        <translation>Robust</translation>
    </message>
    <message>
        <source>Between the 1st and the 99th percentile</source>
        <translation>Zwischen dem 1. und dem 99. Perzentil</translation>
    </message>
    <message>
        <source>Manual...</source>
        <translation>Eigener Bereich ...</translation>
    </message>
    <message>
        <source>Between two numbers of yours</source>
        <translation>Zwischen zwei eigenen Zahlen</translation>
    </message>
    <message>
        <source>Include zero</source>
        <translation>Mit Null</translation>
    </message>
    <message>
        <source>Stretch a linear axis to zero</source>
        <translation>Eine lineare Achse bis null dehnen</translation>
    </message>
    <message>
        <source>Logarithmic x</source>
        <translation>Logarithmisches x</translation>
    </message>
    <message>
        <source>Logarithmic x axis</source>
        <translation>Logarithmische x-Achse</translation>
    </message>
    <message>
        <source>Padding included</source>
        <translation>Mit Füllung</translation>
    </message>
    <message>
        <source>Also draw the loss over all tokens, padding included</source>
        <translation>Auch den Verlust über alle Token zeichnen, Füllung eingeschlossen</translation>
    </message>
    <message>
        <source>Published figures</source>
        <translation>Veröffentlichte Zahlen</translation>
    </message>
    <message>
        <source>Also draw, by step, what the documents report for a run of this name</source>
        <translation>Nach Schritten auch zeichnen, was die Dokumente für einen Lauf dieses Namens berichten</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Loss curves</source>
        <translation>Verlustkurven</translation>
    </message>
</context>
<context>
    <name>orrery::MainWindow</name>
    <message>
        <source>Open run</source>
        <translation>Lauf öffnen</translation>
    </message>
    <message>
        <source>The configuration has faults, listed below it. Put them right, then train.</source>
        <translation>Die Konfiguration hat Fehler, die darunter stehen. Sie berichtigen, dann trainieren.</translation>
    </message>
    <message>
        <source>A run is training already: stop it first, then begin the other.</source>
        <translation>Ein Lauf trainiert schon: ihn erst anhalten, dann den anderen beginnen.</translation>
    </message>
    <message>
        <source>Another process is training this run. It is followed here as it goes on.</source>
        <translation>Ein anderer Prozess trainiert diesen Lauf. Ihm wird hier gefolgt, solange er weitergeht.</translation>
    </message>
    <message>
        <source>This run is not complete: %1 at step %2 of %3.</source>
        <translation>Dieser Lauf ist nicht vollständig: %1 bei Schritt %2 von %3.</translation>
    </message>
    <message>
        <source>&amp;Resume training</source>
        <translation>&amp;Training fortsetzen</translation>
    </message>
    <message>
        <source>The run has ended.</source>
        <translation>Der Lauf ist beendet.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The run is stopped. It can be resumed.</source>
        <translation>Der Lauf ist angehalten. Er kann fortgesetzt werden.</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Beginnt</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Hält an</translation>
    </message>
    <message>
        <source>Edits of “%1” of %2 were not saved before the program ended.</source>
        <translation>Änderungen an „%1“ vom %2 waren nicht gesichert, als das Programm endete.</translation>
    </message>
    <message>
        <source>&amp;Recover them</source>
        <translation>Wieder&amp;herstellen</translation>
    </message>
    <message>
        <source>&amp;Throw them away</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>The study has ended.</source>
        <translation>Die Studie ist zu Ende.</translation>
    </message>
    <message>
        <source>Open study</source>
        <translation>Studie öffnen</translation>
    </message>
    <message>
        <source>Studies (*.yaml *.yml)</source>
        <translation>Studien (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>A study is training</source>
        <translation>Eine Studie trainiert</translation>
    </message>
    <message>
        <source>Pause the study and close?</source>
        <translation>Die Studie anhalten und schließen?</translation>
    </message>
    <message>
        <source>Its trials save a checkpoint. Open its folder again, here or with orrery-cli, and it goes on.</source>
        <translation>Ihre Versuche sichern einen Checkpoint. Öffnen Sie ihren Ordner wieder, hier oder mit orrery-cli, und sie geht weiter.</translation>
    </message>
    <message>
        <source>&amp;Pause and close</source>
        <translation>&amp;Anhalten und schließen</translation>
    </message>
</context>
<context>
    <name>orrery::MessageBar</name>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Close this message (Esc)</source>
        <translation>Diese Meldung schließen (Esc)</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>orrery::PairsChart</name>
    <message>
        <source>Share of the selections</source>
        <translation>Anteil an den Auswahlen</translation>
    </message>
    <message>
        <source>Share of the gate mass</source>
        <translation>Anteil an der Gatter-Summe</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experte</translation>
    </message>
    <message>
        <source>Expert, partners beside each other</source>
        <translation>Experte, Partner nebeneinander</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Share of the row&apos;s tokens</source>
        <translation>Anteil an den Token der Zeile</translation>
    </message>
    <message>
        <source>Lift over chance</source>
        <translation>Lift gegenüber dem Zufall</translation>
    </message>
</context>
<context>
    <name>orrery::PairsView</name>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>What the cells show</source>
        <translation>Was die Zellen zeigen</translation>
    </message>
    <message>
        <source>Share of the row&apos;s tokens</source>
        <translation>Anteil an den Token der Zeile</translation>
    </message>
    <message>
        <source>Lift over chance</source>
        <translation>Lift gegenüber dem Zufall</translation>
    </message>
    <message>
        <source>Matrix of experts that are chosen together</source>
        <translation>Matrix der Experten, die zusammen ausgewählt werden</translation>
    </message>
    <message>
        <source>Press Analyse in the inspector to count which experts are chosen together.</source>
        <translation>Im Inspektor „Untersuchen“ drücken, um zu zählen, welche Experten zusammen ausgewählt werden.</translation>
    </message>
    <message>
        <source>Experts %1 and %2</source>
        <translation>Experten %1 und %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: experts chosen for the same token, %n tokens, step %2</source>
        <translation>
            <numerusform>%1: Experten für dasselbe Token, %n Token, Schritt %2</numerusform>
            <numerusform>%1: Experten für dasselbe Token, %n Token, Schritt %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::PublishedCurves</name>
    <message>
        <source>padding included</source>
        <translation>mit Füllung</translation>
    </message>
    <message>
        <source>no causal mask</source>
        <translation>ohne kausale Maske</translation>
    </message>
    <message>
        <source>causal mask not stated</source>
        <translation>kausale Maske nicht angegeben</translation>
    </message>
    <message>
        <source>experts used %1</source>
        <translation>%1 Experten benutzt</translation>
    </message>
    <message>
        <source>Published for %1 (document %2; %3): %4.</source>
        <translation>Veröffentlicht für %1 (Dokument %2; %3): %4.</translation>
    </message>
</context>
<context>
    <name>orrery::QueryCloud</name>
    <message>
        <source>: by the same map as the keys</source>
        <translation>: mit derselben Abbildung wie die Schlüssel</translation>
    </message>
    <message>
        <source>: each at the mean of its %1 nearest keys, weighted by 1 / distance²</source>
        <translation>: jede im Mittel ihrer %1 nächsten Schlüssel, gewichtet mit 1 / Abstand²</translation>
    </message>
    <message>
        <source>Query of token %1: “%2”
Sent to experts %3</source>
        <translation>Anfrage von Token %1: „%2“
Geschickt an die Experten %3</translation>
    </message>
    <message numerus="yes">
        <source>Queries of %1 of %n tokens (step %2)</source>
        <translation>
            <numerusform>Anfrage von %1 von %n Token (Schritt %2)</numerusform>
            <numerusform>Anfragen von %1 von %n Token (Schritt %2)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::QueryService</name>
    <message>
        <source>No run is open: open or train one first.</source>
        <translation>Es ist kein Lauf offen: erst einen öffnen oder trainieren.</translation>
    </message>
</context>
<context>
    <name>orrery::RangeDialog</name>
    <message>
        <source>Both ends have to be numbers, such as 0.5 or 1e-3.</source>
        <translation>Beide Enden müssen Zahlen sein, etwa 0.5 oder 1e-3.</translation>
    </message>
    <message>
        <source>The upper end has to be above the lower one.</source>
        <translation>Das obere Ende muss über dem unteren liegen.</translation>
    </message>
    <message>
        <source>A logarithmic axis starts above zero.</source>
        <translation>Eine logarithmische Achse beginnt über null.</translation>
    </message>
    <message>
        <source>Range of the y axis</source>
        <translation>Bereich der y-Achse</translation>
    </message>
    <message>
        <source>&amp;Lowest</source>
        <translation>&amp;Niedrigster</translation>
    </message>
    <message>
        <source>&amp;Highest</source>
        <translation>&amp;Höchster</translation>
    </message>
</context>
<context>
    <name>orrery::Report</name>
    <message>
        <source>Mean negative log-likelihood in nats per token over real targets: padding is not counted. Validation is over all real tokens of the validation documents. Seed %1.%2</source>
        <translation>Mittlere negative Log-Likelihood in Nat je Token über echte Ziele: Füllung zählt nicht. Validiert wird über alle echten Token der Validierungsdokumente. Startwert %1.%2</translation>
    </message>
    <message>
        <source> No causal mask: the model sees the tokens that it predicts.</source>
        <translation> Ohne kausale Maske: Das Modell sieht die Token, die es vorhersagt.</translation>
    </message>
    <message>
        <source>How often each of the %1 experts of a layer was selected in training (%2 for each token); a cross marks experts that never were. Below: all layers, as shares of their selections.</source>
        <translation>Wie oft jeder der %1 Experten einer Schicht im Training ausgewählt wurde (%2 für jedes Token); ein Kreuz bezeichnet Experten, die es nie wurden. Darunter: alle Schichten, als Anteile ihrer Auswahlen.</translation>
    </message>
    <message>
        <source>The keys of one layer&apos;s experts in space; method, snapshot, number of keys and seed stand in the figure.</source>
        <translation>Die Schlüssel der Experten einer Schicht im Raum; Verfahren, Aufnahme, Zahl der Schlüssel und Startwert stehen in der Abbildung.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Validation loss (nats per token)</source>
        <translation>Validierungsverlust (Nat je Token)</translation>
    </message>
    <message>
        <source>Bits per byte</source>
        <translation>Bit je Byte</translation>
    </message>
    <message>
        <source>Training loss (nats per token)</source>
        <translation>Trainingsverlust (Nat je Token)</translation>
    </message>
    <message>
        <source>Real tokens trained on</source>
        <translation>Echte Token im Training</translation>
    </message>
    <message>
        <source>Time of training</source>
        <translation>Dauer des Trainings</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Corpus (sha256)</source>
        <translation>Korpus (sha256)</translation>
    </message>
    <message>
        <source>Settings that differ from the defaults</source>
        <translation>Einstellungen, die von der Vorgabe abweichen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Grundlinie</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Settings in which the runs differ</source>
        <translation>Einstellungen, in denen sich die Läufe unterscheiden</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Made by Orrery %1.</source>
        <translation>Erstellt von Orrery %1.</translation>
    </message>
    <message numerus="yes">
        <source>Report on %n runs</source>
        <translation>
            <numerusform>Bericht über %n Lauf</numerusform>
            <numerusform>Bericht über %n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of the runs; losses in the table are of the validation, over real tokens, and differences are to the first run.</source>
        <translation>%1 der Läufe; die Verluste der Tabelle sind die der Validierung, über echte Token, und Unterschiede gelten gegen den ersten Lauf.</translation>
    </message>
    <message>
        <source>An analysis of the checkpoint of step %1 over %2 tokens of the run&apos;s validation text; what is shown stands in the figure.%3</source>
        <translation>Eine Analyse des Checkpoints von Schritt %1 über %2 Token des Validierungstexts des Laufs; was gezeigt wird, steht im Bild.%3</translation>
    </message>
    <message>
        <source> Parts of speech are a dictionary&apos;s.</source>
        <translation> Die Wortarten sind die eines Wörterbuchs.</translation>
    </message>
    <message>
        <source>The experts that each token of a text is sent to in each layer, by the checkpoint of step %1: number and colour of the one with the highest gate, and below it the gates of all %2 as shares of the strip.</source>
        <translation>Die Experten, an die jedes Token eines Textes in jeder Schicht geht, nach dem Checkpoint von Schritt %1: Nummer und Farbe dessen mit dem höchsten Gate, darunter die Gates aller %2 als Anteile des Streifens.</translation>
    </message>
</context>
<context>
    <name>orrery::ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Galaxy</source>
        <translation>Galaxie</translation>
    </message>
    <message>
        <source>Figures of each run</source>
        <translation>Abbildungen jedes Laufs</translation>
    </message>
    <message numerus="yes">
        <source>Tables, configurations and these figures of %n runs:</source>
        <translation>
            <numerusform>Tabellen, Konfiguration und diese Abbildungen von %n Lauf:</numerusform>
            <numerusform>Tabellen, Konfigurationen und diese Abbildungen von %n Läufen:</numerusform>
        </translation>
    </message>
    <message>
        <source>Layers (analyses each run)</source>
        <translation>Schichten (analysiert jeden Lauf)</translation>
    </message>
    <message>
        <source>Pairs (analyses each run)</source>
        <translation>Paare (analysiert jeden Lauf)</translation>
    </message>
    <message>
        <source>Traces of a text (asks each run)</source>
        <translation>Spuren eines Textes (fragt jeden Lauf)</translation>
    </message>
    <message>
        <source>The beginning of each run&apos;s validation text</source>
        <translation>Der Anfang des Validierungstexts jedes Laufs</translation>
    </message>
    <message>
        <source>Text of the traces</source>
        <translation>Text der Spuren</translation>
    </message>
    <message>
        <source>&amp;Text of the traces:</source>
        <translation>&amp;Text der Spuren:</translation>
    </message>
</context>
<context>
    <name>orrery::RerunDialog</name>
    <message>
        <source>Run again with one change</source>
        <translation>Mit einer Änderung noch einmal</translation>
    </message>
    <message>
        <source>&amp;Setting</source>
        <translation>&amp;Einstellung</translation>
    </message>
    <message>
        <source>&amp;Value</source>
        <translation>&amp;Wert</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Trainieren</translation>
    </message>
    <message>
        <source>There is no such setting.</source>
        <translation>Eine solche Einstellung gibt es nicht.</translation>
    </message>
    <message>
        <source>This is the value that the run had.</source>
        <translation>Das ist der Wert, den der Lauf hatte.</translation>
    </message>
</context>
<context>
    <name>orrery::RunBrowser</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Show this run in the views</source>
        <translation>Diesen Lauf in den Ansichten zeigen</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>Lay the chosen runs over each other</source>
        <translation>Die gewählten Läufe übereinander legen</translation>
    </message>
    <message>
        <source>C&amp;lone configuration</source>
        <translation>Konfiguration über&amp;nehmen</translation>
    </message>
    <message>
        <source>Copy the run&apos;s configuration into the form</source>
        <translation>Die Konfiguration des Laufs ins Formular kopieren</translation>
    </message>
    <message>
        <source>&amp;Run again with one change...</source>
        <translation>Mit &amp;einer Änderung noch einmal ...</translation>
    </message>
    <message>
        <source>Train the run&apos;s configuration with one setting changed</source>
        <translation>Die Konfiguration des Laufs mit einer geänderten Einstellung trainieren</translation>
    </message>
    <message>
        <source>Co&amp;ntinue training</source>
        <translation>&amp;Weiter trainieren</translation>
    </message>
    <message>
        <source>Go on from the run&apos;s last checkpoint; a finished run&apos;s weights begin a new run</source>
        <translation>Vom letzten Checkpoint an weitergehen; die Gewichte eines fertigen Laufs beginnen einen neuen</translation>
    </message>
    <message>
        <source>Move to &amp;trash</source>
        <translation>In den &amp;Papierkorb</translation>
    </message>
    <message>
        <source>Move the chosen runs to the folder .trash</source>
        <translation>Die gewählten Läufe in den Ordner .trash legen</translation>
    </message>
    <message>
        <source>Filter: words of name, state, tags, notes, date or folder; -word leaves out</source>
        <translation>Filter: Wörter aus Name, Zustand, Schlagwörtern, Notizen, Datum oder Ordner; -Wort schließt aus</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>Die Läufe filtern</translation>
    </message>
    <message>
        <source>Folder...</source>
        <translation>Ordner ...</translation>
    </message>
    <message>
        <source>Show the runs of another folder</source>
        <translation>Die Läufe eines anderen Ordners zeigen</translation>
    </message>
    <message>
        <source>&amp;Undo:</source>
        <translation>&amp;Rückgängig:</translation>
    </message>
    <message>
        <source>Folder of runs</source>
        <translation>Ordner der Läufe</translation>
    </message>
    <message>
        <source>Reading %1 ...</source>
        <translation>%1 wird gelesen ...</translation>
    </message>
    <message numerus="yes">
        <source>%n runs in %1</source>
        <translation>
            <numerusform>%n Lauf in %1</numerusform>
            <numerusform>%n Läufe in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n runs in %2</source>
        <translation>
            <numerusform>%1 von %n Lauf in %2</numerusform>
            <numerusform>%1 von %n Läufen in %2</numerusform>
        </translation>
    </message>
    <message>
        <source>R&amp;eport...</source>
        <translation>B&amp;ericht...</translation>
    </message>
    <message>
        <source>Write figures, tables and configurations of the chosen runs as HTML or PDF</source>
        <translation>Abbildungen, Tabellen und Konfigurationen der gewählten Läufe als HTML oder PDF schreiben</translation>
    </message>
</context>
<context>
    <name>orrery::RunDesk</name>
    <message>
        <source>Resume this run from its last checkpoint</source>
        <translation>Diesen Lauf vom letzten Checkpoint an fortsetzen</translation>
    </message>
    <message>
        <source>Begin a new run with the weights of step %1</source>
        <translation>Einen neuen Lauf mit den Gewichten von Schritt %1 beginnen</translation>
    </message>
    <message>
        <source>This run has no checkpoint to go on from.</source>
        <translation>Dieser Lauf hat keinen Checkpoint, von dem er weitergehen könnte.</translation>
    </message>
    <message>
        <source>Continue training</source>
        <translation>Weiter trainieren</translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation>&amp;Von</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Reports (*.pdf *.html)</source>
        <translation>Berichte (*.pdf *.html)</translation>
    </message>
</context>
<context>
    <name>orrery::RunEdits</name>
    <message numerus="yes">
        <source>Move %n runs to the trash</source>
        <translation>
            <numerusform>%n Lauf in den Papierkorb legen</numerusform>
            <numerusform>%n Läufe in den Papierkorb legen</numerusform>
        </translation>
    </message>
    <message>
        <source>Edit tags and notes</source>
        <translation>Schlagwörter und Notizen ändern</translation>
    </message>
</context>
<context>
    <name>orrery::RunTableModel</name>
    <message>
        <source>Can&apos;t be read</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Bits per byte</source>
        <translation>Bit je Byte</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>The last validation loss, over real tokens (nats per token)</source>
        <translation>Der letzte Validierungsverlust, über echte Token (Nat je Token)</translation>
    </message>
    <message>
        <source>The last validation loss in bits per byte of text: comparable between tokenizers</source>
        <translation>Der letzte Validierungsverlust in Bit je Byte Text: zwischen Tokenizern vergleichbar</translation>
    </message>
    <message>
        <source>The last training loss</source>
        <translation>Der letzte Trainingsverlust</translation>
    </message>
    <message>
        <source>Training loss over the run&apos;s steps, each between its own extremes</source>
        <translation>Trainingsverlust über die Schritte des Laufs, jeder zwischen seinen eigenen Grenzen</translation>
    </message>
    <message>
        <source>Words with commas between them; double click to edit</source>
        <translation>Wörter mit Kommas dazwischen; Doppelklick zum Ändern</translation>
    </message>
</context>
<context>
    <name>orrery::StartPage</name>
    <message>
        <source>A laboratory for Self-Organizing Mixture of Experts</source>
        <translation>Ein Labor für Self-Organizing Mixture of Experts</translation>
    </message>
    <message>
        <source>Orrery</source>
        <translation>Orrery</translation>
    </message>
    <message>
        <source>&amp;Go on where you left off</source>
        <translation>&amp;Dort weitermachen, wo Sie aufgehört haben</translation>
    </message>
    <message>
        <source>Train the &amp;demo</source>
        <translation>Das &amp;Beispiel trainieren</translation>
    </message>
    <message>
        <source>A small model on short stories, some minutes on two cores.</source>
        <translation>Ein kleines Modell an kurzen Geschichten, einige Minuten auf zwei Kernen.</translation>
    </message>
    <message>
        <source>&amp;New configuration</source>
        <translation>&amp;Neue Konfiguration</translation>
    </message>
    <message>
        <source>Start from the defaults and change what you want to study.</source>
        <translation>Mit den Vorgaben beginnen und ändern, was untersucht werden soll.</translation>
    </message>
    <message>
        <source>Open &amp;configuration…</source>
        <translation>&amp;Konfiguration öffnen …</translation>
    </message>
    <message>
        <source>A .yaml file, in a form and as text.</source>
        <translation>Eine .yaml-Datei, als Formular und als Text.</translation>
    </message>
    <message>
        <source>Open &amp;run…</source>
        <translation>&amp;Lauf öffnen …</translation>
    </message>
    <message>
        <source>A run folder: finished, interrupted, or being written elsewhere.</source>
        <translation>Der Ordner eines Laufs: fertig, unterbrochen, oder anderswo im Gang.</translation>
    </message>
    <message>
        <source>R&amp;ecent</source>
        <translation>&amp;Zuletzt</translation>
    </message>
    <message>
        <source>Recent configurations and runs</source>
        <translation>Zuletzt geöffnete Konfigurationen und Läufe</translation>
    </message>
    <message>
        <source>Configurations and runs that you open appear here.</source>
        <translation>Konfigurationen und Läufe, die Sie öffnen, erscheinen hier.</translation>
    </message>
    <message>
        <source>%1, with the layout that the window had.</source>
        <translation>%1, mit der Anordnung, die das Fenster hatte.</translation>
    </message>
    <message>
        <source>no longer there</source>
        <translation>nicht mehr da</translation>
    </message>
    <message>
        <source>can&apos;t be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>validation loss %1</source>
        <translation>Validierungsverlust %1</translation>
    </message>
</context>
<context>
    <name>orrery::StatusStrip</name>
    <message>
        <source>State of the run</source>
        <translation>Zustand des Laufs</translation>
    </message>
    <message>
        <source>Training the tokenizer</source>
        <translation>Der Tokenizer wird trainiert</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Steps done of all steps</source>
        <translation>Gemachte von allen Schritten</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Training loss of the last step, over real tokens (nats)</source>
        <translation>Trainingsverlust des letzten Schritts, über echte Token (Nat)</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>Tokens a second, padding included</source>
        <translation>Token je Sekunde, mit Füllung</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Noch</translation>
    </message>
    <message>
        <source>Estimated time to the end of the run</source>
        <translation>Geschätzte Zeit bis zum Ende des Laufs</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory in use by the training process</source>
        <translation>Vom trainierenden Prozess belegter Speicher</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>Kein Lauf ist offen</translation>
    </message>
    <message>
        <source>%1 of %2 on %3</source>
        <translation>%1 von %2 auf %3</translation>
    </message>
    <message>
        <source>Memory of the device that trains</source>
        <translation>Speicher des Geräts, das trainiert</translation>
    </message>
    <message>
        <source>Memory of the training process, of what the machine has (%1 %)</source>
        <translation>Speicher des Trainingsprozesses, gemessen an dem der Maschine (%1 %)</translation>
    </message>
    <message>
        <source>Memory that training holds of the GPU %1, of what it has (%2 %)</source>
        <translation>Speicher, den das Training auf der GPU %1 belegt, gemessen an deren gesamtem (%2 %)</translation>
    </message>
</context>
<context>
    <name>orrery::StudyCanvas</name>
    <message>
        <source>Trial %1, seed %2: %3</source>
        <translation>Versuch %1, Startwert %2: %3</translation>
    </message>
</context>
<context>
    <name>orrery::StudyParallel</name>
    <message>
        <source>%1 (log)</source>
        <translation>%1 (log)</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
</context>
<context>
    <name>orrery::StudyService</name>
    <message>
        <source>orrery-cli, which trains the trials, is not beside this program: install it.</source>
        <translation>orrery-cli, das die Versuche trainiert, liegt nicht neben diesem Programm: installieren Sie es.</translation>
    </message>
</context>
<context>
    <name>orrery::StudyView</name>
    <message>
        <source>%1 is no study: it holds no study.db.</source>
        <translation>%1 ist keine Studie: darin liegt keine study.db.</translation>
    </message>
    <message>
        <source>Trial %1 has no run yet.</source>
        <translation>Versuch %1 hat noch keinen Lauf.</translation>
    </message>
    <message>
        <source>Open a study file or the folder of a study: a study trains a configuration at many points and compares them.</source>
        <translation>Öffnen Sie eine Studiendatei oder den Ordner einer Studie: eine Studie trainiert eine Konfiguration an vielen Punkten und vergleicht sie.</translation>
    </message>
    <message>
        <source>Reading the study...</source>
        <translation>Die Studie wird gelesen...</translation>
    </message>
    <message>
        <source>A search has no map: its trials share no points. Look at its lines.</source>
        <translation>Eine Suche hat keine Karte: ihre Versuche haben keine gemeinsamen Punkte. Sehen Sie sich ihre Linien an.</translation>
    </message>
    <message>
        <source>Nothing is trained yet: press Start.</source>
        <translation>Noch ist nichts trainiert: drücken Sie Starten.</translation>
    </message>
    <message>
        <source>No trial is over yet: the first is on its way.</source>
        <translation>Noch ist kein Versuch zu Ende: der erste ist unterwegs.</translation>
    </message>
    <message>
        <source>line: mean of the seeds; band: lowest to highest</source>
        <translation>Linie: Mittel der Startwerte; Band: kleinster bis größter</translation>
    </message>
    <message>
        <source>; %1 of %2 cells, the best and those in training</source>
        <translation>; %1 von %2 Zellen, die besten und die im Training</translation>
    </message>
    <message>
        <source>Training loss (nats per token)</source>
        <translation>Trainingsverlust (Nats je Token)</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n trials done</source>
        <translation>
            <numerusform>%1 von %n Versuch fertig</numerusform>
            <numerusform>%1 von %n Versuchen fertig</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 training</source>
        <translation>, %1 im Training</translation>
    </message>
    <message>
        <source>, %1 failed</source>
        <translation>, %1 gescheitert</translation>
    </message>
    <message>
        <source>, %1 pruned</source>
        <translation>, %1 abgebrochen</translation>
    </message>
    <message>
        <source>; %1 left</source>
        <translation>; noch %1</translation>
    </message>
    <message>
        <source>Picture of the study</source>
        <translation>Bild der Studie</translation>
    </message>
    <message>
        <source>Curves of the study</source>
        <translation>Kurven der Studie</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Öffnen</translation>
    </message>
    <message>
        <source>Open a study file, or the folder of a study</source>
        <translation>Eine Studiendatei oder den Ordner einer Studie öffnen</translation>
    </message>
    <message>
        <source>Study &amp;file...</source>
        <translation>Studien&amp;datei...</translation>
    </message>
    <message>
        <source>Study f&amp;older...</source>
        <translation>Studien&amp;ordner...</translation>
    </message>
    <message>
        <source>The scale of the study: how large its models and how long its runs are</source>
        <translation>Der Maßstab der Studie: wie groß ihre Modelle und wie lang ihre Läufe sind</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>at a time: </source>
        <translation>zugleich: </translation>
    </message>
    <message>
        <source>Trials that train at the same time, each in a process of its own</source>
        <translation>Versuche, die zur selben Zeit trainieren, jeder in einem eigenen Prozess</translation>
    </message>
    <message>
        <source>Trials at a time</source>
        <translation>Versuche zugleich</translation>
    </message>
    <message>
        <source>What is drawn</source>
        <translation>Was gezeichnet wird</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Every trial</source>
        <translation>Jeder Versuch</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>The objective of the map</source>
        <translation>Die Zielgröße der Karte</translation>
    </message>
    <message>
        <source>The point of the other axes</source>
        <translation>Der Punkt der übrigen Achsen</translation>
    </message>
    <message>
        <source>Trials of the study</source>
        <translation>Versuche der Studie</translation>
    </message>
    <message>
        <source>Double click: open the trial&apos;s run</source>
        <translation>Doppelklick: den Lauf des Versuchs öffnen</translation>
    </message>
    <message>
        <source>Open study</source>
        <translation>Studie öffnen</translation>
    </message>
    <message>
        <source>Studies (*.yaml *.yml)</source>
        <translation>Studien (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Open the folder of a study</source>
        <translation>Den Ordner einer Studie öffnen</translation>
    </message>
    <message>
        <source>Pausing...</source>
        <translation>Wird angehalten...</translation>
    </message>
    <message>
        <source>&amp;Pause study</source>
        <translation>Studie &amp;anhalten</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Start study</source>
        <translation>Studie &amp;starten</translation>
    </message>
    <message>
        <source>Train the trials that wait, each in a process of its own</source>
        <translation>Die wartenden Versuche trainieren, jeden in einem eigenen Prozess</translation>
    </message>
    <message>
        <source>Trials that are training save a checkpoint and go on from it next time</source>
        <translation>Versuche im Training sichern einen Checkpoint und gehen beim nächsten Mal von dort weiter</translation>
    </message>
    <message>
        <source>Try &amp;failed again</source>
        <translation>&amp;Gescheiterte wiederholen</translation>
    </message>
</context>
<context>
    <name>orrery::TokenContexts</name>
    <message>
        <source>At</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>In the text</source>
        <translation>Im Text</translation>
    </message>
    <message>
        <source>Best expert of each layer</source>
        <translation>Bester Experte jeder Schicht</translation>
    </message>
    <message>
        <source>Occurrences: the first %1 of %2</source>
        <translation>Vorkommen: die ersten %1 von %2</translation>
    </message>
    <message>
        <source>Occurrences: %1</source>
        <translation>Vorkommen: %1</translation>
    </message>
    <message>
        <source>Where its gate is highest</source>
        <translation>Wo sein Gate am höchsten ist</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>Gate</translation>
    </message>
</context>
<context>
    <name>orrery::TraceDifference</name>
    <message>
        <source>A trace is damaged.</source>
        <translation>Eine Spur ist beschädigt.</translation>
    </message>
    <message>
        <source>The two models cut the text into different tokens: it can&apos;t be compared token by token.</source>
        <translation>Die beiden Modelle zerlegen den Text in verschiedene Token: er kann nicht Token für Token verglichen werden.</translation>
    </message>
    <message>
        <source>The two models have different numbers of layers (%1 and %2).</source>
        <translation>Die beiden Modelle haben verschieden viele Schichten (%1 und %2).</translation>
    </message>
    <message>
        <source>layer %1: %2 %</source>
        <translation>Schicht %1: %2 %</translation>
    </message>
    <message numerus="yes">
        <source>%1 % of the selections differ (%2); %n tokens have another first expert somewhere</source>
        <translation>
            <numerusform>%1 % der Auswahl weichen ab (%2); %n Token hat irgendwo einen anderen ersten Experten</numerusform>
            <numerusform>%1 % der Auswahl weichen ab (%2); %n Token haben irgendwo einen anderen ersten Experten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::TraceService</name>
    <message>
        <source>No run is open: open or train one first.</source>
        <translation>Es ist kein Lauf offen: erst einen öffnen oder trainieren.</translation>
    </message>
</context>
<context>
    <name>orrery::TraceTable</name>
    <message>
        <source>Experts of each token in each layer</source>
        <translation>Experten jedes Tokens in jeder Schicht</translation>
    </message>
    <message>
        <source>Layer 00</source>
        <translation>Schicht 00</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>L%1</source>
        <translation>S%1</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Compared with step %1:</source>
        <translation>Verglichen mit Schritt %1:</translation>
    </message>
</context>
<context>
    <name>orrery::Traces</name>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Token %1 “%2”</source>
        <translation>Token %1 „%2“</translation>
    </message>
    <message>
        <source> (id %1)</source>
        <translation> (Nr. %1)</translation>
    </message>
    <message>
        <source>%1, layer %2</source>
        <translation>%1, Schicht %2</translation>
    </message>
    <message>
        <source>Expert %1, gate %2</source>
        <translation>Experte %1, Gatter %2</translation>
    </message>
</context>
<context>
    <name>orrery::TracesView</name>
    <message>
        <source>A text to trace (Ctrl+Enter)</source>
        <translation>Ein Text, dessen Weg gezeigt wird (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Text to trace</source>
        <translation>Text für die Spur</translation>
    </message>
    <message>
        <source>&amp;Trace</source>
        <translation>&amp;Verfolgen</translation>
    </message>
    <message>
        <source>Send the text through the model and show the experts of each token</source>
        <translation>Den Text durch das Modell schicken und die Experten jedes Tokens zeigen</translation>
    </message>
    <message>
        <source>The trace is damaged: its sizes contradict each other.</source>
        <translation>Die Spur ist beschädigt: ihre Größen widersprechen sich.</translation>
    </message>
    <message numerus="yes">
        <source>; the %n selected experts of layer %1 serve %2 of them</source>
        <translation>
            <numerusform>; der %n ausgewählte Experte der Schicht %1 dient %2 davon</numerusform>
            <numerusform>; die %n ausgewählten Experten der Schicht %1 dienen %2 davon</numerusform>
        </translation>
    </message>
    <message>
        <source>; expert %1 of layer %2 serves %3 of them</source>
        <translation>; Experte %1 der Schicht %2 dient %3 davon</translation>
    </message>
    <message>
        <source>Open a run, type a text and press Trace to see which experts its tokens go to.</source>
        <translation>Einen Lauf öffnen, einen Text eingeben und „Verfolgen“ drücken, um zu sehen, zu welchen Experten seine Token gehen.</translation>
    </message>
    <message>
        <source>Type a text and press Trace to see which experts its tokens go to.</source>
        <translation>Einen Text eingeben und „Verfolgen“ drücken, um zu sehen, zu welchen Experten seine Token gehen.</translation>
    </message>
    <message>
        <source>Tracing...</source>
        <translation>Wird verfolgt ...</translation>
    </message>
    <message>
        <source>Texts traced so far</source>
        <translation>Bisher verfolgte Texte</translation>
    </message>
    <message>
        <source>What the trace is compared with</source>
        <translation>Womit die Spur verglichen wird</translation>
    </message>
    <message>
        <source>The same text by another checkpoint, of this run or another one, beside the trace</source>
        <translation>Derselbe Text durch einen anderen Checkpoint, dieses oder eines anderen Laufs, neben der Spur</translation>
    </message>
    <message>
        <source>Compare with another run</source>
        <translation>Mit einem anderen Lauf vergleichen</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>Compare with nothing</source>
        <translation>Mit nichts vergleichen</translation>
    </message>
    <message>
        <source>Compare with step %1</source>
        <translation>Mit Schritt %1 vergleichen</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>Mit %1 vergleichen</translation>
    </message>
    <message>
        <source>Compare with another run...</source>
        <translation>Mit einem anderen Lauf vergleichen...</translation>
    </message>
    <message numerus="yes">
        <source>%n tokens, %1 layers, top %2 of %3 experts, step %4</source>
        <translation>
            <numerusform>%n Token, %1 Schichten, beste %2 von %3 Experten, Schritt %4</numerusform>
            <numerusform>%n Token, %1 Schichten, beste %2 von %3 Experten, Schritt %4</numerusform>
        </translation>
    </message>
    <message>
        <source>Beside step %1: %2</source>
        <translation>Neben Schritt %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>; the text has %n tokens, and only the first of them are traced</source>
        <translation>
            <numerusform>; der Text hat %n Token, und nur die ersten davon sind verfolgt</numerusform>
            <numerusform>; der Text hat %n Token, und nur die ersten davon sind verfolgt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::TrialTable</name>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>training</source>
        <translation>trainiert</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>pruned</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
</context>
<context>
    <name>orrery::UsageFilm</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Layer %1: share of the selections between two counts, %2 to %3 %, the highest furthest from the background; orange: never selected</source>
        <translation>Schicht %1: Anteil an der Auswahl zwischen zwei Zählungen, %2 bis %3 %, der höchste am weitesten vom Hintergrund; orange: nie gewählt</translation>
    </message>
    <message>
        <source>Expert, the most used first</source>
        <translation>Experte, der meistgenutzte zuerst</translation>
    </message>
</context>
<context>
    <name>orrery::WindowActions</name>
    <message>
        <source>&amp;New configuration</source>
        <translation>&amp;Neue Konfiguration</translation>
    </message>
    <message>
        <source>&amp;Open configuration…</source>
        <translation>&amp;Konfiguration öffnen …</translation>
    </message>
    <message>
        <source>Open &amp;run…</source>
        <translation>&amp;Lauf öffnen …</translation>
    </message>
    <message>
        <source>&amp;Save configuration</source>
        <translation>Konfiguration &amp;sichern</translation>
    </message>
    <message>
        <source>Save configuration &amp;as…</source>
        <translation>Konfiguration sichern &amp;unter …</translation>
    </message>
    <message>
        <source>&amp;Export figure…</source>
        <translation>&amp;Abbildung ausgeben …</translation>
    </message>
    <message>
        <source>Export the current view as PDF, SVG or PNG</source>
        <translation>Die aktuelle Ansicht als PDF, SVG oder PNG ausgeben</translation>
    </message>
    <message>
        <source>Export &amp;data…</source>
        <translation>&amp;Daten ausgeben …</translation>
    </message>
    <message>
        <source>Export the current view&apos;s numbers as CSV</source>
        <translation>Die Zahlen der aktuellen Ansicht als CSV ausgeben</translation>
    </message>
    <message>
        <source>View as ta&amp;ble</source>
        <translation>Als Ta&amp;belle ansehen</translation>
    </message>
    <message>
        <source>Show the numbers behind the current view</source>
        <translation>Die Zahlen hinter der aktuellen Ansicht zeigen</translation>
    </message>
    <message>
        <source>S&amp;tart page</source>
        <translation>S&amp;tartseite</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Find a setting</source>
        <translation>Einstellung &amp;finden</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Trainieren</translation>
    </message>
    <message>
        <source>Train a new run with this configuration</source>
        <translation>Einen neuen Lauf mit dieser Konfiguration trainieren</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>St&amp;ep</source>
        <translation>S&amp;chritt</translation>
    </message>
    <message>
        <source>Train one step, then pause</source>
        <translation>Einen Schritt trainieren, dann pausieren</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>End the run after this step, with a checkpoint</source>
        <translation>Den Lauf nach diesem Schritt beenden, mit einem Checkpoint</translation>
    </message>
    <message>
        <source>Stop &amp;now</source>
        <translation>Sofort a&amp;nhalten</translation>
    </message>
    <message>
        <source>End the run at once; the last checkpoint stays</source>
        <translation>Den Lauf sofort beenden; der letzte Checkpoint bleibt</translation>
    </message>
    <message>
        <source>Save &amp;checkpoint</source>
        <translation>&amp;Checkpoint anlegen</translation>
    </message>
    <message>
        <source>Save a checkpoint now</source>
        <translation>Jetzt einen Checkpoint anlegen</translation>
    </message>
    <message>
        <source>E&amp;valuate</source>
        <translation>Aus&amp;werten</translation>
    </message>
    <message>
        <source>Measure the validation loss now</source>
        <translation>Jetzt den Validierungsverlust messen</translation>
    </message>
    <message>
        <source>&amp;Resume run</source>
        <translation>Lauf &amp;fortsetzen</translation>
    </message>
    <message>
        <source>Train on from the run&apos;s last checkpoint</source>
        <translation>Vom letzten Checkpoint des Laufs an weiter trainieren</translation>
    </message>
    <message>
        <source>App&amp;ly changed settings</source>
        <translation>&amp;Geänderte Einstellungen anwenden</translation>
    </message>
    <message>
        <source>Give the training the changed settings that it can take while it goes on</source>
        <translation>Dem Training die geänderten Einstellungen geben, die es im Gang annehmen kann</translation>
    </message>
    <message>
        <source>&amp;Use this run’s configuration</source>
        <translation>Konfiguration dieses Laufs ü&amp;bernehmen</translation>
    </message>
    <message>
        <source>Copy the run&apos;s configuration into the form</source>
        <translation>Die Konfiguration des Laufs ins Formular kopieren</translation>
    </message>
    <message>
        <source>&amp;Reset the layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;About Orrery</source>
        <translation>Ü&amp;ber Orrery</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>Co&amp;ntinue</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>Continue the paused training (F6)</source>
        <translation>Das pausierte Training fortsetzen (F6)</translation>
    </message>
    <message>
        <source>Pause the training after this step (F6)</source>
        <translation>Das Training nach diesem Schritt pausieren (F6)</translation>
    </message>
    <message>
        <source>Open s&amp;tudy…</source>
        <translation>S&amp;tudie öffnen…</translation>
    </message>
    <message>
        <source>Open a study file: a configuration at many points</source>
        <translation>Eine Studiendatei öffnen: eine Konfiguration an vielen Punkten</translation>
    </message>
</context>
<context>
    <name>orrery::WindowMenus</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Re&amp;cent</source>
        <translation>&amp;Zuletzt</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Presets</source>
        <translation>&amp;Vorlagen</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>C&amp;lear this list</source>
        <translation>Diese Liste &amp;leeren</translation>
    </message>
    <message>
        <source>&amp;Published runs</source>
        <translation>&amp;Veröffentlichte Läufe</translation>
    </message>
    <message>
        <source>&amp;Examples</source>
        <translation>&amp;Beispiele</translation>
    </message>
    <message>
        <source>&amp;Key rules (into this configuration)</source>
        <translation>&amp;Schlüsselregeln (in diese Konfiguration)</translation>
    </message>
</context>
<context>
    <name>orrery::Workspace</name>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Galaxy</source>
        <translation>Galaxie</translation>
    </message>
    <message>
        <source>Traces</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Trainieren</translation>
    </message>
    <message>
        <source>&amp;Explore</source>
        <translation>&amp;Erkunden</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>&amp;Perspective</source>
        <translation>&amp;Perspektive</translation>
    </message>
    <message>
        <source>&amp;Go to</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
</context>
<context>
    <name>orrery::YamlEditor</name>
    <message>
        <source>YAML text of the configuration</source>
        <translation>YAML-Text der Konfiguration</translation>
    </message>
</context>
</TS>
