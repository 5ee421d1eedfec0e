#!/bin/sh
# Starts Slurm on this machine without systemd and runs commands of the shell: slurm.sh FOLDER COMMANDS
# FOLDER gets the configuration, the sockets and the logs. All daemons end with the commands, in which
# `restart_scheduler` kills the scheduler and starts it again without its jobs.
set -eu
folder=$1
commands=$2
host=$(hostname -s)
mkdir -p "$folder/state" "$folder/spool"
chmod 755 "$folder"
dd if=/dev/urandom of="$folder/munge.key" bs=1024 count=1 2>/dev/null
chmod 400 "$folder/munge.key"
cat > "$folder/slurm.conf" <<CONF
ClusterName=sator
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$((20000 + $$ % 20000))
SlurmdPort=$((20001 + $$ % 20000))
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CryptoType=crypto/munge
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$folder/slurm.conf"
munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munged.pid" --seed-file="$folder/seed" > "$folder/munged.log" 2>&1 &
munged=$!
slurmctld=
slurmd=
trap 'kill $slurmd $slurmctld $munged 2>/dev/null; wait' EXIT
until [ -S "$folder/munge.socket" ]; do sleep 0.1; done
start_scheduler() {
    slurmctld -D -i "$@" > /dev/null 2>&1 &
    slurmctld=$!
}
restart_scheduler() {
    kill -s KILL "$slurmctld"
    wait "$slurmctld" || true
    # It forgets its jobs. A number that a task of them still has would put the node out of service.
    echo FirstJobId=100000 >> "$SLURM_CONF"
    start_scheduler -c
}
start_scheduler
slurmd -D -N "$host" > /dev/null 2>&1 &
slurmd=$!
waited=0
until sinfo --noheader --format %t 2>/dev/null | grep -q -x idle; do
    waited=$((waited + 1))
    if [ "$waited" -gt 300 ]; then
        tail -20 "$folder/slurmctld.log" "$folder/slurmd.log" >&2
        exit 1
    fi
    sleep 0.1
done
eval "$commands"
