// SPDX-License-Identifier: GPL-3.0-or-later
// A study on a cluster that Slurm manages: its trials are the tasks of job arrays.
#pragma once
#include "core/study/study_runner.h"

namespace orrery {

/// Submits what is not done yet as one array (at most `jobs` tasks at a time) by slurm.sh in the
/// study's folder, which is written once and may be edited, and follows it through the trials'
/// folders: these must be seen by the cluster's nodes under the same path. When it is stopped the
/// array goes on, and the next call follows it. A task that vanished is submitted again, three
/// times at most. Returns and throws as runStudy() does; Error where Slurm's commands fail.
bool runStudyOnSlurm(const Study& study, const StudyRunOptions& options);

}  // namespace orrery
