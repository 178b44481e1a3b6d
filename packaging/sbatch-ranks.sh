#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# One model on several nodes of a Slurm cluster. Copy it, set what is marked, and:  sbatch sbatch-ranks.sh my.yaml
#SBATCH --job-name=orrery
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=4
#SBATCH --gpus-per-node=4
#SBATCH --cpus-per-task=8
#SBATCH --time=24:00:00
#SBATCH --signal=B:TERM@300
# --ntasks-per-node: one task a GPU; without GPUs one a socket, and no --gpus-per-node.
# --signal: 5 minutes before the end the run is asked to stop, and saves a checkpoint.
set -eu
config=${1:?usage: sbatch sbatch-ranks.sh CONFIG [RUN_FOLDER_TO_RESUME]}

# The network that the nodes have for themselves. c10d has no authentication: never a public address.
MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
MASTER_PORT=$((20000 + SLURM_JOB_ID % 10000))
export MASTER_ADDR MASTER_PORT OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}

if [ $# -gt 1 ]; then
    srun --kill-on-bad-exit=1 orrery-cli resume "$2" &
else
    srun --kill-on-bad-exit=1 orrery-cli train "$config" --runs runs &
fi
step=$!
trap 'kill -TERM $step' TERM
wait $step || wait $step
