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
        <source>%1 of %2 free</source>
        <translation>%1 von %2 frei</translation>
    </message>
    <message>
        <source>can be changed</source>
        <translation>darf geändert werden</translation>
    </message>
    <message>
        <source>%1 (press F1)</source>
        <translation>%1 (F1 drücken)</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>Glossar</translation>
    </message>
</context>
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>&amp;Erhöhen</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>&amp;Verringern</translation>
    </message>
</context>
<context>
    <name>QDockWidget</name>
    <message>
        <source>Float</source>
        <translation>Ablösen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Look in:</source>
        <translation>Suchen in:</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation>Übergeordneter Ordner</translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation>Neuen Ordner anlegen</translation>
    </message>
    <message>
        <source>List View</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>Datei&amp;name:</translation>
    </message>
    <message>
        <source>&amp;File name:</source>
        <translation>Datei&amp;name:</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>Dateityp:</translation>
    </message>
    <message>
        <source>Directory:</source>
        <translation>Ordner:</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Sichern</translation>
    </message>
    <message>
        <source>&amp;Choose</source>
        <translation>&amp;Wählen</translation>
    </message>
    <message>
        <source>All Files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation>%1 gibt es schon.
Soll es ersetzt werden?</translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation>&amp;Verborgene Dateien zeigen</translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation>&amp;Neuer Ordner</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation>Geändert am</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>QMessageBox</name>
    <message>
        <source>Show Details...</source>
        <translation>Einzelheiten zeigen ...</translation>
    </message>
    <message>
        <source>Hide Details...</source>
        <translation>Einzelheiten verbergen ...</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>About Orrery</source>
        <translation>Über Orrery</translation>
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
        <source>A run is training</source>
        <translation>Ein Lauf trainiert</translation>
    </message>
    <message>
        <source>&amp;Stop and save</source>
        <translation>An&amp;halten und sichern</translation>
    </message>
    <message>
        <source>&amp;Keep training</source>
        <translation>&amp;Weiter trainieren</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Orrery %1&lt;/h3&gt;&lt;p&gt;A workbench for Self-Organizing Mixture of Experts (SoME): language models with frozen random experts, whose keys are updated by Knowledge Gravity.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Orrery %1&lt;/h3&gt;&lt;p&gt;Eine Werkbank für Self-Organizing Mixture of Experts (SoME): Sprachmodelle mit eingefrorenen, zufälligen Experten, deren Schlüssel von Knowledge Gravity bewegt werden.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder neuer.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Stop training before closing?</source>
        <translation>Das Training vor dem Schließen anhalten?</translation>
    </message>
    <message>
        <source>Training can continue in the background: open the run folder again to follow it. The program exits when the run ends.</source>
        <translation>Das Training kann im Hintergrund weiterlaufen: Öffnen Sie den Laufordner wieder, um ihm zu folgen. Das Programm endet mit dem Lauf.</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Save All</source>
        <translation>Alle sichern</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Ja</translation>
    </message>
    <message>
        <source>Yes to &amp;All</source>
        <translation>Ja, &amp;alle</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>&amp;Nein</translation>
    </message>
    <message>
        <source>N&amp;o to All</source>
        <translation>Nein, k&amp;eine</translation>
    </message>
    <message>
        <source>Abort</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Übergehen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Restore Defaults</source>
        <translation>Vorgaben wiederherstellen</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>&amp;Linkadresse kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
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
    <message>
        <source>%1 (step %2)</source>
        <translation>%1 (Schritt %2)</translation>
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
        <source>There is no view %1.</source>
        <translation>Es gibt keine Ansicht %1.</translation>
    </message>
    <message>
        <source>--look: the view %1 has no “%2”.</source>
        <translation>--look: Die Ansicht %1 kennt „%2“ nicht.</translation>
    </message>
    <message>
        <source>--export, --figure and --film need a run: give its folder.</source>
        <translation>--export, --figure und --film brauchen einen Lauf: seinen Ordner nennen.</translation>
    </message>
    <message>
        <source>The run has no key snapshots.</source>
        <translation>Der Lauf enthält keine Aufnahme seiner Schlüssel.</translation>
    </message>
    <message>
        <source>Can&apos;t write the image to %1.</source>
        <translation>Das Bild kann nicht nach %1 geschrieben werden.</translation>
    </message>
    <message>
        <source>--figure study needs a study: give its file or folder.</source>
        <translation>--figure study braucht eine Studie: geben Sie ihre Datei oder ihren Ordner an.</translation>
    </message>
    <message>
        <source>The view %1 is there twice.</source>
        <translation>Die Ansicht %1 ist zweimal angegeben.</translation>
    </message>
    <message>
        <source>%1: the view %2 has nothing for it.</source>
        <translation>%1: Die Ansicht %2 hat dafür nichts.</translation>
    </message>
</context>
<context>
    <name>orrery::Chords</name>
    <message>
        <source>Layer %1: arc length is an expert&apos;s share of the selections; bands are experts selected for the same tokens, the %2 most frequent of %3 pairs</source>
        <translation>Schicht %1: die Länge eines Bogens ist der Anteil eines Experten an den Auswahlen; Bänder sind Experten, die für dieselben Token ausgewählt wurden, die %2 häufigsten von %3 Paaren</translation>
    </message>
</context>
<context>
    <name>orrery::CommandEntries</name>
    <message>
        <source>Run in %1</source>
        <translation>Lauf in %1</translation>
    </message>
</context>
<context>
    <name>orrery::CommandLine</name>
    <message>
        <source>Open the demo and train it.</source>
        <translation>Das Beispiel öffnen und trainieren.</translation>
    </message>
    <message>
        <source>Trains SoME language models and visualizes their key stores.
To work without a window, use orrery-cli.</source>
        <translation>Trainiert SoME-Sprachmodelle und zeigt ihre Schlüsselspeicher.
Ohne Fenster: orrery-cli.</translation>
    </message>
    <message>
        <source>Configuration file, run folder, study file or study folder.</source>
        <translation>Konfigurationsdatei, Laufordner, Studiendatei oder Studienordner.</translation>
    </message>
    <message>
        <source>Start training the configuration.</source>
        <translation>Das Training der Konfiguration beginnen.</translation>
    </message>
    <message>
        <source>Folder for new runs (default: runs).</source>
        <translation>Ordner für neue Läufe (Vorgabe: runs).</translation>
    </message>
    <message>
        <source>Save a screenshot of the window when it closes (or after 5 s).</source>
        <translation>Ein Bild des Fensters sichern, wenn es schließt (oder nach 5 s).</translation>
    </message>
    <message>
        <source>Export every view of the run as PDF, SVG, PNG and CSV when the run ends; without training, exit afterwards.</source>
        <translation>Jede Ansicht des Laufs als PDF, SVG, PNG und CSV ausgeben, wenn der Lauf endet; ohne Training danach beenden.</translation>
    </message>
    <message>
        <source>Write the key snapshots of the middle layer as images (and as a video if ffmpeg is installed), then exit.</source>
        <translation>Die Aufnahmen der Schlüssel der mittleren Schicht als Bilder schreiben (und als Video, wenn ffmpeg installiert ist), dann beenden.</translation>
    </message>
    <message>
        <source>Size of the figure in mm (default: 170x110).</source>
        <translation>Größe der Abbildung in mm (Vorgabe: 170x110).</translation>
    </message>
    <message>
        <source>Resolution of a PNG figure (default: 300).</source>
        <translation>Auflösung einer PNG-Abbildung (Vorgabe: 300).</translation>
    </message>
    <message>
        <source>Font size of the figure in points (default: 8).</source>
        <translation>Schriftgröße der Abbildung in Punkt (Vorgabe: 8).</translation>
    </message>
    <message>
        <source>Color scheme of the figure: paper (white background), light or dark (default: paper).</source>
        <translation>Farben der Abbildung: paper (weißer Hintergrund), light oder dark (Vorgabe: paper).</translation>
    </message>
    <message>
        <source>Convert the text of an SVG to paths, so that it looks the same everywhere.</source>
        <translation>Den Text einer SVG in Pfade wandeln, damit er überall gleich aussieht.</translation>
    </message>
    <message>
        <source>Experts to highlight, for example 2:17,40; the others are gray.</source>
        <translation>Hervorgehobene Experten, etwa 2:17,40; die übrigen sind grau.</translation>
    </message>
    <message>
        <source>Write a report of the given runs (.html or .pdf) with figures, tables, captions and configurations, then exit.</source>
        <translation>Einen Bericht über die genannten Läufe schreiben (.html oder .pdf), mit Abbildungen, Tabellen, Bildtexten und Konfigurationen, dann beenden.</translation>
    </message>
    <message>
        <source>Figures of the report: loss, experts, galaxy, traces, layers, pairs; the last two analyze each run (default: the first three).</source>
        <translation>Abbildungen des Berichts: loss, experts, galaxy, traces, layers, pairs; die letzten beiden analysieren jeden Lauf (Vorgabe: die ersten drei).</translation>
    </message>
    <message>
        <source>Text to trace in a figure or a report (default: the start of the run&apos;s validation text).</source>
        <translation>Text für die Spuren einer Abbildung oder eines Berichts (Vorgabe: der Anfang des Validierungstexts des Laufs).</translation>
    </message>
    <message>
        <source>Exit with 0 if a window can be opened, else with 1.</source>
        <translation>Mit 0 enden, wenn ein Fenster geöffnet werden kann, sonst mit 1.</translation>
    </message>
    <message>
        <source>Drawing options of the figure&apos;s view, as the window&apos;s Export figure prints them, for example log-y,smoothing=0.5.</source>
        <translation>Zeichenoptionen der Ansicht der Abbildung, wie „Abbildung ausgeben“ des Fensters sie nennt, zum Beispiel log-y,smoothing=0.5.</translation>
    </message>
    <message>
        <source>Exit after this many seconds without asking.</source>
        <translation>Nach so vielen Sekunden beenden, ohne zu fragen.</translation>
    </message>
    <message>
        <source>Benchmark the window on synthetic runs, print the results and exit.</source>
        <translation>Das Fenster an künstlichen Läufen messen, die Ergebnisse ausgeben und beenden.</translation>
    </message>
    <message>
        <source>Write the figures of a run (into its folder figures), a study or controls (into their folder) as SVG and PDF, then exit.</source>
        <translation>Die Abbildungen eines Laufs (in seinen Ordner figures), einer Studie oder von Kontrollen (in deren Ordner) als SVG und PDF schreiben, dann beenden.</translation>
    </message>
    <message>
        <source>Leave an SVG or PNG figure without a background.</source>
        <translation>Eine Abbildung als SVG oder PNG ohne Hintergrund lassen.</translation>
    </message>
    <message>
        <source>Principal components of the galaxy&apos;s axes, for example 1,3,4.</source>
        <translation>Hauptkomponenten der Achsen der Galaxie, zum Beispiel 1,3,4.</translation>
    </message>
    <message>
        <source>Camera of the galaxy: the name of one that is kept with the run, or YAW:PITCH:DISTANCE:X:Y.</source>
        <translation>Kamera der Galaxie: der Name einer Kamera, die mit dem Lauf aufbewahrt ist, oder YAW:PITCH:DISTANCE:X:Y.</translation>
    </message>
    <message>
        <source>Title above the figure.</source>
        <translation>Titel über der Abbildung.</translation>
    </message>
    <message>
        <source>Place of the legend: above, top-left, top-right, bottom-left, bottom-right (inside the axes), right or none (default: above).</source>
        <translation>Platz der Legende: above (darüber), top-left, top-right, bottom-left, bottom-right (innerhalb der Achsen), right (rechts) oder none (keine; Vorgabe: above).</translation>
    </message>
    <message>
        <source>Width of the main lines in points (default: 1.35); thinner ones in proportion.</source>
        <translation>Breite der Hauptlinien in Punkt (Vorgabe: 1.35); dünnere im Verhältnis.</translation>
    </message>
    <message>
        <source>Font of the figure (default: DejaVu Sans).</source>
        <translation>Schrift der Abbildung (Vorgabe: DejaVu Sans).</translation>
    </message>
    <message>
        <source>Range of this axis of the figure, in its own units (default: as in the view).</source>
        <translation>Bereich dieser Achse der Abbildung in ihrer Einheit (Vorgabe: wie in der Ansicht).</translation>
    </message>
    <message>
        <source>Panels of a figure beside each other (default: about as many as below each other).</source>
        <translation>Teile einer Abbildung nebeneinander (Vorgabe: etwa so viele wie untereinander).</translation>
    </message>
    <message>
        <source>Output file of the figure: .pdf, .svg or .png; .py for a matplotlib script, with its data as .csv beside it.</source>
        <translation>Zieldatei der Abbildung: .pdf, .svg oder .png; .py für ein Skript für matplotlib mit seinen Daten als .csv daneben.</translation>
    </message>
    <message>
        <source>Write a figure of one view of the run (loss, experts, galaxy, traces, log, inspect, layers, pairs, table, metrics, model, compare) or of a study (study.map, study.parallel, study.curves, study.stream, study.seeds, study.keys, study.xy, study.verdict), then exit. Given several times, the views are the panels a, b, c of one figure; a --look belongs to the --figure before it.</source>
        <translation>Eine Abbildung einer Ansicht des Laufs (loss, experts, galaxy, traces, log, inspect, layers, pairs, table, metrics, model, compare) oder einer Studie (study.map, study.parallel, study.curves, study.stream, study.seeds, study.keys, study.xy, study.verdict) schreiben, dann beenden. Mehrfach angegeben sind die Ansichten die Teile a, b, c einer Abbildung; ein --look gehört zum --figure davor.</translation>
    </message>
    <message>
        <source>Language and decimal separator, for example de_DE or C (default: those of the desktop).</source>
        <translation>Sprache und Dezimaltrennzeichen, zum Beispiel de_DE oder C (Vorgabe: die der Arbeitsumgebung).</translation>
    </message>
</context>
<context>
    <name>orrery::CommandPalette</name>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Command, view, setting or run</source>
        <translation>Befehl, Ansicht, Einstellung oder Lauf</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
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
        <translation>korrigierter EMA %1 über den Rohwerten</translation>
    </message>
    <message>
        <source> (%1 to %2)</source>
        <translation> (%1 bis %2)</translation>
    </message>
    <message>
        <source>, smoothed %1</source>
        <translation>, geglättet %1</translation>
    </message>
    <message>
        <source>Share of training</source>
        <translation>Anteil des Trainings</translation>
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
    <message numerus="yes">
        <source>%1 (%n runs)</source>
        <translation>
            <numerusform>%1 (%n Lauf)</numerusform>
            <numerusform>%1 (%n Läufe)</numerusform>
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
        <source>baseline</source>
        <translation>Grundlinie</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Validation loss minus that of the baseline (in bold)</source>
        <translation>Validierungsverlust minus dem der Grundlinie (fett)</translation>
    </message>
    <message>
        <source> (step %1)</source>
        <translation> (Schritt %1)</translation>
    </message>
    <message>
        <source> (steps %1 to %2)</source>
        <translation> (Schritte %1 bis %2)</translation>
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
        <source>Settings that differ</source>
        <translation>Unterschiedliche Einstellungen</translation>
    </message>
    <message>
        <source>&amp;Open this run</source>
        <translation>Diesen Lauf ö&amp;ffnen</translation>
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
        <source>Reload</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Final results</source>
        <translation>Endergebnisse</translation>
    </message>
    <message>
        <source>Set as &amp;baseline</source>
        <translation>Als &amp;Grundlinie setzen</translation>
    </message>
    <message>
        <source>&amp;Remove from comparison</source>
        <translation>Aus dem Vergleich ent&amp;fernen</translation>
    </message>
    <message>
        <source>Double-click a run to make it the baseline</source>
        <translation>Doppelklick macht einen Lauf zur Grundlinie</translation>
    </message>
    <message>
        <source>Plotted metric</source>
        <translation>Dargestellte Metrik</translation>
    </message>
    <message>
        <source>Unit of the x axis</source>
        <translation>Einheit der x-Achse</translation>
    </message>
    <message>
        <source>Smoothing weight of the debiased EMA</source>
        <translation>Glättungsgewicht des korrigierten EMA</translation>
    </message>
    <message>
        <source>Group runs that differ only in their seed: mean and range</source>
        <translation>Läufe, die sich nur im Startwert unterscheiden, zusammenfassen: Mittel und Spanne</translation>
    </message>
    <message>
        <source>Read the runs from disk again</source>
        <translation>Die Läufe noch einmal von der Platte lesen</translation>
    </message>
    <message>
        <source>%1 of %2 curves are loaded in full; the others are previews</source>
        <translation>%1 von %2 Kurven sind vollständig geladen; die anderen sind Vorschau</translation>
    </message>
    <message numerus="yes">
        <source>%n runs have no values of this metric</source>
        <translation>
            <numerusform>%n Lauf hat keine Werte dieser Metrik</numerusform>
            <numerusform>%n Läufe haben keine Werte dieser Metrik</numerusform>
        </translation>
    </message>
    <message>
        <source>line: mean over seeds; band: minimum to maximum</source>
        <translation>Linie: Mittel über die Startwerte; Band: Minimum bis Maximum</translation>
    </message>
    <message>
        <source>Select runs in the Runs view, then press Compare.</source>
        <translation>In der Ansicht „Läufe“ Läufe auswählen, dann „Vergleichen“ drücken.</translation>
    </message>
    <message>
        <source>Loading runs...</source>
        <translation>Läufe werden geladen ...</translation>
    </message>
    <message>
        <source>The selected runs have no values of this metric.</source>
        <translation>Die ausgewählten Läufe haben keine Werte dieser Metrik.</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Average the runs of each group of the run list: mean and range</source>
        <translation>Läufe jeder Gruppe der Laufliste mitteln: Mittelwert und Spanne</translation>
    </message>
    <message>
        <source>line: mean over the group; band: minimum to maximum</source>
        <translation>Linie: Mittelwert der Gruppe; Band: Minimum bis Maximum</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>Plot any scalar that the runs stored</source>
        <translation>Einen beliebigen Skalar zeichnen, den die Läufe gespeichert haben</translation>
    </message>
    <message>
        <source>None of the runs has stored a scalar of the name %1.</source>
        <translation>Keiner der Läufe hat einen Skalar mit dem Namen %1 gespeichert.</translation>
    </message>
    <message>
        <source>%1 (by layer)</source>
        <translation>%1 (je Schicht)</translation>
    </message>
    <message>
        <source>No scalars are known yet</source>
        <translation>Noch sind keine Skalare bekannt</translation>
    </message>
    <message>
        <source>Routing of the same text</source>
        <translation>Routing desselben Textes</translation>
    </message>
    <message>
        <source>by share of training</source>
        <translation>nach Anteil des Trainings</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Measure the routing of all these runs on one text: Gini, entropy, saturation, information on token and part of speech, guilds</source>
        <translation>Misst das Routing all dieser Läufe an einem Text: Gini, Entropie, Sättigung, Information über Token und Wortart, Gilden</translation>
    </message>
    <message>
        <source>Depth (share of the layers)</source>
        <translation>Tiefe (Anteil der Schichten)</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Same text</source>
        <translation>Derselbe Text</translation>
    </message>
</context>
<context>
    <name>orrery::ConfigDocument</name>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>Can&apos;t update the YAML text: %1</source>
        <translation>Der YAML-Text kann nicht geändert werden: %1</translation>
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
        <source>No setting matches “%1”.</source>
        <translation>Keine Einstellung passt zu „%1“.</translation>
    </message>
    <message>
        <source>All settings have their default values. Clear “Changed only” to show them.</source>
        <translation>Alle Einstellungen haben ihre Vorgabe. „Nur geänderte“ ausschalten, um sie zu zeigen.</translation>
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
    <name>orrery::CoreWords</name>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Evaluating</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>Checking causality</source>
        <translation>Prüfung der Kausalität</translation>
    </message>
    <message>
        <source>Probing</source>
        <translation>Prüfung der Sonden</translation>
    </message>
    <message>
        <source>Building the model</source>
        <translation>Aufbau des Modells</translation>
    </message>
    <message>
        <source>Training the tokenizer</source>
        <translation>Training des Tokenizers</translation>
    </message>
    <message>
        <source>Reading the corpus</source>
        <translation>Lesen des Korpus</translation>
    </message>
    <message>
        <source>Encoding the text</source>
        <translation>Kodieren des Texts</translation>
    </message>
    <message>
        <source>The run failed (%1) at step %2: %3 Nothing was trained: no run folder is left.</source>
        <translation>Der Lauf ist gescheitert (%1) in Schritt %2: %3 Nichts wurde trainiert: Es bleibt kein Laufordner zurück.</translation>
    </message>
    <message>
        <source>The run failed at step %1: %2 Nothing was trained: no run folder is left.</source>
        <translation>Der Lauf ist in Schritt %1 gescheitert: %2 Nichts wurde trainiert: Es bleibt kein Laufordner zurück.</translation>
    </message>
    <message>
        <source>The run failed (%1) at step %2: %3</source>
        <translation>Der Lauf ist gescheitert (%1) in Schritt %2: %3</translation>
    </message>
    <message>
        <source>The run failed at step %1: %2</source>
        <translation>Der Lauf ist in Schritt %1 gescheitert: %2</translation>
    </message>
    <message>
        <source>The run failed for an unknown reason.</source>
        <translation>Der Lauf ist aus unbekanntem Grund gescheitert.</translation>
    </message>
    <message>
        <source>Stopped before training began; resume starts from the beginning.</source>
        <translation>Vor dem Beginn des Trainings angehalten; Fortsetzen beginnt von vorn.</translation>
    </message>
    <message>
        <source>Stopped immediately, without a checkpoint of this step.</source>
        <translation>Sofort angehalten, ohne Checkpoint dieses Schritts.</translation>
    </message>
    <message>
        <source>Stopped at step %1 of %2. Probes that fire: %3.</source>
        <translation>Angehalten in Schritt %1 von %2. Sonden, die anschlagen: %3.</translation>
    </message>
    <message>
        <source>Stopped at step %1 of %2.</source>
        <translation>Angehalten in Schritt %1 von %2.</translation>
    </message>
    <message>
        <source>Finished after %1 steps. Probes that fire: %2.</source>
        <translation>Fertig nach %1 Schritten. Sonden, die anschlagen: %2.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Saved step %1.</source>
        <translation>Schritt %1 gesichert.</translation>
    </message>
    <message>
        <source>Step %1 can&apos;t be saved: %2</source>
        <translation>Schritt %1 kann nicht gesichert werden: %2</translation>
    </message>
    <message>
        <source>%1 An older checkpoint is used.</source>
        <translation>%1 Ein älterer Checkpoint wird verwendet.</translation>
    </message>
    <message>
        <source>The run&apos;s folder %1 was moved to %2: the run goes on there.</source>
        <translation>Der Ordner des Laufs %1 wurde nach %2 verschoben: Der Lauf geht dort weiter.</translation>
    </message>
    <message>
        <source>%1 was removed while the run trains. It was written anew.</source>
        <translation>%1 wurde während des Trainings entfernt und neu geschrieben.</translation>
    </message>
    <message>
        <source>%1: %2 tokens to train on, %3 to validate, %4 steps an epoch, %5 in all, %6 threads.</source>
        <translation>%1: %2 Token zum Trainieren, %3 zum Validieren, %4 Schritte je Epoche, %5 insgesamt, %6 Threads.</translation>
    </message>
    <message>
        <source>Legacy: no causal mask (model.causal: false). Positions attend to later tokens; losses can&apos;t be compared with those of causal models.</source>
        <translation>Altbestand: keine kausale Maske (model.causal: false). Positionen sehen spätere Token; die Verluste sind mit denen kausaler Modelle nicht vergleichbar.</translation>
    </message>
    <message>
        <source>Causality can&apos;t be checked: logits are not finite.</source>
        <translation>Die Kausalität kann nicht geprüft werden: Logits sind nicht endlich.</translation>
    </message>
    <message>
        <source>Causality holds: later tokens do not affect earlier logits.</source>
        <translation>Die Kausalität ist gewahrt: Spätere Token beeinflussen frühere Logits nicht.</translation>
    </message>
    <message>
        <source>Set again, as at step %1: %2 = %3</source>
        <translation>Wieder gesetzt wie in Schritt %1: %2 = %3</translation>
    </message>
    <message>
        <source>%1 = %2 (was %3), by another program</source>
        <translation>%1 = %2 (vorher %3), durch ein anderes Programm</translation>
    </message>
    <message>
        <source>%1 = %2 (was %3)</source>
        <translation>%1 = %2 (vorher %3)</translation>
    </message>
    <message>
        <source>Keys respawned in layer %1: %2.</source>
        <translation>Neu gesetzte Schlüssel in Schicht %1: %2.</translation>
    </message>
    <message>
        <source>The evaluation was stopped.</source>
        <translation>Die Auswertung wurde angehalten.</translation>
    </message>
    <message>
        <source>Validation loss %1 (%2 with padding), perplexity %3, %4</source>
        <translation>Validierungsverlust %1 (%2 mit Füllung), Perplexität %3, %4</translation>
    </message>
    <message>
        <source>The text can&apos;t be traced: %1</source>
        <translation>Der Text kann nicht verfolgt werden: %1</translation>
    </message>
    <message>
        <source>Weights are initialized from init.safetensors.</source>
        <translation>Die Gewichte werden aus init.safetensors übernommen.</translation>
    </message>
    <message>
        <source>The checkpoint is of version %1, this is %2.</source>
        <translation>Der Checkpoint ist von Version %1, dies ist %2.</translation>
    </message>
    <message>
        <source>Resumed with %1 threads instead of %2: sums differ in their last digits from those of an uninterrupted run.</source>
        <translation>Mit %1 statt %2 Threads fortgesetzt: Summen weichen in den letzten Stellen von denen eines ununterbrochenen Laufs ab.</translation>
    </message>
    <message>
        <source>The corpus %1 has changed since this run started: restore it, or start a new run.</source>
        <translation>Das Korpus %1 hat sich seit Beginn dieses Laufs geändert: Stellen Sie es wieder her oder beginnen Sie einen neuen Lauf.</translation>
    </message>
    <message>
        <source>The corpus %1 contains no text. Set data.corpus to a file with text.</source>
        <translation>Das Korpus %1 enthält keinen Text. Setzen Sie data.corpus auf eine Datei mit Text.</translation>
    </message>
    <message>
        <source>The corpus %1 contains no text.</source>
        <translation>Das Korpus %1 enthält keinen Text.</translation>
    </message>
    <message>
        <source>The corpus %1 contains %2 documents, fewer than data.train_documents + data.val_documents ask for (%3). Lower %4, or set to 0 what is to be chosen.</source>
        <translation>Das Korpus %1 enthält %2 Dokumente, weniger als data.train_documents + data.val_documents verlangen (%3). Verringern Sie %4, oder setzen Sie auf 0, was gewählt werden soll.</translation>
    </message>
    <message>
        <source>some.experts is none: there are no experts.</source>
        <translation>some.experts ist none: Es gibt keine Experten.</translation>
    </message>
    <message>
        <source>some.routing is %1: there is no router.</source>
        <translation>some.routing ist %1: Es gibt keinen Router.</translation>
    </message>
    <message>
        <source>some.routing is %1: there is no key store to move.</source>
        <translation>some.routing ist %1: Es gibt keinen Schlüsselspeicher, der bewegt wird.</translation>
    </message>
    <message>
        <source>keys.use_alpha is false: alpha is off.</source>
        <translation>keys.use_alpha ist false: alpha ist abgeschaltet.</translation>
    </message>
    <message>
        <source>keys.use_beta is false: beta is off.</source>
        <translation>keys.use_beta ist false: beta ist abgeschaltet.</translation>
    </message>
    <message>
        <source>keys.use_delta is false: delta is off.</source>
        <translation>keys.use_delta ist false: delta ist abgeschaltet.</translation>
    </message>
    <message>
        <source>beta needs some.top_k above 1: one expert has no peer.</source>
        <translation>beta braucht some.top_k über 1: Ein Experte allein hat keinen Nachbarn.</translation>
    </message>
    <message>
        <source>data.corpus is a file or folder: domains belong to the embedded corpus.</source>
        <translation>data.corpus ist eine Datei oder ein Ordner: Domänen gehören zum eingebauten Korpus.</translation>
    </message>
    <message>
        <source>data.corpus is embedded: its stories are already apart.</source>
        <translation>data.corpus ist embedded: Seine Geschichten sind bereits getrennt.</translation>
    </message>
    <message>
        <source>keys.temperature is fixed, not learned.</source>
        <translation>keys.temperature ist fest, nicht gelernt.</translation>
    </message>
    <message>
        <source>%1: %2 is not a number; it may be %3.</source>
        <translation>%1: %2 ist keine Zahl; möglich ist %3.</translation>
    </message>
    <message>
        <source>%1: %2 is not a number (the decimal separator is a point); it may be %3.</source>
        <translation>%1: %2 ist keine Zahl (das Dezimaltrennzeichen ist ein Punkt); möglich ist %3.</translation>
    </message>
    <message>
        <source>%1: %2 is not a whole number; it may be %3.</source>
        <translation>%1: %2 ist keine ganze Zahl; möglich ist %3.</translation>
    </message>
    <message>
        <source>%1: %2 is out of range; it may be %3.</source>
        <translation>%1: %2 liegt außerhalb des Bereichs; möglich ist %3.</translation>
    </message>
    <message>
        <source>%1 has no value; it may be %2. Remove the key to use the default, %3.</source>
        <translation>%1 hat keinen Wert; möglich ist %2. Entfernen Sie den Schlüssel für die Vorgabe %3.</translation>
    </message>
    <message>
        <source>above %1, at most %2</source>
        <translation>über %1, höchstens %2</translation>
    </message>
    <message>
        <source>model.num_heads (%1) must divide model.d_model (%2).</source>
        <translation>model.num_heads (%1) muss model.d_model (%2) teilen.</translation>
    </message>
    <message>
        <source>model.d_model (%1) must be even for sinusoidal positions.</source>
        <translation>model.d_model (%1) muss für sinusförmige Positionen gerade sein.</translation>
    </message>
    <message>
        <source>some.top_k (%1) is above some.num_experts (%2): a token can&apos;t select more experts than there are.</source>
        <translation>some.top_k (%1) ist größer als some.num_experts (%2): Ein Token kann nicht mehr Experten wählen, als es gibt.</translation>
    </message>
    <message>
        <source>some.expert_dtype: bf16 is for frozen experts; trained ones need fp32.</source>
        <translation>some.expert_dtype: bf16 ist für eingefrorene Experten; trainierte brauchen fp32.</translation>
    </message>
    <message>
        <source>keys.beta_sign must be 1 or -1; to switch beta off use keys.use_beta: false.</source>
        <translation>keys.beta_sign muss 1 oder -1 sein; beta schaltet man mit keys.use_beta: false ab.</translation>
    </message>
    <message>
        <source>keys.beta_schedule needs two numbers, first and last, or none.</source>
        <translation>keys.beta_schedule braucht zwei Zahlen, Anfang und Ende, oder keine.</translation>
    </message>
    <message>
        <source>keys.alpha_floor (%1) is above keys.alpha (%2), which it bounds from below.</source>
        <translation>keys.alpha_floor (%1) ist größer als keys.alpha (%2), das es nach unten begrenzt.</translation>
    </message>
    <message>
        <source>keys.entropy_band needs two numbers, the lower one first, or none.</source>
        <translation>keys.entropy_band braucht zwei Zahlen, die kleinere zuerst, oder keine.</translation>
    </message>
    <message>
        <source>train.betas needs two numbers, such as [0.9, 0.95].</source>
        <translation>train.betas braucht zwei Zahlen, etwa [0.9, 0.95].</translation>
    </message>
    <message>
        <source>train.accumulation (%1) is above train.batch_size (%2): a part needs at least one sample.</source>
        <translation>train.accumulation (%1) ist größer als train.batch_size (%2): Ein Teil braucht mindestens eine Probe.</translation>
    </message>
    <message>
        <source>name becomes part of a folder&apos;s name: 1 to 100 characters, without &apos;/&apos;.</source>
        <translation>name wird Teil eines Ordnernamens: 1 bis 100 Zeichen, ohne „/“.</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>layers %1</source>
        <translation>Schichten %1</translation>
    </message>
    <message>
        <source>%1 This affects %2</source>
        <translation>%1 Das betrifft %2</translation>
    </message>
    <message>
        <source>%1 is a single value, not a section; it may be %2.</source>
        <translation>%1 ist ein einzelner Wert, kein Abschnitt; erlaubt: %2.</translation>
    </message>
    <message>
        <source>%1 is a single value, not a list; it may be %2.</source>
        <translation>%1 ist ein einzelner Wert, keine Liste; erlaubt: %2.</translation>
    </message>
    <message>
        <source>%1: every item of the list must be a number; it may be %2.</source>
        <translation>%1: Jeder Eintrag der Liste muss eine Zahl sein; erlaubt: %2.</translation>
    </message>
    <message>
        <source>%1: %2 in quotes is text; write it without them.</source>
        <translation>%1: %2 in Anführungszeichen ist Text; ohne sie schreiben.</translation>
    </message>
    <message>
        <source>%1: %2 is not a number that all readers of YAML take alike (%3); it may be %4.</source>
        <translation>%1: %2 ist keine Zahl, die alle YAML-Leser gleich verstehen (%3); erlaubt: %4.</translation>
    </message>
    <message>
        <source>write it in decimal digits</source>
        <translation>mit Dezimalziffern schreiben</translation>
    </message>
    <message>
        <source>a leading zero means octal digits to some; write it without</source>
        <translation>eine führende Null bedeutet für manche Oktalziffern; ohne sie schreiben</translation>
    </message>
    <message>
        <source>write its digits without underscores</source>
        <translation>Ziffern ohne Unterstriche schreiben</translation>
    </message>
    <message>
        <source>some count 1:30 in sixties; write it as one number</source>
        <translation>manche zählen 1:30 zur Basis 60; als eine Zahl schreiben</translation>
    </message>
    <message>
        <source>%1: %2 is not a whole number (write it out in digits); it may be %3.</source>
        <translation>%1: %2 ist keine ganze Zahl (in Ziffern ausschreiben); erlaubt: %3.</translation>
    </message>
    <message>
        <source>%1: %2 is not true or false.</source>
        <translation>%1: %2 ist weder true noch false.</translation>
    </message>
    <message>
        <source>%1: the text is empty.</source>
        <translation>%1: Der Text ist leer.</translation>
    </message>
    <message>
        <source>%1: it must be one line of UTF-8 text, without control characters.</source>
        <translation>%1: Es muss eine Zeile Text in UTF-8 sein, ohne Steuerzeichen.</translation>
    </message>
    <message>
        <source>%1: %2 is not one of %3. Did you mean %4?</source>
        <translation>%1: %2 gehört nicht zu %3. Ist %4 gemeint?</translation>
    </message>
    <message>
        <source>%1: %2 is not one of %3.</source>
        <translation>%1: %2 gehört nicht zu %3.</translation>
    </message>
    <message>
        <source>%1: %2 is not a list; write it as [first, second].</source>
        <translation>%1: %2 ist keine Liste; als [erster, zweiter] schreiben.</translation>
    </message>
    <message>
        <source>the file contains no key; a configuration needs at least one, such as &apos;name: my_run&apos;</source>
        <translation>die Datei enthält keinen Schlüssel; eine Konfiguration braucht mindestens einen, etwa &apos;name: my_run&apos;</translation>
    </message>
    <message>
        <source>a configuration is made of keys and values, such as &apos;name: my_run&apos;, not a list</source>
        <translation>eine Konfiguration besteht aus Schlüsseln und Werten, etwa &apos;name: my_run&apos;, nicht aus einer Liste</translation>
    </message>
    <message>
        <source>a configuration is made of keys and values, such as &apos;name: my_run&apos;, not a single value</source>
        <translation>eine Konfiguration besteht aus Schlüsseln und Werten, etwa &apos;name: my_run&apos;, nicht aus einem einzelnen Wert</translation>
    </message>
    <message>
        <source>%1 in one word is not a key; write %2: and below it, indented, %3:</source>
        <translation>%1 in einem Wort ist kein Schlüssel; %2: schreiben und darunter, eingerückt, %3:</translation>
    </message>
    <message>
        <source>section %1 is empty; give it keys or remove it</source>
        <translation>Abschnitt %1 ist leer; Schlüssel hineinschreiben oder ihn entfernen</translation>
    </message>
    <message>
        <source>%1 is a section: write its keys below it, indented, each with its value</source>
        <translation>%1 ist ein Abschnitt: seine Schlüssel darunter schreiben, eingerückt, jeden mit seinem Wert</translation>
    </message>
    <message>
        <source>section %1 is given twice, in lines %2 and %3: join them into one</source>
        <translation>Abschnitt %1 steht zweimal da, in den Zeilen %2 und %3: zu einem vereinen</translation>
    </message>
    <message>
        <source>%1 is given twice, in lines %2 and %3: remove one of them</source>
        <translation>%1 steht zweimal da, in den Zeilen %2 und %3: eins davon entfernen</translation>
    </message>
    <message>
        <source>and %1 more faults, which are left out here</source>
        <translation>und %1 weitere Fehler, die hier ausgelassen sind</translation>
    </message>
    <message>
        <source>unknown key %1; did you mean the section %2?</source>
        <translation>unbekannter Schlüssel %1; ist der Abschnitt %2 gemeint?</translation>
    </message>
    <message>
        <source>unknown key %1; did you mean %2?</source>
        <translation>unbekannter Schlüssel %1; ist %2 gemeint?</translation>
    </message>
    <message>
        <source>unknown key %1; %2 belongs to section %3</source>
        <translation>unbekannter Schlüssel %1; %2 gehört in den Abschnitt %3</translation>
    </message>
    <message>
        <source>unknown key %1</source>
        <translation>unbekannter Schlüssel %1</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>es gibt keine solche Datei</translation>
    </message>
    <message>
        <source>this is a folder, not a configuration file</source>
        <translation>dies ist ein Ordner, keine Konfigurationsdatei</translation>
    </message>
    <message>
        <source>this is not a regular file, so not a configuration</source>
        <translation>dies ist keine gewöhnliche Datei, also keine Konfiguration</translation>
    </message>
    <message>
        <source>can&apos;t be read: %1</source>
        <translation>nicht lesbar: %1</translation>
    </message>
    <message>
        <source>reading failed</source>
        <translation>Lesen gescheitert</translation>
    </message>
    <message>
        <source>the file is larger than 1 MB; this is not a configuration</source>
        <translation>die Datei ist größer als 1 MB; dies ist keine Konfiguration</translation>
    </message>
    <message>
        <source>extends needs the name of one file, relative to this one, such as &apos;extends: base.yaml&apos;</source>
        <translation>extends braucht den Namen einer Datei, von dieser aus gesehen, etwa &apos;extends: base.yaml&apos;</translation>
    </message>
    <message>
        <source>extends is circular: %1 leads back to itself</source>
        <translation>extends ist ein Kreis: %1 führt zu sich selbst zurück</translation>
    </message>
    <message>
        <source>extends is nested too deep (%1 files)</source>
        <translation>extends ist zu tief verschachtelt (%1 Dateien)</translation>
    </message>
    <message>
        <source>extends %1: %2</source>
        <translation>extends %1: %2</translation>
    </message>
    <message>
        <source>%1 is not of the form section.key=value, such as keys.alpha=0.02</source>
        <translation>%1 hat nicht die Form section.key=value, etwa keys.alpha=0.02</translation>
    </message>
    <message>
        <source>%1 is not of the form section.key=value, as in %2=VALUE</source>
        <translation>%1 hat nicht die Form section.key=value wie in %2=WERT</translation>
    </message>
    <message>
        <source>section %1 is a value, but should be a section of keys</source>
        <translation>Abschnitt %1 ist ein Wert, sollte aber ein Abschnitt mit Schlüsseln sein</translation>
    </message>
    <message>
        <source>%1: the value has another type than the field</source>
        <translation>%1: Der Wert ist von anderer Art als das Feld</translation>
    </message>
    <message>
        <source>The text can&apos;t be changed while it is not a valid configuration; fix it first.</source>
        <translation>Der Text lässt sich nicht ändern, solange er keine gültige Konfiguration ist; erst berichtigen.</translation>
    </message>
    <message>
        <source>%1 is written in a form that can&apos;t be changed automatically; write it on one line of its own.</source>
        <translation>%1 steht in einer Form da, die sich nicht selbsttätig ändern lässt; in eine eigene Zeile schreiben.</translation>
    </message>
    <message>
        <source>a second document starts here; a configuration is one: remove the &apos;---&apos;</source>
        <translation>hier beginnt ein zweites Dokument; eine Konfiguration ist eines: das &apos;---&apos; entfernen</translation>
    </message>
    <message>
        <source>aliases (*name) are not supported; write the value out</source>
        <translation>Aliasse (*name) werden nicht unterstützt; den Wert ausschreiben</translation>
    </message>
    <message>
        <source>anchors (&amp;name) are not supported; remove it</source>
        <translation>Anker (&amp;name) werden nicht unterstützt; entfernen</translation>
    </message>
    <message>
        <source>tags (%1) are not supported; remove it</source>
        <translation>Tags (%1) werden nicht unterstützt; entfernen</translation>
    </message>
    <message>
        <source>this is not valid YAML (the quote that opens here is never closed)</source>
        <translation>dies ist kein gültiges YAML (das Anführungszeichen, das hier öffnet, wird nie geschlossen)</translation>
    </message>
    <message>
        <source>this is not valid YAML (%1); check indentation, colons, quotes and brackets here</source>
        <translation>dies ist kein gültiges YAML (%1); Einrückung, Doppelpunkte, Anführungszeichen und Klammern hier prüfen</translation>
    </message>
    <message>
        <source>more than %1 nested levels, and a configuration has three</source>
        <translation>mehr als %1 Ebenen, und eine Konfiguration hat drei</translation>
    </message>
    <message>
        <source>a key must be a word</source>
        <translation>ein Schlüssel muss ein Wort sein</translation>
    </message>
    <message>
        <source>%1 stands here and looks like a space; replace it by one, or write %2 in double quotes where a text needs it</source>
        <translation>%1 steht hier und sieht wie ein Leerzeichen aus; durch eines ersetzen, oder %2 in doppelten Anführungszeichen schreiben, wo ein Text es braucht</translation>
    </message>
    <message>
        <source>%1 stands here and can&apos;t be seen; remove it, or write %2 in double quotes where a text needs it</source>
        <translation>%1 steht hier und ist unsichtbar; entfernen, oder %2 in doppelten Anführungszeichen schreiben, wo ein Text es braucht</translation>
    </message>
    <message>
        <source>this is not a text file (it has a control byte here); a configuration is YAML text in UTF-8</source>
        <translation>dies ist keine Textdatei (hier steht ein Steuerbyte); eine Konfiguration ist YAML-Text in UTF-8</translation>
    </message>
    <message>
        <source>this is not UTF-8; save the file as UTF-8 text</source>
        <translation>dies ist kein UTF-8; die Datei als UTF-8-Text sichern</translation>
    </message>
    <message>
        <source>a tab indents this line; YAML needs spaces</source>
        <translation>ein Tabulator rückt diese Zeile ein; YAML braucht Leerzeichen</translation>
    </message>
    <message>
        <source>a list, each %1 to %2</source>
        <translation>eine Liste, jede Zahl %1 bis %2</translation>
    </message>
    <message>
        <source>a list, each above %1, below %2</source>
        <translation>eine Liste, jede Zahl über %1, unter %2</translation>
    </message>
    <message>
        <source>a list, each above %1, at most %2</source>
        <translation>eine Liste, jede Zahl über %1, höchstens %2</translation>
    </message>
    <message>
        <source>a list, each at least %1, below %2</source>
        <translation>eine Liste, jede Zahl mindestens %1, unter %2</translation>
    </message>
    <message>
        <source>a list, each at least %1</source>
        <translation>eine Liste, jede Zahl mindestens %1</translation>
    </message>
    <message>
        <source>a list, each above %1</source>
        <translation>eine Liste, jede Zahl über %1</translation>
    </message>
    <message>
        <source>a list, each at most %1</source>
        <translation>eine Liste, jede Zahl höchstens %1</translation>
    </message>
    <message>
        <source>a list, each below %1</source>
        <translation>eine Liste, jede Zahl unter %1</translation>
    </message>
    <message>
        <source>a list, each any number</source>
        <translation>eine Liste beliebiger Zahlen</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>above %1, below %2</source>
        <translation>über %1, unter %2</translation>
    </message>
    <message>
        <source>at least %1, below %2</source>
        <translation>mindestens %1, unter %2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>über %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>unter %1</translation>
    </message>
    <message>
        <source>any number</source>
        <translation>jede Zahl</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>a list of %1</source>
        <translation>eine Liste aus %1</translation>
    </message>
    <message>
        <source>Changing a later token changes earlier logits by at most %1: positions attend to the tokens that they predict, so the loss measures copying.</source>
        <translation>Ein späteres Token zu ändern ändert frühere Logits um höchstens %1: Positionen sehen die Token, die sie vorhersagen; der Verlust misst also Abschreiben.</translation>
    </message>
    <message>
        <source>Changing a later token changes earlier logits by at most %1.</source>
        <translation>Ein späteres Token zu ändern ändert frühere Logits um höchstens %1.</translation>
    </message>
    <message>
        <source>The experts change their input, by layer, by %1: in %2 that is negligible, and the loss would be about the same without experts.</source>
        <translation>Die Experten ändern ihre Eingabe, je Schicht, um %1: in %2 ist das vernachlässigbar, und der Verlust wäre ohne Experten etwa derselbe.</translation>
    </message>
    <message>
        <source>The experts change their input, by layer, by %1.</source>
        <translation>Die Experten ändern ihre Eingabe, je Schicht, um %1.</translation>
    </message>
    <message>
        <source>%1 of the targets are padding, %2 of the tokens that update keys and whose selections are counted: the model is trained to predict padding, keys and usage describe padding as if it were text.</source>
        <translation>%1 der Ziele sind Füllung, %2 der Token, die Schlüssel bewegen und deren Auswahlen gezählt werden: das Modell wird darauf trainiert, Füllung vorherzusagen; Schlüssel und Nutzung beschreiben Füllung, als wäre sie Text.</translation>
    </message>
    <message>
        <source>%1 of the targets are padding, %2 of the tokens that update keys and whose selections are counted: keys and usage describe padding as if it were text.</source>
        <translation>%1 der Ziele sind Füllung, %2 der Token, die Schlüssel bewegen und deren Auswahlen gezählt werden: Schlüssel und Nutzung beschreiben Füllung, als wäre sie Text.</translation>
    </message>
    <message>
        <source>%1 of the targets are padding, %2 of the tokens that update keys and whose selections are counted.</source>
        <translation>%1 der Ziele sind Füllung, %2 der Token, die Schlüssel bewegen und deren Auswahlen gezählt werden.</translation>
    </message>
    <message>
        <source>The RMS gradient of the query network is, by layer, %1 of that of the attention: in %2 the query network hardly learns; only the key store adapts.</source>
        <translation>Der RMS-Gradient des Query-Netzes ist, je Schicht, %1 dessen der Attention: in %2 lernt das Query-Netz kaum; nur der Schlüsselspeicher passt sich an.</translation>
    </message>
    <message>
        <source>The RMS gradient of the query network is, by layer, %1 of that of the attention.</source>
        <translation>Der RMS-Gradient des Query-Netzes ist, je Schicht, %1 dessen der Attention.</translation>
    </message>
    <message>
        <source>The gate entropy of a token is, by layer, %1 of at most %2 nats: in %3 the selected experts are averaged, not weighted, and little gradient flows through the gates.</source>
        <translation>Die Gate-Entropie eines Tokens ist, je Schicht, %1 von höchstens %2 Nat: in %3 werden die ausgewählten Experten gemittelt, nicht gewichtet, und durch die Gates fließt wenig Gradient.</translation>
    </message>
    <message>
        <source>The gate entropy of a token is, by layer, %1 of at most %2 nats.</source>
        <translation>Die Gate-Entropie eines Tokens ist, je Schicht, %1 von höchstens %2 Nat.</translation>
    </message>
    <message>
        <source>Keys with a cosine similarity above 0.99 to another key, by layer: %1 of %2: in %3 such experts are selected together for any token, so that their co-selection carries no meaning.</source>
        <translation>Schlüssel mit einer Kosinusähnlichkeit über 0,99 zu einem anderen, je Schicht: %1 von %2: in %3 werden solche Experten für jedes Token gemeinsam ausgewählt, ihre gemeinsame Auswahl bedeutet also nichts.</translation>
    </message>
    <message>
        <source>Keys with a cosine similarity above 0.99 to another key, by layer: %1 of %2.</source>
        <translation>Schlüssel mit einer Kosinusähnlichkeit über 0,99 zu einem anderen, je Schicht: %1 von %2.</translation>
    </message>
    <message>
        <source>Experts never used, by layer: %1 of %2: in %3 the effective library is smaller than its parameter count suggests.</source>
        <translation>Nie genutzte Experten, je Schicht: %1 von %2: in %3 ist die wirksame Bibliothek kleiner, als ihre Parameterzahl nahelegt.</translation>
    </message>
    <message>
        <source>Experts never used, by layer: %1 of %2.</source>
        <translation>Nie genutzte Experten, je Schicht: %1 von %2.</translation>
    </message>
    <message>
        <source>delta is %1, keys.normalize %2: normalization restores a decayed key at each step, so that decay never accumulates and removes no expert.</source>
        <translation>delta ist %1, keys.normalize %2: die Normierung stellt einen zerfallenen Schlüssel in jedem Schritt wieder her; Zerfall sammelt sich also nie an und entfernt keinen Experten.</translation>
    </message>
    <message>
        <source>delta is %1, keys.normalize %2.</source>
        <translation>delta ist %1, keys.normalize %2.</translation>
    </message>
    <message>
        <source>The loss is %1 without padding and %2 with padding counted: the second is lower only because padding is easy to predict, the more so the longer the sequence.</source>
        <translation>Der Verlust ist %1 ohne Füllung und %2 mit Füllung: der zweite ist nur deshalb kleiner, weil Füllung leicht vorherzusagen ist, umso mehr, je länger die Sequenz ist.</translation>
    </message>
    <message>
        <source>The loss is %1 without padding and %2 with padding counted.</source>
        <translation>Der Verlust ist %1 ohne Füllung und %2 mit Füllung.</translation>
    </message>
    <message>
        <source>nothing (there are no experts)</source>
        <translation>nichts (es gibt keine Experten)</translation>
    </message>
    <message>
        <source>the perplexities of 1.1 to 1.4 in %1 (runs v2, v3 and v5, without a mask).</source>
        <translation>die Perplexitäten von 1,1 bis 1,4 in %1 (Läufe v2, v3 und v5, ohne Maske).</translation>
    </message>
    <message>
        <source>claim A of %1 (frozen experts do the work), and the ranking of initializations in %2, with sparse ones first.</source>
        <translation>Behauptung A von %1 (eingefrorene Experten leisten die Arbeit) und die Rangfolge der Initialisierungen in %2, dünn besetzte zuerst.</translation>
    </message>
    <message>
        <source>the finding of %1 that a long context matters most, and the Gini and entropy of %2.</source>
        <translation>den Befund von %1, dass ein langer Kontext am wichtigsten ist, und Gini und Entropie von %2.</translation>
    </message>
    <message>
        <source>claim A of %1, that the address book is what learns.</source>
        <translation>Behauptung A von %1, dass das Adressbuch lernt.</translation>
    </message>
    <message>
        <source>claim B of %1 (composition), and the specialists of %2.</source>
        <translation>Behauptung B von %1 (Komposition) und die Spezialisten von %2.</translation>
    </message>
    <message>
        <source>the guilds of %1, which it takes as proof that the peer pull organizes knowledge.</source>
        <translation>die Gilden von %1, die dort beweisen sollen, dass der Nachbarzug Wissen ordnet.</translation>
    </message>
    <message>
        <source>the comparison of 64 to 512 experts in %1, whose middle layer used nearly all.</source>
        <translation>den Vergleich von 64 bis 512 Experten in %1, deren mittlere Schicht fast alle nutzte.</translation>
    </message>
    <message>
        <source>the reading of %1 that decay makes unused experts explore, and experiment 3.2 of %2.</source>
        <translation>die Deutung von %1, dass Zerfall ungenutzte Experten erkunden lässt, und Experiment 3.2 von %2.</translation>
    </message>
    <message>
        <source>the losses and perplexities of %1, all of which count padding.</source>
        <translation>die Verluste und Perplexitäten von %1, die alle Füllung mitzählen.</translation>
    </message>
    <message>
        <source>collapse: The routing of layer %1 has collapsed since step %2: its load is as that of %3 equally used experts of %4 (entropy %5 bits; collapsed is below 2 top_k = %6), Gini %7, %8 experts used. %9 advises a larger keys.beta, or one expert per token for longer (some.top_k_warmup); both can be changed while the run trains.</source>
        <translation>Kollaps: Das Routing von Schicht %1 ist seit Schritt %2 kollabiert: seine Last ist wie die von %3 gleich genutzten Experten von %4 (Entropie %5 Bit; kollabiert heißt unter 2 top_k = %6), Gini %7, %8 Experten genutzt. %9 rät zu einem größeren keys.beta oder länger zu einem Experten je Token (some.top_k_warmup); beides lässt sich ändern, während der Lauf trainiert.</translation>
    </message>
    <message>
        <source>collapse: The routing of layer %1 has recovered from its collapse.</source>
        <translation>Kollaps: Das Routing von Schicht %1 hat sich von seinem Kollaps erholt.</translation>
    </message>
    <message>
        <source>%1 (killed by signal %2)</source>
        <translation>%1 (durch Signal %2 beendet)</translation>
    </message>
    <message>
        <source>It was killed by signal %1.</source>
        <translation>Er wurde durch Signal %1 beendet.</translation>
    </message>
    <message>
        <source>There are %1 labels for %2 tokens.</source>
        <translation>Es gibt %1 Bezeichnungen für %2 Token.</translation>
    </message>
    <message>
        <source>A token has the label %1 of %2.</source>
        <translation>Ein Token hat die Bezeichnung %1 von %2.</translation>
    </message>
    <message>
        <source>A token has a label out of range.</source>
        <translation>Ein Token hat eine Bezeichnung außerhalb des Bereichs.</translation>
    </message>
    <message>
        <source>Groups of experts need one number for each expert.</source>
        <translation>Mengen von Experten brauchen eine Zahl für jeden Experten.</translation>
    </message>
    <message>
        <source>Guilds need one label for each token.</source>
        <translation>Gilden brauchen eine Bezeichnung für jedes Token.</translation>
    </message>
    <message>
        <source>A matrix of %1 numbers has no rows of %2.</source>
        <translation>Eine Matrix von %1 Zahlen hat keine Zeilen von %2.</translation>
    </message>
    <message>
        <source>The keys or queries contain a value that is not finite, so they can&apos;t be compared. Use a step before the loss became non-finite.</source>
        <translation>Die Schlüssel oder Anfragen enthalten einen Wert, der nicht endlich ist, und lassen sich nicht vergleichen. Nehmen Sie einen Schritt, bevor der Verlust nicht mehr endlich war.</translation>
    </message>
    <message>
        <source>Drift compares two snapshots of the same keys.</source>
        <translation>Drift vergleicht zwei Aufnahmen derselben Schlüssel.</translation>
    </message>
    <message>
        <source>There are %1 experts, so %2 can&apos;t be selected.</source>
        <translation>Es gibt %1 Experten, also können nicht %2 ausgewählt werden.</translation>
    </message>
    <message>
        <source>Queries, keys and selections are not of the same tokens and experts.</source>
        <translation>Anfragen, Schlüssel und Auswahlen sind nicht von denselben Token und Experten.</translation>
    </message>
    <message>
        <source>The selection bias is not of these experts.</source>
        <translation>Der Bias der Auswahl ist nicht von diesen Experten.</translation>
    </message>
    <message>
        <source>These vectors do not match the keys of the projection: both need %1 dimensions, and every key a position.</source>
        <translation>Diese Vektoren passen nicht zu den Schlüsseln der Projektion: Beide brauchen %1 Dimensionen, und jeder Schlüssel einen Platz.</translation>
    </message>
    <message>
        <source>A key or a vector contains a value that is not finite: it has no position.</source>
        <translation>Ein Schlüssel oder Vektor enthält einen Wert, der nicht endlich ist: Er hat keinen Platz.</translation>
    </message>
    <message>
        <source>A projection to %1 dimensions needs as many principal components, not %2.</source>
        <translation>Eine Projektion auf %1 Dimensionen braucht ebenso viele Hauptkomponenten, nicht %2.</translation>
    </message>
    <message>
        <source>There is no principal component %1: these keys have 1 to %2.</source>
        <translation>Es gibt keine Hauptkomponente %1: Diese Schlüssel haben 1 bis %2.</translation>
    </message>
    <message>
        <source>Principal component %1 stands on two axes: choose another for one of them.</source>
        <translation>Hauptkomponente %1 steht auf zwei Achsen: Wählen Sie für eine davon eine andere.</translation>
    </message>
    <message>
        <source>A projection needs at least 2 points; there is %1.</source>
        <translation>Eine Projektion braucht mindestens 2 Punkte; hier ist %1.</translation>
    </message>
    <message>
        <source>A projection has 2 or 3 dimensions, not %1.</source>
        <translation>Eine Projektion hat 2 oder 3 Dimensionen, nicht %1.</translation>
    </message>
    <message>
        <source>A projection of %1 points of %2 dimensions got %3 numbers.</source>
        <translation>Eine Projektion von %1 Punkten mit %2 Dimensionen bekam %3 Zahlen.</translation>
    </message>
    <message>
        <source>A projection can&apos;t continue from a projection of other points: restart it.</source>
        <translation>Eine Projektion kann nicht von einer Projektion anderer Punkte ausgehen: Beginnen Sie sie neu.</translation>
    </message>
    <message>
        <source>The points contain a value that is not finite, so they can&apos;t be projected. Use a step before the loss became non-finite.</source>
        <translation>Die Punkte enthalten einen Wert, der nicht endlich ist, und lassen sich nicht projizieren. Nehmen Sie einen Schritt, bevor der Verlust nicht mehr endlich war.</translation>
    </message>
    <message>
        <source>Unknown projection method %1: use pca, umap or tsne.</source>
        <translation>Unbekanntes Projektionsverfahren %1: pca, umap oder tsne.</translation>
    </message>
    <message>
        <source>The two texts were routed by models of other sizes.</source>
        <translation>Die beiden Texte wurden von Modellen verschiedener Größe geroutet.</translation>
    </message>
    <message>
        <source>The two texts have guilds of other layers.</source>
        <translation>Die beiden Texte haben Gilden anderer Schichten.</translation>
    </message>
    <message>
        <source>The selections are not a whole number of tokens with %1 experts each.</source>
        <translation>Die Auswahlen sind keine ganze Zahl von Token mit je %1 Experten.</translation>
    </message>
    <message>
        <source>The selections contain expert %1, but there are %2.</source>
        <translation>Die Auswahlen enthalten Experte %1, aber es gibt %2.</translation>
    </message>
    <message>
        <source>Churn needs two selections of equal size for the same tokens.</source>
        <translation>Der Wechsel braucht zwei Auswahlen gleicher Größe für dieselben Token.</translation>
    </message>
    <message>
        <source>Only the first %1 of the text&apos;s %2 tokens are traced: a trace has at most model.seq_len - 1 tokens. Trace the rest as a separate text.</source>
        <translation>Nur die ersten %1 der %2 Token des Texts sind verfolgt: Eine Spur hat höchstens model.seq_len - 1 Token. Verfolgen Sie den Rest als eigenen Text.</translation>
    </message>
    <message>
        <source>The text leaves no room for a continuation: text and continuation have at most model.seq_len - 1 tokens together. Shorten the text.</source>
        <translation>Der Text lässt keinen Platz für eine Fortsetzung: Text und Fortsetzung haben zusammen höchstens model.seq_len - 1 Token. Kürzen Sie den Text.</translation>
    </message>
    <message>
        <source>The model has no token %1: the text was continued by a model with another tokenizer.</source>
        <translation>Das Modell hat kein Token %1: Der Text wurde von einem Modell mit einem anderen Tokenizer fortgesetzt.</translation>
    </message>
    <message>
        <source>A model without experts has no routing to analyze.</source>
        <translation>Ein Modell ohne Experten hat kein Routing, das sich analysieren ließe.</translation>
    </message>
    <message>
        <source>A model without experts has nothing to trace.</source>
        <translation>Ein Modell ohne Experten hat nichts zu verfolgen.</translation>
    </message>
    <message>
        <source>There is nothing to analyze: the text is empty.</source>
        <translation>Es gibt nichts zu analysieren: Der Text ist leer.</translation>
    </message>
    <message>
        <source>There is nothing to score: the text is empty.</source>
        <translation>Es gibt nichts zu bewerten: Der Text ist leer.</translation>
    </message>
    <message>
        <source>There is nothing to trace: the text is empty.</source>
        <translation>Es gibt nichts zu verfolgen: Der Text ist leer.</translation>
    </message>
    <message>
        <source>%1 has neither a checkpoint nor a key snapshot yet.</source>
        <translation>%1 hat noch weder einen Checkpoint noch eine Aufnahme seiner Schlüssel.</translation>
    </message>
    <message>
        <source>%1 has no data of step %2. Checkpoints: %3. Key snapshots: %4.</source>
        <translation>%1 hat keine Daten von Schritt %2. Checkpoints: %3. Aufnahmen der Schlüssel: %4.</translation>
    </message>
    <message>
        <source>This run was imported without its model: only the text whose routing was recorded can be analyzed. Record another one with record_routing.py.</source>
        <translation>Dieser Lauf wurde ohne sein Modell importiert: Nur der Text, dessen Routing aufgezeichnet wurde, kann analysiert werden. Zeichnen Sie einen anderen mit record_routing.py auf.</translation>
    </message>
    <message>
        <source>This run was imported without its model: only the text whose routing was recorded can be shown, and this stands nowhere in it. Record it with record_routing.py. The recorded text begins: %1</source>
        <translation>Dieser Lauf wurde ohne sein Modell importiert: Nur der Text, dessen Routing aufgezeichnet wurde, kann gezeigt werden, und dieser steht nirgends darin. Zeichnen Sie ihn mit record_routing.py auf. Der aufgezeichnete Text beginnt: %1</translation>
    </message>
    <message>
        <source>The key snapshot of step %1, layer %2, no longer exists.</source>
        <translation>Die Aufnahme der Schlüssel von Schritt %1, Schicht %2, gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>%1 is no usable recorded routing: %2. Record it anew with record_routing.py.</source>
        <translation>%1 ist kein brauchbares aufgezeichnetes Routing: %2. Zeichnen Sie es mit record_routing.py neu auf.</translation>
    </message>
    <message>
        <source>%1 contains %2, at character %3. A metric is written as in max(layer*/gini) or exp(val/loss) - 1.</source>
        <translation>%1 enthält %2, bei Zeichen %3. Eine Metrik schreibt man wie in max(layer*/gini) oder exp(val/loss) - 1.</translation>
    </message>
    <message>
        <source>The trial has no metric %1; did you mean %2?</source>
        <translation>Der Versuch hat keine Metrik %1; ist %2 gemeint?</translation>
    </message>
    <message>
        <source>The trial has no metric %1.</source>
        <translation>Der Versuch hat keine Metrik %1.</translation>
    </message>
    <message>
        <source>%1: %2 may match several metrics: write max, min, mean, sum, middle or upper around it.</source>
        <translation>%1: %2 kann auf mehrere Metriken passen: max, min, mean, sum, middle oder upper darum schreiben.</translation>
    </message>
    <message>
        <source>%1: a grid needs points of %2: give its range `points: n`, or search: random.</source>
        <translation>%1: Ein Gitter braucht Punkte von %2: Geben Sie seinem Bereich `points: n` oder search: random.</translation>
    </message>
    <message>
        <source>seeds holds %1 twice, which would train the same again. Give each seed once.</source>
        <translation>seeds enthält %1 zweimal, womit dasselbe noch einmal trainiert würde. Nennen Sie jeden Startwert einmal.</translation>
    </message>
    <message>
        <source>Two points are one configuration, which would be trained twice: %1 and %2. Leave one of them out.</source>
        <translation>Zwei Punkte sind eine Konfiguration, die zweimal trainiert würde: %1 und %2. Lassen Sie einen davon weg.</translation>
    </message>
    <message>
        <source>The base of %1 is the winner of the study %2, which is not known here.</source>
        <translation>Die Grundlage von %1 ist der Sieger der Studie %2, die hier nicht bekannt ist.</translation>
    </message>
    <message>
        <source>The base of %1 is the winner of the study %2, which has no folder %3.%4</source>
        <translation>Die Grundlage von %1 ist der Sieger der Studie %2, die keinen Ordner %3 hat.%4</translation>
    </message>
    <message>
        <source>The base of %1 is the winner of %2, whose trials are not all done.%3</source>
        <translation>Die Grundlage von %1 ist der Sieger von %2, deren Versuche nicht alle fertig sind.%3</translation>
    </message>
    <message>
        <source>The study %1 has no %2 to pick a base by.</source>
        <translation>Die Studie %1 hat kein %2, nach dem sich eine Grundlage wählen ließe.</translation>
    </message>
    <message>
        <source>%1 has no scale %2; it has %3.</source>
        <translation>%1 hat keinen Maßstab %2; sie hat %3.</translation>
    </message>
    <message>
        <source>The trial has no finite %1.</source>
        <translation>Der Versuch hat kein endliches %1.</translation>
    </message>
    <message>
        <source>It ended without a result; its log is empty.</source>
        <translation>Er endete ohne Ergebnis; sein Protokoll ist leer.</translation>
    </message>
    <message>
        <source>%1 knows %2 trials, and study.db %3: they do not match.</source>
        <translation>%1 kennt %2 Versuche und study.db %3: Sie passen nicht zusammen.</translation>
    </message>
    <message>
        <source>A trial&apos;s state %1 is unknown: was study.db written by a newer version?</source>
        <translation>Der Zustand %1 eines Versuchs ist unbekannt: Wurde study.db von einer neueren Version geschrieben?</translation>
    </message>
    <message>
        <source>%1 was made by another version of this program: run the study into another folder with --out.</source>
        <translation>%1 wurde von einer anderen Version dieses Programms angelegt: Führen Sie die Studie in einem anderen Ordner aus (--out).</translation>
    </message>
    <message>
        <source>%1 has another plan: the study has changed since. Choose another folder with --out, or remove that one.</source>
        <translation>%1 hat einen anderen Plan: Die Studie hat sich seither geändert. Wählen Sie einen anderen Ordner (--out) oder entfernen Sie jenen.</translation>
    </message>
    <message>
        <source>%1 is not a study: it has no study.db.</source>
        <translation>%1 ist keine Studie: Darin liegt keine study.db.</translation>
    </message>
    <message>
        <source>%1 does not fit its study: %2. Take it from a backup, or run the study into another folder with --out.</source>
        <translation>%1 passt nicht zu ihrer Studie: %2. Nehmen Sie sie aus einer Sicherung oder führen Sie die Studie in einem anderen Ordner aus (--out).</translation>
    </message>
    <message>
        <source>The study %1 has no objective %2.</source>
        <translation>Die Studie %1 hat keine Zielgröße %2.</translation>
    </message>
    <message>
        <source>The study %1 has no axis %2.</source>
        <translation>Die Studie %1 hat keine Achse %2.</translation>
    </message>
    <message>
        <source>%1 is damaged: remove it, then the study&apos;s next start makes it again.</source>
        <translation>%1 ist beschädigt: Entfernen Sie es, dann legt der nächste Start der Studie es neu an.</translation>
    </message>
    <message>
        <source>%1 names a run outside of its study.</source>
        <translation>%1 nennt einen Lauf außerhalb seiner Studie.</translation>
    </message>
    <message>
        <source>The text %1 is split at %2; it may be %3.</source>
        <translation>Der Text %1 wird bei %2 geteilt; erlaubt: %3.</translation>
    </message>
    <message>
        <source>The text %1 is not there: %2.</source>
        <translation>Den Text %1 gibt es nicht: %2.</translation>
    </message>
    <message>
        <source>The text %1, %2, can&apos;t be read. Check its permissions.</source>
        <translation>Der Text %1, %2, kann nicht gelesen werden. Prüfen Sie die Zugriffsrechte.</translation>
    </message>
    <message>
        <source>%1 is no domain of the embedded corpus (%2). Give a text: {%3: FILE}.</source>
        <translation>%1 ist keine Domäne des eingebauten Korpus (%2). Geben Sie einen Text an: {%3: DATEI}.</translation>
    </message>
    <message>
        <source>Trials are trained on files, but %1 names %2, a domain of the embedded corpus. Give a text in its place: --text %3=FILE.</source>
        <translation>Versuche werden auf Dateien trainiert, aber %1 nennt %2, eine Domäne des eingebauten Korpus. Geben Sie stattdessen einen Text an: --text %3=DATEI.</translation>
    </message>
    <message>
        <source>The study %1 reads no text %2: it is neither in domains, stream and phases nor a data.domain.</source>
        <translation>Die Studie %1 liest keinen Text %2: Er steht weder in domains, stream und phases noch ist er eine data.domain.</translation>
    </message>
    <message>
        <source>data.split can&apos;t be %1.</source>
        <translation>data.split kann nicht %1 sein.</translation>
    </message>
    <message>
        <source>rope needs an even number of features a head; model.d_model / model.num_heads is %1.</source>
        <translation>rope braucht eine gerade Zahl von Merkmalen je Kopf; model.d_model / model.num_heads ist %1.</translation>
    </message>
    <message>
        <source>some.lora_rank (%1) is above the narrower side of an expert (%2).</source>
        <translation>some.lora_rank (%1) ist größer als die schmalere Seite eines Experten (%2).</translation>
    </message>
    <message>
        <source>keys.beta_layer_scale has %1 numbers; it needs one for each of the %2 layers, or none.</source>
        <translation>keys.beta_layer_scale hat %1 Zahlen; es braucht eine für jede der %2 Schichten oder keine.</translation>
    </message>
    <message>
        <source>keys.frozen_layers names layer %1 twice.</source>
        <translation>keys.frozen_layers nennt Schicht %1 zweimal.</translation>
    </message>
    <message>
        <source>keys.frozen_layers names layer %1; the layers are 0 to %2.</source>
        <translation>keys.frozen_layers nennt Schicht %1; die Schichten sind 0 bis %2.</translation>
    </message>
    <message>
        <source>keys.theta and keys.theta_percentile both set the threshold; remove one of them (or set keys.theta to 0).</source>
        <translation>keys.theta und keys.theta_percentile setzen beide die Schwelle; eines davon entfernen (oder keys.theta auf 0 setzen).</translation>
    </message>
    <message>
        <source>train.warmup (%1 steps) and train.warmup_share (%2) both set the length of the warm-up; set one of them to 0.</source>
        <translation>train.warmup (%1 Schritte) und train.warmup_share (%2) setzen beide die Länge des Anstiegs; eines davon auf 0 setzen.</translation>
    </message>
    <message>
        <source>train.cuda_graph is on, but steps of several processes (train.processes %1) are not recorded. Set it to auto or off.</source>
        <translation>train.cuda_graph ist on, aber Schritte mehrerer Prozesse (train.processes %1) werden nicht aufgezeichnet. Setzen Sie es auf auto oder off.</translation>
    </message>
    <message>
        <source>train.cuda_graph is on, but %1. Set train.cuda_graph to auto or off: the numbers are the same.</source>
        <translation>train.cuda_graph ist on, aber %1. Setzen Sie train.cuda_graph auf auto oder off: Die Zahlen sind dieselben.</translation>
    </message>
    <message>
        <source>data.validation is the text that is trained on (data.corpus): set it to corpus, which holds a part of that back, or to another text.</source>
        <translation>data.validation ist der Text, auf dem trainiert wird (data.corpus): Setzen Sie es auf corpus, das einen Teil davon zurückhält, oder auf einen anderen Text.</translation>
    </message>
    <message>
        <source>some.interventions: %1</source>
        <translation>some.interventions: %1</translation>
    </message>
    <message>
        <source>%1: there is no layer %2; layers are 0 to %3.</source>
        <translation>%1: Es gibt keine Schicht %2; Schichten sind 0 bis %3.</translation>
    </message>
    <message>
        <source>%1: there is no such expert; a layer has 0 to %2.</source>
        <translation>%1: Es gibt diesen Experten nicht; eine Schicht hat 0 bis %2.</translation>
    </message>
    <message>
        <source>%1: the factor must be a finite number.</source>
        <translation>%1: Der Faktor muss eine endliche Zahl sein.</translation>
    </message>
    <message>
        <source>%1: a key must be model.d_model (%2) finite numbers.</source>
        <translation>%1: Ein Schlüssel besteht aus model.d_model (%2) endlichen Zahlen.</translation>
    </message>
    <message>
        <source>Layer %1 would keep fewer experts than %2; knock out fewer.</source>
        <translation>Schicht %1 behielte weniger Experten als %2; weniger ausschalten.</translation>
    </message>
    <message>
        <source>Layer %1 can&apos;t force more experts than %2.</source>
        <translation>Schicht %1 kann nicht mehr Experten erzwingen als %2.</translation>
    </message>
    <message>
        <source>Expert %1:%2 can&apos;t be both knocked out and forced.</source>
        <translation>Experte %1:%2 kann nicht zugleich ausgeschaltet und erzwungen sein.</translation>
    </message>
    <message>
        <source>Interventions need a router with keys (some.routing: keys, and some.experts).</source>
        <translation>Eingriffe brauchen einen Router mit Schlüsseln (some.routing: keys und some.experts).</translation>
    </message>
    <message>
        <source>%1: keys are swapped within a layer.</source>
        <translation>%1: Schlüssel werden innerhalb einer Schicht getauscht.</translation>
    </message>
    <message>
        <source>%1: an expert is LAYER:EXPERT, such as 1:3.</source>
        <translation>%1: Ein Experte ist SCHICHT:EXPERTE, etwa 1:3.</translation>
    </message>
    <message>
        <source>%1: which experts? An expert is LAYER:EXPERT, such as 1:3.</source>
        <translation>%1: Welche Experten? Ein Experte ist SCHICHT:EXPERTE, etwa 1:3.</translation>
    </message>
    <message>
        <source>%1 does not begin with one of %2.</source>
        <translation>%1 beginnt mit keinem von %2.</translation>
    </message>
    <message>
        <source>The configuration can&apos;t be used.</source>
        <translation>Die Konfiguration kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>%1: %2 stands twice; name it once.</source>
        <translation>%1: %2 steht zweimal da; einmal nennen.</translation>
    </message>
    <message>
        <source>%1: every item of the list must be a word; it may be %2.</source>
        <translation>%1: Jeder Eintrag der Liste muss ein Wort sein; erlaubt: %2.</translation>
    </message>
    <message>
        <source>%1: its value %2 has no word.</source>
        <translation>%1: Sein Wert %2 hat kein Wort.</translation>
    </message>
    <message>
        <source>There is no field %1.</source>
        <translation>Es gibt kein Feld %1.</translation>
    </message>
    <message>
        <source>keys.usage is cumulative, not ema.</source>
        <translation>keys.usage ist cumulative, nicht ema.</translation>
    </message>
    <message>
        <source>keys.theta is a constant threshold.</source>
        <translation>keys.theta ist eine feste Schwelle.</translation>
    </message>
    <message>
        <source>some.experts is trained: checkpoints always hold them.</source>
        <translation>some.experts ist trained: Checkpoints enthalten sie immer.</translation>
    </message>
    <message>
        <source>some.router is linear: it has no hidden layer.</source>
        <translation>some.router ist linear: Er hat keine verborgene Schicht.</translation>
    </message>
    <message>
        <source>some.init is %1, not sparse.</source>
        <translation>some.init ist %1, nicht sparse.</translation>
    </message>
    <message>
        <source>some.experts is %1, not lora.</source>
        <translation>some.experts ist %1, nicht lora.</translation>
    </message>
    <message>
        <source>train.max_steps sets the length.</source>
        <translation>train.max_steps setzt die Länge.</translation>
    </message>
    <message>
        <source>train.warmup_share sets the length of the warm-up.</source>
        <translation>train.warmup_share setzt die Länge des Anstiegs.</translation>
    </message>
    <message>
        <source>train.device is cpu.</source>
        <translation>train.device ist cpu.</translation>
    </message>
    <message>
        <source>data.packing is packed: no padding.</source>
        <translation>data.packing ist packed: keine Füllung.</translation>
    </message>
    <message>
        <source>The parameter %1 belongs to no part of train.parts.</source>
        <translation>Der Parameter %1 gehört zu keinem Teil von train.parts.</translation>
    </message>
    <message>
        <source>Unknown setting %1; did you mean %2?</source>
        <translation>Unbekannte Einstellung %1; ist %2 gemeint?</translation>
    </message>
    <message>
        <source>Unknown setting %1.</source>
        <translation>Unbekannte Einstellung %1.</translation>
    </message>
    <message>
        <source>%1 can&apos;t be changed during training: change it in the configuration and start a new run.</source>
        <translation>%1 lässt sich im Training nicht ändern: In der Konfiguration ändern und einen neuen Lauf beginnen.</translation>
    </message>
    <message>
        <source>No file or folder %1. Give its path, or `%2`.</source>
        <translation>Keine Datei und kein Ordner %1. Geben Sie den Pfad an oder `%2`.</translation>
    </message>
    <message>
        <source>The folder for runs has no name. Choose one with --runs.</source>
        <translation>Der Ordner für Läufe hat keinen Namen. Wählen Sie einen mit --runs.</translation>
    </message>
    <message>
        <source>Runs can&apos;t be written to %1: %2 is not a folder. Choose another with --runs.</source>
        <translation>Läufe können nicht nach %1 geschrieben werden: %2 ist kein Ordner. Wählen Sie einen anderen mit --runs.</translation>
    </message>
    <message>
        <source>Runs can&apos;t be written to %1: the folder is not writable. Choose another with --runs.</source>
        <translation>Läufe können nicht nach %1 geschrieben werden: Der Ordner ist schreibgeschützt. Wählen Sie einen anderen mit --runs.</translation>
    </message>
    <message>
        <source>train.device is %1, but this machine has %2: choose one of them, or auto.</source>
        <translation>train.device ist %1, aber diese Maschine hat %2: Wählen Sie eines davon oder auto.</translation>
    </message>
    <message>
        <source>train.device is %1, but %2: check the driver and the installation, or set train.device to cpu or auto.</source>
        <translation>train.device ist %1, aber %2: Prüfen Sie Treiber und Installation oder setzen Sie train.device auf cpu oder auto.</translation>
    </message>
    <message>
        <source>The validation %1, fewer than one. Raise data.val_documents, lower model.seq_len, or set data.packing to none.</source>
        <translation>Validierung: %1, weniger als eine Probe. Erhöhen Sie data.val_documents, verringern Sie model.seq_len oder setzen Sie data.packing auf none.</translation>
    </message>
    <message>
        <source>The validation %1, fewer than one. Raise data.val_documents.</source>
        <translation>Validierung: %1, weniger als eine Probe. Erhöhen Sie data.val_documents.</translation>
    </message>
    <message>
        <source>The training %1, fewer than a batch of %2. Lower train.batch_size or model.seq_len, or give more text.</source>
        <translation>Training: %1, weniger als einen Batch von %2. Verringern Sie train.batch_size oder model.seq_len oder geben Sie mehr Text.</translation>
    </message>
    <message>
        <source>The training %1, fewer than a batch of %2. Lower train.batch_size, or give more documents.</source>
        <translation>Training: %1, weniger als einen Batch von %2. Verringern Sie train.batch_size oder geben Sie mehr Dokumente.</translation>
    </message>
    <message>
        <source>text fills %1 of model.seq_len %2</source>
        <translation>der Text füllt %1 von model.seq_len %2</translation>
    </message>
    <message>
        <source>text has %1</source>
        <translation>der Text hat %1</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 Proben</translation>
    </message>
    <message>
        <source>%1 sample</source>
        <translation>%1 Probe</translation>
    </message>
    <message>
        <source>model.seq_len and train.batch_size must be at least 1.</source>
        <translation>model.seq_len und train.batch_size müssen mindestens 1 sein.</translation>
    </message>
    <message>
        <source>This packing of samples is unknown.</source>
        <translation>Diese Packung der Proben ist unbekannt.</translation>
    </message>
    <message>
        <source>Batches count from 0.</source>
        <translation>Batches zählen von 0 an.</translation>
    </message>
    <message>
        <source>The validation text %1 contains no text. Set data.validation to a file with text.</source>
        <translation>Der Validierungstext %1 enthält keinen Text. Setzen Sie data.validation auf eine Datei mit Text.</translation>
    </message>
    <message>
        <source>The validation text %1 contains %2 documents, fewer than data.val_documents (%3). Lower it, or set it to 0 for all of them.</source>
        <translation>Der Validierungstext %1 enthält %2 Dokumente, weniger als data.val_documents (%3). Verringern Sie es oder setzen Sie es auf 0 für alle.</translation>
    </message>
    <message>
        <source>The corpus %1 contains one document, but training and validation need one each. data.split is %2: set it to %3, as the text is divided.</source>
        <translation>Das Korpus %1 enthält ein Dokument, aber Training und Validierung brauchen je eines. data.split ist %2: Setzen Sie es auf %3, wie der Text geteilt ist.</translation>
    </message>
    <message>
        <source>The corpus %1 does not exist. Correct data.corpus.</source>
        <translation>Das Korpus %1 gibt es nicht. Berichtigen Sie data.corpus.</translation>
    </message>
    <message>
        <source>data.corpus is empty. Set it to embedded, a file or a folder.</source>
        <translation>data.corpus ist leer. Setzen Sie es auf embedded, eine Datei oder einen Ordner.</translation>
    </message>
    <message>
        <source>The text is empty.</source>
        <translation>Der Text ist leer.</translation>
    </message>
    <message>
        <source>The embedded corpus has too few different stories of the domain %1 for %2 validation documents. Lower data.val_documents or data.train_documents.</source>
        <translation>Das eingebaute Korpus hat zu wenige verschiedene Geschichten der Domäne %1 für %2 Validierungsdokumente. Verringern Sie data.val_documents oder data.train_documents.</translation>
    </message>
    <message>
        <source>%1 has changed since it was first read. Start again when nothing writes to it.</source>
        <translation>%1 hat sich geändert, seit es zuerst gelesen wurde. Beginnen Sie noch einmal, wenn nichts mehr hineinschreibt.</translation>
    </message>
    <message>
        <source>%1 became shorter while it was read. Start again.</source>
        <translation>%1 wurde kürzer, während es gelesen wurde. Beginnen Sie noch einmal.</translation>
    </message>
    <message>
        <source>%1: a .json file is one value, not documents. Write one object with a &quot;text&quot; field a line and name the file .jsonl.</source>
        <translation>%1: Eine .json-Datei ist ein Wert, keine Dokumente. Schreiben Sie je Zeile ein Objekt mit einem Feld „text“ und nennen Sie die Datei .jsonl.</translation>
    </message>
    <message>
        <source>%1: this is UTF-16. Save the file as UTF-8.</source>
        <translation>%1: Dies ist UTF-16. Sichern Sie die Datei als UTF-8.</translation>
    </message>
    <message>
        <source>%1: its lines end with bare carriage returns (the first is byte %2), which are no line ends here. Save it with line feeds, such as by `tr &apos;\r&apos; &apos;\n&apos;`.</source>
        <translation>%1: Ihre Zeilen enden mit bloßen Wagenrückläufen (der erste ist Byte %2), die hier keine Zeilenenden sind. Sichern Sie sie mit Zeilenvorschüben, etwa durch `tr &apos;\r&apos; &apos;\n&apos;`.</translation>
    </message>
    <message>
        <source>%1: a document starts at byte %2 and is longer than %3 MB. %4</source>
        <translation>%1: Ein Dokument beginnt bei Byte %2 und ist länger als %3 MB. %4</translation>
    </message>
    <message>
        <source>%1: a document is longer than %2 MB without a blank line. Set data.split to line.</source>
        <translation>%1: Ein Dokument ist länger als %2 MB ohne eine Leerzeile. Setzen Sie data.split auf line.</translation>
    </message>
    <message>
        <source>%1: a NUL byte (%2): this is a binary file, not text. Give text files only.</source>
        <translation>%1: Ein NUL-Byte (%2): Dies ist eine Binärdatei, kein Text. Geben Sie nur Textdateien an.</translation>
    </message>
    <message>
        <source>%1: not UTF-8: %2 at %3. Save the file as UTF-8.</source>
        <translation>%1: kein UTF-8: %2 bei %3. Sichern Sie die Datei als UTF-8.</translation>
    </message>
    <message>
        <source>%1: not JSON: %2</source>
        <translation>%1: kein JSON: %2</translation>
    </message>
    <message>
        <source>The text is not UTF-8 (byte %1). Convert it first.</source>
        <translation>Der Text ist kein UTF-8 (Byte %1). Wandeln Sie ihn erst um.</translation>
    </message>
    <message>
        <source>The tokenizer failed: %1</source>
        <translation>Der Tokenizer ist gescheitert: %1</translation>
    </message>
    <message>
        <source>The tokenizer does not give back the text of document %1: losses per byte of it would be wrong. Use a tokenizer of Orrery.</source>
        <translation>Der Tokenizer gibt den Text von Dokument %1 nicht wieder: Verluste je Byte wären falsch. Verwenden Sie einen Tokenizer von Orrery.</translation>
    </message>
    <message>
        <source>The token cache %1 can&apos;t be read back after writing: is the disk failing?</source>
        <translation>Der Token-Zwischenspeicher %1 ist nach dem Schreiben nicht lesbar: Ist die Platte defekt?</translation>
    </message>
    <message>
        <source>%1 Nor can a folder be made for it as %2: %3.</source>
        <translation>%1 Auch ein Ordner %2 kann dafür nicht angelegt werden: %3.</translation>
    </message>
    <message>
        <source>%1 can&apos;t be written: %2.</source>
        <translation>%1 kann nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>neither HOME nor XDG_CACHE_HOME names a folder</source>
        <translation>weder HOME noch XDG_CACHE_HOME nennt einen Ordner</translation>
    </message>
    <message>
        <source>This is not a tokenizer of Orrery: %1. Use the tokenizer.model of a run folder.</source>
        <translation>Dies ist kein Tokenizer von Orrery: %1. Verwenden Sie die Datei tokenizer.model eines Laufordners.</translation>
    </message>
    <message>
        <source>%1 is too large for a tokenizer.</source>
        <translation>%1 ist zu groß für einen Tokenizer.</translation>
    </message>
    <message>
        <source>Token %1 is outside the vocabulary of %2.</source>
        <translation>Token %1 liegt außerhalb des Vokabulars von %2.</translation>
    </message>
    <message>
        <source>The tokenizer has %1 tokens, but model.vocab_size is %2: set it to that number.</source>
        <translation>Der Tokenizer hat %1 Token, aber model.vocab_size ist %2: Setzen Sie es auf jene Zahl.</translation>
    </message>
    <message>
        <source>The tokenizer can&apos;t be trained: the corpus contains no printable text.</source>
        <translation>Der Tokenizer kann nicht trainiert werden: Das Korpus enthält keinen druckbaren Text.</translation>
    </message>
    <message>
        <source>The tokenizer can&apos;t be trained: %1 Lower model.vocab_size, or give it more text (data.corpus, data.train_documents).</source>
        <translation>Der Tokenizer kann nicht trainiert werden: %1 Verringern Sie model.vocab_size oder geben Sie mehr Text (data.corpus, data.train_documents).</translation>
    </message>
    <message>
        <source>model.vocab_size is %1, but the tokenizer needs %2 entries for bytes and special tokens, and more for learned ones. Set it to at least 512.</source>
        <translation>model.vocab_size ist %1, aber der Tokenizer braucht %2 Einträge für Bytes und besondere Token und weitere für gelernte. Setzen Sie es auf mindestens 512.</translation>
    </message>
    <message>
        <source>Not enough memory. Lower train.batch_size or model.seq_len, raise train.accumulation, or lower some.num_experts, some.d_ffn or model.d_model. (%1)</source>
        <translation>Der Speicher reicht nicht. Verringern Sie train.batch_size oder model.seq_len, erhöhen Sie train.accumulation oder verringern Sie some.num_experts, some.d_ffn oder model.d_model. (%1)</translation>
    </message>
    <message>
        <source>Not enough memory. Lower train.batch_size or model.seq_len, raise train.accumulation, or lower some.num_experts, some.d_ffn or model.d_model.</source>
        <translation>Der Speicher reicht nicht. Verringern Sie train.batch_size oder model.seq_len, erhöhen Sie train.accumulation oder verringern Sie some.num_experts, some.d_ffn oder model.d_model.</translation>
    </message>
    <message>
        <source>The run needs about %1 of memory, and %2 are free. Changes that reduce it, each on its own (together they reduce it more):%3</source>
        <translation>Der Lauf braucht etwa %1 Speicher, und %2 sind frei. Änderungen, die das verringern, jede für sich (zusammen verringern sie es mehr):%3</translation>
    </message>
    <message>
        <source>The run needs about %1 more of disk in %2, and %3 are free. Free some space, choose another runs folder, or lower checkpoint.keep.</source>
        <translation>Der Lauf braucht noch etwa %1 auf der Platte in %2, und %3 sind frei. Schaffen Sie Platz, wählen Sie einen anderen Ordner für Läufe oder verringern Sie checkpoint.keep.</translation>
    </message>
    <message>
        <source>The run needs about %1 of disk in %2, and %3 are free. Free some space, choose another runs folder, or lower checkpoint.keep.</source>
        <translation>Der Lauf braucht etwa %1 auf der Platte in %2, und %3 sind frei. Schaffen Sie Platz, wählen Sie einen anderen Ordner für Läufe oder verringern Sie checkpoint.keep.</translation>
    </message>
    <message>
        <source>A file holds a size that can&apos;t be: it is damaged. Take it from a backup.</source>
        <translation>Eine Datei enthält eine unmögliche Größe: Sie ist beschädigt. Nehmen Sie sie aus einer Sicherung.</translation>
    </message>
    <message>
        <source>A file holds JSON of another kind than expected: it is damaged, or of another program. Take it from a backup.</source>
        <translation>Eine Datei enthält anderes JSON als erwartet: Sie ist beschädigt oder von einem anderen Programm. Nehmen Sie sie aus einer Sicherung.</translation>
    </message>
    <message>
        <source>Cannot use the working folder: %1.</source>
        <translation>Der Arbeitsordner kann nicht benutzt werden: %1.</translation>
    </message>
    <message>
        <source>Cannot use %1: %2.</source>
        <translation>%1 kann nicht benutzt werden: %2.</translation>
    </message>
    <message>
        <source>LibTorch reports: %1</source>
        <translation>LibTorch meldet: %1</translation>
    </message>
    <message>
        <source>Cannot open the folder %1: %2.</source>
        <translation>Der Ordner %1 kann nicht geöffnet werden: %2.</translation>
    </message>
    <message>
        <source>Cannot open the file %1: %2.</source>
        <translation>Die Datei %1 kann nicht geöffnet werden: %2.</translation>
    </message>
    <message>
        <source>Cannot open the %1 %2: %3.</source>
        <translation>%2 (%1) kann nicht geöffnet werden: %3.</translation>
    </message>
    <message>
        <source>Cannot sync the %1 %2: %3.</source>
        <translation>%2 (%1) kann nicht auf die Platte geschrieben werden: %3.</translation>
    </message>
    <message>
        <source>Cannot open %1: %2.</source>
        <translation>%1 kann nicht geöffnet werden: %2.</translation>
    </message>
    <message>
        <source>Cannot read %1: %2.</source>
        <translation>%1 kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>Cannot write the checkpoint %1: %2.</source>
        <translation>Der Checkpoint %1 kann nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>Cannot write %1: tensor %2 has a name, dtype, shape or size that does not fit the format.</source>
        <translation>%1 kann nicht geschrieben werden: Tensor %2 hat einen Namen, einen Typ, eine Form oder eine Größe, die das Format nicht zulässt.</translation>
    </message>
    <message>
        <source>Cannot write %1: %2.</source>
        <translation>%1 kann nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>Cannot replace %1: %2.</source>
        <translation>%1 kann nicht ersetzt werden: %2.</translation>
    </message>
    <message>
        <source>Cannot remove %1: %2.</source>
        <translation>%1 kann nicht entfernt werden: %2.</translation>
    </message>
    <message>
        <source>Cannot lock %1: %2.</source>
        <translation>%1 kann nicht gesperrt werden: %2.</translation>
    </message>
    <message>
        <source>Cannot map %1: %2.</source>
        <translation>%1 kann nicht in den Speicher abgebildet werden: %2.</translation>
    </message>
    <message>
        <source>Cannot decompress %1: %2.</source>
        <translation>%1 kann nicht entpackt werden: %2.</translation>
    </message>
    <message>
        <source>Cannot create the runs folder %1: %2.</source>
        <translation>Der Ordner für Läufe %1 kann nicht angelegt werden: %2.</translation>
    </message>
    <message>
        <source>Cannot create the folder %1: %2.</source>
        <translation>Der Ordner %1 kann nicht angelegt werden: %2.</translation>
    </message>
    <message>
        <source>Cannot create a run in %1: too many runs of this name and minute.</source>
        <translation>In %1 kann kein Lauf angelegt werden: zu viele Läufe dieses Namens und dieser Minute.</translation>
    </message>
    <message>
        <source>Cannot create a run in %1: %2.</source>
        <translation>In %1 kann kein Lauf angelegt werden: %2.</translation>
    </message>
    <message>
        <source>Cannot start a helper process: %1.</source>
        <translation>Ein Hilfsprozess kann nicht gestartet werden: %1.</translation>
    </message>
    <message>
        <source>Cannot copy %1 into the run&apos;s folder: %2.</source>
        <translation>%1 kann nicht in den Ordner des Laufs kopiert werden: %2.</translation>
    </message>
    <message>
        <source>Cannot move %1: %2 already exists.</source>
        <translation>%1 kann nicht verschoben werden: %2 gibt es schon.</translation>
    </message>
    <message>
        <source>Cannot move %1 to %2: %3.</source>
        <translation>%1 kann nicht nach %2 verschoben werden: %3.</translation>
    </message>
    <message>
        <source>Cannot %1 %2: %3.</source>
        <translation>%2 (%1): %3.</translation>
    </message>
    <message>
        <source>no space left on the disk; free some space</source>
        <translation>kein Platz mehr auf der Platte; Platz schaffen</translation>
    </message>
    <message>
        <source>the disk reports an error (%1)</source>
        <translation>die Platte meldet einen Fehler (%1)</translation>
    </message>
    <message>
        <source>the file is not a database</source>
        <translation>die Datei ist keine Datenbank</translation>
    </message>
    <message>
        <source>the file or its folder is read-only</source>
        <translation>die Datei oder ihr Ordner ist schreibgeschützt</translation>
    </message>
    <message>
        <source>the file can&apos;t be opened; check that it exists and that you may read it</source>
        <translation>die Datei kann nicht geöffnet werden; prüfen, ob es sie gibt und ob sie lesbar ist</translation>
    </message>
    <message>
        <source>another process is writing it</source>
        <translation>ein anderer Prozess schreibt sie</translation>
    </message>
    <message>
        <source>%1 is larger than the %2 bytes that such a file can have: it is none of this program&apos;s.</source>
        <translation>%1 ist größer als die %2 Bytes, die eine solche Datei haben kann: Sie ist nicht von diesem Programm.</translation>
    </message>
    <message>
        <source>%1 is not a usable safetensors file: %2.</source>
        <translation>%1 ist keine brauchbare safetensors-Datei: %2.</translation>
    </message>
    <message>
        <source>The weights do not match this configuration; has it changed since?%1</source>
        <translation>Die Gewichte passen nicht zu dieser Konfiguration; hat sie sich seither geändert?%1</translation>
    </message>
    <message>
        <source>The optimizer state does not match this configuration; has it changed since?%1</source>
        <translation>Der Zustand des Optimierers passt nicht zu dieser Konfiguration; hat sie sich seither geändert?%1</translation>
    </message>
    <message>
        <source>Tensor %1 has type %2, which this program does not read.</source>
        <translation>Tensor %1 hat den Typ %2, den dieses Programm nicht liest.</translation>
    </message>
    <message>
        <source>Tensor %1 has a type that safetensors can&apos;t store.</source>
        <translation>Tensor %1 hat einen Typ, den safetensors nicht speichern kann.</translation>
    </message>
    <message>
        <source>Tensor %1 in %2 has a size that does not fit its shape.</source>
        <translation>Tensor %1 in %2 hat eine Größe, die nicht zu seiner Form passt.</translation>
    </message>
    <message>
        <source>Expert %1 was selected, but there are only %2 (0 to %3).</source>
        <translation>Experte %1 wurde ausgewählt, aber es gibt nur %2 (0 bis %3).</translation>
    </message>
    <message>
        <source>The checkpoint %1 is corrupt: %2.</source>
        <translation>Der Checkpoint %1 ist beschädigt: %2.</translation>
    </message>
    <message>
        <source>The run %1 has no checkpoint.</source>
        <translation>Der Lauf %1 hat keinen Checkpoint.</translation>
    </message>
    <message>
        <source>The checkpoint of step %1 has no optimizer: the run was imported, and can&apos;t be resumed. Begin a run with its weights: orrery-cli train CONFIG --init .../model.safetensors.</source>
        <translation>Der Checkpoint von Schritt %1 hat keinen Optimierer: Der Lauf wurde importiert und kann nicht fortgesetzt werden. Beginnen Sie einen Lauf mit seinen Gewichten: orrery-cli train CONFIG --init .../model.safetensors.</translation>
    </message>
    <message>
        <source>There is no checkpoint of step %1 in %2. Checkpoints: %3.</source>
        <translation>In %2 gibt es keinen Checkpoint von Schritt %1. Checkpoints: %3.</translation>
    </message>
    <message>
        <source>There is no checkpoint of step %1 in %2.</source>
        <translation>In %2 gibt es keinen Checkpoint von Schritt %1.</translation>
    </message>
    <message>
        <source>%1 The older one of step %2 is used in its place.</source>
        <translation>%1 An seiner Stelle wird der ältere von Schritt %2 verwendet.</translation>
    </message>
    <message>
        <source>%1 Older checkpoints are intact. Training is paused: resume to try again.</source>
        <translation>%1 Ältere Checkpoints sind unversehrt. Das Training pausiert: „Weiter“ versucht es noch einmal.</translation>
    </message>
    <message>
        <source>%1 What the run told last waits in %2 and can&apos;t be taken in: mend that and try again. Without that file the run goes on, and its curves lack those steps.</source>
        <translation>%1 Was der Lauf zuletzt meldete, wartet in %2 und kann nicht aufgenommen werden: Beheben Sie das und versuchen Sie es noch einmal. Ohne diese Datei geht der Lauf weiter, und seinen Kurven fehlen diese Schritte.</translation>
    </message>
    <message>
        <source>%1 The last part of the run&apos;s history waits in %2. End what keeps run.db from being written, then resume the run: that takes it in.</source>
        <translation>%1 Der letzte Teil der Geschichte des Laufs wartet in %2. Beenden Sie, was das Schreiben von run.db verhindert, und setzen Sie den Lauf fort: Das nimmt sie auf.</translation>
    </message>
    <message>
        <source>The last part of its history waits in %1, since run.db could not be written: resume takes it in.</source>
        <translation>Der letzte Teil seiner Geschichte wartet in %1, weil run.db nicht geschrieben werden konnte: „Lauf fortsetzen“ nimmt sie auf.</translation>
    </message>
    <message>
        <source>The run %1 has no run.db to take its events-pending in: bring run.db back.</source>
        <translation>Der Lauf %1 hat keine run.db, die seine events-pending aufnimmt: Stellen Sie run.db wieder her.</translation>
    </message>
    <message>
        <source>%1 Nor can what waits be kept beside it: %2</source>
        <translation>%1 Auch daneben kann nicht aufgehoben werden, was wartet: %2</translation>
    </message>
    <message>
        <source>%1 was replaced by another file while the run trains: move that file away, and the run writes its own anew.</source>
        <translation>%1 wurde durch eine andere Datei ersetzt, während der Lauf trainiert: Verschieben Sie jene Datei, dann schreibt der Lauf seine eigene neu.</translation>
    </message>
    <message>
        <source>%1 was removed while the run trains, and can&apos;t be written anew.</source>
        <translation>%1 wurde während des Trainings entfernt und kann nicht neu geschrieben werden.</translation>
    </message>
    <message>
        <source>%1 was removed while the run trains. It was written anew, complete, out of what was still open.</source>
        <translation>%1 wurde während des Trainings entfernt und vollständig neu geschrieben, aus dem, was noch offen war.</translation>
    </message>
    <message>
        <source>A program reads %1 and does not end its transaction: run.db-wal beside it can&apos;t be emptied and grows (%2 MB now). Close that program.</source>
        <translation>Ein Programm liest %1 und beendet seine Transaktion nicht: run.db-wal daneben kann nicht geleert werden und wächst (jetzt %2 MB). Schließen Sie jenes Programm.</translation>
    </message>
    <message>
        <source>%1 A program reads run.db and does not end its transaction: run.db-wal has grown to %2 MB. Close that program.</source>
        <translation>%1 Ein Programm liest run.db und beendet seine Transaktion nicht: run.db-wal ist auf %2 MB gewachsen. Schließen Sie jenes Programm.</translation>
    </message>
    <message>
        <source>A program reads run.db and does not end its transaction: run.db-wal has grown to %1 MB. Close that program.</source>
        <translation>Ein Programm liest run.db und beendet seine Transaktion nicht: run.db-wal ist auf %1 MB gewachsen. Schließen Sie jenes Programm.</translation>
    </message>
    <message>
        <source>%1 Its last state is not known.</source>
        <translation>%1 Sein letzter Zustand ist nicht bekannt.</translation>
    </message>
    <message>
        <source>%1 It is skipped.</source>
        <translation>%1 Es wird übersprungen.</translation>
    </message>
    <message>
        <source>run.db has a corrupt trace.</source>
        <translation>run.db enthält eine beschädigte Spur.</translation>
    </message>
    <message>
        <source>run.db has a corrupt %1.</source>
        <translation>run.db enthält Beschädigtes (%1).</translation>
    </message>
    <message>
        <source>%1 is corrupt: it is truncated in the middle of a page.</source>
        <translation>%1 ist beschädigt: mitten in einer Seite abgeschnitten.</translation>
    </message>
    <message>
        <source>%1 is not the database of an Orrery run.</source>
        <translation>%1 ist keine Datenbank eines Laufs von Orrery.</translation>
    </message>
    <message>
        <source>%1 was written by a newer Orrery (format %2, known here: %3): use that version.</source>
        <translation>%1 wurde von einem neueren Orrery geschrieben (Format %2, hier bekannt: %3): Verwenden Sie jene Version.</translation>
    </message>
    <message>
        <source>%1 holds %2 of %3 (step %4), but the run has %5 layer, counted from 0, of %6 experts with keys of %7 dimensions: it does not belong to the config.yaml beside it. Take both from a backup.</source>
        <translation>%1 enthält %2 von %3 (Schritt %4), aber der Lauf hat %5 Schicht, von 0 an gezählt, mit %6 Experten und Schlüsseln von %7 Dimensionen: Sie gehört nicht zur config.yaml daneben. Nehmen Sie beide aus einer Sicherung.</translation>
    </message>
    <message>
        <source>%1 holds %2 of %3 (step %4), but the run has %5 layers, counted from 0, of %6 experts with keys of %7 dimensions: it does not belong to the config.yaml beside it. Take both from a backup.</source>
        <translation>%1 enthält %2 von %3 (Schritt %4), aber der Lauf hat %5 Schichten, von 0 an gezählt, mit %6 Experten und Schlüsseln von %7 Dimensionen: Sie gehört nicht zur config.yaml daneben. Nehmen Sie beide aus einer Sicherung.</translation>
    </message>
    <message>
        <source>The run&apos;s answer %1 can&apos;t be read.</source>
        <translation>Die Antwort des Laufs %1 kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>What the run stored of its ranks can&apos;t be read: %1.</source>
        <translation>Was der Lauf von seinen Rängen gespeichert hat, kann nicht gelesen werden: %1.</translation>
    </message>
    <message>
        <source>The run %1 is in use: stop it, then move it to the trash.</source>
        <translation>Der Lauf %1 ist in Benutzung: Halten Sie ihn an und verschieben Sie ihn dann.</translation>
    </message>
    <message>
        <source>The run %1 is in use (process %2): stop it there, or wait until it has ended.</source>
        <translation>Der Lauf %1 ist in Benutzung (Prozess %2): Halten Sie ihn dort an oder warten Sie, bis er beendet ist.</translation>
    </message>
    <message>
        <source>The run %1 is in use: stop it there, or wait until it has ended.</source>
        <translation>Der Lauf %1 ist in Benutzung: Halten Sie ihn dort an oder warten Sie, bis er beendet ist.</translation>
    </message>
    <message>
        <source>%1 is not a run folder: it has no config.yaml.</source>
        <translation>%1 ist kein Laufordner: Darin liegt keine config.yaml.</translation>
    </message>
    <message>
        <source>%1 is not a run folder: it has no run.db.</source>
        <translation>%1 ist kein Laufordner: Darin liegt keine run.db.</translation>
    </message>
    <message>
        <source>The run&apos;s folder %1 was removed, or moved to another disk, while the run trains. What was trained since the last save can&apos;t be kept.</source>
        <translation>Der Ordner des Laufs %1 wurde während des Trainings entfernt oder auf eine andere Platte verschoben. Was seit dem letzten Sichern trainiert wurde, kann nicht bleiben.</translation>
    </message>
    <message>
        <source>%1 is not a valid file of run notes: fix it or remove it.</source>
        <translation>%1 ist keine gültige Datei mit Notizen: Berichtigen oder entfernen Sie sie.</translation>
    </message>
    <message>
        <source>%1: there is no such run any more.</source>
        <translation>%1: Diesen Lauf gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>This optimizer is unknown.</source>
        <translation>Dieser Optimierer ist unbekannt.</translation>
    </message>
    <message>
        <source>Steps are recorded as a CUDA graph after %1 equal ones.</source>
        <translation>Schritte werden nach %1 gleichen als CUDA-Graph aufgezeichnet.</translation>
    </message>
    <message>
        <source>Steps are not recorded as a CUDA graph: %1.</source>
        <translation>Schritte werden nicht als CUDA-Graph aufgezeichnet: %1.</translation>
    </message>
    <message>
        <source>%1 They run one by one.</source>
        <translation>%1 Sie laufen einzeln.</translation>
    </message>
    <message>
        <source>Ranks add up on their GPUs (NCCL).</source>
        <translation>Ränge summieren auf ihren GPUs (NCCL).</translation>
    </message>
    <message>
        <source>The number of threads is not tuned: %1.</source>
        <translation>Die Zahl der Threads wird nicht angepasst: %1.</translation>
    </message>
    <message>
        <source>Threads: %1 sleeping, %2 ms a step (%3).</source>
        <translation>Threads: %1 schlafend, %2 ms je Schritt (%3).</translation>
    </message>
    <message>
        <source>Threads: %1 spinning, %2 ms a step (%3).</source>
        <translation>Threads: %1 kreisend, %2 ms je Schritt (%3).</translation>
    </message>
    <message>
        <source>Threads: %1, %2 ms a step (%3).</source>
        <translation>Threads: %1, %2 ms je Schritt (%3).</translation>
    </message>
    <message>
        <source>Step %1: %2 is not finite. Paused before the optimizer step; the last checkpoint is kept. Lower train.learning_rate (or keys.alpha, keys.beta) and resume, or stop.</source>
        <translation>Schritt %1: %2 ist nicht endlich. Pause vor dem Schritt des Optimierers; der letzte Checkpoint bleibt. Verringern Sie train.learning_rate (oder keys.alpha, keys.beta) und setzen Sie fort, oder halten Sie an.</translation>
    </message>
    <message>
        <source>Finished after %1 of %2 steps, since routing collapsed (train.stop_on). Probes that fire: %3.</source>
        <translation>Fertig nach %1 von %2 Schritten, weil das Routing kollabiert ist (train.stop_on). Sonden, die anschlagen: %3.</translation>
    </message>
    <message>
        <source>%1: %2 tokens to train on, %3 to validate, %4 steps an epoch, %5 in all, %6 threads on each of %7 ranks.</source>
        <translation>%1: %2 Token zum Trainieren, %3 zum Validieren, %4 Schritte je Epoche, %5 insgesamt, %6 Threads auf jedem von %7 Rängen.</translation>
    </message>
    <message>
        <source>Causality is violated: a later token changes earlier logits by %1. This is a bug in the program; please report it.</source>
        <translation>Die Kausalität ist verletzt: Ein späteres Token ändert frühere Logits um %1. Das ist ein Fehler des Programms; bitte melden Sie ihn.</translation>
    </message>
    <message>
        <source>%1 is no file: it is passed over. Remove it.</source>
        <translation>%1 ist keine Datei: Es wird übergangen. Entfernen Sie es.</translation>
    </message>
    <message>
        <source>The run has ended.</source>
        <translation>Der Lauf ist beendet.</translation>
    </message>
    <message>
        <source>Stopped by the user.</source>
        <translation>Vom Benutzer angehalten.</translation>
    </message>
    <message>
        <source>The run %1 is finished: all of its %2 steps are done. To train on, raise train.max_steps in its config.yaml.</source>
        <translation>Der Lauf %1 ist fertig: Alle seine %2 Schritte sind getan. Um weiter zu trainieren, erhöhen Sie train.max_steps in seiner config.yaml.</translation>
    </message>
    <message>
        <source>The run %1 can&apos;t be resumed: %2 No other checkpoint is intact; the run&apos;s curves can still be opened.</source>
        <translation>Der Lauf %1 kann nicht fortgesetzt werden: %2 Kein anderer Checkpoint ist unversehrt; die Kurven des Laufs lassen sich weiterhin öffnen.</translation>
    </message>
    <message>
        <source>The run %1 was imported: it holds the routers of another program&apos;s model, which can&apos;t be trained here.</source>
        <translation>Der Lauf %1 wurde importiert: Er enthält die Router des Modells eines anderen Programms, das hier nicht trainiert werden kann.</translation>
    </message>
    <message>
        <source>The run %1 was imported: it holds the routers of another program&apos;s model, and no model that could be run. Use that program; resources/python/record_routing.py records its routing for orrery-cli import --routing.</source>
        <translation>Der Lauf %1 wurde importiert: Er enthält die Router des Modells eines anderen Programms und kein Modell, das laufen könnte. Verwenden Sie jenes Programm; resources/python/record_routing.py zeichnet sein Routing für orrery-cli import --routing auf.</translation>
    </message>
    <message>
        <source>%1 This run has it from %2.</source>
        <translation>%1 Dieser Lauf hat es aus %2.</translation>
    </message>
    <message>
        <source>%1 can&apos;t initialize this run: it holds no tensors. Give the file model.safetensors of a checkpoint, or one that `orrery-cli export` wrote.</source>
        <translation>%1 kann diesen Lauf nicht beginnen lassen: Sie enthält keine Tensoren. Geben Sie die Datei model.safetensors eines Checkpoints oder eine, die `orrery-cli export` schrieb.</translation>
    </message>
    <message>
        <source>%1 can&apos;t initialize this run: %2. Give it weights that are numbers.</source>
        <translation>%1 kann diesen Lauf nicht beginnen lassen: %2. Geben Sie Gewichte, die Zahlen sind.</translation>
    </message>
    <message>
        <source>%1 can&apos;t initialize this run. %2</source>
        <translation>%1 kann diesen Lauf nicht beginnen lassen. %2</translation>
    </message>
    <message>
        <source>The checkpoint contains no usage counts of layer %1 that fit this configuration.</source>
        <translation>Der Checkpoint enthält keine Nutzungszahlen der Schicht %1, die zu dieser Konfiguration passen.</translation>
    </message>
    <message>
        <source>The loss of step %1 is no number, though its weights are: they have grown too large. Take those of an older step.</source>
        <translation>Der Verlust von Schritt %1 ist keine Zahl, obwohl seine Gewichte es sind: Sie sind zu groß geworden. Nehmen Sie die eines älteren Schritts.</translation>
    </message>
    <message>
        <source>The weights of step %1 of the run %2 are no numbers: %3. Take those of an older step.</source>
        <translation>Die Gewichte von Schritt %1 des Laufs %2 sind keine Zahlen: %3. Nehmen Sie die eines älteren Schritts.</translation>
    </message>
    <message>
        <source>The run was trained on %1: only the embedded corpus has domains. Give a text with --corpus.</source>
        <translation>Der Lauf wurde auf %1 trainiert: Nur das eingebaute Korpus hat Domänen. Geben Sie einen Text mit --corpus an.</translation>
    </message>
    <message>
        <source>The corpus %1 has changed since the run: results would not be comparable with the run&apos;s own. Restore it, or evaluate it as another text with --corpus.</source>
        <translation>Das Korpus %1 hat sich seit dem Lauf geändert: Ergebnisse wären mit denen des Laufs nicht vergleichbar. Stellen Sie es wieder her oder werten Sie es als anderen Text aus (--corpus).</translation>
    </message>
    <message>
        <source>Positions beyond %1 were never trained, and sinusoidal positions do not extrapolate: expect a higher loss there. model.positions: rope or alibi are made for longer texts.</source>
        <translation>Positionen jenseits von %1 wurden nie trainiert, und sinusförmige Positionen extrapolieren nicht: Dort ist ein höherer Verlust zu erwarten. model.positions: rope oder alibi sind für längere Texte gemacht.</translation>
    </message>
    <message>
        <source>Sums over the ranks are wrong on %1: this program was built with headers of Gloo that do not fit its LibTorch.</source>
        <translation>Summen über die Ränge sind auf %1 falsch: Dieses Programm wurde mit Headern von Gloo gebaut, die nicht zu seiner LibTorch passen.</translation>
    </message>
    <message>
        <source>Process %1 of %2 can&apos;t be started: %3.</source>
        <translation>Prozess %1 von %2 kann nicht gestartet werden: %3.</translation>
    </message>
    <message>
        <source>The program %1 was not found in %2 or on the PATH: it runs the other processes of a run. Install it there, or set train.processes to 1.</source>
        <translation>Das Programm %1 wurde weder in %2 noch im PATH gefunden: Es führt die übrigen Prozesse eines Laufs aus. Installieren Sie es dort oder setzen Sie train.processes auf 1.</translation>
    </message>
    <message>
        <source>%1 can&apos;t be read. Check its permissions.</source>
        <translation>%1 kann nicht gelesen werden. Prüfen Sie die Zugriffsrechte.</translation>
    </message>
    <message>
        <source>%1 is not %2 but %3: name another one.</source>
        <translation>%1 ist nicht %2, sondern %3: Nennen Sie etwas anderes.</translation>
    </message>
    <message>
        <source>%1 is not %2 but %3: put what it leads to there, or remove it.</source>
        <translation>%1 ist nicht %2, sondern %3: Stellen Sie an seine Stelle, worauf es führt, oder entfernen Sie es.</translation>
    </message>
    <message>
        <source>%1 is not %2 but %3: remove it, or put the right one there.</source>
        <translation>%1 ist nicht %2, sondern %3: Entfernen Sie es oder stellen Sie das Richtige an seine Stelle.</translation>
    </message>
    <message>
        <source>a symbolic link</source>
        <translation>eine symbolische Verknüpfung</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>ein Ordner</translation>
    </message>
    <message>
        <source>a pipe</source>
        <translation>eine Pipe</translation>
    </message>
    <message>
        <source>a socket</source>
        <translation>ein Socket</translation>
    </message>
    <message>
        <source>a file</source>
        <translation>eine Datei</translation>
    </message>
    <message>
        <source>a device</source>
        <translation>ein Gerät</translation>
    </message>
    <message>
        <source>The folder %1 contains no .txt, .jsonl or .parquet file (%2), compressed or not. Set data.corpus to text.</source>
        <translation>Der Ordner %1 enthält keine .txt-, .jsonl- oder .parquet-Datei (%2), komprimiert oder nicht. Setzen Sie data.corpus auf einen Text.</translation>
    </message>
    <message>
        <source>The folder %1 contains no .txt, .jsonl or .parquet file, compressed or not. Set data.corpus to text.</source>
        <translation>Der Ordner %1 enthält keine .txt-, .jsonl- oder .parquet-Datei, komprimiert oder nicht. Setzen Sie data.corpus auf einen Text.</translation>
    </message>
    <message>
        <source>Can&apos;t keep a process&apos;s errors: %1.</source>
        <translation>Die Fehler eines Prozesses lassen sich nicht aufbewahren: %1.</translation>
    </message>
    <message>
        <source>%1 is a Parquet file, which Python&apos;s pyarrow reads; it is not installed (%2). `bash packaging/setup.sh --with-parquet` installs it; ORRERY_PYTHON names another Python that has it.</source>
        <translation>%1 ist eine Parquet-Datei, die Pythons pyarrow liest; es ist nicht installiert (%2). `bash packaging/setup.sh --with-parquet` installiert es; ORRERY_PYTHON nennt ein anderes Python, das es hat.</translation>
    </message>
    <message>
        <source>%1: Parquet is compressed in itself. Unpack it once, and name the .parquet file.</source>
        <translation>%1: Parquet ist in sich komprimiert. Entpacken Sie die Datei einmal und nennen Sie die .parquet-Datei.</translation>
    </message>
    <message>
        <source>Can&apos;t create a pipe: %1.</source>
        <translation>Eine Pipe lässt sich nicht anlegen: %1.</translation>
    </message>
    <message>
        <source>%1 can&apos;t be started: %2. ORRERY_PYTHON names another Python.</source>
        <translation>%1 lässt sich nicht starten: %2. ORRERY_PYTHON nennt ein anderes Python.</translation>
    </message>
    <message>
        <source>%1 is no run folder. Give the folder of a run, or of an imported model (orrery-cli import).</source>
        <translation>%1 ist kein Laufordner. Nennen Sie den Ordner eines Laufs oder eines importierten Modells (orrery-cli import).</translation>
    </message>
    <message>
        <source>%1 was imported without recorded routing: record a text with resources/python/record_routing.py, and import it with --routing.</source>
        <translation>%1 wurde ohne aufgezeichnetes Routing importiert: Zeichnen Sie einen Text mit resources/python/record_routing.py auf und importieren Sie ihn mit --routing.</translation>
    </message>
    <message>
        <source>%1 has no checkpoint to read the text with.</source>
        <translation>%1 hat keinen Checkpoint, der den Text lesen könnte.</translation>
    </message>
    <message>
        <source>The routing of %1 was recorded of another text than %2: record the same text of every model.</source>
        <translation>Das Routing von %1 wurde an einem anderen Text aufgezeichnet als %2: Zeichnen Sie für jedes Modell denselben Text auf.</translation>
    </message>
    <message>
        <source>The routing of %1 was recorded of no token of %2.</source>
        <translation>Das Routing von %1 wurde an keinem Token von %2 aufgezeichnet.</translation>
    </message>
    <message>
        <source>No run to measure: give run folders.</source>
        <translation>Kein Lauf zu messen: Nennen Sie Laufordner.</translation>
    </message>
    <message>
        <source>%1: not a JSON object with a %2 field.</source>
        <translation>%1: kein JSON-Objekt mit einem Feld %2.</translation>
    </message>
    <message>
        <source>%1: the object has no %2 field (it has %3). Set data.text_column.</source>
        <translation>%1: Das Objekt hat kein Feld %2 (es hat %3). Setzen Sie data.text_column.</translation>
    </message>
    <message>
        <source>%1: the field %2 is not a string.</source>
        <translation>%1: Das Feld %2 ist keine Zeichenkette.</translation>
    </message>
    <message>
        <source>%1: the field %2 contains a NUL character (\u0000).</source>
        <translation>%1: Das Feld %2 enthält ein NUL-Zeichen (\u0000).</translation>
    </message>
</context>
<context>
    <name>orrery::CorpusChooser</name>
    <message>
        <source>File…</source>
        <translation>Datei …</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Ordner …</translation>
    </message>
    <message>
        <source>Use all of them</source>
        <translation>Alle verwenden</translation>
    </message>
    <message>
        <source>Browse for a text file</source>
        <translation>Eine Textdatei wählen</translation>
    </message>
    <message>
        <source>Browse for a folder of text files</source>
        <translation>Einen Ordner mit Textdateien wählen</translation>
    </message>
    <message>
        <source>Sets data.train_documents and data.val_documents to 0: all documents, 5 % of them for validation</source>
        <translation>Setzt data.train_documents und data.val_documents auf 0: alle Dokumente, 5 % davon zur Validierung</translation>
    </message>
    <message>
        <source>Corpus</source>
        <translation>Korpus</translation>
    </message>
    <message>
        <source>Reading the text …</source>
        <translation>Der Text wird gelesen …</translation>
    </message>
    <message numerus="yes">
        <source>%n documents</source>
        <translation>
            <numerusform>%n Dokument</numerusform>
            <numerusform>%n Dokumente</numerusform>
        </translation>
    </message>
    <message>
        <source>Texts (*.txt *.jsonl *.ndjson *.parquet *.gz *.zst);;All files (*)</source>
        <translation>Texte (*.txt *.jsonl *.ndjson *.parquet *.gz *.zst);;Alle Dateien (*)</translation>
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
        <source>The configuration “%1” has unsaved changes.</source>
        <translation>Die Konfiguration „%1“ hat ungesicherte Änderungen.</translation>
    </message>
    <message>
        <source>They are lost if you don&apos;t save them.</source>
        <translation>Sie gehen verloren, wenn sie nicht gesichert werden.</translation>
    </message>
</context>
<context>
    <name>orrery::ExpertColumns</name>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The layer, from 0</source>
        <translation>Die Schicht, ab 0</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experte</translation>
    </message>
    <message>
        <source>The expert&apos;s index in its layer, from 0</source>
        <translation>Die Nummer des Experten in seiner Schicht, ab 0</translation>
    </message>
    <message>
        <source>Selections</source>
        <translation>Auswahlen</translation>
    </message>
    <message>
        <source>How often training selected it, since the start of the run</source>
        <translation>Wie oft das Training ihn seit Beginn des Laufs auswählte</translation>
    </message>
    <message>
        <source>Share (%)</source>
        <translation>Anteil (%)</translation>
    </message>
    <message>
        <source>Its share of the layer&apos;s selections during training, in percent</source>
        <translation>Sein Anteil an den Auswahlen der Schicht im Training, in Prozent</translation>
    </message>
    <message>
        <source>Usage state</source>
        <translation>Nutzungszustand</translation>
    </message>
    <message>
        <source>The usage state that the key rules read, in the newest key snapshot</source>
        <translation>Der Nutzungszustand, den die Schlüsselregeln lesen, in der neuesten Aufnahme der Schlüssel</translation>
    </message>
    <message>
        <source>Key norm</source>
        <translation>Schlüsselnorm</translation>
    </message>
    <message>
        <source>Euclidean norm of its key, in the newest key snapshot</source>
        <translation>Euklidische Norm seines Schlüssels in der neuesten Aufnahme der Schlüssel</translation>
    </message>
    <message>
        <source>Key drift</source>
        <translation>Schlüsseldrift</translation>
    </message>
    <message>
        <source>Euclidean distance that its key moved between the two newest key snapshots</source>
        <translation>Euklidische Strecke, um die sich sein Schlüssel zwischen den zwei neuesten Aufnahmen bewegte</translation>
    </message>
    <message>
        <source>Mean gate</source>
        <translation>Mittleres Gate</translation>
    </message>
    <message>
        <source>Mean of its gates where it was selected, in the analyzed text</source>
        <translation>Mittelwert seiner Gates, wo er ausgewählt wurde, im analysierten Text</translation>
    </message>
    <message>
        <source>Gate share (%)</source>
        <translation>Gate-Anteil (%)</translation>
    </message>
    <message>
        <source>Its share of the layer&apos;s gate mass in the analyzed text, in percent</source>
        <translation>Sein Anteil an der Gate-Masse der Schicht im analysierten Text, in Prozent</translation>
    </message>
    <message>
        <source>Weight norm</source>
        <translation>Gewichtsnorm</translation>
    </message>
    <message>
        <source>Frobenius norm of its weights, from the analyzed checkpoint</source>
        <translation>Frobeniusnorm seiner Gewichte, aus dem analysierten Checkpoint</translation>
    </message>
    <message>
        <source>Specialization (bits)</source>
        <translation>Spezialisierung (Bit)</translation>
    </message>
    <message>
        <source>How far the tokens that it serves differ from the text&apos;s, in bits</source>
        <translation>Wie weit die Token, die er bedient, von denen des Textes abweichen, in Bit</translation>
    </message>
    <message>
        <source>Top token</source>
        <translation>Häufigstes Token</translation>
    </message>
    <message>
        <source>The token that it serves most: in the analyzed text, else in the last evaluation</source>
        <translation>Das Token, das er am meisten bedient: im analysierten Text, sonst in der letzten Auswertung</translation>
    </message>
    <message>
        <source>Part of speech</source>
        <translation>Wortart</translation>
    </message>
    <message>
        <source>The part of speech that it serves most, in the analyzed text</source>
        <translation>Die Wortart, die er im analysierten Text am meisten bedient</translation>
    </message>
    <message>
        <source>Guild</source>
        <translation>Gilde</translation>
    </message>
    <message>
        <source>The guild that it belongs to, and the kind of its tokens</source>
        <translation>Die Gilde, zu der er gehört, und die Art ihrer Token</translation>
    </message>
    <message>
        <source>Loss effect (nats)</source>
        <translation>Wirkung auf den Verlust (Nat)</translation>
    </message>
    <message>
        <source>By how much the loss grows when it alone is knocked out, in nats per token of validation text. Found by: orrery-cli ablate RUN --sweep</source>
        <translation>Um wie viel der Verlust wächst, wenn nur dieser Experte ausgeschaltet ist, in Nat je Token Validierungstext. Ermittelt von: orrery-cli ablate LAUF --sweep</translation>
    </message>
</context>
<context>
    <name>orrery::ExpertTableView</name>
    <message>
        <source>%1: mean %2, median %3, SD %4 (n = %5)</source>
        <translation>%1: Mittelwert %2, Median %3, SD %4 (n = %5)</translation>
    </message>
    <message>
        <source>%1 of %2 experts selected</source>
        <translation>%1 von %2 Experten ausgewählt</translation>
    </message>
    <message numerus="yes">
        <source>%n experts</source>
        <translation>
            <numerusform>%n Experte</numerusform>
            <numerusform>%n Experten</numerusform>
        </translation>
    </message>
    <message>
        <source>selections %1 (%2 %)</source>
        <translation>Auswahlen %1 (%2 %)</translation>
    </message>
    <message>
        <source>selections %1</source>
        <translation>Auswahlen %1</translation>
    </message>
    <message>
        <source>Analysis of step %1</source>
        <translation>Analyse von Schritt %1</translation>
    </message>
    <message>
        <source>Open or train a run to see its experts.</source>
        <translation>Öffnen oder trainieren Sie einen Lauf, um seine Experten zu sehen.</translation>
    </message>
    <message>
        <source>No usage counts yet: waiting for the first.</source>
        <translation>Noch keine Nutzungszahlen: die ersten kommen bald.</translation>
    </message>
    <message>
        <source>No expert passes the filter.</source>
        <translation>Kein Experte passt zum Filter.</translation>
    </message>
    <message>
        <source>Press Analyze: this measure comes from an analysis.</source>
        <translation>Drücken Sie Analysieren: Diese Größe stammt aus einer Analyse.</translation>
    </message>
    <message>
        <source>The run has no values of these measures.</source>
        <translation>Der Lauf hat keine Werte dieser Größen.</translation>
    </message>
    <message>
        <source>Select runs in the Runs view, then press Compare.</source>
        <translation>In der Ansicht „Läufe“ Läufe auswählen, dann „Vergleichen“ drücken.</translation>
    </message>
    <message>
        <source>Loading runs...</source>
        <translation>Läufe werden geladen ...</translation>
    </message>
    <message>
        <source>Scatter plot of two measures of the experts</source>
        <translation>Streudiagramm zweier Größen der Experten</translation>
    </message>
    <message>
        <source>Box plots of a measure over runs</source>
        <translation>Boxplots einer Größe über Läufe</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Filter: words, share&gt;2, layer=1 ...</source>
        <translation>Filter: Wörter, share&gt;2, layer=1 ...</translation>
    </message>
    <message>
        <source>Rows that hold every word (a token, a part of speech, a guild); a minus before a word leaves such rows out. share&gt;2 or key_norm&lt;0.9 compares a column: its name is in the tip of its head.</source>
        <translation>Zeilen, die jedes Wort enthalten (ein Token, eine Wortart, eine Gilde); ein Minus vor einem Wort schließt solche Zeilen aus. share&gt;2 oder key_norm&lt;0.9 vergleicht eine Spalte: Ihr Name steht im Hinweis ihrer Überschrift.</translation>
    </message>
    <message>
        <source>Filter the experts</source>
        <translation>Experten filtern</translation>
    </message>
    <message>
        <source>Plot type</source>
        <translation>Art der Darstellung</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>Streudiagramm</translation>
    </message>
    <message>
        <source>Box plots over runs</source>
        <translation>Boxplots über Läufe</translation>
    </message>
    <message>
        <source>x axis</source>
        <translation>x-Achse</translation>
    </message>
    <message>
        <source>y axis</source>
        <translation>y-Achse</translation>
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
        <source>Analyze</source>
        <translation>Analysieren</translation>
    </message>
    <message>
        <source>Run validation text through the latest checkpoint and fill the columns that come from it: gates, specialization, parts of speech, guilds</source>
        <translation>Validierungstext durch den neuesten Checkpoint schicken und die Spalten füllen, die daraus stammen: Gates, Spezialisierung, Wortarten, Gilden</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>Alle Schichten</translation>
    </message>
    <message>
        <source>Analyzing...</source>
        <translation>Wird analysiert ...</translation>
    </message>
    <message>
        <source>The filter “%1” compares no column: point at a head to see its name.</source>
        <translation>Der Filter „%1“ vergleicht keine Spalte: Zeigen Sie auf eine Überschrift, um ihren Namen zu sehen.</translation>
    </message>
    <message>
        <source>Over runs, choose a measure that runs keep: selections, share, usage state, key norm, key drift or loss effect.</source>
        <translation>Wählen Sie über Läufe eine Größe, die Läufe behalten: Auswahlen, Anteil, Nutzungszustand, Norm oder Drift des Schlüssels oder Wirkung auf den Verlust.</translation>
    </message>
    <message>
        <source>Loss effects are found by: orrery-cli ablate RUN --sweep. They are kept with the run.</source>
        <translation>Wirkungen auf den Verlust ermittelt: orrery-cli ablate LAUF --sweep. Sie bleiben beim Lauf.</translation>
    </message>
    <message>
        <source>Loss effects of step %1, over %2 tokens</source>
        <translation>Wirkungen auf den Verlust in Schritt %1, über %2 Token</translation>
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
        <source>Expert</source>
        <translation>Experte</translation>
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
    <message>
        <source>No usage counts yet: waiting for the first.</source>
        <translation>Noch keine Nutzungszahlen: die ersten kommen bald.</translation>
    </message>
    <message>
        <source>Train a configuration or open a run to see its expert usage.</source>
        <translation>Eine Konfiguration trainieren oder einen Lauf öffnen, um die Nutzung seiner Experten zu sehen.</translation>
    </message>
    <message>
        <source>Expert (sorted by usage)</source>
        <translation>Experte (nach Nutzung sortiert)</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>gleichmäßig</translation>
    </message>
    <message>
        <source> (✕ never selected: %1)</source>
        <translation> (✕ nie ausgewählt: %1)</translation>
    </message>
    <message>
        <source>Share (%)</source>
        <translation>Anteil (%)</translation>
    </message>
    <message>
        <source>%1 (usage state at step %2)</source>
        <translation>%1 (Nutzungszustand bei Schritt %2)</translation>
    </message>
    <message>
        <source>; circles: %1 as published</source>
        <translation>; Kreise: %1 wie veröffentlicht</translation>
    </message>
    <message>
        <source>Usage EMA (50 bins)</source>
        <translation>Nutzung, EMA (50 Klassen)</translation>
    </message>
    <message>
        <source>Usage count (50 bins)</source>
        <translation>Nutzung, Zählung (50 Klassen)</translation>
    </message>
    <message numerus="yes">
        <source>%n experts with a usage state from %1 to %2: %3</source>
        <translation>
            <numerusform>%n Experte mit einem Nutzungszustand von %1 bis %2: %3</numerusform>
            <numerusform>%n Experten mit einem Nutzungszustand von %1 bis %2: %3</numerusform>
        </translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Gini (state)</source>
        <translation>Gini (Zustand)</translation>
    </message>
    <message>
        <source>Entropy (state, bits)</source>
        <translation>Entropie (Zustand, Bit)</translation>
    </message>
</context>
<context>
    <name>orrery::ExpertsView</name>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Sortieren</translation>
    </message>
    <message>
        <source>Expert usage</source>
        <translation>Nutzung der Experten</translation>
    </message>
    <message>
        <source>Selections to count</source>
        <translation>Gezählte Auswahlen</translation>
    </message>
    <message>
        <source>Last interval</source>
        <translation>Letzter Abschnitt</translation>
    </message>
    <message>
        <source>Sort the bars by usage instead of expert index</source>
        <translation>Die Balken nach Nutzung statt nach der Nummer der Experten ordnen</translation>
    </message>
    <message>
        <source>log y</source>
        <translation>log y</translation>
    </message>
    <message>
        <source>Logarithmic axis of the selections</source>
        <translation>Logarithmische Achse der Auswahlen</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>Expert (sorted by usage)</source>
        <translation>Experte (nach Nutzung sortiert)</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experte</translation>
    </message>
    <message>
        <source>Selections</source>
        <translation>Auswahlen</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>gleichmäßig</translation>
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
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Share of selections (%)</source>
        <translation>Anteil an den Auswahlen (%)</translation>
    </message>
    <message>
        <source>Plot type</source>
        <translation>Art der Darstellung</translation>
    </message>
    <message>
        <source>Histogram of the state</source>
        <translation>Histogramm des Zustands</translation>
    </message>
    <message>
        <source>Selections of each expert, or as published: the number of experts by usage state, in 50 bins, with Gini and entropy of that state</source>
        <translation>Auswahlen jedes Experten, oder wie veröffentlicht: die Zahl der Experten nach Nutzungszustand in 50 Klassen, mit Gini und Entropie dieses Zustands</translation>
    </message>
    <message>
        <source>Usage state</source>
        <translation>Nutzungszustand</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
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
    <message>
        <source>What do I see?</source>
        <translation>Was sehe ich?</translation>
    </message>
    <message>
        <source>Save as Python</source>
        <translation>Als Python sichern</translation>
    </message>
    <message>
        <source>Save as &amp;Python...</source>
        <translation>Als &amp;Python sichern …</translation>
    </message>
</context>
<context>
    <name>orrery::FaultList</name>
    <message>
        <source>Errors in the configuration</source>
        <translation>Fehler der Konfiguration</translation>
    </message>
    <message>
        <source>Go to this error</source>
        <translation>Zu diesem Fehler</translation>
    </message>
</context>
<context>
    <name>orrery::FieldRow</name>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>Reset to the default, %1</source>
        <translation>Zurück zur Vorgabe, %1</translation>
    </message>
    <message>
        <source>empty list</source>
        <translation>leere Liste</translation>
    </message>
    <message>
        <source>Not applied yet: the run has %1.</source>
        <translation>Noch nicht angewendet: Der Lauf hat %1.</translation>
    </message>
    <message>
        <source>Needs a new run: this one has %1.</source>
        <translation>Braucht einen neuen Lauf: Dieser hat %1.</translation>
    </message>
</context>
<context>
    <name>orrery::FieldWords</name>
    <message>
        <source>Domain of the embedded corpus to use: all, or one of its domains.</source>
        <translation>Domäne des eingebauten Korpus: all für alle, oder eine davon.</translation>
    </message>
    <message>
        <source>How a text file is split into documents: at &lt;|endoftext|&gt;, at each line, or at blank lines.</source>
        <translation>Wie eine Textdatei in Dokumente geteilt wird: bei &lt;|endoftext|&gt;, bei jeder Zeile oder bei Leerzeilen.</translation>
    </message>
    <message>
        <source>Number of training documents. 0 means all documents of a file, or 8000 of the embedded corpus.</source>
        <translation>Anzahl der Trainingsdokumente. 0 bedeutet alle Dokumente einer Datei oder 8000 des eingebauten Korpus.</translation>
    </message>
    <message>
        <source>Number of validation documents. 0 means 5 % of a file, or 400 of the embedded corpus.</source>
        <translation>Anzahl der Validierungsdokumente. 0 bedeutet 5 % einer Datei oder 400 des eingebauten Korpus.</translation>
    </message>
    <message>
        <source>How documents are packed into samples. none: one per sample, padded (published runs); packed: concatenated, without padding; bucketed: one per sample, in batches of similar length, padded to the longest.</source>
        <translation>Wie Dokumente in Proben gepackt werden. none: eines je Probe, mit Füllung (veröffentlichte Läufe); packed: aneinandergehängt, ohne Füllung; bucketed: eines je Probe, in Batches ähnlicher Länge, aufgefüllt bis zur längsten.</translation>
    </message>
    <message>
        <source>Model type of the SentencePiece tokenizer, which is trained on the corpus.</source>
        <translation>Modelltyp des SentencePiece-Tokenizers, der auf dem Korpus trainiert wird.</translation>
    </message>
    <message>
        <source>Attraction: step size of a selected key toward the query; divided by 1 + the expert&apos;s usage.</source>
        <translation>Anziehung: Schrittweite eines ausgewählten Schlüssels zur Anfrage hin; geteilt durch 1 + Nutzung des Experten.</translation>
    </message>
    <message>
        <source>Peer pull: step size of the keys of co-selected experts toward each other.</source>
        <translation>Nachbarzug: Schrittweite der Schlüssel gemeinsam ausgewählter Experten zueinander.</translation>
    </message>
    <message>
        <source>Decay: fraction of its norm that the key of a rarely used expert loses per step.</source>
        <translation>Zerfall: Anteil der Norm, den der Schlüssel eines selten genutzten Experten je Schritt verliert.</translation>
    </message>
    <message>
        <source>Enables attraction (alpha).</source>
        <translation>Schaltet die Anziehung (alpha) ein.</translation>
    </message>
    <message>
        <source>Enables the peer pull (beta).</source>
        <translation>Schaltet den Nachbarzug (beta) ein.</translation>
    </message>
    <message>
        <source>Enables decay (delta).</source>
        <translation>Schaltet den Zerfall (delta) ein.</translation>
    </message>
    <message>
        <source>How usage is accumulated: exponential moving average (EMA) of the counts per step, or their cumulative sum (first generation).</source>
        <translation>Wie die Nutzung gezählt wird: als exponentieller gleitender Mittelwert (EMA) der Zahlen je Schritt oder als ihre Summe (erste Generation).</translation>
    </message>
    <message>
        <source>Decay rate of the usage EMA: the inertia of the key store.</source>
        <translation>Abklingrate des EMA der Nutzung: die Trägheit des Schlüsselspeichers.</translation>
    </message>
    <message>
        <source>Lower bound of alpha / (1 + usage), so that frequently used keys still adapt. 0 disables it.</source>
        <translation>Untere Grenze von alpha / (1 + Nutzung), damit sich auch oft genutzte Schlüssel noch anpassen. 0 schaltet sie ab.</translation>
    </message>
    <message>
        <source>Usage threshold below which a key decays. 0 uses theta_percentile instead.</source>
        <translation>Schwelle der Nutzung, unter der ein Schlüssel zerfällt. 0 verwendet stattdessen theta_percentile.</translation>
    </message>
    <message>
        <source>Quantile of the usages above 0 that is the decay threshold: keys of less used experts decay.</source>
        <translation>Quantil der Nutzungen über 0, das die Schwelle des Zerfalls ist: Schlüssel seltener genutzter Experten zerfallen.</translation>
    </message>
    <message>
        <source>Number of steps before decay starts, while usage is not yet meaningful.</source>
        <translation>Anzahl der Schritte, bevor der Zerfall beginnt, solange die Nutzung noch nichts aussagt.</translation>
    </message>
    <message>
        <source>Keys to normalize to unit norm after the update: all, those selected in this step, those with a norm above 1 (clamp), or none. With all, decay lasts for one step only.</source>
        <translation>Schlüssel, die nach der Aktualisierung auf Einheitsnorm gebracht werden: alle (all), die in diesem Schritt ausgewählten, die mit einer Norm über 1 (clamp) oder keine. Mit all hält der Zerfall nur einen Schritt lang.</translation>
    </message>
    <message>
        <source>Usage that damps the pull of a pair: the smaller (min, generations 1 to 4) or the larger one (max).</source>
        <translation>Nutzung, die den Zug eines Paars dämpft: die kleinere (min, Generationen 1 bis 4) oder die größere (max).</translation>
    </message>
    <message>
        <source>1 attracts peers, as in every published run; -1 repels them, as in the oldest document. To disable beta, use keys.use_beta.</source>
        <translation>1 zieht Nachbarn an, wie in jedem veröffentlichten Lauf; -1 stößt sie ab, wie im ältesten Dokument. Beta schaltet man mit keys.use_beta ab.</translation>
    </message>
    <message>
        <source>Initial and final value of beta, interpolated linearly over training; replaces keys.beta. Empty disables it.</source>
        <translation>Anfangs- und Endwert von beta, linear über das Training interpoliert; ersetzt keys.beta. Leer schaltet es ab.</translation>
    </message>
    <message>
        <source>Scale factor of beta per layer, first layer first. Empty means 1 for all layers.</source>
        <translation>Faktor von beta je Schicht, die erste zuerst. Leer bedeutet 1 für alle Schichten.</translation>
    </message>
    <message>
        <source>Layers whose keys are not updated.</source>
        <translation>Schichten, deren Schlüssel nicht aktualisiert werden.</translation>
    </message>
    <message>
        <source>Fraction of the previous layer&apos;s raw query that is added to a layer&apos;s raw query.</source>
        <translation>Anteil der rohen Anfrage der vorigen Schicht, der zur rohen Anfrage einer Schicht addiert wird.</translation>
    </message>
    <message>
        <source>Tokens that update keys: all, padding included (generations 1 to 4), or those with a target (targets).</source>
        <translation>Token, die Schlüssel aktualisieren: alle, auch Füllung (all, Generationen 1 bis 4), oder die mit einem Ziel (targets).</translation>
    </message>
    <message>
        <source>Number of steps between key updates.</source>
        <translation>Anzahl der Schritte zwischen Aktualisierungen der Schlüssel.</translation>
    </message>
    <message>
        <source>Fraction of the tokens of a batch that take part in its key update.</source>
        <translation>Anteil der Token eines Batches, die an der Aktualisierung der Schlüssel teilnehmen.</translation>
    </message>
    <message>
        <source>Maximum distance that a key moves in one step. 0 disables the limit.</source>
        <translation>Größte Strecke, die ein Schlüssel in einem Schritt zurücklegt. 0 schaltet die Grenze ab.</translation>
    </message>
    <message>
        <source>Fraction of the old key that is kept in each update. 0 disables smoothing.</source>
        <translation>Anteil des alten Schlüssels, der bei jeder Aktualisierung bleibt. 0 schaltet die Glättung ab.</translation>
    </message>
    <message>
        <source>A key with a norm below this is respawned at a query of the batch, with usage 0. 0 disables respawning.</source>
        <translation>Ein Schlüssel mit kleinerer Norm wird an einer Anfrage des Batches neu gesetzt, mit Nutzung 0. 0 schaltet das ab.</translation>
    </message>
    <message>
        <source>Gate temperature: train.temperature (fixed), or one per layer that changes by 2 % per step while the mean gate entropy is outside keys.entropy_band (learned).</source>
        <translation>Temperatur der Gates: train.temperature (fixed), oder eine je Schicht, die sich um 2 % je Schritt ändert, solange die mittlere Gate-Entropie außerhalb von keys.entropy_band liegt (learned).</translation>
    </message>
    <message>
        <source>Minimum and maximum gate entropy of a token that a learned temperature aims at, clipped to 0.90 and 0.95 of its maximum ln top_k. Empty means [1.5, 2.5].</source>
        <translation>Kleinste und größte Gate-Entropie eines Tokens, auf die eine gelernte Temperatur zielt, begrenzt auf 0,90 und 0,95 ihres Höchstwerts ln top_k. Leer bedeutet [1.5, 2.5].</translation>
    </message>
    <message>
        <source>Vocabulary size. The tokenizer needs at least 260: 256 bytes and 4 special tokens. Embedding and head grow with it.</source>
        <translation>Größe des Vokabulars. Der Tokenizer braucht mindestens 260: 256 Bytes und 4 besondere Token. Embedding und Kopf wachsen damit.</translation>
    </message>
    <message>
        <source>Embedding dimension, also of queries and keys. The most effective setting of the trained part; cost grows quadratically.</source>
        <translation>Dimension des Embeddings, auch von Anfragen und Schlüsseln. Die wirksamste Einstellung des trainierten Teils; der Aufwand wächst quadratisch.</translation>
    </message>
    <message>
        <source>Number of layers, each an attention followed by a SoME layer. The published runs improved up to 10 layers and collapsed at 16.</source>
        <translation>Anzahl der Schichten, jede eine Attention und danach eine SoME-Schicht. Die veröffentlichten Läufe wurden bis 10 Schichten besser und brachen bei 16 zusammen.</translation>
    </message>
    <message>
        <source>Number of attention heads per layer. Must divide d_model.</source>
        <translation>Anzahl der Attention-Köpfe je Schicht. Muss d_model teilen.</translation>
    </message>
    <message>
        <source>Sequence length of a training sample. Longer documents are truncated and shorter ones padded, unless data.packing is packed. Attention cost grows quadratically.</source>
        <translation>Sequenzlänge einer Trainingsprobe. Längere Dokumente werden gekürzt, kürzere aufgefüllt, außer data.packing ist packed. Der Aufwand der Attention wächst quadratisch.</translation>
    </message>
    <message>
        <source>Layer normalization: after each residual addition (post, as in all published runs) or before attention and experts (pre).</source>
        <translation>Schichtnormalisierung: nach jeder Residualaddition (post, wie in allen veröffentlichten Läufen) oder vor Attention und Experten (pre).</translation>
    </message>
    <message>
        <source>Positional encoding: sinusoidal (published runs), rotary position embedding (rope), or attention with linear biases (alibi).</source>
        <translation>Positionskodierung: sinusförmig (sinusoidal, veröffentlichte Läufe), Rotationskodierung (rope) oder Attention mit linearen Biases (alibi).</translation>
    </message>
    <message>
        <source>Causal attention mask. False reproduces the first generation, whose losses are not comparable: its tokens attend to later ones.</source>
        <translation>Kausale Maske der Attention. False bildet die erste Generation nach, deren Verluste nicht vergleichbar sind: Ihre Token sehen spätere.</translation>
    </message>
    <message>
        <source>Number of steps between validations. 0 validates after each epoch and at the end.</source>
        <translation>Anzahl der Schritte zwischen Validierungen. 0 validiert nach jeder Epoche und am Ende.</translation>
    </message>
    <message>
        <source>Update keys during validation, after the loss of each batch is computed (adaptation study). Training continues with its own keys afterwards. Not for losses that are compared with others.</source>
        <translation>Schlüssel auch während der Validierung aktualisieren, nachdem der Verlust jedes Batches berechnet ist (Studie zur Anpassung). Das Training geht danach mit seinen eigenen Schlüsseln weiter. Nicht für Verluste, die mit anderen verglichen werden.</translation>
    </message>
    <message>
        <source>Number of batches per validation. 0 uses all validation documents.</source>
        <translation>Anzahl der Batches je Validierung. 0 verwendet alle Validierungsdokumente.</translation>
    </message>
    <message>
        <source>Number of steps between checkpoints. 0 saves after each epoch and at the end.</source>
        <translation>Anzahl der Schritte zwischen Checkpoints. 0 sichert nach jeder Epoche und am Ende.</translation>
    </message>
    <message>
        <source>Number of latest checkpoints to keep; the one with the best validation loss is also kept.</source>
        <translation>Anzahl der neuesten Checkpoints, die bleiben; der mit dem besten Validierungsverlust bleibt auch.</translation>
    </message>
    <message>
        <source>How a checkpoint stores the frozen experts: as the seed that generates them, or as full weights.</source>
        <translation>Wie ein Checkpoint die eingefrorenen Experten speichert: als Startwert, der sie erzeugt, oder als volle Gewichte.</translation>
    </message>
    <message>
        <source>Number of steps between snapshots of the key stores, which the galaxy view shows.</source>
        <translation>Anzahl der Schritte zwischen Aufnahmen der Schlüsselspeicher, die die Galaxie zeigt.</translation>
    </message>
    <message>
        <source>Number of steps between stored usage counts of the experts.</source>
        <translation>Anzahl der Schritte zwischen gespeicherten Nutzungszahlen der Experten.</translation>
    </message>
    <message>
        <source>Number of experts in each layer&apos;s library, and of keys in its key store. Memory grows with it, compute per token does not.</source>
        <translation>Anzahl der Experten in der Bibliothek jeder Schicht und der Schlüssel in ihrem Speicher. Der Speicherbedarf wächst damit, die Rechenarbeit je Token nicht.</translation>
    </message>
    <message>
        <source>Hidden dimension of an expert. top_k times d_ffn is the compute per token of a SoME layer.</source>
        <translation>Verborgene Dimension eines Experten. top_k mal d_ffn ist die Rechenarbeit je Token einer SoME-Schicht.</translation>
    </message>
    <message>
        <source>Number of experts selected per token in each layer. With 1 there is nothing to compose, and beta has no pairs.</source>
        <translation>Anzahl der Experten, die je Token in jeder Schicht ausgewählt werden. Bei 1 gibt es nichts zusammenzusetzen, und beta hat keine Paare.</translation>
    </message>
    <message>
        <source>Normalize queries to unit norm, so that scores are cosine similarities. False reproduces the first generation.</source>
        <translation>Anfragen auf Einheitsnorm bringen, sodass Scores Kosinusähnlichkeiten sind. False bildet die erste Generation nach.</translation>
    </message>
    <message>
        <source>Initialization of the query network: N(0, 0.02) with zero biases (normal), or uniform in ±1/sqrt(fan_in), biases too, as torch.nn.Linear (torch, generations 1 to 4).</source>
        <translation>Initialisierung des Anfragenetzes: N(0, 0.02) mit Biases null (normal), oder gleichverteilt in ±1/sqrt(fan_in), auch die Biases, wie torch.nn.Linear (torch, Generationen 1 bis 4).</translation>
    </message>
    <message>
        <source>Initialization of the experts: uniform as torch.nn.Linear (default), orthogonal matrices, or small Gaussians with a fraction of each column set to zero (sparse).</source>
        <translation>Initialisierung der Experten: gleichverteilt wie torch.nn.Linear (default), orthogonale Matrizen, oder kleine Gaußwerte, von denen ein Anteil jeder Spalte null ist (sparse).</translation>
    </message>
    <message>
        <source>Fraction of each column of an expert&apos;s matrices that is zero.</source>
        <translation>Anteil jeder Spalte der Matrizen eines Experten, der null ist.</translation>
    </message>
    <message>
        <source>Scale factor of the experts&apos; initial weights. Sparse experts as published change their input by about 1 %; a gain raises that.</source>
        <translation>Faktor der Anfangsgewichte der Experten. Sparse-Experten, wie veröffentlicht, ändern ihre Eingabe um etwa 1 %; ein Faktor hebt das an.</translation>
    </message>
    <message>
        <source>Type of the experts: frozen random weights (SoME), frozen with a trained low-rank adapter (lora), or, as controls, trained or none.</source>
        <translation>Art der Experten: eingefrorene Zufallsgewichte (SoME), eingefroren mit einem trainierten Adapter niedrigen Rangs (lora), oder, als Kontrollen, trainiert oder keine.</translation>
    </message>
    <message>
        <source>Rank of the adapter of each of an expert&apos;s two matrices: W + B A, with B initialized to zero.</source>
        <translation>Rang des Adapters jeder der beiden Matrizen eines Experten: W + B A, B mit null initialisiert.</translation>
    </message>
    <message>
        <source>Data type of the frozen experts: bf16 halves their memory and rounds them once; all arithmetic stays fp32.</source>
        <translation>Datentyp der eingefrorenen Experten: bf16 halbiert ihren Speicher und rundet sie einmal; alle Rechnungen bleiben fp32.</translation>
    </message>
    <message>
        <source>Share one library of experts among all layers, stored and counted once; each layer keeps its own keys, usage and query network.</source>
        <translation>Eine Bibliothek von Experten für alle Schichten, einmal gespeichert und gezählt; jede Schicht behält eigene Schlüssel, Nutzung und ihr Anfragenetz.</translation>
    </message>
    <message>
        <source>How experts are selected: by queries and keys (SoME), at random, or by a fixed hash of the token (controls without a router).</source>
        <translation>Wie Experten ausgewählt werden: durch Anfragen und Schlüssel (SoME), zufällig, oder durch einen festen Hash des Tokens (Kontrollen ohne Router).</translation>
    </message>
    <message>
        <source>Nearest-key search: exact (all dot products), or approximate with an HNSW graph; orrery-cli bench nearest-keys reports from how many experts on that is faster.</source>
        <translation>Suche der nächsten Schlüssel: genau (alle Skalarprodukte) oder genähert mit einem HNSW-Graphen; orrery-cli bench nearest-keys zeigt, ab wie vielen Experten das schneller ist.</translation>
    </message>
    <message>
        <source>RMS distance that the keys move before the graph of some.search: hnsw is rebuilt. Until then the graph has the current keys and old links: scores stay exact, recall drops slightly. 0 rebuilds it after each step that moved keys.</source>
        <translation>RMS-Strecke, um die sich die Schlüssel bewegen, bevor der Graph von some.search: hnsw neu gebaut wird. Bis dahin hat der Graph die aktuellen Schlüssel und alte Kanten: Scores bleiben genau, die Trefferquote sinkt leicht. 0 baut ihn nach jedem Schritt neu, der Schlüssel bewegt hat.</translation>
    </message>
    <message>
        <source>Fraction of the steps with one expert per token; over as many further steps, it ramps up to top_k. 0 disables it.</source>
        <translation>Anteil der Schritte mit einem Experten je Token; über ebenso viele weitere Schritte steigt er auf top_k. 0 schaltet es ab.</translation>
    </message>
    <message>
        <source>Coefficient of the auxiliary load-balancing loss: E times the sum over experts of load fraction times mean probability; added to the optimized loss only. 0 disables it.</source>
        <translation>Koeffizient des zusätzlichen Verlusts für den Lastausgleich: E mal die Summe über Experten von Lastanteil mal mittlerer Wahrscheinlichkeit; nur zum optimierten Verlust addiert. 0 schaltet ihn ab.</translation>
    </message>
    <message>
        <source>Update rate of a bias per expert, which is added to the scores for the selection only and moved against the load after each step. 0 disables it.</source>
        <translation>Schrittweite eines Bias je Experte, der zu den Scores nur für die Auswahl addiert und nach jedem Schritt gegen die Last bewegt wird. 0 schaltet ihn ab.</translation>
    </message>
    <message>
        <source>Number of passes over the training documents.</source>
        <translation>Anzahl der Durchgänge durch die Trainingsdokumente.</translation>
    </message>
    <message>
        <source>Number of training steps; overrides train.epochs. 0 uses train.epochs.</source>
        <translation>Anzahl der Trainingsschritte; geht vor train.epochs. 0 verwendet train.epochs.</translation>
    </message>
    <message>
        <source>Number of samples per step. Fewer steps also mean fewer key updates.</source>
        <translation>Anzahl der Proben je Schritt. Weniger Schritte bedeuten auch weniger Aktualisierungen der Schlüssel.</translation>
    </message>
    <message>
        <source>Gradient accumulation: number of micro-batches that a batch is split into to save memory. The step, its key update included, stays the same.</source>
        <translation>Gradientenakkumulation: Anzahl der Teile, in die ein Batch zerlegt wird, um Speicher zu sparen. Der Schritt samt Aktualisierung der Schlüssel bleibt derselbe.</translation>
    </message>
    <message>
        <source>Optimizer of the trained weights.</source>
        <translation>Optimierer der trainierten Gewichte.</translation>
    </message>
    <message>
        <source>Peak learning rate; the schedule scales it.</source>
        <translation>Höchste Lernrate; der Zeitplan skaliert sie.</translation>
    </message>
    <message>
        <source>Learning rate schedule after the warm-up: cosine decay to 0, or constant.</source>
        <translation>Zeitplan der Lernrate nach dem Aufwärmen: Kosinus bis 0, oder konstant.</translation>
    </message>
    <message>
        <source>Number of steps of linear learning rate warm-up. The published runs had none.</source>
        <translation>Anzahl der Schritte, in denen die Lernrate linear aufgewärmt wird. Die veröffentlichten Läufe hatten keine.</translation>
    </message>
    <message>
        <source>Weight decay of all trained weights, scaled by the learning rate.</source>
        <translation>Gewichtszerfall aller trainierten Gewichte, mit der Lernrate skaliert.</translation>
    </message>
    <message>
        <source>AdamW decay rates of the first and second moment estimates.</source>
        <translation>Abklingraten des ersten und zweiten Moments von AdamW.</translation>
    </message>
    <message>
        <source>AdamW term added to the denominator for numerical stability.</source>
        <translation>Summand im Nenner von AdamW für die numerische Stabilität.</translation>
    </message>
    <message>
        <source>Maximum global gradient norm; larger gradients are scaled down. 0 disables clipping.</source>
        <translation>Größte globale Gradientennorm; größere Gradienten werden verkleinert. 0 schaltet die Begrenzung ab.</translation>
    </message>
    <message>
        <source>Random seed of weights, experts, keys and the order of the samples.</source>
        <translation>Startwert des Zufalls für Gewichte, Experten, Schlüssel und die Reihenfolge der Proben.</translation>
    </message>
    <message>
        <source>Device to train on. auto uses the first GPU if the CUDA module loads and a device responds, else the CPU; cuda and cuda:N without one are an error. orrery-cli devices lists them.</source>
        <translation>Gerät, auf dem trainiert wird. auto nimmt die erste GPU, wenn das CUDA-Modul lädt und ein Gerät antwortet, sonst die CPU; cuda und cuda:N ohne ein solches sind ein Fehler. orrery-cli devices zählt sie auf.</translation>
    </message>
    <message>
        <source>Record training steps as CUDA graphs and replay them, which saves kernel launches and does not change results. auto does so where it is known to be exact, and the log says where it is not; on makes that an error.</source>
        <translation>Trainingsschritte als CUDA-Graphen aufzeichnen und wiederholen; das spart Kernelstarts und ändert keine Ergebnisse. auto tut es, wo es bekanntermaßen genau ist, und das Log sagt, wo nicht; on macht daraus einen Fehler.</translation>
    </message>
    <message>
        <source>Softmax temperature of the gates in training: low values favor the best expert.</source>
        <translation>Softmax-Temperatur der Gates im Training: niedrige Werte begünstigen den besten Experten.</translation>
    </message>
    <message>
        <source>Softmax temperature of the gates in evaluation, traces and generation.</source>
        <translation>Softmax-Temperatur der Gates in Auswertung, Spuren und Texterzeugung.</translation>
    </message>
    <message>
        <source>Include padding in the optimized loss, as all published runs of generations 1 to 4 did. The loss without padding is reported either way.</source>
        <translation>Füllung in den optimierten Verlust einbeziehen, wie alle veröffentlichten Läufe der Generationen 1 bis 4. Der Verlust ohne Füllung wird in jedem Fall gemeldet.</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>Batches</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>features</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>layer numbers from 0</source>
        <translation>Schichtnummern ab 0</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>micro-batches</source>
        <translation>Teil-Batches</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>Nat</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Proben</translation>
    </message>
    <message>
        <source>selections</source>
        <translation>Auswahlen</translation>
    </message>
    <message>
        <source>share of the keys&apos; length</source>
        <translation>Anteil der Schlüssellänge</translation>
    </message>
    <message>
        <source>share of the steps</source>
        <translation>Anteil der Schritte</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Name of the run, shown in its folder name and in lists of runs.</source>
        <translation>Name des Laufs, der in seinem Ordnernamen und in Listen von Läufen steht.</translation>
    </message>
    <message>
        <source>Number of CPU threads. 0 tries up to all cores (or OMP_NUM_THREADS, if it is set), and whether waiting threads spin or sleep, and keeps what is fastest; the log says what. Results do not depend on the number, but for a few settings that the log names: with those, 0 uses all. With several processes it counts for each, and 0 shares the cores out.</source>
        <translation>Anzahl der CPU-Threads. 0 probiert bis zu allen Kernen (oder OMP_NUM_THREADS, falls gesetzt) und ob wartende Threads kreisen oder schlafen, und behält, was am schnellsten ist; das Protokoll nennt es. Die Ergebnisse hängen nicht von der Anzahl ab, außer bei wenigen Einstellungen, die das Protokoll nennt: Mit diesen nutzt 0 alle. Bei mehreren Prozessen gilt sie für jeden, und 0 teilt die Kerne auf.</translation>
    </message>
    <message>
        <source>Number of processes on this machine that train the model together. Each computes its share of every batch; the results are those of one process. A launcher (torchrun, srun, mpirun), which also reaches other machines, replaces this number by its own.</source>
        <translation>Anzahl der Prozesse auf diesem Rechner, die das Modell gemeinsam trainieren. Jeder rechnet seinen Anteil jedes Batches; die Ergebnisse sind die eines einzigen Prozesses. Ein Startprogramm (torchrun, srun, mpirun), das auch andere Rechner erreicht, ersetzt diese Zahl durch seine eigene.</translation>
    </message>
    <message>
        <source>How long the processes of a run wait for one that is silent before they end the run as failed.</source>
        <translation>Wie lange die Prozesse eines Laufs auf einen warten, der schweigt, bevor sie den Lauf als gescheitert beenden.</translation>
    </message>
    <message>
        <source>processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Maximum global norm of a layer&apos;s key step: the root of the sum of squares of all its keys&apos; moves. Larger steps are scaled down as a whole, after keys.max_step. 0 disables the limit.</source>
        <translation>Größte globale Norm des Schritts aller Schlüssel einer Schicht: die Wurzel der Summe der Quadrate aller Bewegungen. Größere Schritte werden als Ganzes verkleinert, nach keys.max_step. 0 schaltet die Grenze aus.</translation>
    </message>
    <message>
        <source>Query network: one linear layer, or an MLP with GELU and one hidden layer (mlp), whose width some.router_hidden sets.</source>
        <translation>Query-Netz: eine lineare Schicht oder ein MLP mit GELU und einer verborgenen Schicht (mlp), deren Breite some.router_hidden angibt.</translation>
    </message>
    <message>
        <source>times d_model</source>
        <translation>mal d_model</translation>
    </message>
    <message>
        <source>Width of the mlp router&apos;s hidden layer as a multiple of model.d_model, rounded down and at least 1.</source>
        <translation>Breite der verborgenen Schicht des MLP-Routers als Vielfaches von model.d_model, abgerundet und mindestens 1.</translation>
    </message>
    <message>
        <source>Parts of the model that the optimizer trains. Those left out stay frozen as train.seed draws them and count as frozen parameters. Experts are trained by some.experts, keys are moved by Knowledge Gravity either way. An empty list trains none of them.</source>
        <translation>Teile des Modells, die der Optimierer trainiert. Ausgelassene bleiben eingefroren, wie train.seed sie zieht, und zählen als eingefrorene Parameter. Experten werden nach some.experts trainiert, Schlüssel bewegt Knowledge Gravity in jedem Fall. Eine leere Liste trainiert keinen davon.</translation>
    </message>
    <message>
        <source>Length of the linear learning rate warm-up as a share of the run&apos;s steps, rounded; replaces train.warmup. 0 uses train.warmup.</source>
        <translation>Länge des linearen Anstiegs der Lernrate als Anteil der Schritte des Laufs, gerundet; ersetzt train.warmup. 0 verwendet train.warmup.</translation>
    </message>
    <message>
        <source>bf16 computes the matrix products of attention, experts and head in bfloat16, and keeps frozen experts rounded to it. Trained weights, router, norms, loss, optimizer and key updates stay fp32. On a CPU without instructions for bfloat16 the products are fp32, too. auto is bf16 where the device is faster with it, else fp32; the run stores which it was.</source>
        <translation>bf16 rechnet die Matrixprodukte von Attention, Experten und Kopf in bfloat16 und behält eingefrorene Experten darauf gerundet. Trainierte Gewichte, Router, Normen, Verlust, Optimierer und Schlüsselschritte bleiben fp32. Auf einer CPU ohne Befehle für bfloat16 sind auch die Produkte fp32. auto ist bf16, wo das Gerät damit schneller ist, sonst fp32; der Lauf speichert, was es war.</translation>
    </message>
    <message>
        <source>Activation checkpointing: keep only the input of each layer in the forward pass, and compute the layer again in the backward pass. Same numbers with less memory, for about a third more time.</source>
        <translation>Activation Checkpointing: vorwärts nur die Eingabe jeder Schicht behalten und die Schicht rückwärts noch einmal rechnen. Dieselben Zahlen mit weniger Speicher, für etwa ein Drittel mehr Zeit.</translation>
    </message>
    <message>
        <source>End the run early: collapse ends it when a layer&apos;s routing is collapsed in three usage snapshots in a row (2^entropy below 2 top_k), after the first twentieth of the steps and the top-k warm-up. none trains to the end.</source>
        <translation>Den Lauf vorzeitig beenden: collapse beendet ihn, wenn das Routing einer Schicht in drei Nutzungsaufnahmen hintereinander kollabiert ist (2^Entropie unter 2 top_k), nach dem ersten Zwanzigstel der Schritte und dem Top-k-Anstieg. none trainiert bis zum Ende.</translation>
    </message>
    <message>
        <source>What the router does otherwise, to see what experts do: knock-out 1:3; force 0:2; scale-gate 0:2=0.5; swap-keys 1:2=1:3; move-key 0:1=NUMBER/NUMBER/...; freeze-key 1:3 (layer:expert, several separated by commas). Keys that are frozen or moved are not updated. Empty = nothing.</source>
        <translation>Was der Router anders macht, um zu sehen, was Experten bewirken: knock-out 1:3; force 0:2; scale-gate 0:2=0.5; swap-keys 1:2=1:3; move-key 0:1=ZAHL/ZAHL/...; freeze-key 1:3 (Schicht:Experte, mehrere durch Kommas getrennt). Eingefrorene und verschobene Schlüssel werden nicht aktualisiert. Leer = nichts.</translation>
    </message>
    <message>
        <source>Corpus: embedded (stories generated by the program), a file (.txt, .jsonl, .parquet; of the first two also .gz and .zst), or a folder of such files. A relative path starts at the configuration&apos;s folder.</source>
        <translation>Korpus: embedded (vom Programm erzeugte Geschichten), eine Datei (.txt, .jsonl, .parquet; die ersten beiden auch als .gz und .zst) oder ein Ordner solcher Dateien. Ein relativer Pfad beginnt beim Ordner der Konfiguration.</translation>
    </message>
    <message>
        <source>Column of a .parquet file, or field of a .jsonl line, that holds the document.</source>
        <translation>Spalte einer .parquet-Datei oder Feld einer .jsonl-Zeile, in der das Dokument steht.</translation>
    </message>
    <message>
        <source>Folder for TensorBoard: while the run trains, its scalars are written there as event files, in a folder of the run&apos;s name. A relative path starts at the configuration&apos;s folder. Empty = none.</source>
        <translation>Ordner für TensorBoard: Während der Lauf trainiert, werden seine Skalare dort als Ereignisdateien geschrieben, in einem Ordner mit dem Namen des Laufs. Ein relativer Pfad beginnt beim Ordner der Konfiguration. Leer = keiner.</translation>
    </message>
    <message>
        <source>Validation text: corpus (a part of data.corpus that is not trained on), or a text file (.txt, .jsonl, .parquet) or folder of its own, split and tokenized as the corpus is. A relative path starts at the configuration&apos;s folder.</source>
        <translation>Validierungstext: corpus (ein Teil von data.corpus, auf dem nicht trainiert wird) oder eine eigene Textdatei (.txt, .jsonl, .parquet) oder ein eigener Ordner, geteilt und tokenisiert wie das Korpus. Ein relativer Pfad beginnt beim Ordner der Konfiguration.</translation>
    </message>
</context>
<context>
    <name>orrery::Figure</name>
    <message>
        <source>Can&apos;t start writing the PDF.</source>
        <translation>Die PDF kann nicht begonnen werden.</translation>
    </message>
    <message>
        <source>Can&apos;t start writing the SVG.</source>
        <translation>Die SVG kann nicht begonnen werden.</translation>
    </message>
    <message>
        <source>Can&apos;t encode the image as PNG.</source>
        <translation>Das Bild kann nicht als PNG kodiert werden.</translation>
    </message>
    <message>
        <source>Not enough memory for %1 x %2 pixels: reduce the size or the dpi.</source>
        <translation>Der Speicher reicht nicht für %1 x %2 Pixel: Größe oder dpi verringern.</translation>
    </message>
    <message>
        <source>%1: the file name of a figure must end in .pdf, .svg or .png.</source>
        <translation>%1: Der Dateiname einer Abbildung muss auf .pdf, .svg oder .png enden.</translation>
    </message>
    <message>
        <source>Width and height of a figure must be %1 to %2 mm, not %3 mm.</source>
        <translation>Breite und Höhe einer Abbildung müssen %1 bis %2 mm sein, nicht %3 mm.</translation>
    </message>
    <message>
        <source>The font size must be %1 to %2 points, not %3.</source>
        <translation>Die Schriftgröße muss %1 bis %2 Punkt sein, nicht %3.</translation>
    </message>
    <message>
        <source>The resolution must be %1 to %2 dpi, not %3 dpi.</source>
        <translation>Die Auflösung muss %1 bis %2 dpi sein, nicht %3 dpi.</translation>
    </message>
    <message>
        <source>%1 x %2 pixels exceed %3 million: reduce the size or the dpi, or use PDF or SVG.</source>
        <translation>%1 x %2 Pixel sind mehr als %3 Millionen: Größe oder dpi verringern, oder PDF oder SVG nehmen.</translation>
    </message>
    <message>
        <source>The line width must be %1 to %2 points, not %3.</source>
        <translation>Die Linienbreite muss %1 bis %2 Punkt betragen, nicht %3.</translation>
    </message>
    <message>
        <source>There is no font %1 on this computer.</source>
        <translation>Auf diesem Rechner gibt es keine Schrift %1.</translation>
    </message>
    <message>
        <source>The range of an axis must go from low to high.</source>
        <translation>Der Bereich einer Achse muss aufsteigen.</translation>
    </message>
</context>
<context>
    <name>orrery::FigureDialog</name>
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
        <source>As on the screen</source>
        <translation>Wie auf dem Bildschirm</translation>
    </message>
    <message>
        <source>Makes the same figure without a window, with the current settings of the view</source>
        <translation>Erzeugt dieselbe Abbildung ohne Fenster, mit den jetzigen Einstellungen der Ansicht</translation>
    </message>
    <message>
        <source>Custom size</source>
        <translation>Eigene Größe</translation>
    </message>
    <message>
        <source>PDF (vector)</source>
        <translation>PDF (Vektoren)</translation>
    </message>
    <message>
        <source>SVG (vector)</source>
        <translation>SVG (Vektoren)</translation>
    </message>
    <message>
        <source>PNG (bitmap)</source>
        <translation>PNG (Pixel)</translation>
    </message>
    <message>
        <source>Paper (white background)</source>
        <translation>Papier (weißer Hintergrund)</translation>
    </message>
    <message>
        <source>&amp;Colors</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>Cop&amp;y figure</source>
        <translation>Abbildung &amp;kopieren</translation>
    </message>
    <message>
        <source>Put the figure on the clipboard, as SVG and as an image</source>
        <translation>Die Abbildung als SVG und als Bild in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Above the curves</source>
        <translation>Über den Kurven</translation>
    </message>
    <message>
        <source>Inside, top left</source>
        <translation>Innen, oben links</translation>
    </message>
    <message>
        <source>Inside, top right</source>
        <translation>Innen, oben rechts</translation>
    </message>
    <message>
        <source>Inside, bottom left</source>
        <translation>Innen, unten links</translation>
    </message>
    <message>
        <source>Inside, bottom right</source>
        <translation>Innen, unten rechts</translation>
    </message>
    <message>
        <source>To the right</source>
        <translation>Rechts daneben</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>wie üblich</translation>
    </message>
    <message>
        <source>Width of the main lines; thinner ones in proportion</source>
        <translation>Breite der Hauptlinien; dünnere im Verhältnis</translation>
    </message>
    <message>
        <source>DejaVu Sans (default)</source>
        <translation>DejaVu Sans (Vorgabe)</translation>
    </message>
    <message>
        <source>x axis</source>
        <translation>x-Achse</translation>
    </message>
    <message>
        <source>y axis</source>
        <translation>y-Achse</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>Fon&amp;t</source>
        <translation>Schrif&amp;t</translation>
    </message>
    <message>
        <source>T&amp;itle</source>
        <translation>T&amp;itel</translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation>&amp;Legende</translation>
    </message>
    <message>
        <source>Line wi&amp;dth</source>
        <translation>Linien&amp;breite</translation>
    </message>
    <message>
        <source>&amp;x axis</source>
        <translation>&amp;x-Achse</translation>
    </message>
    <message>
        <source>&amp;y axis</source>
        <translation>&amp;y-Achse</translation>
    </message>
    <message>
        <source>P&amp;anels</source>
        <translation>T&amp;eile</translation>
    </message>
    <message>
        <source>Col&amp;umns</source>
        <translation>Spal&amp;ten</translation>
    </message>
    <message>
        <source>Check at least one view.</source>
        <translation>Mindestens eine Ansicht ankreuzen.</translation>
    </message>
</context>
<context>
    <name>orrery::FilmExport</name>
    <message>
        <source>Folder for the frames</source>
        <translation>Ordner für die Bilder</translation>
    </message>
    <message>
        <source>Film</source>
        <translation>Film</translation>
    </message>
</context>
<context>
    <name>orrery::FindingWords</name>
    <message>
        <source>No trial is done: all of them failed</source>
        <translation>Kein Versuch ist fertig: alle sind gescheitert</translation>
    </message>
    <message>
        <source>No trial is done yet</source>
        <translation>Noch ist kein Versuch fertig</translation>
    </message>
    <message>
        <source>: no two trials of a seed to compare</source>
        <translation>: keine zwei Versuche eines Startwerts zu vergleichen</translation>
    </message>
    <message>
        <source>: no four trials of a seed to compare</source>
        <translation>: keine vier Versuche eines Startwerts zu vergleichen</translation>
    </message>
    <message>
        <source>: no trial is done</source>
        <translation>: kein Versuch ist fertig</translation>
    </message>
    <message>
        <source>: no cell is done</source>
        <translation>: keine Zelle ist fertig</translation>
    </message>
    <message>
        <source>: fewer than two points</source>
        <translation>: weniger als zwei Punkte</translation>
    </message>
    <message>
        <source>: fewer than four trials</source>
        <translation>: weniger als vier Versuche</translation>
    </message>
    <message>
        <source>: one point of </source>
        <translation>: ein einziger Punkt von </translation>
    </message>
    <message>
        <source>: not yet</source>
        <translation>: noch nicht</translation>
    </message>
    <message>
        <source>; seed noise can&apos;t be estimated: fewer than two seeds are done in all cells</source>
        <translation>; Rauschen der Startwerte nicht schätzbar: in allen Zellen sind weniger als zwei Startwerte fertig</translation>
    </message>
    <message>
        <source>; seed noise can&apos;t be estimated from one seed</source>
        <translation>; Rauschen der Startwerte aus einem nicht schätzbar</translation>
    </message>
    <message>
        <source>; one seed tells no noise</source>
        <translation>; ein Startwert zeigt kein Rauschen</translation>
    </message>
    <message>
        <source>; too few seeds to compare</source>
        <translation>; zu wenige Startwerte zum Vergleichen</translation>
    </message>
    <message>
        <source>; better than every other one beyond seed noise</source>
        <translation>; besser als jeder andere, jenseits des Rauschens der Startwerte</translation>
    </message>
    <message>
        <source>, within seed noise</source>
        <translation>, innerhalb des Rauschens der Startwerte</translation>
    </message>
    <message>
        <source>, beyond seed noise</source>
        <translation>, jenseits des Rauschens der Startwerte</translation>
    </message>
    <message>
        <source>; by cell, with Holm&apos;s correction, beyond it in </source>
        <translation>; je Zelle, mit Korrektur nach Holm, jenseits davon in </translation>
    </message>
    <message>
        <source>, difference of differences</source>
        <translation>, Unterschied der Unterschiede</translation>
    </message>
    <message>
        <source>; sign test over trials, p = </source>
        <translation>; Vorzeichentest über Versuche, p = </translation>
    </message>
    <message>
        <source>, which may be chance: </source>
        <translation>, was Zufall sein kann: </translation>
    </message>
    <message>
        <source>, not shown equal within </source>
        <translation>, nicht gezeigt, dass gleich innerhalb von </translation>
    </message>
    <message>
        <source>, equal within </source>
        <translation>, gleich innerhalb von </translation>
    </message>
    <message>
        <source>, no more than </source>
        <translation>, nicht mehr als </translation>
    </message>
    <message>
        <source> larger (one-sided tests: </source>
        <translation> größer (einseitige Tests: </translation>
    </message>
    <message>
        <source> (one-sided tests: </source>
        <translation> (einseitige Tests: </translation>
    </message>
    <message>
        <source>rank correlation </source>
        <translation>Rangkorrelation </translation>
    </message>
    <message>
        <source> up to the largest </source>
        <translation> bis zum größten </translation>
    </message>
    <message>
        <source>; the next, </source>
        <translation>; der nächste, </translation>
    </message>
    <message>
        <source>, differs by </source>
        <translation>, weicht ab um </translation>
    </message>
    <message>
        <source>, of other seeds</source>
        <translation>, anderer Startwerte</translation>
    </message>
    <message>
        <source>: best at </source>
        <translation>: am besten bei </translation>
    </message>
    <message>
        <source>, then </source>
        <translation>, dann </translation>
    </message>
    <message>
        <source> where one of </source>
        <translation>, wo einer von </translation>
    </message>
    <message>
        <source> needs </source>
        <translation> braucht </translation>
    </message>
    <message>
        <source> below that at </source>
        <translation> unter dem bei </translation>
    </message>
    <message>
        <source> below </source>
        <translation> unter </translation>
    </message>
    <message>
        <source> against </source>
        <translation> gegen </translation>
    </message>
    <message>
        <source>, under </source>
        <translation>, unter </translation>
    </message>
    <message>
        <source> along </source>
        <translation> entlang </translation>
    </message>
    <message>
        <source> over </source>
        <translation> über </translation>
    </message>
    <message>
        <source> pairs</source>
        <translation> Paare</translation>
    </message>
    <message>
        <source> cells</source>
        <translation> Zellen</translation>
    </message>
    <message>
        <source> stable</source>
        <translation> stabil</translation>
    </message>
    <message>
        <source> alone</source>
        <translation> </translation>
    </message>
    <message>
        <source> from </source>
        <translation> ab </translation>
    </message>
    <message>
        <source> of </source>
        <translation> von </translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source> at </source>
        <translation> bei </translation>
    </message>
    <message>
        <source>Best </source>
        <translation>Bestes </translation>
    </message>
</context>
<context>
    <name>orrery::GalaxyBeside</name>
    <message>
        <source>Snapshot of the keys, by step</source>
        <translation>Aufnahme der Schlüssel, nach Schritten</translation>
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
        <source>Galaxy to compare with</source>
        <translation>Galaxie zum Vergleich</translation>
    </message>
    <message>
        <source>Snapshot to compare with</source>
        <translation>Aufnahme zum Vergleich</translation>
    </message>
    <message>
        <source>Close the comparison</source>
        <translation>Den Vergleich schließen</translation>
    </message>
    <message>
        <source>No key snapshot of this layer.</source>
        <translation>Von dieser Schicht gibt es keine Aufnahme der Schlüssel.</translation>
    </message>
    <message>
        <source>Tokens and guilds are known only for the open run</source>
        <translation>Token und Gilden sind nur vom geöffneten Lauf bekannt</translation>
    </message>
</context>
<context>
    <name>orrery::GalaxyHalves</name>
    <message>
        <source>Galaxy of expert keys</source>
        <translation>Galaxie der Schlüssel der Experten</translation>
    </message>
</context>
<context>
    <name>orrery::GalaxyMenus</name>
    <message>
        <source>Run to compare with</source>
        <translation>Lauf zum Vergleich</translation>
    </message>
    <message>
        <source>Galaxy</source>
        <translation>Galaxie</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Show the token queries of a text among the keys</source>
        <translation>Die Anfragen der Token eines Textes zwischen den Schlüsseln zeigen</translation>
    </message>
    <message>
        <source>Text whose token queries are shown; each token is routed to its nearest keys</source>
        <translation>Text, dessen Anfragen gezeigt werden; jedes Token geht an seine nächsten Schlüssel</translation>
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
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Compare with another step or run, side by side</source>
        <translation>Mit einem anderen Schritt oder Lauf vergleichen, nebeneinander</translation>
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
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Keep this camera</source>
        <translation>Diese Kamera aufbewahren</translation>
    </message>
    <message>
        <source>Name of the camera</source>
        <translation>Name der Kamera</translation>
    </message>
    <message>
        <source>From the &amp;start</source>
        <translation>Wie am &amp;Anfang</translation>
    </message>
    <message>
        <source>&amp;Keep this camera...</source>
        <translation>Diese Kamera auf&amp;bewahren...</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Cameras that are kept with the run&apos;s views</source>
        <translation>Kameras, die mit den Ansichten des Laufs aufbewahrt werden</translation>
    </message>
</context>
<context>
    <name>orrery::GalaxyPicture</name>
    <message>
        <source>Train a configuration or open a run to see the keys of its experts.</source>
        <translation>Eine Konfiguration trainieren oder einen Lauf öffnen, um die Schlüssel seiner Experten zu sehen.</translation>
    </message>
    <message>
        <source>No key snapshot of this layer yet: waiting for the first.</source>
        <translation>Noch keine Aufnahme der Schlüssel dieser Schicht: die erste kommt bald.</translation>
    </message>
    <message>
        <source>Computing the projection...</source>
        <translation>Die Projektion wird berechnet ...</translation>
    </message>
    <message>
        <source>Press Run to compute the projection.</source>
        <translation>„Starten“ drücken, um die Projektion zu berechnen.</translation>
    </message>
    <message>
        <source>Out of date: press Run</source>
        <translation>Veraltet: „Starten“ drücken</translation>
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
    <message>
        <source>Respawned: %1</source>
        <translation>Neu gesetzt: %1</translation>
    </message>
    <message>
        <source>Angular drift since step %1 (1 - cosine)</source>
        <translation>Winkelwanderung seit Schritt %1 (1 - Kosinus)</translation>
    </message>
    <message numerus="yes">
        <source>; at %n distinct points</source>
        <translation>
            <numerusform>; an %n Punkt</numerusform>
            <numerusform>; an %n verschiedenen Punkten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2 is too many for %3 keys)</source>
        <translation>%1 (%2 ist zu viel für %3 Schlüssel)</translation>
    </message>
    <message>
        <source>, neighbors %1, min. distance %2</source>
        <translation>, Nachbarn %1, Mindestabstand %2</translation>
    </message>
    <message>
        <source>, perplexity %1</source>
        <translation>, Perplexität %1</translation>
    </message>
    <message>
        <source>, aligned to another snapshot</source>
        <translation>, an einer anderen Aufnahme ausgerichtet</translation>
    </message>
    <message>
        <source>, cosine distance</source>
        <translation>, Kosinusabstand</translation>
    </message>
    <message numerus="yes">
        <source>, refined %n times since step %1, aligned</source>
        <translation>
            <numerusform>, %n-mal verfeinert seit Schritt %1, ausgerichtet</numerusform>
            <numerusform>, %n-mal verfeinert seit Schritt %1, ausgerichtet</numerusform>
        </translation>
    </message>
    <message>
        <source>Usage is not known</source>
        <translation>Nutzung unbekannt</translation>
    </message>
    <message>
        <source>Norm of the key</source>
        <translation>Norm des Schlüssels</translation>
    </message>
    <message>
        <source>, directions of the keys (cosine)</source>
        <translation>, Richtungen der Schlüssel (Kosinus)</translation>
    </message>
</context>
<context>
    <name>orrery::GalaxySearch</name>
    <message>
        <source>Expert, token or guild</source>
        <translation>Experte, Token oder Gilde</translation>
    </message>
    <message>
        <source>Select an expert by index, all experts of a token, a guild by number (guild 3) or all guilds of a kind (NOUN)</source>
        <translation>Einen Experten nach seiner Nummer auswählen, alle Experten eines Tokens, eine Gilde nach ihrer Nummer (Gilde 3) oder alle Gilden einer Art (NOUN)</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>Nächste</translation>
    </message>
    <message>
        <source>Add the nearest keys to the selection</source>
        <translation>Die nächsten Schlüssel zur Auswahl hinzufügen</translation>
    </message>
    <message>
        <source>guild</source>
        <translation>Gilde</translation>
    </message>
    <message>
        <source>No match for “%1”</source>
        <translation>Kein Treffer für „%1“</translation>
    </message>
    <message>
        <source>Select a key first; its nearest keys are added.</source>
        <translation>Zuerst einen Schlüssel auswählen; seine nächsten kommen dazu.</translation>
    </message>
    <message>
        <source>By &amp;cosine similarity</source>
        <translation>Nach &amp;Kosinusähnlichkeit</translation>
    </message>
    <message>
        <source>By &amp;Euclidean distance</source>
        <translation>Nach &amp;euklidischem Abstand</translation>
    </message>
    <message>
        <source>Nearest to key %1 by cosine similarity: %2</source>
        <translation>Nach Kosinusähnlichkeit dem Schlüssel %1 am nächsten: %2</translation>
    </message>
    <message>
        <source>Nearest to key %1 by Euclidean distance: %2</source>
        <translation>Nach euklidischem Abstand dem Schlüssel %1 am nächsten: %2</translation>
    </message>
</context>
<context>
    <name>orrery::GalaxyView</name>
    <message>
        <source>The film is still being made: its colors span all of its frames.</source>
        <translation>Der Film entsteht noch: Seine Farben spannen sich über alle seine Bilder.</translation>
    </message>
    <message>
        <source>Move keys</source>
        <translation>Schlüssel verschieben</translation>
    </message>
    <message>
        <source>A drag that begins on a key asks for it to be moved: to the mean of the keys nearest to where it is dropped. The playground lists that among the interventions.</source>
        <translation>Ziehen, das auf einem Schlüssel beginnt, verschiebt ihn: zum Mittel der Schlüssel, die dem Ziel am nächsten liegen. Die Spielwiese führt das unter den Eingriffen auf.</translation>
    </message>
</context>
<context>
    <name>orrery::GateWarnings</name>
    <message>
        <source>Gates are uniform in layers %1: the selected experts are averaged, and which of them ranks first means nothing.</source>
        <translation>Die Gates sind gleichförmig in den Schichten %1: Die ausgewählten Experten werden gemittelt, und welcher von ihnen vorn steht, bedeutet nichts.</translation>
    </message>
    <message>
        <source>Keys coincide in layers %1 (cosine above 0.99): their experts are selected together for any token, which makes no guild.</source>
        <translation>Schlüssel fallen zusammen in den Schichten %1 (Kosinus über 0,99): Ihre Experten werden für jedes Token gemeinsam ausgewählt, was keine Gilde ausmacht.</translation>
    </message>
</context>
<context>
    <name>orrery::Handbook</name>
    <message>
        <source>Handbook</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Find in page</source>
        <translation>Auf der Seite suchen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
</context>
<context>
    <name>orrery::ImportedWords</name>
    <message>
        <source>This import has no routing: record_routing.py records it, and orrery-cli import --routing adds it.</source>
        <translation>Zu diesem Import gibt es kein Routing: record_routing.py zeichnet es auf, orrery-cli import --routing nimmt es hinzu.</translation>
    </message>
    <message>
        <source>Of an imported model only the routers are known: its own program runs it.</source>
        <translation>Von einem importierten Modell sind nur die Router bekannt: Sein eigenes Programm führt es aus.</translation>
    </message>
</context>
<context>
    <name>orrery::InspectFacts</name>
    <message>
        <source>Expert %1 of layer %2</source>
        <translation>Experte %1 der Schicht %2</translation>
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
        <source>Parts of speech</source>
        <translation>Wortarten</translation>
    </message>
    <message>
        <source>Lift</source>
        <translation>Lift</translation>
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
        <source>p</source>
        <translation>p</translation>
    </message>
    <message>
        <source>Most frequent tokens</source>
        <translation>Häufigste Token</translation>
    </message>
    <message>
        <source> (dictionary tags)</source>
        <translation> (nach einem Wörterbuch)</translation>
    </message>
    <message>
        <source>%1 of the layer&apos;s selections during training, rank %2 of %3</source>
        <translation>%1 der Auswahlen der Schicht im Training, Rang %2 von %3</translation>
    </message>
    <message>
        <source>Usage state %1, key norm %2 (step %3)</source>
        <translation>Nutzungszustand %1, Norm des Schlüssels %2 (Schritt %3)</translation>
    </message>
    <message numerus="yes">
        <source>In the analyzed text: %n selections (%1), specialization %2 bits by token, %3 bits by part of speech%4</source>
        <translation>
            <numerusform>Im analysierten Text: %n Auswahl (%1), Spezialisierung %2 Bit nach Token, %3 nach Wortart%4</numerusform>
            <numerusform>Im analysierten Text: %n Auswahlen (%1), Spezialisierung %2 Bit nach Token, %3 nach Wortart%4</numerusform>
        </translation>
    </message>
    <message>
        <source>Gate share: %1 of the layer&apos;s gate mass; weight norm %2</source>
        <translation>Gate-Anteil: %1 der Gate-Masse der Schicht; Norm seiner Gewichte %2</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>% expert</source>
        <translation>% Experte</translation>
    </message>
    <message>
        <source>% token</source>
        <translation>% Token</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Wortart</translation>
    </message>
    <message>
        <source>Co-selected experts</source>
        <translation>Gemeinsam ausgewählt</translation>
    </message>
    <message>
        <source>Routing of “%1”</source>
        <translation>Weg von „%1“</translation>
    </message>
    <message>
        <source>Cluster %1, key moved %2 (Euclidean) since the last snapshot</source>
        <translation>Gruppe %1, Schlüssel um %2 (euklidisch) seit der letzten Aufnahme bewegt</translation>
    </message>
    <message>
        <source>Guild</source>
        <translation>Gilde</translation>
    </message>
    <message>
        <source>Strength (bits over chance)</source>
        <translation>Stärke (Bit über Zufall)</translation>
    </message>
    <message>
        <source>q</source>
        <translation>q</translation>
    </message>
    <message>
        <source>any: %1 kinds, %2 words</source>
        <translation>alle: %1 Arten, %2 Wörter</translation>
    </message>
    <message>
        <source>%1 (%2 to %3), p = %4</source>
        <translation>%1 (%2 bis %3), p = %4</translation>
    </message>
    <message>
        <source>Removed: its tokens&apos; loss change minus others&apos;</source>
        <translation>Entfernt: Verluständerung ihrer Token minus die der anderen</translation>
    </message>
</context>
<context>
    <name>orrery::InspectView</name>
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
        <source>Token</source>
        <translation>Token</translation>
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
        <source>&amp;Film of its keys</source>
        <translation>&amp;Film ihrer Schlüssel</translation>
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
    <message>
        <source>&amp;Analyze</source>
        <translation>&amp;Analysieren</translation>
    </message>
    <message>
        <source>Run the validation text through the latest checkpoint: tokens, parts of speech, co-selected experts and guilds</source>
        <translation>Den Validierungstext durch den neuesten Checkpoint schicken: Token, Wortarten, gemeinsam ausgewählte Experten und Gilden</translation>
    </message>
    <message>
        <source>Usage of the expert during training</source>
        <translation>Nutzung des Experten im Verlauf</translation>
    </message>
    <message>
        <source>Show in the galaxy how the keys of the selected guild moved</source>
        <translation>In der Galaxie zeigen, wie sich die Schlüssel der ausgewählten Gilde bewegt haben</translation>
    </message>
    <message>
        <source>Analyzing...</source>
        <translation>Wird analysiert ...</translation>
    </message>
    <message>
        <source>Not analyzed yet: showing the statistics recorded during training</source>
        <translation>Noch nicht analysiert: gezeigt wird, was im Training aufgezeichnet wurde</translation>
    </message>
    <message>
        <source>No expert selected</source>
        <translation>Kein Experte ist ausgewählt</translation>
    </message>
    <message>
        <source>Click an expert in the galaxy, the histogram, the heat map or a trace.</source>
        <translation>Einen Experten in Galaxie, Histogramm, Wärmekarte oder Spur anklicken.</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>Keine Ergebnisse.</translation>
    </message>
    <message>
        <source>Press Analyze to fill this page.</source>
        <translation>„Analysieren“ drücken, um diese Seite zu füllen.</translation>
    </message>
    <message>
        <source>Analysis of step %1.</source>
        <translation>Analyse von Schritt %1.</translation>
    </message>
    <message>
        <source>Below t&amp;heta</source>
        <translation>Unter T&amp;heta</translation>
    </message>
    <message>
        <source>&amp;Knock it out</source>
        <translation>Aus&amp;schalten</translation>
    </message>
    <message>
        <source>Whether the removal of the selected guild hurts its own tokens more than others, beside 100 random sets of equal size and usage, over the analyzed text</source>
        <translation>Ob das Entfernen der ausgewählten Gilde ihren eigenen Token mehr schadet als anderen, neben 100 zufälligen Mengen gleicher Größe und Nutzung, über dem analysierten Text</translation>
    </message>
</context>
<context>
    <name>orrery::InterventionChips</name>
    <message>
        <source>Take back: %1</source>
        <translation>Zurücknehmen: %1</translation>
    </message>
</context>
<context>
    <name>orrery::InterventionMenu</name>
    <message numerus="yes">
        <source>%n experts of layer %1</source>
        <translation>
            <numerusform>%n Experte der Schicht %1</numerusform>
            <numerusform>%n Experten der Schicht %1</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Knock out</source>
        <translation>&amp;Ausschalten</translation>
    </message>
    <message>
        <source>&amp;Force</source>
        <translation>&amp;Erzwingen</translation>
    </message>
    <message>
        <source>S&amp;cale gate</source>
        <translation>&amp;Gate skalieren</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>mit %1</translation>
    </message>
    <message>
        <source>&amp;Swap keys</source>
        <translation>Schlüssel &amp;tauschen</translation>
    </message>
    <message>
        <source>F&amp;reeze keys while training</source>
        <translation>Schlüssel beim Training ein&amp;frieren</translation>
    </message>
    <message>
        <source>&amp;Move keys toward the text&apos;s tokens</source>
        <translation>Schlüssel zu den Token des Te&amp;xtes verschieben</translation>
    </message>
</context>
<context>
    <name>orrery::KeyKinds</name>
    <message>
        <source>guild %1: %2 (%3)</source>
        <translation>Gilde %1: %2 (%3)</translation>
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
        <source>Guild</source>
        <translation>Gilde</translation>
    </message>
    <message>
        <source>No token statistics yet: the next evaluation collects them</source>
        <translation>Noch keine Token-Statistik: die nächste Auswertung erhebt sie</translation>
    </message>
    <message>
        <source>Not analyzed: press Analyze in the Inspector</source>
        <translation>Nicht analysiert: im Inspektor „Analysieren“ drücken</translation>
    </message>
    <message>
        <source>The analyzed text has no part-of-speech tags</source>
        <translation>Der analysierte Text hat keine Wortarten</translation>
    </message>
    <message>
        <source>Most frequent part of speech (dictionary tags)</source>
        <translation>Häufigste Wortart (nach einem Wörterbuch)</translation>
    </message>
    <message>
        <source>Most frequent part of speech</source>
        <translation>Häufigste Wortart</translation>
    </message>
    <message>
        <source>Most frequent token</source>
        <translation>Häufigstes Token</translation>
    </message>
    <message>
        <source>Guild (dictionary tags)</source>
        <translation>Gilde (Arten nach einem Wörterbuch)</translation>
    </message>
</context>
<context>
    <name>orrery::LayerLink</name>
    <message>
        <source>Unlink</source>
        <translation>Entkoppeln</translation>
    </message>
    <message>
        <source>Keep this view&apos;s layer when another view shows another one</source>
        <translation>Die Schicht dieser Ansicht behalten, wenn eine andere Ansicht eine andere zeigt</translation>
    </message>
</context>
<context>
    <name>orrery::LayerMap</name>
    <message>
        <source>Gini coefficient of each layer&apos;s selections (0 = even)</source>
        <translation>Gini-Koeffizient der Auswahlen jeder Schicht (0 = gleichmäßig)</translation>
    </message>
    <message>
        <source>Entropy of each layer&apos;s selections (bits)</source>
        <translation>Entropie der Auswahlen jeder Schicht (Bit)</translation>
    </message>
    <message>
        <source>Layer %1, step %2: Gini %3</source>
        <translation>Schicht %1, Schritt %2: Gini %3</translation>
    </message>
    <message>
        <source>Layer %1, step %2: entropy %3 bits</source>
        <translation>Schicht %1, Schritt %2: Entropie %3 Bit</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
</context>
<context>
    <name>orrery::LayerRoles</name>
    <message>
        <source>Guild: selections of experts in guilds</source>
        <translation>Gilde: Auswahl von Experten in Gilden</translation>
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
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Lexical: explained by token identity</source>
        <translation>Lexikalisch: durch das Token erklärt</translation>
    </message>
    <message>
        <source>Syntactic: explained by part of speech</source>
        <translation>Syntaktisch: durch die Wortart erklärt</translation>
    </message>
    <message>
        <source>General: selections of unspecialized experts</source>
        <translation>Allgemein: Auswahlen von Experten ohne Spezialisierung</translation>
    </message>
    <message>
        <source>%1 layers: lexical %2, syntactic %3, guild %4, general %5</source>
        <translation>%1 Schichten: lexikalisch %2, syntaktisch %3, Gilde %4, allgemein %5</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
</context>
<context>
    <name>orrery::LayersView</name>
    <message>
        <source>Usage over time</source>
        <translation>Nutzung über die Zeit</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message numerus="yes">
        <source>Step %1, %n tokens. %2.</source>
        <translation>
            <numerusform>Schritt %1, %n Token. %2.</numerusform>
            <numerusform>Schritt %1, %n Token. %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>Layer plot</source>
        <translation>Darstellung der Schichten</translation>
    </message>
    <message>
        <source>Plot type</source>
        <translation>Art der Darstellung</translation>
    </message>
    <message>
        <source>Layer specialization</source>
        <translation>Spezialisierung der Schichten</translation>
    </message>
    <message>
        <source>Co-selection</source>
        <translation>Gemeinsame Auswahl</translation>
    </message>
    <message>
        <source>Analyze</source>
        <translation>Analysieren</translation>
    </message>
    <message>
        <source>Run validation text through the latest checkpoint and compute what each layer specializes in</source>
        <translation>Validierungstext durch den neuesten Checkpoint schicken und die Spezialisierung der Schichten berechnen</translation>
    </message>
    <message>
        <source>Open or train a run to see what its layers specialize in.</source>
        <translation>Öffnen oder trainieren Sie einen Lauf, um zu sehen, worauf sich seine Schichten spezialisieren.</translation>
    </message>
    <message>
        <source>No usage counts yet: waiting for the first.</source>
        <translation>Noch keine Nutzungszahlen: die ersten kommen bald.</translation>
    </message>
    <message>
        <source>Analyzing...</source>
        <translation>Wird analysiert ...</translation>
    </message>
    <message>
        <source>Press Analyze to run text through the latest checkpoint and compute what each layer specializes in.</source>
        <translation>„Analysieren“ drücken: Text geht durch den neuesten Checkpoint, und die Spezialisierung der Schichten wird berechnet.</translation>
    </message>
    <message>
        <source> Parts of speech are dictionary tags.</source>
        <translation> Wortarten nach einem Wörterbuch.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Expert (the most used first)</source>
        <translation>Experte (der meistgenutzte zuerst)</translation>
    </message>
    <message>
        <source>Share of the selections of the interval (%)</source>
        <translation>Anteil an den Auswahlen des Intervalls (%)</translation>
    </message>
    <message>
        <source>Share (%)</source>
        <translation>Anteil (%)</translation>
    </message>
    <message>
        <source>An imported model has no usage over training.</source>
        <translation>Ein importiertes Modell hat keine Nutzung über das Training.</translation>
    </message>
    <message>
        <source>Gini by layer and step</source>
        <translation>Gini nach Schicht und Schritt</translation>
    </message>
    <message>
        <source>Entropy by layer and step</source>
        <translation>Entropie nach Schicht und Schritt</translation>
    </message>
</context>
<context>
    <name>orrery::LeversPanel</name>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>Beta</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>this program</source>
        <translation>dieses Programm</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>ein anderes Programm</translation>
    </message>
    <message>
        <source>Un&amp;do change</source>
        <translation>Änderung &amp;zurücknehmen</translation>
    </message>
    <message>
        <source>Changes while training</source>
        <translation>Änderungen während des Trainings</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Durch</translation>
    </message>
    <message>
        <source>Set the field of the selected change, or else of the last one, back to what it was</source>
        <translation>Setzt das Feld der ausgewählten Änderung, sonst der letzten, auf den vorherigen Wert</translation>
    </message>
    <message>
        <source>Changes take effect at the next step.</source>
        <translation>Änderungen wirken ab dem nächsten Schritt.</translation>
    </message>
    <message>
        <source>Levers work while a run trains in this window.</source>
        <translation>Regler wirken, solange ein Lauf in diesem Fenster trainiert.</translation>
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
        <source>Messages to show</source>
        <translation>Gezeigte Meldungen</translation>
    </message>
    <message>
        <source>All messages</source>
        <translation>Alle Meldungen</translation>
    </message>
    <message>
        <source>No matching messages.</source>
        <translation>Keine passenden Meldungen.</translation>
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
        <source>Loss (nats per token)</source>
        <translation>Verlust (Nat je Token)</translation>
    </message>
    <message>
        <source>Train a configuration or open a run to see its loss here.</source>
        <translation>Eine Konfiguration trainieren oder einen Lauf öffnen, um hier seinen Verlust zu sehen.</translation>
    </message>
    <message>
        <source> (debiased EMA %1 over raw)</source>
        <translation> (korrigierter EMA %1 über den Rohwerten)</translation>
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
    <message>
        <source>Tokens (padding included)</source>
        <translation>Token (mit Füllung)</translation>
    </message>
    <message>
        <source>No loss yet: waiting for the first step.</source>
        <translation>Noch kein Verlust: der erste Schritt kommt bald.</translation>
    </message>
    <message>
        <source>An imported model has no losses.</source>
        <translation>Ein importiertes Modell hat keine Verluste.</translation>
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
        <translation>Gewicht des korrigierten exponentiellen Mittels über den Trainingsverlust; 0 = aus.
Die rohe Kurve bleibt dahinter sichtbar.</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>All values</source>
        <translation>Alle Werte</translation>
    </message>
    <message>
        <source>Robust</source>
        <translation>Robust</translation>
    </message>
    <message>
        <source>Manual...</source>
        <translation>Eigener Bereich ...</translation>
    </message>
    <message>
        <source>Include zero</source>
        <translation>Mit Null</translation>
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
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Loss curves</source>
        <translation>Verlustkurven</translation>
    </message>
    <message>
        <source>Axis options</source>
        <translation>Optionen der Achsen</translation>
    </message>
    <message>
        <source>Reset the zoom (Home)</source>
        <translation>Ausschnitt zurücksetzen (Pos1)</translation>
    </message>
    <message>
        <source>Minimum to maximum</source>
        <translation>Minimum bis Maximum</translation>
    </message>
    <message>
        <source>1st to 99th percentile</source>
        <translation>1. bis 99. Perzentil</translation>
    </message>
    <message>
        <source>Custom range</source>
        <translation>Eigener Bereich</translation>
    </message>
    <message>
        <source>Extend a linear axis to zero</source>
        <translation>Eine lineare Achse bis null dehnen</translation>
    </message>
    <message>
        <source>Published results</source>
        <translation>Veröffentlichte Ergebnisse</translation>
    </message>
    <message>
        <source>Also draw, by step, the results that the documents report for a run of this name</source>
        <translation>Auch zeichnen, nach Schritten, welche Ergebnisse die Dokumente für einen Lauf dieses Namens nennen</translation>
    </message>
    <message>
        <source>Loss (nats per token)</source>
        <translation>Verlust (Nat je Token)</translation>
    </message>
</context>
<context>
    <name>orrery::MainWindow</name>
    <message>
        <source>Open run</source>
        <translation>Lauf öffnen</translation>
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
        <source>&amp;Recover them</source>
        <translation>Wieder&amp;herstellen</translation>
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
        <source>&amp;Pause and close</source>
        <translation>&amp;Anhalten und schließen</translation>
    </message>
    <message>
        <source>The configuration has errors, listed below it. Fix them before training.</source>
        <translation>Die Konfiguration hat Fehler, darunter aufgeführt. Beheben Sie sie vor dem Training.</translation>
    </message>
    <message>
        <source>Unsaved changes of “%1” from %2 were found.</source>
        <translation>Ungesicherte Änderungen an „%1“ vom %2 wurden gefunden.</translation>
    </message>
    <message>
        <source>&amp;Discard them</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>A run is already training: stop it before starting another.</source>
        <translation>Es trainiert schon ein Lauf: halten Sie ihn an, bevor Sie einen anderen beginnen.</translation>
    </message>
    <message>
        <source>Another process is training this run. Its progress is shown here.</source>
        <translation>Ein anderer Prozess trainiert diesen Lauf. Sein Fortschritt wird hier gezeigt.</translation>
    </message>
    <message>
        <source>This run is incomplete: %1 at step %2 of %3.</source>
        <translation>Dieser Lauf ist nicht vollständig: %1 bei Schritt %2 von %3.</translation>
    </message>
    <message>
        <source>Its trials save checkpoints. To resume, open the study folder again, here or with orrery-cli.</source>
        <translation>Ihre Versuche sichern Checkpoints. Zum Fortsetzen den Studienordner wieder öffnen, hier oder mit orrery-cli.</translation>
    </message>
    <message>
        <source>The form keeps your unsaved edits of “%1”: they are not the configuration of the run %2, whose curves are shown.</source>
        <translation>Das Formular behält Ihre ungesicherten Änderungen an „%1“: Sie sind nicht die Konfiguration des Laufs %2, dessen Kurven gezeigt werden.</translation>
    </message>
    <message>
        <source>&amp;Show the run&apos;s configuration</source>
        <translation>Konfiguration des Laufs &amp;zeigen</translation>
    </message>
    <message>
        <source>&amp;Raise beta to %1</source>
        <translation>Beta auf %1 e&amp;rhöhen</translation>
    </message>
    <message>
        <source>&amp;One expert per token for 10 % of the steps</source>
        <translation>&amp;Ein Experte je Token für 10 % der Schritte</translation>
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
    <name>orrery::MetricsChart</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>%1 (right)</source>
        <translation>%1 (rechts)</translation>
    </message>
    <message>
        <source>Open or train a run to see its metrics.</source>
        <translation>Öffnen oder trainieren Sie einen Lauf, um seine Metriken zu sehen.</translation>
    </message>
    <message>
        <source>No values yet: choose metrics in the list, or wait for the first.</source>
        <translation>Noch keine Werte: Wählen Sie Metriken in der Liste oder warten Sie auf die ersten.</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>orrery::MetricsTree</name>
    <message>
        <source>Metrics of the run</source>
        <translation>Metriken des Laufs</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Metrik</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>On the right axis of values</source>
        <translation>Auf der rechten Werteachse</translation>
    </message>
    <message>
        <source>%1 (by layer)</source>
        <translation>%1 (je Schicht)</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
</context>
<context>
    <name>orrery::MetricsView</name>
    <message>
        <source>Panels of metrics</source>
        <translation>Felder mit Metriken</translation>
    </message>
    <message>
        <source>Filter: regular expression</source>
        <translation>Filter: regulärer Ausdruck</translation>
    </message>
    <message>
        <source>A regular expression on whole names, for example gini|entropy or layer[02]/</source>
        <translation>Ein regulärer Ausdruck auf ganze Namen, zum Beispiel gini|entropy oder layer[02]/</translation>
    </message>
    <message>
        <source>Filter the metrics</source>
        <translation>Metriken filtern</translation>
    </message>
    <message>
        <source>“%1” is no regular expression.</source>
        <translation>„%1“ ist kein regulärer Ausdruck.</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>Show the list of metrics</source>
        <translation>Die Liste der Metriken zeigen</translation>
    </message>
    <message>
        <source>Add panel</source>
        <translation>Feld hinzufügen</translation>
    </message>
    <message>
        <source>Add an empty panel below the others</source>
        <translation>Ein leeres Feld unter den anderen hinzufügen</translation>
    </message>
    <message>
        <source>Remove panel</source>
        <translation>Feld entfernen</translation>
    </message>
    <message>
        <source>Remove the panel that the list edits</source>
        <translation>Das Feld entfernen, das die Liste bearbeitet</translation>
    </message>
    <message>
        <source>log left</source>
        <translation>log links</translation>
    </message>
    <message>
        <source>Logarithmic left axis of the panel that the list edits</source>
        <translation>Logarithmische linke Achse des Feldes, das die Liste bearbeitet</translation>
    </message>
    <message>
        <source>log right</source>
        <translation>log rechts</translation>
    </message>
    <message>
        <source>Logarithmic right axis of the panel that the list edits</source>
        <translation>Logarithmische rechte Achse des Feldes, das die Liste bearbeitet</translation>
    </message>
    <message>
        <source>Smoothing weight of the debiased EMA</source>
        <translation>Glättungsgewicht des korrigierten EMA</translation>
    </message>
    <message>
        <source>EMA %1</source>
        <translation>EMA %1</translation>
    </message>
    <message>
        <source>raw</source>
        <translation>roh</translation>
    </message>
</context>
<context>
    <name>orrery::MixtureService</name>
    <message>
        <source>Measuring…</source>
        <translation>Messung läuft …</translation>
    </message>
    <message>
        <source>Measuring %1</source>
        <translation>Messung: %1</translation>
    </message>
</context>
<context>
    <name>orrery::ModelPicture</name>
    <message>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>%1: %2 parameters, %3 of them trained (%4 %)</source>
        <translation>%1: %2 Parameter, davon %3 trainiert (%4 %)</translation>
    </message>
    <message>
        <source>; %1 numbers in keys</source>
        <translation>; %1 Zahlen in Schlüsseln</translation>
    </message>
    <message numerus="yes">
        <source>; %n heads</source>
        <translation>
            <numerusform>; %n Kopf</numerusform>
            <numerusform>; %n Köpfe</numerusform>
        </translation>
    </message>
    <message>
        <source>, no causal mask</source>
        <translation>, keine kausale Maske</translation>
    </message>
    <message>
        <source>; top %1 of %2</source>
        <translation>; top %1 von %2</translation>
    </message>
    <message>
        <source>, shared by all layers</source>
        <translation>, von allen Schichten geteilt</translation>
    </message>
    <message>
        <source>; moved %1 by step %2</source>
        <translation>; bewegt um %1 bis Schritt %2</translation>
    </message>
    <message>
        <source>SoME</source>
        <translation>SoME</translation>
    </message>
    <message>
        <source>SoME: the query&apos;s nearest keys select experts</source>
        <translation>SoME: Die nächsten Schlüssel der Anfrage wählen Experten</translation>
    </message>
    <message>
        <source>SoME: routing %1</source>
        <translation>SoME: Routing %1</translation>
    </message>
    <message>
        <source>%1 (buffer)</source>
        <translation>%1 (Puffer)</translation>
    </message>
    <message>
        <source>Token embedding</source>
        <translation>Token-Embedding</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>LayerNorm 1</source>
        <translation>LayerNorm 1</translation>
    </message>
    <message>
        <source>Query network</source>
        <translation>Anfragenetz</translation>
    </message>
    <message>
        <source>Key store</source>
        <translation>Schlüsselspeicher</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Low-rank adapters</source>
        <translation>Low-Rank-Adapter</translation>
    </message>
    <message>
        <source>LayerNorm 2</source>
        <translation>LayerNorm 2</translation>
    </message>
    <message>
        <source>Output head</source>
        <translation>Ausgabekopf</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>key rules</source>
        <translation>Schlüsselregeln</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>eingefroren</translation>
    </message>
    <message>
        <source> of layer %1</source>
        <translation> von Schicht %1</translation>
    </message>
    <message>
        <source>%1, a buffer</source>
        <translation>%1, ein Puffer</translation>
    </message>
    <message>
        <source>%1 parameters, %2 of them trained</source>
        <translation>%1 Parameter, davon %2 trainiert</translation>
    </message>
</context>
<context>
    <name>orrery::ModelView</name>
    <message>
        <source>The model&apos;s blocks</source>
        <translation>Die Blöcke des Modells</translation>
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
        <translation>Anteil an der Gate-Masse</translation>
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
        <source>Share of the row&apos;s tokens</source>
        <translation>Anteil an den Token der Zeile</translation>
    </message>
    <message>
        <source>Lift over chance</source>
        <translation>Lift gegenüber dem Zufall</translation>
    </message>
    <message>
        <source>Expert (co-selected experts adjacent)</source>
        <translation>Experte (gemeinsam ausgewählte nebeneinander)</translation>
    </message>
</context>
<context>
    <name>orrery::PairsView</name>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
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
        <source>Experts %1 and %2</source>
        <translation>Experten %1 und %2</translation>
    </message>
    <message>
        <source>Co-selection matrix of the experts</source>
        <translation>Matrix der gemeinsam ausgewählten Experten</translation>
    </message>
    <message>
        <source>Cell value</source>
        <translation>Wert der Zellen</translation>
    </message>
    <message numerus="yes">
        <source>%1: experts selected for the same token, %n tokens, step %2</source>
        <translation>
            <numerusform>%1: Experten für dasselbe Token, %n Token, Schritt %2</numerusform>
            <numerusform>%1: Experten für dasselbe Token, %n Token, Schritt %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Press Analyze in the Inspector to count which experts are selected together.</source>
        <translation>Im Inspektor „Analysieren“ drücken, um zu zählen, welche Experten zusammen ausgewählt werden.</translation>
    </message>
    <message>
        <source>Share of the selections</source>
        <translation>Anteil an den Auswahlen</translation>
    </message>
    <message>
        <source>Share of the gate mass</source>
        <translation>Anteil an der Gate-Masse</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experte</translation>
    </message>
    <message>
        <source>Expert (co-selected experts adjacent)</source>
        <translation>Experte (gemeinsam ausgewählte nebeneinander)</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
</context>
<context>
    <name>orrery::PanelList</name>
    <message>
        <source>Panels of the figure</source>
        <translation>Teile der Abbildung</translation>
    </message>
    <message>
        <source>Check several views to put them in one figure as a, b, c. Drag them, or use Alt and the arrow keys, to change their order.</source>
        <translation>Mehrere Ansichten ankreuzen, um sie als a, b, c in eine Abbildung zu setzen. Ziehen, oder Alt und die Pfeiltasten, ändert ihre Reihenfolge.</translation>
    </message>
</context>
<context>
    <name>orrery::ParametersMenu</name>
    <message>
        <source>&amp;Seed</source>
        <translation>&amp;Startwert</translation>
    </message>
    <message>
        <source>The same seed and keys give the same projection</source>
        <translation>Gleicher Startwert und gleiche Schlüssel geben dieselbe Projektion</translation>
    </message>
    <message>
        <source>UMAP &amp;n_neighbors</source>
        <translation>UMAP: &amp;n_neighbors</translation>
    </message>
    <message>
        <source>Number of nearest neighbors per key</source>
        <translation>Zahl der nächsten Nachbarn je Schlüssel</translation>
    </message>
    <message>
        <source>UMAP min_&amp;dist</source>
        <translation>UMAP: min_&amp;dist</translation>
    </message>
    <message>
        <source>Minimum distance of neighbors in the embedding</source>
        <translation>Kleinster Abstand von Nachbarn in der Einbettung</translation>
    </message>
    <message>
        <source>t-SNE &amp;perplexity</source>
        <translation>t-SNE: &amp;Perplexität</translation>
    </message>
    <message>
        <source>Effective number of neighbors per key</source>
        <translation>Wirksame Zahl der Nachbarn je Schlüssel</translation>
    </message>
    <message>
        <source>&amp;Clusters</source>
        <translation>&amp;Gruppen</translation>
    </message>
    <message>
        <source>Number of k-means clusters</source>
        <translation>Zahl der k-Means-Gruppen</translation>
    </message>
    <message>
        <source>best silhouette</source>
        <translation>beste Silhouette</translation>
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
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>&amp;Renderer</source>
        <translation>&amp;Renderer</translation>
    </message>
    <message>
        <source>Size by &amp;usage</source>
        <translation>Größe nach N&amp;utzung</translation>
    </message>
    <message>
        <source>&amp;Label the keys</source>
        <translation>Schlüssel &amp;beschriften</translation>
    </message>
    <message>
        <source>Label the selected keys, or the most used ones if none is selected</source>
        <translation>Die ausgewählten Schlüssel beschriften, oder die am meisten benutzten, wenn keine ausgewählt sind</translation>
    </message>
    <message>
        <source>Show the l&amp;egend</source>
        <translation>L&amp;egende zeigen</translation>
    </message>
    <message>
        <source>Takes effect after a restart. Automatic: VTK if there is a graphics card that draws, else the painter. OpenGL here: %1</source>
        <translation>Gilt nach einem Neustart. Automatisch: VTK, wenn eine Grafikkarte zeichnet, sonst der Zeichner. OpenGL hier: %1</translation>
    </message>
    <message>
        <source>Euclidean</source>
        <translation>Euklidisch</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>&amp;Distance</source>
        <translation>&amp;Abstand</translation>
    </message>
    <message>
        <source>Principal component of the axis %1</source>
        <translation>Hauptkomponente der Achse %1</translation>
    </message>
    <message>
        <source>PCA c&amp;omponents</source>
        <translation>PCA-K&amp;omponenten</translation>
    </message>
    <message>
        <source>Label by &amp;token</source>
        <translation>Mit dem &amp;Token beschriften</translation>
    </message>
    <message>
        <source>The most frequent token of each expert, of the most used keys first, where there is room for it</source>
        <translation>Das häufigste Token jedes Experten, die meistbenutzten Schlüssel zuerst, wo Platz dafür ist</translation>
    </message>
    <message>
        <source>Label the &amp;queries</source>
        <translation>&amp;Anfragen beschriften</translation>
    </message>
    <message>
        <source>Distance by which UMAP and t-SNE choose the neighbors of a key. PCA: of the keys as they are, or of their directions alone (cosine)</source>
        <translation>Abstand, nach dem UMAP und t-SNE die Nachbarn eines Schlüssels wählen. PCA: der Schlüssel, wie sie sind, oder nur ihrer Richtungen (Kosinus)</translation>
    </message>
</context>
<context>
    <name>orrery::PendingBar</name>
    <message>
        <source>A&amp;pply</source>
        <translation>An&amp;wenden</translation>
    </message>
    <message>
        <source>Re&amp;vert</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>Apply to the run that trains, from the next step on (Ctrl+Return)</source>
        <translation>Auf den laufenden Lauf anwenden, ab dem nächsten Schritt (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Set the form back to what the run has</source>
        <translation>Setzt das Formular auf die Werte des Laufs zurück</translation>
    </message>
    <message>
        <source>Not applied yet: %1</source>
        <translation>Noch nicht angewendet: %1</translation>
    </message>
    <message>
        <source>Needs a new run: %1</source>
        <translation>Braucht einen neuen Lauf: %1</translation>
    </message>
</context>
<context>
    <name>orrery::PlayControls</name>
    <message>
        <source>&amp;Generate</source>
        <translation>&amp;Generieren</translation>
    </message>
    <message>
        <source>S&amp;core</source>
        <translation>&amp;Bewerten</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>A&amp;nhalten</translation>
    </message>
    <message>
        <source>A prompt (Ctrl+Enter generates)</source>
        <translation>Ein Prompt (Strg+Eingabe generiert)</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Have the model write on behind the prompt</source>
        <translation>Das Modell hinter dem Prompt weiterschreiben lassen</translation>
    </message>
    <message>
        <source>Have the model say how likely each token of this text is</source>
        <translation>Das Modell sagen lassen, wie wahrscheinlich jedes Token dieses Textes ist</translation>
    </message>
    <message>
        <source>End the text here</source>
        <translation>Den Text hier beenden</translation>
    </message>
    <message>
        <source>0 = greedy decoding</source>
        <translation>0 = greedy (immer das wahrscheinlichste Token)</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Sample from the likeliest tokens that together have this probability</source>
        <translation>Aus den wahrscheinlichsten Token ziehen, die zusammen diese Wahrscheinlichkeit haben</translation>
    </message>
    <message>
        <source>Sample from tokens of at least this share of the likeliest one&apos;s probability</source>
        <translation>Aus Token ziehen, die mindestens diesen Anteil der Wahrscheinlichkeit des wahrscheinlichsten haben</translation>
    </message>
    <message>
        <source>separated by |, \n is a line end</source>
        <translation>durch | getrennt, \n ist ein Zeilenende</translation>
    </message>
    <message>
        <source>New tokens</source>
        <translation>Neue Token</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Wiederholungsstrafe</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Stop strings</source>
        <translation>Stopptexte</translation>
    </message>
    <message>
        <source>Context, tokens</source>
        <translation>Kontext, Token</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Interventions</source>
        <translation>Eingriffe</translation>
    </message>
    <message>
        <source>Beside it</source>
        <translation>Daneben</translation>
    </message>
    <message>
        <source>Its interventions</source>
        <translation>Dessen Eingriffe</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>The run on show, newest</source>
        <translation>Der gezeigte Lauf, neuester Stand</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>knock-out, force, scale-gate, swap-keys, move-key and freeze-key of layer:expert, separated by semicolons; a frozen key matters to training alone</source>
        <translation>knock-out, force, scale-gate, swap-keys, move-key und freeze-key von Schicht:Experte, durch Semikolons getrennt; ein eingefrorener Schlüssel betrifft nur das Training</translation>
    </message>
    <message>
        <source>&amp;Apply to training</source>
        <translation>Im Training &amp;anwenden</translation>
    </message>
    <message>
        <source>The run that trains gets these interventions (some.interventions), until they are taken back; that is recorded, and replayed when the run is resumed</source>
        <translation>Der trainierende Lauf erhält diese Eingriffe (some.interventions), bis sie zurückgenommen werden; das wird aufgezeichnet und beim Fortsetzen wiederholt</translation>
    </message>
    <message>
        <source>In training</source>
        <translation>Im Training</translation>
    </message>
    <message>
        <source>Ask another run</source>
        <translation>Einen anderen Lauf fragen</translation>
    </message>
    <message>
        <source>Another run...</source>
        <translation>Anderer Lauf...</translation>
    </message>
</context>
<context>
    <name>orrery::PlayTexts</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Texts and their branches</source>
        <translation>Texte und ihre Verzweigungen</translation>
    </message>
    <message>
        <source>Favorite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>orrery::PlayWords</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Logit %1: embedding %2, biases %3, attention %4, experts %5 (%6)</source>
        <translation>Logit %1: Embedding %2, Biases %3, Attention %4, Experten %5 (%6)</translation>
    </message>
    <message>
        <source>8 nats or more</source>
        <translation>8 Nat oder mehr</translation>
    </message>
    <message>
        <source>rank 256 or more</source>
        <translation>Rang 256 oder mehr</translation>
    </message>
    <message>
        <source>Token %1 (id %2): surprise %3 nats, probability %4, rank %5</source>
        <translation>Token %1 (Nr. %2): Überraschung %3 Nat, Wahrscheinlichkeit %4, Rang %5</translation>
    </message>
    <message>
        <source>Likeliest: %1</source>
        <translation>Am wahrscheinlichsten: %1</translation>
    </message>
    <message>
        <source>Predicted in layer %1 by experts %2</source>
        <translation>In Schicht %1 vorhergesagt von den Experten %2</translation>
    </message>
    <message>
        <source>After layer %1 it would be %2 (%3), this token %4</source>
        <translation>Nach Schicht %1 wäre es %2 (%3), dieses Token %4</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message numerus="yes">
        <source>%n tokens scored</source>
        <translation>
            <numerusform>%n Token bewertet</numerusform>
            <numerusform>%n Token bewertet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tokens written</source>
        <translation>
            <numerusform>%n Token geschrieben</numerusform>
            <numerusform>%n Token geschrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>...</source>
        <translation>...</translation>
    </message>
    <message>
        <source>, loss per token %1</source>
        <translation>, Verlust je Token %1</translation>
    </message>
    <message>
        <source>, per word %1</source>
        <translation>, je Wort %1</translation>
    </message>
    <message>
        <source>, bits per byte %1</source>
        <translation>, Bits je Byte %1</translation>
    </message>
</context>
<context>
    <name>orrery::PlaygroundService</name>
    <message>
        <source>The run has ended.</source>
        <translation>Der Lauf ist beendet.</translation>
    </message>
    <message>
        <source>Knocking out: %1 %</source>
        <translation>Ausschalten: %1 %</translation>
    </message>
</context>
<context>
    <name>orrery::PlaygroundView</name>
    <message>
        <source>There is no text: generate or score one first.</source>
        <translation>Es gibt keinen Text: zuerst einen generieren oder bewerten.</translation>
    </message>
    <message>
        <source>What tokens are tinted by</source>
        <translation>Wonach Token gefärbt sind</translation>
    </message>
    <message>
        <source>Surprise</source>
        <translation>Überraschung</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>No tint</source>
        <translation>Ohne Färbung</translation>
    </message>
    <message>
        <source>JSON...</source>
        <translation>JSON...</translation>
    </message>
    <message>
        <source>Save the texts on show as JSON</source>
        <translation>Die gezeigten Texte als JSON sichern</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Tokens of the second model</source>
        <translation>Token des zweiten Modells</translation>
    </message>
    <message>
        <source>Expert of layer %1</source>
        <translation>Experte von Schicht %1</translation>
    </message>
    <message>
        <source>Go on from here with</source>
        <translation>Von hier weiter mit</translation>
    </message>
    <message>
        <source>Open a run, or train one, to ask its model.</source>
        <translation>Einen Lauf öffnen oder trainieren, um sein Modell zu befragen.</translation>
    </message>
    <message>
        <source>Type a prompt and press Generate, or a text and press Score.</source>
        <translation>Einen Prompt eingeben und Generieren drücken, oder einen Text und Bewerten.</translation>
    </message>
    <message>
        <source>Save as JSON</source>
        <translation>Als JSON sichern</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON-Dateien (*.json)</translation>
    </message>
    <message>
        <source>Knock out selection</source>
        <translation>Auswahl ausschalten</translation>
    </message>
    <message>
        <source>Add the selected experts to the interventions: the next best keys serve in their place</source>
        <translation>Die ausgewählten Experten den Eingriffen hinzufügen: an ihrer Stelle dienen die nächstbesten Schlüssel</translation>
    </message>
    <message>
        <source>Ablate selection</source>
        <translation>Auswahl ablatieren</translation>
    </message>
    <message>
        <source>Knock the selected experts out over the validation text, beside 100 random sets of equal size and usage</source>
        <translation>Die ausgewählten Experten über dem Validierungstext ausschalten, neben 100 zufälligen Mengen gleicher Größe und Nutzung</translation>
    </message>
    <message>
        <source>Select experts first, in any view.</source>
        <translation>Zuerst Experten auswählen, in einer beliebigen Ansicht.</translation>
    </message>
</context>
<context>
    <name>orrery::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen des Programms</translation>
    </message>
    <message>
        <source>Font size, language and folder take effect at the next start.</source>
        <translation>Schriftgröße, Sprache und Ordner wirken ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>&amp;Font size</source>
        <translation>&amp;Schriftgröße</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>S&amp;prache</translation>
    </message>
    <message>
        <source>New runs</source>
        <translation>Neue Läufe</translation>
    </message>
    <message>
        <source>All cores</source>
        <translation>Alle Kerne</translation>
    </message>
    <message>
        <source>CPU threads of a run whose configuration says 0</source>
        <translation>CPU-Threads eines Laufs, dessen Konfiguration 0 angibt</translation>
    </message>
    <message>
        <source>runs, where the program is started</source>
        <translation>runs, wo das Programm gestartet wird</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen …</translation>
    </message>
    <message>
        <source>F&amp;older</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>T&amp;hreads</source>
        <translation>&amp;Threads</translation>
    </message>
    <message>
        <source>Exported figures</source>
        <translation>Ausgegebene Abbildungen</translation>
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
        <source>Fo&amp;rmat</source>
        <translation>Fo&amp;rmat</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>&amp;Breite</translation>
    </message>
    <message>
        <source>H&amp;eight</source>
        <translation>&amp;Höhe</translation>
    </message>
    <message>
        <source>Re&amp;solution of PNG</source>
        <translation>&amp;Auflösung von PNG</translation>
    </message>
    <message>
        <source>Fo&amp;nt size of figures</source>
        <translation>Schriftgröße der Abb&amp;ildungen</translation>
    </message>
    <message>
        <source>Folder of new runs</source>
        <translation>Ordner neuer Läufe</translation>
    </message>
</context>
<context>
    <name>orrery::ProjectionBar</name>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>Projektion</translation>
    </message>
    <message>
        <source>Color of the keys</source>
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
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Parameters of the projection and the clusters</source>
        <translation>Parameter der Projektion und der Gruppen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Recompute the projection</source>
        <translation>Die Projektion neu berechnen</translation>
    </message>
    <message>
        <source>Progress of the projection</source>
        <translation>Fortschritt der Projektion</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the projection</source>
        <translation>Die Projektion abbrechen</translation>
    </message>
    <message>
        <source>2-D</source>
        <translation>2-D</translation>
    </message>
    <message>
        <source>Two dimensions, without perspective</source>
        <translation>Zwei Dimensionen, ohne Perspektive</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
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
    <message>
        <source>%1 is %2, published %3</source>
        <translation>%1 ist %2, veröffentlicht %3</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Results of %1 as published are not drawn: %2.</source>
        <translation>Veröffentlichte Ergebnisse von %1 werden nicht gezeichnet: %2.</translation>
    </message>
</context>
<context>
    <name>orrery::PythonScript</name>
    <message>
        <source>The view %1 has no numbers that a script could draw.</source>
        <translation>Die Ansicht %1 hat keine Zahlen, die ein Skript zeichnen könnte.</translation>
    </message>
</context>
<context>
    <name>orrery::QueryCloud</name>
    <message>
        <source>: each at the mean of its %1 nearest keys, weighted by 1 / distance²</source>
        <translation>: jede im Mittel ihrer %1 nächsten Schlüssel, gewichtet mit 1 / Abstand²</translation>
    </message>
    <message numerus="yes">
        <source>Queries of %1 of %n tokens (step %2)</source>
        <translation>
            <numerusform>Anfrage von %1 von %n Token (Schritt %2)</numerusform>
            <numerusform>Anfragen von %1 von %n Token (Schritt %2)</numerusform>
        </translation>
    </message>
    <message>
        <source>: projected by the same map as the keys</source>
        <translation>: projiziert wie die Schlüssel</translation>
    </message>
    <message>
        <source>Query of token %1: “%2”
Routed to experts %3</source>
        <translation>Anfrage von Token %1: „%2“
Geschickt an die Experten %3</translation>
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
        <source>Range of the y axis</source>
        <translation>Bereich der y-Achse</translation>
    </message>
    <message>
        <source>Minimum and maximum must be numbers, such as 0.5 or 1e-3.</source>
        <translation>Minimum und Maximum müssen Zahlen sein, etwa 0.5 oder 1e-3.</translation>
    </message>
    <message>
        <source>The maximum must be greater than the minimum.</source>
        <translation>Das Maximum muss größer als das Minimum sein.</translation>
    </message>
    <message>
        <source>The minimum of a logarithmic axis must be greater than zero.</source>
        <translation>Das Minimum einer logarithmischen Achse muss größer als null sein.</translation>
    </message>
    <message>
        <source>M&amp;inimum</source>
        <translation>M&amp;inimum</translation>
    </message>
    <message>
        <source>M&amp;aximum</source>
        <translation>M&amp;aximum</translation>
    </message>
</context>
<context>
    <name>orrery::RangeEdit</name>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>%1: from</source>
        <translation>%1: von</translation>
    </message>
    <message>
        <source>%1: to</source>
        <translation>%1: bis</translation>
    </message>
    <message>
        <source>as in the view</source>
        <translation>wie Ansicht</translation>
    </message>
    <message>
        <source>The range of an axis needs two numbers, or none.</source>
        <translation>Der Bereich einer Achse braucht zwei Zahlen oder keine.</translation>
    </message>
</context>
<context>
    <name>orrery::RanksView</name>
    <message>
        <source>computing</source>
        <translation>rechnet</translation>
    </message>
    <message>
        <source>waiting and communicating</source>
        <translation>wartet und kommuniziert</translation>
    </message>
    <message numerus="yes">
        <source>%n ranks</source>
        <translation>
            <numerusform>%n Rang</numerusform>
            <numerusform>%n Ränge</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 on %2: %3 tokens/s in all. Each gives %4 a step; communication takes %5 of the time.</source>
        <translation>%1 auf %2: zusammen %3 Token/s. Jeder gibt je Schritt %4 weiter; die Kommunikation braucht %5 der Zeit.</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>Time of each rank</source>
        <translation>Zeit jedes Rangs</translation>
    </message>
    <message>
        <source>Open or train a run to see the processes that train it.</source>
        <translation>Öffnen oder trainieren Sie einen Lauf, um die Prozesse zu sehen, die ihn trainieren.</translation>
    </message>
    <message>
        <source>No report of the ranks yet: waiting for the first.</source>
        <translation>Noch kein Bericht der Ränge: Der erste steht aus.</translation>
    </message>
    <message>
        <source>One process trains this run. Several do with train.processes above 1, or with torchrun, mpirun or srun.</source>
        <translation>Ein Prozess trainiert diesen Lauf. Mehrere tun es mit train.processes über 1 oder mit torchrun, mpirun oder srun.</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2, %n threads</source>
        <translation>
            <numerusform>%1, %2, %n Thread</numerusform>
            <numerusform>%1, %2, %n Threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hosts</source>
        <translation>
            <numerusform>%n Host</numerusform>
            <numerusform>%n Hosts</numerusform>
        </translation>
    </message>
    <message>
        <source>Straggler: rank %1 on %2. The other ranks wait %3 of the time more than it does.</source>
        <translation>Nachzügler: Rang %1 auf %2. Die anderen Ränge warten %3 der Zeit länger als er.</translation>
    </message>
</context>
<context>
    <name>orrery::RareExperts</name>
    <message>
        <source>Experts with a usage state below theta: their keys decay</source>
        <translation>Experten mit einem Nutzungszustand unter Theta: ihre Schlüssel zerfallen</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experte</translation>
    </message>
    <message>
        <source>Since step</source>
        <translation>Seit Schritt</translation>
    </message>
    <message>
        <source>Until step</source>
        <translation>Bis Schritt</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>Aufnahmen</translation>
    </message>
    <message>
        <source>Usage state</source>
        <translation>Nutzungszustand</translation>
    </message>
    <message>
        <source> (%1 of %2 stretches)</source>
        <translation> (%1 von %2 Strecken)</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
<context>
    <name>orrery::RemovalService</name>
    <message>
        <source>Analyze the run first: its text is what is read.</source>
        <translation>Zuerst den Lauf analysieren: gelesen wird dessen Text.</translation>
    </message>
    <message>
        <source>Knocking out: %1 %</source>
        <translation>Ausschalten: %1 %</translation>
    </message>
</context>
<context>
    <name>orrery::Report</name>
    <message>
        <source> No causal mask: the model sees the tokens that it predicts.</source>
        <translation> Ohne kausale Maske: Das Modell sieht die Token, die es vorhersagt.</translation>
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
        <source>Seed</source>
        <translation>Startwert</translation>
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
        <source>Mean negative log-likelihood in nats per token, padding excluded. The validation loss is over all tokens of the validation documents. Seed %1.%2</source>
        <translation>Mittlere negative Log-Likelihood in Nat je Token, ohne Füllung. Der Validierungsverlust gilt für alle Token der Validierungsdokumente. Startwert %1.%2</translation>
    </message>
    <message>
        <source>Number of selections of each of the %1 experts of a layer during training (top %2 per token); crosses mark experts that were never selected. Below: all layers, as shares of the selections of a layer.</source>
        <translation>Zahl der Auswahlen jedes der %1 Experten einer Schicht im Training (beste %2 je Token); Kreuze bezeichnen Experten, die nie ausgewählt wurden. Darunter: alle Schichten, als Anteile an den Auswahlen einer Schicht.</translation>
    </message>
    <message>
        <source>Experts that each token of a text is routed to in each layer, by the checkpoint at step %1. A cell shows the index and the color of the expert with the highest gate; the strip below shows the gates of all %2 selected experts.</source>
        <translation>Experten, an die jedes Token eines Textes in jeder Schicht geht, nach dem Checkpoint von Schritt %1. Eine Zelle zeigt Nummer und Farbe des Experten mit dem höchsten Gate; der Streifen darunter die Gates aller %2 ausgewählten.</translation>
    </message>
    <message>
        <source>Analysis of the checkpoint at step %1 over %2 tokens of the run&apos;s validation text.%3</source>
        <translation>Analyse des Checkpoints von Schritt %1 über %2 Token des Validierungstexts des Laufs.%3</translation>
    </message>
    <message>
        <source> Parts of speech are dictionary tags.</source>
        <translation> Wortarten nach einem Wörterbuch.</translation>
    </message>
    <message>
        <source>Projection of the expert keys of one layer; method, snapshot, number of keys and seed are given in the figure.</source>
        <translation>Projektion der Schlüssel der Experten einer Schicht; Verfahren, Aufnahme, Zahl der Schlüssel und Startwert stehen in der Abbildung.</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Training tokens (padding excluded)</source>
        <translation>Trainierte Token (ohne Füllung)</translation>
    </message>
    <message>
        <source>Training time</source>
        <translation>Dauer des Trainings</translation>
    </message>
    <message>
        <source>Program version</source>
        <translation>Programmversion</translation>
    </message>
    <message>
        <source>Probes at step %1 (in bold: those that fire)</source>
        <translation>Sonden in Schritt %1 (fett: die anschlagen)</translation>
    </message>
    <message>
        <source>Git commit of the program</source>
        <translation>Git-Commit des Programms</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>The table lists validation losses, padding excluded, and differences from the first run.</source>
        <translation>Die Tabelle nennt Validierungsverluste ohne Füllung und die Unterschiede zum ersten Lauf.</translation>
    </message>
    <message>
        <source>Losses of the runs in nats per token, padding excluded: validation (a), training (b; debiased EMA %1 over raw).</source>
        <translation>Verluste der Läufe in Nat je Token, ohne Füllung: Validierung (a), Training (b; korrigierter EMA %1 über den Rohwerten).</translation>
    </message>
    <message>
        <source>%1 of the runs.</source>
        <translation>%1 der Läufe.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Routing of the same text</source>
        <translation>Routing desselben Textes</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Routing by depth (share of the layers), and router saturation by share of training; %1.</source>
        <translation>Routing nach Tiefe (Anteil der Schichten) und Sättigung der Router nach Anteil des Trainings; %1.</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
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
        <source>Text of the traces</source>
        <translation>Text der Spuren</translation>
    </message>
    <message>
        <source>&amp;Text of the traces:</source>
        <translation>&amp;Text der Spuren:</translation>
    </message>
    <message>
        <source>Traces of a text (evaluates each run)</source>
        <translation>Spuren eines Textes (wertet jeden Lauf aus)</translation>
    </message>
    <message>
        <source>Layers (analyzes each run)</source>
        <translation>Schichten (analysiert jeden Lauf)</translation>
    </message>
    <message>
        <source>Pairs (analyzes each run)</source>
        <translation>Paare (analysiert jeden Lauf)</translation>
    </message>
    <message>
        <source>The start of each run&apos;s validation text</source>
        <translation>Der Anfang des Validierungstexts jedes Laufs</translation>
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
        <source>Unknown setting.</source>
        <translation>Unbekannte Einstellung.</translation>
    </message>
    <message>
        <source>The run already has this value.</source>
        <translation>Der Lauf hat diesen Wert schon.</translation>
    </message>
</context>
<context>
    <name>orrery::RoutingTable</name>
    <message>
        <source>Gini coefficient</source>
        <translation>Gini-Koeffizient</translation>
    </message>
    <message>
        <source>Entropy (bits)</source>
        <translation>Entropie (Bit)</translation>
    </message>
    <message>
        <source>Entropy (share of log2 E)</source>
        <translation>Entropie (Anteil von log2 E)</translation>
    </message>
    <message>
        <source>Router saturation</source>
        <translation>Sättigung der Router</translation>
    </message>
    <message>
        <source>Router saturation (best expert)</source>
        <translation>Sättigung der Router (bester Experte)</translation>
    </message>
    <message>
        <source>Information on token (bits)</source>
        <translation>Information über das Token (Bit)</translation>
    </message>
    <message>
        <source>Information on token by chance (bits)</source>
        <translation>Information über das Token durch Zufall (Bit)</translation>
    </message>
    <message>
        <source>Information on part of speech (bits)</source>
        <translation>Information über die Wortart (Bit)</translation>
    </message>
    <message>
        <source>Information on part of speech by chance (bits)</source>
        <translation>Information über die Wortart durch Zufall (Bit)</translation>
    </message>
    <message>
        <source>Vocabulary specialization</source>
        <translation>Spezialisierung auf Vokabular</translation>
    </message>
    <message>
        <source>Co-activation</source>
        <translation>Koaktivierung</translation>
    </message>
    <message>
        <source>Guilds</source>
        <translation>Gilden</translation>
    </message>
    <message>
        <source>Guild strength (bits)</source>
        <translation>Stärke der Gilden (Bit)</translation>
    </message>
    <message>
        <source>%1, by layer</source>
        <translation>%1, nach Schicht</translation>
    </message>
    <message>
        <source>%1, mean over layers</source>
        <translation>%1, Mittel über die Schichten</translation>
    </message>
    <message>
        <source>%1, layer %2</source>
        <translation>%1, Schicht %2</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>the runs were measured on different texts: press Measure</source>
        <translation>die Läufe wurden an verschiedenen Texten gemessen: Messen drücken</translation>
    </message>
    <message>
        <source>measured on %1 (%2 bytes)</source>
        <translation>gemessen an %1 (%2 Byte)</translation>
    </message>
    <message>
        <source>; parts of speech by dictionary</source>
        <translation>; Wortarten nach Wörterbuch</translation>
    </message>
    <message>
        <source>different texts: press Measure</source>
        <translation>verschiedene Texte: Messen drücken</translation>
    </message>
    <message>
        <source>same text, %1 bytes</source>
        <translation>derselbe Text, %1 Byte</translation>
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
        <source>Move to &amp;trash</source>
        <translation>In den &amp;Papierkorb</translation>
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
        <source>Compare the selected runs</source>
        <translation>Die ausgewählten Läufe vergleichen</translation>
    </message>
    <message>
        <source>Write figures, tables and configurations of the selected runs as HTML or PDF</source>
        <translation>Abbildungen, Tabellen und Konfigurationen der ausgewählten Läufe als HTML oder PDF schreiben</translation>
    </message>
    <message>
        <source>Resume from the run&apos;s last checkpoint, or start a new run from the weights of a finished one</source>
        <translation>Vom letzten Checkpoint des Laufs an fortsetzen, oder mit den Gewichten eines fertigen einen neuen beginnen</translation>
    </message>
    <message>
        <source>Move the selected runs to the folder .trash</source>
        <translation>Die ausgewählten Läufe in den Ordner .trash legen</translation>
    </message>
    <message>
        <source>Filter: words of name, state, tags, notes, date or folder; -word excludes</source>
        <translation>Filter: Wörter aus Name, Zustand, Schlagwörtern, Notizen, Datum oder Ordner; -Wort schließt aus</translation>
    </message>
    <message>
        <source>Runs folder</source>
        <translation>Ordner der Läufe</translation>
    </message>
    <message>
        <source>&amp;Automatic</source>
        <translation>&amp;Automatisch</translation>
    </message>
    <message>
        <source>Color &amp;%1</source>
        <translation>Farbe &amp;%1</translation>
    </message>
    <message>
        <source>Co&amp;lor</source>
        <translation>&amp;Farbe</translation>
    </message>
    <message>
        <source>Col&amp;umns</source>
        <translation>S&amp;palten</translation>
    </message>
</context>
<context>
    <name>orrery::RunColumns</name>
    <message>
        <source>&amp;Settings</source>
        <translation>&amp;Einstellungen</translation>
    </message>
</context>
<context>
    <name>orrery::RunDesk</name>
    <message>
        <source>Resume this run from its last checkpoint</source>
        <translation>Diesen Lauf vom letzten Checkpoint an fortsetzen</translation>
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
    <message>
        <source>Start a new run from the weights of step %1</source>
        <translation>Einen neuen Lauf mit den Gewichten von Schritt %1 beginnen</translation>
    </message>
    <message>
        <source>This run has no checkpoint to resume from.</source>
        <translation>Dieser Lauf hat keinen Checkpoint, von dem er weitergehen könnte.</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>Der Bericht liegt in %1.</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
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
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Last validation loss in bits per byte of text: comparable across tokenizers</source>
        <translation>Der letzte Validierungsverlust in Bit je Byte Text: zwischen Tokenizern vergleichbar</translation>
    </message>
    <message>
        <source>Last training loss</source>
        <translation>Der letzte Trainingsverlust</translation>
    </message>
    <message>
        <source>Training loss over steps, each curve scaled to its own range</source>
        <translation>Trainingsverlust über die Schritte, jede Kurve in ihrem eigenen Bereich</translation>
    </message>
    <message>
        <source>Tags separated by commas; double-click to edit</source>
        <translation>Schlagwörter, durch Kommas getrennt; Doppelklick zum Bearbeiten</translation>
    </message>
    <message>
        <source>Changed while it trained:</source>
        <translation>Während des Trainings geändert:</translation>
    </message>
    <message>
        <source>steered</source>
        <translation>gesteuert</translation>
    </message>
    <message>
        <source>Last validation loss, padding excluded (nats per token), with its step where the run has come further. One of before the training sorts as none.</source>
        <translation>Letzter Validierungsverlust, ohne Füllung (Nat je Token), mit seinem Schritt, wo der Lauf weiter gekommen ist. Einer von vor dem Training wird wie keiner einsortiert.</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Short name</source>
        <translation>Kurzname</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Git commit</source>
        <translation>Git-Commit</translation>
    </message>
    <message>
        <source>Runs of one group can be averaged in Compare; double-click to edit</source>
        <translation>Läufe einer Gruppe lassen sich in Vergleich mitteln; zum Bearbeiten doppelklicken</translation>
    </message>
    <message>
        <source>In legends and tables in place of the folder&apos;s name; double-click to edit</source>
        <translation>In Legenden und Tabellen anstelle des Ordnernamens; zum Bearbeiten doppelklicken</translation>
    </message>
    <message>
        <source>The machine that the run was begun on</source>
        <translation>Der Rechner, auf dem der Lauf begonnen wurde</translation>
    </message>
    <message>
        <source>Git commit of the program that began the run; + where files differed</source>
        <translation>Git-Commit des Programms, das den Lauf begann; + wo Dateien abwichen</translation>
    </message>
</context>
<context>
    <name>orrery::ScatterChart</name>
    <message>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message numerus="yes">
        <source>%n of 0 or less are not on a logarithmic axis</source>
        <translation>
            <numerusform>%n mit 0 oder weniger steht nicht auf einer logarithmischen Achse</numerusform>
            <numerusform>%n mit 0 oder weniger stehen nicht auf einer logarithmischen Achse</numerusform>
        </translation>
    </message>
    <message>
        <source>Expert %1 of layer %2: %3, %4</source>
        <translation>Experte %1 von Schicht %2: %3, %4</translation>
    </message>
</context>
<context>
    <name>orrery::SceneFacts</name>
    <message>
        <source>Respawned by step %1</source>
        <translation>Neu gesetzt bis Schritt %1</translation>
    </message>
    <message>
        <source>No labels: tokens are counted at each evaluation</source>
        <translation>Keine Beschriftung: Token werden bei jeder Evaluation gezählt</translation>
    </message>
</context>
<context>
    <name>orrery::StartPage</name>
    <message>
        <source>Orrery</source>
        <translation>Orrery</translation>
    </message>
    <message>
        <source>Train the &amp;demo</source>
        <translation>Das &amp;Beispiel trainieren</translation>
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
        <source>Open &amp;run…</source>
        <translation>&amp;Lauf öffnen …</translation>
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
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>validation loss %1</source>
        <translation>Validierungsverlust %1</translation>
    </message>
    <message>
        <source>A workbench for Self-Organizing Mixture of Experts</source>
        <translation>Eine Werkbank für Self-Organizing Mixture of Experts</translation>
    </message>
    <message>
        <source>&amp;Continue where you left off</source>
        <translation>&amp;Dort weitermachen, wo Sie aufgehört haben</translation>
    </message>
    <message>
        <source>A small model trained on short stories: a few minutes on two cores.</source>
        <translation>Ein kleines Modell, mit kurzen Geschichten trainiert: einige Minuten auf zwei Kernen.</translation>
    </message>
    <message>
        <source>Edit a .yaml file in a form or as text.</source>
        <translation>Eine .yaml-Datei im Formular oder als Text bearbeiten.</translation>
    </message>
    <message>
        <source>A run folder: finished, interrupted, or training in another process.</source>
        <translation>Ein Laufordner: beendet, unterbrochen, oder im Training in einem anderen Prozess.</translation>
    </message>
    <message>
        <source>%1, with the last window layout.</source>
        <translation>%1, mit der Anordnung, die das Fenster hatte.</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>Studies that come with the program</source>
        <translation>Studien, die dem Programm beiliegen</translation>
    </message>
    <message>
        <source>&amp;Studies</source>
        <translation>&amp;Studien</translation>
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
        <translation>Training des Tokenizers</translation>
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
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Token/s</translation>
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
        <source>Completed and total steps</source>
        <translation>Gemachte und alle Schritte</translation>
    </message>
    <message>
        <source>Training loss of the last step, padding excluded (nats per token)</source>
        <translation>Trainingsverlust des letzten Schritts, ohne Füllung (Nat je Token)</translation>
    </message>
    <message>
        <source>Tokens per second, padding included</source>
        <translation>Token je Sekunde, mit Füllung</translation>
    </message>
    <message>
        <source>ETA</source>
        <translation>Noch</translation>
    </message>
    <message>
        <source>Memory of the training device</source>
        <translation>Speicher des Geräts, das trainiert</translation>
    </message>
    <message>
        <source>Memory used by the training process (%1 % of the machine&apos;s memory)</source>
        <translation>Vom Trainingsprozess belegter Speicher (%1 % des Speichers der Maschine)</translation>
    </message>
    <message>
        <source>Memory used by training on GPU %1 (%2 % of its memory)</source>
        <translation>Vom Training belegter Speicher der GPU %1 (%2 % ihres Speichers)</translation>
    </message>
</context>
<context>
    <name>orrery::StepBar</name>
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
        <source>Show each new snapshot as it arrives</source>
        <translation>Jede neue Aufnahme zeigen, sobald sie kommt</translation>
    </message>
    <message>
        <source>Film</source>
        <translation>Film</translation>
    </message>
    <message>
        <source>Project every snapshot of the layer, each initialized from the previous one</source>
        <translation>Jede Aufnahme der Schicht projizieren, jede von der vorigen ausgehend</translation>
    </message>
    <message>
        <source>Select the keys that moved &amp;most</source>
        <translation>Die Schlüssel auswählen, die sich am &amp;meisten bewegt haben</translation>
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
        <source>Play or pause the film</source>
        <translation>Den Film abspielen oder anhalten</translation>
    </message>
    <message>
        <source>Frames per second</source>
        <translation>Bilder je Sekunde</translation>
    </message>
    <message>
        <source>%1 / s</source>
        <translation>%1 / s</translation>
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
        <source>orrery-cli, which trains the trials, was not found next to this program: install it there.</source>
        <translation>orrery-cli, das die Versuche trainiert, liegt nicht neben diesem Programm: installieren Sie es dort.</translation>
    </message>
</context>
<context>
    <name>orrery::StudyView</name>
    <message>
        <source>Trial %1 has no run yet.</source>
        <translation>Versuch %1 hat noch keinen Lauf.</translation>
    </message>
    <message>
        <source>Training loss (nats per token)</source>
        <translation>Trainingsverlust (Nat je Token)</translation>
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
        <source>&amp;Open</source>
        <translation>&amp;Öffnen</translation>
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
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Trials of the study</source>
        <translation>Versuche der Studie</translation>
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
        <source>Pausing...</source>
        <translation>Wird angehalten...</translation>
    </message>
    <message>
        <source>&amp;Pause study</source>
        <translation>Studie &amp;anhalten</translation>
    </message>
    <message>
        <source>&amp;Start study</source>
        <translation>Studie &amp;starten</translation>
    </message>
    <message>
        <source>Scale of the study: model size and run length</source>
        <translation>Maßstab der Studie: Größe der Modelle und Länge der Läufe</translation>
    </message>
    <message>
        <source>in parallel: </source>
        <translation>parallel: </translation>
    </message>
    <message>
        <source>Trials to train in parallel, each in its own process</source>
        <translation>Versuche, die parallel trainieren, jeder in einem eigenen Prozess</translation>
    </message>
    <message>
        <source>Parallel trials</source>
        <translation>Parallele Versuche</translation>
    </message>
    <message>
        <source>Open a study file or folder</source>
        <translation>Studiendatei oder Studienordner öffnen</translation>
    </message>
    <message>
        <source>Open study folder</source>
        <translation>Studienordner öffnen</translation>
    </message>
    <message>
        <source>Retry &amp;failed</source>
        <translation>&amp;Gescheiterte wiederholen</translation>
    </message>
    <message>
        <source>&amp;Resume study</source>
        <translation>Studie &amp;fortsetzen</translation>
    </message>
    <message>
        <source>Train the queued trials, each in its own process</source>
        <translation>Die anstehenden Versuche trainieren, jeden in einem eigenen Prozess</translation>
    </message>
    <message>
        <source>Running trials save a checkpoint and resume from it</source>
        <translation>Laufende Versuche sichern einen Checkpoint und machen von dort weiter</translation>
    </message>
    <message>
        <source>line: mean over seeds; band: minimum to maximum</source>
        <translation>Linie: Mittel über die Startwerte; Band: Minimum bis Maximum</translation>
    </message>
    <message>
        <source>; %1 of %2 cells: the best and those in training</source>
        <translation>; %1 von %2 Zellen, die besten und die im Training</translation>
    </message>
    <message>
        <source>Study plot</source>
        <translation>Darstellung der Studie</translation>
    </message>
    <message>
        <source>Study curves</source>
        <translation>Kurven der Studie</translation>
    </message>
    <message>
        <source>Plot type</source>
        <translation>Art der Darstellung</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Wärmekarte</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>Parallele Koordinaten</translation>
    </message>
    <message>
        <source>Values of the other axes</source>
        <translation>Werte der übrigen Achsen</translation>
    </message>
    <message>
        <source>Double-click a trial to open its run</source>
        <translation>Doppelklick öffnet den Lauf eines Versuchs</translation>
    </message>
    <message>
        <source>Open a study file or a study folder. A study trains a configuration at many points of a search space and compares them.</source>
        <translation>Öffnen Sie eine Studiendatei oder einen Studienordner. Eine Studie trainiert eine Konfiguration an vielen Punkten eines Suchraums und vergleicht sie.</translation>
    </message>
    <message>
        <source>Loading the study...</source>
        <translation>Die Studie wird geladen...</translation>
    </message>
    <message>
        <source>A search has no heat map, since its trials lie on no grid. Use the parallel coordinates.</source>
        <translation>Eine Suche hat keine Wärmekarte, denn ihre Versuche liegen auf keinem Gitter. Nehmen Sie die parallelen Koordinaten.</translation>
    </message>
    <message>
        <source>No trial has started yet: press Start.</source>
        <translation>Noch kein Versuch hat begonnen: drücken Sie Starten.</translation>
    </message>
    <message>
        <source>No trial has finished yet.</source>
        <translation>Noch ist kein Versuch fertig.</translation>
    </message>
    <message>
        <source>%1 is not a study: it has no study.db, and no controls.csv.</source>
        <translation>%1 ist keine Studie: darin liegt weder study.db noch controls.csv.</translation>
    </message>
    <message>
        <source>%1: training loss</source>
        <translation>%1: Trainingsverlust</translation>
    </message>
    <message>
        <source>Training loss, padding excluded</source>
        <translation>Trainingsverlust ohne Füllung</translation>
    </message>
    <message>
        <source>, last phase</source>
        <translation>, letzte Phase</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>%1: a stream of %2</source>
        <translation>%1: Datenstrom %2</translation>
    </message>
    <message>
        <source>Loss of each batch before the key update, mean over trials and their range; one checkpoint per trial, with frozen and with active keys; </source>
        <translation>Verlust jedes Batches vor der Schlüsselaktualisierung, Mittel über die Versuche und ihr Bereich; ein Checkpoint je Versuch, mit eingefrorenen und mit aktiven Schlüsseln; </translation>
    </message>
    <message>
        <source>Tokens read</source>
        <translation>Gelesene Token</translation>
    </message>
    <message>
        <source>Loss (nats per token)</source>
        <translation>Verlust (Nat je Token)</translation>
    </message>
    <message>
        <source>line: mean over trials; band: minimum to maximum</source>
        <translation>Linie: Mittel über die Versuche; Band: Minimum bis Maximum</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Datenstrom</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Startwerte</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Zielgröße</translation>
    </message>
    <message>
        <source>This study reads no stream of domains.</source>
        <translation>Diese Studie liest keinen Datenstrom.</translation>
    </message>
    <message>
        <source>Projecting the keys...</source>
        <translation>Die Schlüssel werden projiziert ...</translation>
    </message>
    <message>
        <source>No trial has key snapshots of four keys or more.</source>
        <translation>Kein Versuch hat Aufnahmen von vier oder mehr Schlüsseln.</translation>
    </message>
    <message>
        <source>No trial has a training curve yet.</source>
        <translation>Noch hat kein Versuch eine Trainingskurve.</translation>
    </message>
    <message>
        <source>active keys</source>
        <translation>aktive Schlüssel</translation>
    </message>
    <message>
        <source>frozen keys</source>
        <translation>eingefrorene Schlüssel</translation>
    </message>
    <message>
        <source>Objectives</source>
        <translation>Zielgrößen</translation>
    </message>
    <message>
        <source>Objective of the x axis</source>
        <translation>Zielgröße der x-Achse</translation>
    </message>
    <message>
        <source>Verdict of the study</source>
        <translation>Urteil der Studie</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Base: %1</source>
        <translation>Basis: %1</translation>
    </message>
</context>
<context>
    <name>orrery::TokenContexts</name>
    <message>
        <source>Occurrences: the first %1 of %2</source>
        <translation>Vorkommen: die ersten %1 von %2</translation>
    </message>
    <message>
        <source>Occurrences: %1</source>
        <translation>Vorkommen: %1</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>Gate</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Top-1 expert of each layer</source>
        <translation>Bester Experte jeder Schicht</translation>
    </message>
    <message>
        <source>Highest gates</source>
        <translation>Höchste Gates</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Stelle</translation>
    </message>
</context>
<context>
    <name>orrery::Tour</name>
    <message>
        <source>The configuration of the next run. Point at a setting to see what it does and where its default comes from. While a run trains, what can be changed at once is applied with Apply; the rest says that it needs a new run.</source>
        <translation>Die Konfiguration des nächsten Laufs. Zeigen Sie auf eine Einstellung, um zu sehen, was sie bewirkt und woher ihre Vorgabe stammt. Während ein Lauf trainiert, wird mit „Anwenden“ übernommen, was sofort änderbar ist; das Übrige meldet, dass es einen neuen Lauf braucht.</translation>
    </message>
    <message>
        <source>Training and validation loss in nats per token: lower is better. The thin line is what each step had, the thick one its average. Drag and turn the wheel for a closer look; the pointer reads the values.</source>
        <translation>Trainings- und Validierungsverlust in Nat je Token: niedriger ist besser. Die dünne Linie zeigt jeden Schritt, die dicke ihren Mittelwert. Ziehen und Mausrad zeigen Einzelheiten; der Zeiger liest die Werte ab.</translation>
    </message>
    <message>
        <source>How often each expert of a layer is selected. Bars of equal height mean a balanced load; experts that were never selected are marked. Click a bar to mark the expert in every view.</source>
        <translation>Wie oft jeder Experte einer Schicht ausgewählt wird. Gleich hohe Balken bedeuten eine ausgeglichene Last; nie ausgewählte Experten sind markiert. Ein Klick auf einen Balken hebt den Experten in jeder Ansicht hervor.</translation>
    </message>
    <message>
        <source>Each point is the key of an expert, projected to three dimensions. Keys that are close answer similar queries, and form clusters as training goes on. Drag to turn it; Film plays how they moved.</source>
        <translation>Jeder Punkt ist der Schlüssel eines Experten, in drei Dimensionen projiziert. Nahe Schlüssel beantworten ähnliche Anfragen und bilden im Lauf des Trainings Cluster. Ziehen dreht das Bild; „Film“ zeigt, wie sie sich bewegt haben.</translation>
    </message>
    <message>
        <source>A text, token by token, and the expert that each layer preferred for it. Type a sentence and press Trace; the color is that of the top-1 expert, and stronger colors mean a larger gate.</source>
        <translation>Ein Text, Token für Token, und der Experte, den jede Schicht dafür bevorzugt hat. Geben Sie einen Satz ein und drücken Sie „Verfolgen“; die Farbe ist die des besten Experten, kräftigere Farben bedeuten ein größeres Gate.</translation>
    </message>
    <message>
        <source>What the run reports: evaluations, a text that it generates, checkpoints, and probes, which are conditions that make results misleading.</source>
        <translation>Was der Lauf meldet: Auswertungen, einen Text, den er erzeugt, Checkpoints und Sonden, also Bedingungen, die Ergebnisse irreführend machen.</translation>
    </message>
    <message>
        <source>What can be changed while the run trains. Move a slider and watch the galaxy and the loss; each change is listed with its step and can be undone.</source>
        <translation>Was sich während des Trainings ändern lässt. Bewegen Sie einen Regler und beobachten Sie Galaxie und Verlust; jede Änderung steht mit ihrem Schritt in der Liste und lässt sich zurücknehmen.</translation>
    </message>
    <message>
        <source>What an expert, a token or a guild of experts specializes in. It is computed from the validation text when you press Analyze.</source>
        <translation>Worauf sich ein Experte, ein Token oder eine Gilde von Experten spezialisiert. Berechnet wird es aus dem Validierungstext, wenn Sie „Analysieren“ drücken.</translation>
    </message>
    <message>
        <source>Curves of several runs over each other, their results, and the settings that differ. Point at the curves to read their values.</source>
        <translation>Kurven mehrerer Läufe übereinander, ihre Ergebnisse und die Einstellungen, die sich unterscheiden. Zeigen Sie auf die Kurven, um ihre Werte abzulesen.</translation>
    </message>
    <message>
        <source>All runs of the folder. Select two or more and press Compare; double-click one to open it.</source>
        <translation>Alle Läufe des Ordners. Wählen Sie zwei oder mehr und drücken Sie „Vergleichen“; ein Doppelklick öffnet einen Lauf.</translation>
    </message>
    <message>
        <source>Which experts are selected together for the same token: a matrix of all pairs of a layer, as shares or as lift.</source>
        <translation>Welche Experten für dasselbe Token gemeinsam ausgewählt werden: eine Matrix aller Paare einer Schicht, als Anteile oder als Lift.</translation>
    </message>
    <message>
        <source>What each layer specializes in, and how the selection of its experts changed over the run.</source>
        <translation>Worauf sich jede Schicht spezialisiert und wie sich die Auswahl ihrer Experten im Verlauf geändert hat.</translation>
    </message>
    <message>
        <source>A study: an experiment of many runs, its trials, and whether its predictions hold.</source>
        <translation>Eine Studie: ein Experiment aus vielen Läufen, seine Versuche und ob seine Vorhersagen zutreffen.</translation>
    </message>
    <message>
        <source>In the glossary: %1</source>
        <translation>Im Glossar: %1</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>What do I see?</source>
        <translation>Was sehe ich?</translation>
    </message>
    <message>
        <source>Tour: %1 of %2</source>
        <translation>Rundgang: %1 von %2</translation>
    </message>
    <message>
        <source>&amp;End</source>
        <translation>&amp;Ende</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>Type a prompt and watch the model write, token by token: how surprising each was, what else was likely, and which experts predicted it. Right-click a token to go on from there with another; change the router and compare.</source>
        <translation>Einen Prompt eingeben und zusehen, wie das Modell Token für Token schreibt: wie überraschend jedes war, was sonst wahrscheinlich war und welche Experten es vorhersagten. Ein Rechtsklick auf ein Token setzt dort mit einem anderen fort; den Router verändern und vergleichen.</translation>
    </message>
    <message>
        <source>The processes that train a run together: where each runs, how much of its time it waits for the others, and which of them is slow.</source>
        <translation>Die Prozesse, die einen Lauf gemeinsam trainieren: wo jeder läuft, wie viel seiner Zeit er auf die anderen wartet und welcher langsam ist.</translation>
    </message>
    <message>
        <source>Every expert as a row: how often it is selected, its key, its gates, what it serves. Sort by a head, filter by words or comparisons (share&gt;2), and plot any two columns against each other: what is selected is selected in every view, and its statistics stand above the table. Box plots show the spread of a column over the runs of Compare.</source>
        <translation>Jeder Experte als Zeile: wie oft er ausgewählt wird, sein Schlüssel, seine Gates, was er bedient. Sortieren Sie nach einer Überschrift, filtern Sie nach Wörtern oder Vergleichen (share&gt;2) und tragen Sie zwei Spalten gegeneinander auf: Was ausgewählt ist, ist es in jeder Ansicht, und seine Statistik steht über der Tabelle. Boxplots zeigen die Streuung einer Spalte über die Läufe des Vergleichs.</translation>
    </message>
    <message>
        <source>Any numbers that the run records, in panels of your own: click a panel, then check metrics in the list; Right puts one on the right axis. The filter takes a regular expression. Panels are kept with the layout.</source>
        <translation>Beliebige Zahlen, die der Lauf aufzeichnet, in eigenen Feldern: Klicken Sie ein Feld an und haken Sie Metriken in der Liste an; Rechts stellt eine auf die rechte Achse. Der Filter nimmt einen regulären Ausdruck. Felder bleiben mit der Anordnung erhalten.</translation>
    </message>
    <message>
        <source>The network of the configuration in the form: its blocks with shapes and parameters, and what a training step moves: the optimizer, the key rules, or nothing. Click a block for its fields, a layer to look at it in every view.</source>
        <translation>Das Netz der Konfiguration im Formular: seine Blöcke mit Formen und Parametern und was ein Trainingsschritt bewegt: der Optimierer, die Schlüsselregeln oder nichts. Klicken Sie einen Block für seine Felder an, eine Schicht, um sie in jeder Ansicht zu sehen.</translation>
    </message>
</context>
<context>
    <name>orrery::TraceDifference</name>
    <message>
        <source>The two models have different numbers of layers (%1 and %2).</source>
        <translation>Die beiden Modelle haben verschieden viele Schichten (%1 und %2).</translation>
    </message>
    <message>
        <source>layer %1: %2 %</source>
        <translation>Schicht %1: %2 %</translation>
    </message>
    <message>
        <source>A trace is corrupt.</source>
        <translation>Eine Spur ist beschädigt.</translation>
    </message>
    <message>
        <source>The two models tokenize the text differently: the traces can&apos;t be compared.</source>
        <translation>Die beiden Modelle zerlegen den Text in verschiedene Token: die Spuren lassen sich nicht vergleichen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 % of the selections differ (%2); %n tokens have another top-1 expert in some layer</source>
        <translation>
            <numerusform>%1 % der Auswahlen sind verschieden (%2); %n Token hat in einer Schicht einen anderen besten Experten</numerusform>
            <numerusform>%1 % der Auswahlen sind verschieden (%2); %n Token haben in einer Schicht einen anderen besten Experten</numerusform>
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
    <name>orrery::TraceSets</name>
    <message>
        <source>%1 kinds</source>
        <translation>%1 Arten</translation>
    </message>
    <message>
        <source>Utility guild of layer %1: %2 (%3): %4 of %5 tokens</source>
        <translation>Nutzgilde der Schicht %1: %2 (%3): %4 von %5 Token</translation>
    </message>
    <message>
        <source>Guild of layer %1: %2 (%3): %4 of %5 tokens</source>
        <translation>Gilde der Schicht %1: %2 (%3): %4 von %5 Token</translation>
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
        <translation>Experte %1, Gate %2</translation>
    </message>
    <message>
        <source>The first %1 of %2 tokens.</source>
        <translation>Die ersten %1 von %2 Token.</translation>
    </message>
    <message>
        <source>, written by the model</source>
        <translation>, vom Modell geschrieben</translation>
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
        <source>; expert %1 of layer %2 serves %3 of them</source>
        <translation>; Experte %1 der Schicht %2 dient %3 davon</translation>
    </message>
    <message>
        <source>Tracing...</source>
        <translation>Wird verfolgt ...</translation>
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
        <source>Run the text through the model and show the experts of each token</source>
        <translation>Den Text durch das Modell schicken und die Experten jedes Tokens zeigen</translation>
    </message>
    <message>
        <source>Previous traces</source>
        <translation>Frühere Spuren</translation>
    </message>
    <message>
        <source>Trace to compare with</source>
        <translation>Spur zum Vergleich</translation>
    </message>
    <message>
        <source>Compare with the same text by another checkpoint of this or another run</source>
        <translation>Mit demselben Text durch einen anderen Checkpoint dieses oder eines anderen Laufs vergleichen</translation>
    </message>
    <message>
        <source>The trace is corrupt: its sizes are inconsistent.</source>
        <translation>Die Spur ist beschädigt: ihre Größen widersprechen sich.</translation>
    </message>
    <message>
        <source>No comparison</source>
        <translation>Kein Vergleich</translation>
    </message>
    <message>
        <source>Open a run, type a text and press Trace to see which experts its tokens are routed to.</source>
        <translation>Einen Lauf öffnen, einen Text eingeben und „Verfolgen“ drücken, um zu sehen, zu welchen Experten seine Token gehen.</translation>
    </message>
    <message>
        <source>Type a text and press Trace to see which experts its tokens are routed to.</source>
        <translation>Einen Text eingeben und „Verfolgen“ drücken, um zu sehen, zu welchen Experten seine Token gehen.</translation>
    </message>
    <message>
        <source>Compared with step %1: %2</source>
        <translation>Verglichen mit Schritt %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>; the text has %n tokens, of which only the first are traced</source>
        <translation>
            <numerusform>; der Text hat %n Token, und nur die ersten davon sind verfolgt</numerusform>
            <numerusform>; der Text hat %n Token, und nur die ersten davon sind verfolgt</numerusform>
        </translation>
    </message>
    <message>
        <source>Step %1.</source>
        <translation>Schritt %1.</translation>
    </message>
    <message>
        <source>Compared with step %1.</source>
        <translation>Verglichen mit Schritt %1.</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Gate of the first expert</source>
        <translation>Gate des ersten Experten</translation>
    </message>
    <message>
        <source>continue </source>
        <translation>fortsetzen </translation>
    </message>
    <message>
        <source>no continuation</source>
        <translation>keine Fortsetzung</translation>
    </message>
    <message>
        <source>Tokens that the model writes behind the text</source>
        <translation>Token, die das Modell hinter den Text schreibt</translation>
    </message>
    <message>
        <source>Tokens that the model writes behind the text, each the likeliest; they are traced with it.
Experts stand beside the token that they read. The notebooks of the documents print them one line too late: beside the token that they predicted.</source>
        <translation>Token, die das Modell hinter den Text schreibt, jeweils das wahrscheinlichste; sie werden mit ihm verfolgt.
Experten stehen neben dem Token, das sie lesen. Die Notebooks der Dokumente drucken sie eine Zeile zu spät: neben dem Token, das sie vorhergesagt haben.</translation>
    </message>
    <message>
        <source>Guilds in this trace</source>
        <translation>Gilden in dieser Spur</translation>
    </message>
    <message>
        <source>Sets of experts that serve tokens together, as the analysis found them: those that serve many kinds of tokens (utility guilds) first. A choice marks the set in every view; a frame is around cells that hold all of it.</source>
        <translation>Mengen von Experten, die Token gemeinsam bedienen, wie die Analyse sie gefunden hat: zuerst die, die viele Arten von Token bedienen (Nutzgilden). Eine Wahl markiert die Menge in jeder Ansicht; ein Rahmen umgibt Zellen, die sie ganz enthalten.</translation>
    </message>
    <message>
        <source>Guilds: %1</source>
        <translation>Gilden: %1</translation>
    </message>
    <message numerus="yes">
        <source>The model wrote the last %n tokens.</source>
        <translation>
            <numerusform>Das Modell hat das letzte Token geschrieben.</numerusform>
            <numerusform>Das Modell hat die letzten %n Token geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; the %n selected experts of layer %1 serve %2 of them, all together %3</source>
        <translation>
            <numerusform>; der ausgewählte Experte der Schicht %1 bedient %2 davon, alle zusammen %3</numerusform>
            <numerusform>; die %n ausgewählten Experten der Schicht %1 bedienen %2 davon, alle zusammen %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; the model wrote the last %n</source>
        <translation>
            <numerusform>; das Modell hat das letzte geschrieben</numerusform>
            <numerusform>; das Modell hat die letzten %n geschrieben</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>orrery::TrialTable</name>
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
    <message>
        <source>queued</source>
        <translation>in der Warteschlange</translation>
    </message>
</context>
<context>
    <name>orrery::UsageFilm</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Expert (sorted by usage)</source>
        <translation>Experte (nach Nutzung sortiert)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Layer %1: share of the selections per interval (%); orange: never selected</source>
        <translation>Schicht %1: Anteil der Auswahlen je Abschnitt (%); orange: nie ausgewählt</translation>
    </message>
    <message>
        <source>; line: usage state below theta</source>
        <translation>; Linie: Nutzungszustand unter Theta</translation>
    </message>
</context>
<context>
    <name>orrery::VerdictTable</name>
    <message>
        <source> against %1</source>
        <translation> gegen %1</translation>
    </message>
    <message>
        <source> at %1</source>
        <translation> bei %1</translation>
    </message>
    <message>
        <source> along %1</source>
        <translation> entlang %1</translation>
    </message>
    <message>
        <source> by %1</source>
        <translation> nach %1</translation>
    </message>
    <message>
        <source>held</source>
        <translation>eingetroffen</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>nicht eingetroffen</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>Predictions: %1 held, %2 failed, %3 open</source>
        <translation>Vorhersagen: %1 eingetroffen, %2 nicht eingetroffen, %3 offen</translation>
    </message>
    <message>
        <source>None: the best point</source>
        <translation>Keine: der beste Punkt</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Mean difference, rank correlation, mean of the best, or share of the cells</source>
        <translation>Mittlerer Unterschied, Rangkorrelation, Mittelwert des besten Punktes oder Anteil der Zellen</translation>
    </message>
    <message>
        <source>Of a difference, by Student&apos;s t over pairs of a seed; p of a rank correlation</source>
        <translation>Bei einem Unterschied nach Students t über Paare eines Startwerts; p bei einer Rangkorrelation</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: verdict</source>
        <translation>%1: Urteil</translation>
    </message>
    <message>
        <source>, under %1 against %2</source>
        <translation>, bei %1 gegen %2</translation>
    </message>
    <message>
        <source> (interest: %1)</source>
        <translation> (Relevanz: %1)</translation>
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
        <source>Stop &amp;now</source>
        <translation>Sofort a&amp;nhalten</translation>
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
        <source>&amp;Resume run</source>
        <translation>Lauf &amp;fortsetzen</translation>
    </message>
    <message>
        <source>App&amp;ly changed settings</source>
        <translation>&amp;Geänderte Einstellungen anwenden</translation>
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
        <source>Open a study file</source>
        <translation>Eine Studiendatei öffnen</translation>
    </message>
    <message>
        <source>Stop the run after this step and save a checkpoint</source>
        <translation>Den Lauf nach diesem Schritt anhalten und einen Checkpoint sichern</translation>
    </message>
    <message>
        <source>Stop the run immediately; the last checkpoint is kept</source>
        <translation>Den Lauf sofort beenden; der letzte Checkpoint bleibt</translation>
    </message>
    <message>
        <source>Compute the validation loss now</source>
        <translation>Jetzt den Validierungsverlust berechnen</translation>
    </message>
    <message>
        <source>Resume training from the run&apos;s last checkpoint</source>
        <translation>Vom letzten Checkpoint des Laufs an weiter trainieren</translation>
    </message>
    <message>
        <source>Apply the settings that can change during training</source>
        <translation>Die Einstellungen anwenden, die sich im Training ändern lassen</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;Handbook</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>Find a &amp;command…</source>
        <translation>&amp;Befehl suchen …</translation>
    </message>
    <message>
        <source>Find a command, view, setting or run</source>
        <translation>Befehl, Ansicht, Einstellung oder Lauf suchen</translation>
    </message>
    <message>
        <source>Prefere&amp;nces…</source>
        <translation>Ei&amp;nstellungen des Programms …</translation>
    </message>
    <message>
        <source>&amp;What do I see?</source>
        <translation>&amp;Was sehe ich?</translation>
    </message>
    <message>
        <source>Explain the view that was used last</source>
        <translation>Erklärt die zuletzt benutzte Ansicht</translation>
    </message>
    <message>
        <source>&amp;Tour of two minutes</source>
        <translation>&amp;Rundgang von zwei Minuten</translation>
    </message>
    <message>
        <source>Shows the views, one by one</source>
        <translation>Zeigt die Ansichten der Reihe nach</translation>
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
    <message>
        <source>S&amp;hipped studies</source>
        <translation>Mit&amp;gelieferte Studien</translation>
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
    <message>
        <source>Levers</source>
        <translation>Regler</translation>
    </message>
    <message>
        <source>Playground</source>
        <translation>Spielwiese</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>Expert table</source>
        <translation>Expertentabelle</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
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
