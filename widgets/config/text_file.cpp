// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/text_file.h"

#include <QStringDecoder>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/error.h"

namespace orrery {

namespace {

constexpr std::uintmax_t kLargest = 4u << 20;
constexpr std::string_view kMark = "\xEF\xBB\xBF";

std::string readBytes(const std::filesystem::path& file) {
    std::error_code code;
    const auto status = std::filesystem::status(file, code);
    const std::string name = file.string();
    if (!std::filesystem::exists(status)) throw Error(name + ": no such file.");
    if (!std::filesystem::is_regular_file(status))
        throw Error(name + ": not a file. Choose a .yaml file.");
    if (std::filesystem::file_size(file, code) > kLargest)
        throw Error(name + ": larger than 4 MB, so not a configuration. Choose a .yaml file.");
    std::ifstream stream(file, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) throw Error(name + ": can't be read. Check its permissions.");
    return bytes;
}

QString decode(std::string_view bytes, const std::filesystem::path& file) {
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text =
        decoder.decode(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    if (decoder.hasError() || text.contains(QChar(u'\0')))
        throw Error(file.string() + ": not UTF-8 text, so not a configuration.");
    return text;
}

}  // namespace

TextFile readTextFile(const std::filesystem::path& file) {
    TextFile result;
    result.bytes = readBytes(file);
    std::string_view body = result.bytes;
    result.byte_order_mark = body.starts_with(kMark);
    if (result.byte_order_mark) body.remove_prefix(kMark.size());
    result.text = decode(body, file);
    const auto line_ends = result.text.count(u'\n');
    result.carriage_returns =
        line_ends > 0 && result.text.count(QStringLiteral("\r\n")) == line_ends;
    result.text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    result.text.replace(u'\r', u'\n');
    return result;
}

std::string TextFile::encode(const QString& edited) const {
    if (edited == text) return bytes;
    QString form = edited;
    if (carriage_returns) form.replace(u'\n', QStringLiteral("\r\n"));
    return (byte_order_mark ? std::string(kMark) : std::string()) + form.toStdString();
}

}  // namespace orrery
