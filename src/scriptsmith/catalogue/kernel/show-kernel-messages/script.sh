#!/usr/bin/env bash
# Show what the kernel logged in the last minutes at some level or worse, with the time of day.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-kernel-messages [--minutes N] [--level CHOICE] [--proc-root DIR]

Print the kernel messages of the last N minutes that are of the level or worse, and count what
deserves a closer look, whatever its level: segfaults, hung tasks, call traces, kills for lack of memory. When the kernel's
buffer, which keeps the latest messages only, does not go back that far, that is said. Times are
reckoned from the uptime, so they are off by the time a host slept, and by up to a ten thousandth of
the uptime, since that clock of the kernel is never set right: by so much more is shown.

  --minutes N      how far to look back, in minutes; 0 shows everything since boot (default 60)
  --level CHOICE   mildest level that is shown: err, warn, notice, info or debug (default warn)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-kernel-messages: %s\n' "$2" >&2
  exit "$1"
}

minutes=60 level=warn proc=/proc
while (($# > 0)); do
  case $1 in
    --minutes | --level | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --minutes) minutes=$2 ;;
        --level) level=$2 ;;
        --proc-root) proc=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
whole "$minutes" 0 999999 || die 2 "--minutes takes a whole number from 0 to 999999, not '$minutes'"
minutes=$((10#$minutes))
case $level in
  err) levels=emerg,alert,crit,err ;;
  warn) levels=emerg,alert,crit,err,warn ;;
  notice) levels=emerg,alert,crit,err,warn,notice ;;
  info) levels=emerg,alert,crit,err,warn,notice,info ;;
  debug) levels=emerg,alert,crit,err,warn,notice,info,debug ;;
  *) die 2 "--level takes err, warn, notice, info or debug, not '$level'" ;;
esac
for tool in dmesg date grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
{ read -r uptime _ <"$proc/uptime"; } 2>/dev/null || die 3 "cannot read $proc/uptime"
uptime=${uptime%%.*}
[[ $uptime =~ ^[0-9]+$ ]] || die 1 "$proc/uptime holds no number"

# The clock of the messages is not disciplined as that of the host is, so what is new may look old.
slack=$((uptime / 10000)) now=$(date +%s) since=0
if ((minutes > 0)); then since=$((uptime - minutes * 60 - slack)); fi
((slack < 60)) || printf 'note: after so long an uptime the times may be off by %d minutes, so as much more is shown\n' $((slack / 60))

pattern='^\[ *([0-9]+)\.[0-9]+\] ?(.*)$'
collect() { # LEVELS: fills `collected`
  local inside=false line seconds text
  collected=() stamped=false oldest=''
  # --notime is not used: "[ 12345.678901] text" says how many seconds after the boot.
  log=$(dmesg --level="$1") || die 3 "the kernel log cannot be read; run as root"
  while IFS= read -r line; do
    if [[ $line =~ $pattern ]]; then
      seconds=${BASH_REMATCH[1]} text=${BASH_REMATCH[2]} inside=false stamped=true
      oldest=${oldest:-$seconds}
      if ((seconds >= since)); then
        inside=true
        # printf's own clock needs no process for each line.
        printf -v stamp '%(%Y-%m-%d %H:%M:%S)T' $((now - uptime + seconds))
        collected+=("$stamp  ${text//[[:cntrl:]]/ }")
      fi
    elif $inside && [[ -n $line ]]; then
      collected+=("                     ${line//[[:cntrl:]]/ }")
    fi
  done < <(printf '%s\n' "$log") # no <<< for what may be long: it needs room on a disk
}
# What deserves a closer look is counted over all levels: the kernel tells of a segfault as information.
collect emerg,alert,crit,err,warn,notice,info,debug
all=("${collected[@]}") begins=$oldest
collect "$levels"
shown=("${collected[@]}")

[[ -z $log ]] || $stamped || die 1 "the kernel log has no times (printk.time is off): look at dmesg itself"
span="in the last $minutes minutes"
if ((minutes == 0)); then span='since boot'; fi
if ((since < 0)); then
  printf 'note: the host booted at %(%Y-%m-%d %H:%M:%S)T; what its kernel said before that is not here (journalctl --dmesg --boot=-1 may have it)\n' $((now - uptime))
fi
[[ -n $begins ]] || printf 'note: the buffer of the kernel is empty: it was cleared, or this is a container\n'
# The first message of a boot has the time 0.
if [[ -n $begins ]] && ((begins > 0 && begins > since)); then
  printf 'note: the buffer of the kernel begins at %(%Y-%m-%d %H:%M:%S)T, what is older was overwritten or cleared\n' $((now - uptime + begins))
fi
if ((${#shown[@]} == 0)); then
  printf 'the kernel logged nothing of level %s or worse %s\n' "$level" "$span"
else
  printf '%s\n' "${shown[@]}"
  printf '%d lines of level %s or worse %s\n' "${#shown[@]}" "$level" "$span"
fi
((${#all[@]} > 0)) || exit 0
count() { # LABEL PATTERN
  local found
  found=$(printf '%s\n' "${all[@]}" | grep -c -i -E -- "$2") || return 0
  printf 'look at: %d x %s\n' "$found" "$1"
}
count segfault 'segfault|general protection'
count 'hung task' 'blocked for more than'
count 'call trace' 'call trace:|\bBUG:|\bOops'
count 'killed for lack of memory' 'out of memory: kill'
count 'lockup or stall' 'soft lockup|hard lockup|rcu.*stall'
