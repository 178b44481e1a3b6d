// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QHash>
#include <QVariant>
#include <QWidget>
#include <vector>

#include "widgets/playground/play_request.h"

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace orrery {

class InterventionChips;

/// The prompt, how tokens are sampled, and which models write: what a request is made of.
class PlayControls : public QWidget {
    Q_OBJECT

public:
    explicit PlayControls(QWidget* parent = nullptr);

    /// What the fields say, of one of the two models.
    PlayRequest request(bool beside = false) const;
    /// Fills the fields with what a text was asked with.
    void show(const PlayRequest& request);
    /// A second model writes beside the first, with the same seed.
    bool hasBeside() const;
    /// Steps with a checkpoint, for both models.
    void setCheckpoints(const std::vector<std::int64_t>& steps);
    /// A choice more for both models: another run's newest checkpoint.
    void addRun(const QString& folder);
    /// What the first model's router does otherwise; also from other views.
    void setInterventions(const QString& text);
    QString interventions() const;
    /// Where they are shown, each with a button to take it back.
    QWidget* interventionsShown() const;
    /// What the run that trains here has in force (some.interventions); nullopt while none does.
    void setTraining(const std::optional<QString>& interventions);
    QString prompt() const;
    /// Why a request can't be made; empty where it can.
    QString fault() const;
    void setState(bool can, bool running);

Q_SIGNALS:
    void generateAsked();
    void scoreAsked();
    void stopAsked();
    /// The run that trains is to have these.
    void trainingAsked(const QString& interventions);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildSampling(QFormLayout& form);
    void buildModels(QFormLayout& form);
    void buildTraining(QFormLayout& form);
    void connectAll();
    void chooseRun(QComboBox& box);
    QWidget* buttons();

    QPlainTextEdit* prompt_;
    QPushButton *generate_, *score_, *stop_;
    QSpinBox *tokens_, *top_k_, *context_;
    QDoubleSpinBox *temperature_, *top_p_, *min_p_, *penalty_;
    QLineEdit *seed_, *stops_, *interventions_, *beside_interventions_;
    QComboBox *model_, *beside_;
    QHash<QComboBox*, QVariant> chosen_;  // before a dialog is opened
    InterventionChips *chips_, *training_chips_;
    QPushButton* train_;
    QWidget *training_, *training_label_;
    bool can_ = false, running_ = false;
};

}  // namespace orrery
