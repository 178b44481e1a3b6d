// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/presets.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "core/config/citations.h"
#include "core/config/yaml.h"
#include "core/error.h"
#include "widgets/config/config_document.h"

namespace orrery {

namespace {

const QString kRoot = QStringLiteral(":/configs/");

QString presetText(const QString& name) {
    QFile file(kRoot + name);
    if (!file.open(QIODevice::ReadOnly))
        throw Error("No configuration " + name.toStdString() + " is built into the program.");
    return QString::fromUtf8(file.readAll());
}

QStringList allFiles() {
    QStringList names;
    QDirIterator files(kRoot, {QStringLiteral("*.yaml")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext())
        names << files.next().mid(kRoot.size());
    names.sort();
    return names;
}

/// What a file extends is looked for beside it: they are put where files can be.
void unpackInto(const QString& folder) {
    for (const QString& file : allFiles()) {
        const QString place = folder + u'/' + file;
        QFile::remove(place);
        if (!QDir().mkpath(QFileInfo(place).path()) || !QFile::copy(kRoot + file, place))
            throw Error("Can't unpack the built-in configurations to " + folder.toStdString() +
                        ".");
    }
}

}  // namespace

QVector<ShippedStudy> shippedStudies() {
    QVector<ShippedStudy> studies;
    for (const QString& file : allFiles()) {
        if (!file.startsWith(u"studies/") || file.count(u'/') != 1) continue;
        ShippedStudy study{file.section(u'/', 1).chopped(5), {}};
        for (const QString& line : presetText(file).split(u'\n'))
            if (line.startsWith(u"question:")) study.question = line.section(u':', 1).trimmed();
        if (study.question.startsWith(u'"')) study.question = study.question.mid(1).chopped(1);
        studies << study;
    }
    return studies;
}

QString shippedStudyFile(const QString& name) {
    // A study that was begun reads its base again when it goes on.
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/configs";
    unpackInto(folder);
    presetText("studies/" + name + ".yaml");
    return folder + "/studies/" + name + ".yaml";
}

QStringList presetNames() {
    QStringList names = allFiles();
    names.removeIf([](const QString& name) {
        return name.startsWith(u"published/common/") || name.startsWith(u"studies/");
    });
    return names;
}

Config presetConfig(const QString& name) {
    QTemporaryDir folder;
    unpackInto(folder.path());
    presetText(name);
    return loadConfig(folder.filePath(name).toStdString());
}

QString presetComment(const QString& name) {
    QStringList words;
    for (const QString& line : presetText(name).split(u'\n')) {
        if (!line.startsWith(u'#')) break;
        if (!line.contains(QStringLiteral("SPDX"))) words << line.mid(1).trimmed();
    }
    return QString::fromStdString(cited(words.join(u' ').toStdString()));
}

void applyRules(ConfigDocument& document, const QString& name) {
    std::string text = document.text().toStdString();
    const Config rules = presetConfig(name);
    for (const Field& field : fields()) {
        const FieldValue value = field.get(rules);
        const bool rule = field.section() == "keys";
        if (field.key == "name" || (!rule && value == field.default_value)) continue;
        if (field.get(document.config()) != value) text = patchYaml(text, field.key, value);
    }
    document.edit(QString::fromStdString(text));
}

}  // namespace orrery
