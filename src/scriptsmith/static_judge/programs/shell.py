"""Builtins of the shell, and programs that run other programs."""

from __future__ import annotations

TABLE = """
echo: prints the text
  = with {}
  -n without a line end
  -e with escapes
  -E .
printf: prints the text
  =1 in the format {}
  = with {}
  -v: into the variable {}
cd: goes to the directory
  = named {}
  =0 goes home
  -P,-L .
pushd, popd: changes the directory stack
  = to {}
pwd: prints the current directory
  -P resolving symbolic links
  -L .
read: reads a line into variables
  = named {}
  -p: with the prompt {}
  -r,-e .
  -s silently
  -t: with the time limit {}
  -n: only {} characters
  -d: up to the character {}
  -a: into the array {}
  -u: from {}
  -N: only {} characters
  -i: .
export, declare, local, readonly, typeset: sets a variable
  = with {}
  -a,-A,-i,-x,-r,-g,-p,-f,-n .
unset: removes a variable
  = named {}
  -f .
set: sets shell options
  = with {}
  -e,-u,-x,-f,-v,-E,-a,-n,-b,-m .
  -o: of {}
  +x,+e .
shopt: sets shell options
  = of {}
  -s,-u,-q,-p .
alias: defines an alias
  = with {}
  -p .
unalias: removes an alias
  = named {}
source, .: runs the commands of a script
  = from {}
  -p .
exit, return: ends
  = with the status {}
  -n .
true, :: does nothing
false: fails
sleep: waits
  = for {}
wait: waits for background processes
  = with {}
jobs: lists background jobs
  -l,-p,-r,-s .
fg: brings a job to the foreground
  = with {}
bg: continues a job in the background
  = with {}
disown: lets go of a job
  = with {}
history: shows the history of commands
  = of {}
  -c clears the history of commands!
  -d: deletes from the history of commands!
  -a,-r,-w,-n .
trap: reacts to signals
  = with {}
test, [: checks
  = with {}
yes: prints again and again
  = with {}
expr, bc: calculates
  = with {}
  -l .
  -q .
let: calculates
  = with {}
man, help, info: shows the manual
  = of {}
  -k: about {}
clear, reset: clears the terminal
logname, tty, env, printenv: shows the environment
  = of {}
ulimit: shows or sets limits of resources
  = to {}
  -a all
  -n of open files
  -c,-u,-v,-s,-S,-H,-t,-f .
shift: drops arguments
  = with {}
break: leaves the loop
continue: goes on with the next
command: shows the location of the command
  = named {}
  -v,-V .
hash: remembers commands
  -r .
  = of {}
bind, complete, compgen, stty, tput, setterm: changes the terminal
  = with {}
screen, tmux: manages terminal sessions
  = with {}
  -d,-r,-S,-m,-ls,-x .
crond, at, batch: schedules a job
  = with {}
mapfile, readarray: reads lines into an array
  = named {}
  -t .
eval: runs commands
  = with {}
exec: replaces the shell
  = with {}
"""

# Programs that run the command behind them: which options of theirs take a value, how many operands come before it,
# and what is said of them.
RUNNERS: dict[str, tuple[str, int, str]] = {
    "sudo": ("-u -g -h -p -C -U -r", 0, "as root"),
    "doas": ("-u -C", 0, "as root"),
    "time": ("-f -o", 0, "measuring the time"),
    "nohup": ("", 0, "unaffected by hang-ups"),
    "nice": ("-n", 0, "with another priority"),
    "ionice": ("-c -n -p", 0, "with another priority"),
    "env": ("-u -C -S", 0, ""),
    "timeout": ("-s -k", 1, "with the time limit {}"),
    "watch": ("-n", 0, "again and again"),
    "stdbuf": ("-i -o -e", 0, ""),
    "setsid": ("", 0, ""),
    "unbuffer": ("", 0, ""),
    "flock": ("-w -E", 1, "locking {}"),
    "chroot": ("", 1, "with the root directory {}"),
    "strace": ("-o -e -p", 0, "tracing system calls"),
    "exec": ("-a", 0, ""),
    "builtin": ("", 0, ""),
    "eatmydata": ("", 0, ""),
    "busybox": ("", 0, ""),
    "coproc": ("", 0, "in the background"),
}
XARGS = """
xargs, parallel: runs for what it reads
  -0,--null parted by zero bytes
  -I:,-i:,-J: .
  -n:,--max-args:,-L:,-l: with at most {} at a time
  -P:,--max-procs: with {} in parallel
  -d:,--delimiter: parted by the character {}
  -r,--no-run-if-empty,-t,--verbose,-x,-p .
  -a:,--arg-file: reading from the file {}
  -s:,-E: .
  -j: with {} in parallel
  -k .
"""
SSH = """
ssh: on another machine
  =1 named {}
  -p: through port {}
  -i: with the key {}
  -l: as user {}
  -t,-n,-q,-v,-N,-f,-T,-x,-A,-4,-6,-C,-a,-k,-g,-M,-s .
  -X,-Y forwarding windows
  -L: forwarding the local port {}
  -R: forwarding the remote port {}
  -D: as a proxy through port {}
  -o: with the setting {}
  -F: .
  -S:,-O:,-c:,-b:,-J: with {}
"""
