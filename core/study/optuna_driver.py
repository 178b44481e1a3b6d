# SPDX-License-Identifier: GPL-3.0-or-later
# Optuna behind a pipe: a JSON object a line in, one out. Orrery hands this text to `python3 -I -c`, so that no file of
# a study's folder is code, with the places of Optuna as arguments. The folder gets optuna.db (for optuna-dashboard); all
# that a search needs to go on is in there.
import hashlib
import json
import os
import sys

sys.path[:0] = sys.argv[2:]
try:
    import optuna
except ImportError as problem:
    print(json.dumps({"missing": str(problem)}), flush=True)
    sys.exit(0)

STATES = {"failed": optuna.trial.TrialState.FAIL, "pruned": optuna.trial.TrialState.PRUNED}


class Search:
    def __init__(self, folder, order):
        self.axes = order["axes"]
        self.seed = order["seed"]
        self.asked = {}
        self.study = optuna.create_study(
            storage="sqlite:///" + os.path.join(folder, "optuna.db"), study_name=order["name"],
            pruner=optuna.pruners.MedianPruner(n_startup_trials=4) if order["prune"] else optuna.pruners.NopPruner(),
            direction="maximize" if order["better"] == "higher" else "minimize", load_if_exists=True)

    def trial(self, number):
        """A trial of this process, or of one before it."""
        if number not in self.asked:
            frozen = self.study.get_trials(deepcopy=False)[number]
            self.asked[number] = optuna.trial.Trial(self.study, frozen._trial_id)
        return self.asked[number]

    def count(self):
        return len(self.study.get_trials(deepcopy=False))

    def sampler(self, number):
        """TPE is a function of the trials so far and of chance, whose seed is the trial's own: a search that goes on in
        another process draws what it would have drawn in the first."""
        digest = hashlib.sha256(f"{self.seed}/{number}".encode()).digest()
        return optuna.samplers.TPESampler(seed=int.from_bytes(digest[:4], "big"))

    def ask(self):
        self.study.sampler = self.sampler(self.count())
        trial = self.study.ask()
        self.asked[trial.number] = trial
        values = {}
        for axis in self.axes:
            name = axis["name"]
            if axis["kind"] == "choice":
                values[name] = trial.suggest_categorical(name, axis["choices"])
            elif axis["kind"] == "whole":
                values[name] = trial.suggest_int(name, int(axis["low"]), int(axis["high"]), log=axis["log"])
            else:
                values[name] = trial.suggest_float(name, axis["low"], axis["high"], log=axis["log"])
        return {"number": trial.number, "values": values}

    def report(self, number, step, value):
        trial = self.trial(number)
        trial.report(value, step)
        return {"prune": bool(trial.should_prune())}

    def tell(self, number, state, value):
        finished = self.study.get_trials(deepcopy=False)[number].state.is_finished()
        if not finished:
            if state == "done":
                self.study.tell(number, value)
            else:
                self.study.tell(number, state=STATES[state])
        return {"told": not finished}


def main(folder):
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    search = Search(folder, json.loads(sys.stdin.readline()))
    print(json.dumps({"known": search.count()}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        answer = getattr(search, order.pop("do"))(**order)
        print(json.dumps(answer), flush=True)


main(sys.argv[1])
