// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/services/stored_tables.h"

#include <QCborArray>
#include <QCborMap>
#include <QCborValue>
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/regular_file.h"
#include "core/runs/run_folder.h"

namespace orrery {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are stored as they lie");

constexpr int kFormat = 2;  // 1 was without the windows of the text
constexpr std::uint64_t kMostBytes = 200'000'000;

std::filesystem::path fileOf(const std::filesystem::path& run_folder) {
    return RunFolder{run_folder}.viewsFolder() / "analysis.cbor";
}

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QCborArray texts(const std::vector<std::string>& values) {
    QCborArray array;
    // Pieces of a tokenizer may be parts of characters.
    for (const std::string& value : values)
        array.append(QByteArray::fromStdString(value));
    return array;
}

template <class Number>
QByteArray bytes(const std::vector<Number>& values) {
    return {reinterpret_cast<const char*>(values.data()),
            static_cast<qsizetype>(values.size() * sizeof(Number))};
}

QCborArray rowOf(const std::vector<Cell>& cells) {
    QCborArray row;
    for (const Cell& cell : cells) {
        if (const auto* whole = std::get_if<std::int64_t>(&cell))
            row.append(qint64(*whole));
        else if (const auto* real = std::get_if<double>(&cell))
            row.append(*real);
        else
            row.append(QByteArray::fromStdString(std::get<std::string>(cell)));
    }
    return row;
}

QCborMap tableOf(const Table& table) {
    QCborArray rows;
    for (const auto& row : table.rows)
        rows.append(rowOf(row));
    return {{QStringLiteral("name"), text(table.name)},
            {QStringLiteral("columns"), texts(table.columns)},
            {QStringLiteral("rows"), rows}};
}

QCborMap textOf(const RoutedText& routed) {
    QCborArray layers;
    for (const RoutedLayer& layer : routed.layers)
        layers.append(QCborMap{{QStringLiteral("selected"), bytes(layer.selected)},
                               {QStringLiteral("gates"), bytes(layer.gates)},
                               {QStringLiteral("bias"), bytes(layer.bias)},
                               {QStringLiteral("contribution"), layer.contribution}});
    return {{QStringLiteral("experts"), routed.experts},
            {QStringLiteral("top_k"), routed.top_k},
            {QStringLiteral("token_ids"), bytes(routed.token_ids)},
            {QStringLiteral("pieces"), texts(routed.pieces)},
            {QStringLiteral("parts"), bytes(routed.parts)},
            {QStringLiteral("part_names"), texts(routed.part_names)},
            {QStringLiteral("parts_guessed"), routed.parts_guessed},
            {QStringLiteral("window_begins"), bytes(routed.window_begins)},
            {QStringLiteral("window_ends"), bytes(routed.window_ends)},
            {QStringLiteral("layers"), layers}};
}

/// Reads the parts of a map; `fits` is false after the first that is of another kind.
class Reader {
public:
    explicit Reader(QCborMap map) : map_(std::move(map)) {}

    bool fits() const { return fits_; }
    void require(bool holds) { fits_ &= holds; }
    QCborValue value(const char* name, bool (QCborValue::*is)() const) {
        const QCborValue found = map_.value(QLatin1String(name));
        require((found.*is)());
        return found;
    }
    std::int64_t whole(const char* name) { return value(name, &QCborValue::isInteger).toInteger(); }
    int count(const char* name) {
        const std::int64_t number = whole(name);
        require(number >= 0 && number < 1'000'000);
        return static_cast<int>(number);
    }
    std::string word(const char* name) {
        return value(name, &QCborValue::isString).toString().toStdString();
    }
    QCborArray array(const char* name) { return value(name, &QCborValue::isArray).toArray(); }
    std::vector<std::string> words(const char* name) {
        std::vector<std::string> values;
        for (const QCborValue& each : array(name)) {
            require(each.isByteArray());
            values.push_back(each.toByteArray().toStdString());
        }
        return values;
    }
    template <class Number>
    std::vector<Number> numbers(const char* name) {
        const QByteArray found = value(name, &QCborValue::isByteArray).toByteArray();
        require(found.size() % static_cast<qsizetype>(sizeof(Number)) == 0);
        std::vector<Number> values(static_cast<std::size_t>(found.size()) / sizeof(Number));
        if (!values.empty())
            std::memcpy(values.data(), found.data(), values.size() * sizeof(Number));
        return values;
    }

private:
    QCborMap map_;
    bool fits_ = true;
};

bool within(const std::vector<std::int32_t>& values, std::int64_t low, std::size_t end) {
    return std::ranges::all_of(values, [&](std::int32_t value) {
        return value >= low && value < static_cast<std::int64_t>(end);
    });
}

bool readTable(const QCborValue& value, Table& table) {
    Reader reader(value.toMap());
    table.name = reader.word("name");
    table.columns = reader.words("columns");
    for (const QCborValue& line : reader.array("rows")) {
        std::vector<Cell> row;
        for (const QCborValue& cell : line.toArray()) {
            if (cell.isInteger())
                row.emplace_back(std::int64_t{cell.toInteger()});
            else if (cell.isDouble())
                row.emplace_back(cell.toDouble());
            else
                row.emplace_back(cell.toByteArray().toStdString());
        }
        reader.require(row.size() == table.columns.size());
        table.rows.push_back(std::move(row));
    }
    return reader.fits();
}

bool readLayer(const QCborValue& value, const RoutedText& text, RoutedLayer& layer) {
    Reader reader(value.toMap());
    layer.selected = reader.numbers<std::int32_t>("selected");
    layer.gates = reader.numbers<float>("gates");
    layer.bias = reader.numbers<float>("bias");
    layer.contribution = reader.value("contribution", &QCborValue::isDouble).toDouble();
    const std::size_t chosen = text.token_ids.size() * static_cast<std::size_t>(text.top_k);
    reader.require(layer.selected.size() == chosen && layer.gates.size() == chosen);
    reader.require(within(layer.selected, 0, static_cast<std::size_t>(text.experts)));
    return reader.fits();
}

/// The first token of each, ascending from 0.
bool areWindows(const std::vector<std::int64_t>& begins, std::size_t tokens) {
    return begins.empty() || (begins.front() == 0 && std::ranges::is_sorted(begins) &&
                              begins.back() < static_cast<std::int64_t>(tokens) &&
                              std::ranges::adjacent_find(begins) == begins.end());
}

bool readText(const QCborValue& value, RoutedText& text) {
    Reader reader(value.toMap());
    text.experts = reader.count("experts");
    text.top_k = reader.count("top_k");
    text.token_ids = reader.numbers<std::int32_t>("token_ids");
    text.pieces = reader.words("pieces");
    text.parts = reader.numbers<std::int32_t>("parts");
    text.part_names = reader.words("part_names");
    text.parts_guessed = reader.value("parts_guessed", &QCborValue::isBool).toBool();
    text.window_begins = reader.numbers<std::int64_t>("window_begins");
    text.window_ends = reader.numbers<char>("window_ends");
    reader.require(text.window_begins.size() == text.window_ends.size() &&
                   areWindows(text.window_begins, text.token_ids.size()));
    reader.require(within(text.token_ids, 0, text.pieces.size()));
    reader.require(within(text.parts, -1, text.part_names.size()));
    reader.require(text.parts.empty() || text.parts.size() == text.token_ids.size());
    for (const QCborValue& each : reader.array("layers")) {
        RoutedLayer layer;
        reader.require(readLayer(each, text, layer));
        text.layers.push_back(std::move(layer));
    }
    return reader.fits();
}

}  // namespace

QByteArray toCbor(const RunTables& tables) {
    QCborArray all;
    for (const Table& table : tables.tables)
        all.append(tableOf(table));
    QCborMap map{{QStringLiteral("format"), kFormat},
                 {QStringLiteral("step"), qint64(tables.step)},
                 {QStringLiteral("tokens"), qint64(tables.tokens)},
                 {QStringLiteral("stand_in"), text(tables.stand_in)},
                 {QStringLiteral("tables"), all}};
    if (tables.text) map.insert(QStringLiteral("text"), textOf(*tables.text));
    return QCborValue(map).toCbor();
}

std::shared_ptr<const RunTables> tablesFromCbor(const QByteArray& bytes) {
    QCborParserError error;
    const QCborValue value = QCborValue::fromCbor(bytes, &error);
    if (error.error != QCborError::NoError || !value.isMap()) return nullptr;
    Reader reader(value.toMap());
    reader.require(reader.whole("format") == kFormat);
    auto tables = std::make_shared<RunTables>();
    tables->step = reader.whole("step");
    tables->tokens = reader.whole("tokens");
    tables->stand_in = reader.word("stand_in");
    for (const QCborValue& each : reader.array("tables")) {
        Table table;
        reader.require(readTable(each, table));
        tables->tables.push_back(std::move(table));
    }
    if (const QCborValue text = value.toMap().value(QStringLiteral("text")); !text.isUndefined()) {
        RoutedText routed;
        reader.require(readText(text, routed));
        tables->text = std::make_shared<const RoutedText>(std::move(routed));
    }
    return reader.fits() ? tables : nullptr;
}

void storeTables(const std::filesystem::path& run_folder, const RunTables& tables) {
    requireFolderIfThere(RunFolder{run_folder}.viewsFolder());
    writeFileAtomically(fileOf(run_folder), toCbor(tables).toStdString(), Links::refused);
}

std::shared_ptr<const RunTables> storedTables(const std::filesystem::path& run_folder) {
    try {
        const auto found = readRegularFileIfThere(fileOf(run_folder), kMostBytes);
        return found ? tablesFromCbor(QByteArray::fromStdString(*found)) : nullptr;
    } catch (const Error&) {
        return nullptr;  // as if there were none: it can be made again
    }
}

}  // namespace orrery
