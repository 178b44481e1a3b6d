// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>

namespace orrery {

class LayerChoice;
class Requests;
class RunData;
class Selection;

/// The run on show: what it told, what is selected of it, what is asked about it, and which layer
/// is looked at. Each has an owner and a header of its own; who needs one alone takes that. Another
/// source of the data clears the selection and the answers, before RunData::sourceChanged() reaches
/// anybody else. GUI thread only.
class RunContext : public QObject {
    Q_OBJECT

public:
    explicit RunContext(QObject* parent = nullptr);

    /// Never nullptr; they live as long as this.
    RunData* data() const { return data_; }
    Selection* selection() const { return selection_; }
    Requests* requests() const { return requests_; }
    LayerChoice* layers() const { return layers_; }

private:
    RunData* data_;
    Selection* selection_;
    Requests* requests_;
    LayerChoice* layers_;
};

}  // namespace orrery
