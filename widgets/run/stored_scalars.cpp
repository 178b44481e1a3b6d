// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/stored_scalars.h"

#include <exception>
#include <utility>

namespace orrery {

StoredScalars::StoredScalars(QObject* parent) : QObject(parent) {
    pool_.setMaxThreadCount(1);
}

StoredScalars::~StoredScalars() {
    pool_.waitForDone();
}

void StoredScalars::setSource(RunSource* source) {
    ++sources_;
    stretches_.clear();
    source_ = source;
}

ScalarPoints StoredScalars::read(const std::string& name, std::int64_t from,
                                 std::int64_t to) const {
    try {
        return source_ ? source_->scalar(name, from, to) : ScalarPoints{};
    } catch (const std::exception&) {
        return {};  // polling tells what is wrong
    }
}

const ScalarPoints* StoredScalars::readSoon(const std::string& name, std::int64_t from,
                                            std::int64_t to) {
    if (!source_) return nullptr;
    Stretch& stretch = stretches_[name];
    if (stretch.from != from || stretch.to != to) {
        stretch.from = from;
        stretch.to = to;
        stretch.points.reset();
    }
    if (!stretch.points && !stretch.reading) start(name);
    return stretch.points ? &*stretch.points : nullptr;
}

void StoredScalars::start(const std::string& name) {
    Stretch& stretch = stretches_[name];
    stretch.reading = true;
    pool_.start([this, name, from = stretch.from, to = stretch.to, of = sources_,
                 read = source_->scalarReader(name, stretch.from, stretch.to)] {
        ScalarPoints points;
        try {
            points = read();
        } catch (const std::exception&) {  // polling tells what is wrong
        }
        QMetaObject::invokeMethod(this, [this, name, from, to, of, points = std::move(points)] {
            if (of != sources_) return;
            Stretch& wanted = stretches_[name];
            wanted.reading = false;
            if (wanted.from != from || wanted.to != to) return start(name);
            wanted.points = points;
            Q_EMIT readDone();
        });
    });
}

}  // namespace orrery
