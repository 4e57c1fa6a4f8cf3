#!/usr/bin/env bash
# Show which processes the kernel's out-of-memory killer ended, from the journal or a kernel log file.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-oom-kills [--days N] [--file FILE|journal]

List the processes that the kernel killed because memory ran out: when, whether the whole host or
only a control group (a container, a pod, a service with a limit) was out of memory, and how much
resident memory the process held; then how often each program was hit. Without --file the kernel
messages of the last N days (default 7) in the systemd journal are read, those of earlier boots too;
where the journal does not go back that far (on some systems it ends with each boot) that is said.

  --days N     how far to look back in the journal, 1 to 9999
  --file FILE  read this kernel log (plain or gzipped) instead, all of it whatever its dates;
               the word journal (default) means the journal; ./journal is a file of that name
  --help       show this text

Exit status: 0 done (kills or none), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-oom-kills: %s\n' "$2" >&2
  exit "$1"
}

days=7 file=journal
while (($# > 0)); do
  case $1 in
    --days | --file)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --days) days=$2 ;;
        --file) file=$2 ;;
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

whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
whole "$days" 1 9999 || die 2 "--days takes a whole number from 1 to 9999, not '$days'"
days=$((10#$days))
[[ -n $file ]] || die 2 "--file takes a file or the word journal"

log=$(mktemp)
trap 'rm -f -- "$log"' EXIT
if [[ $file == journal ]]; then
  command -v journalctl >/dev/null || die 3 "journalctl is not installed; name a kernel log with --file"
  # With --quiet journalctl does not say that it shows somebody their own messages alone, or that there is no journal.
  seen=$(LC_ALL=C journalctl --lines=0 --no-pager 2>&1 >/dev/null) || die 3 "the journal cannot be read"
  case $seen in
    *'not seeing messages'*) die 3 "the messages of the system are not shown to you: run it as root, or in the group systemd-journal" ;;
    *'No journal files were found'*) die 3 "there is no journal on this host" ;;
  esac
  # Not --dmesg, which would leave out what happened before the last boot.
  journalctl --quiet --no-pager --output=short-iso --since="$days days ago" _TRANSPORT=kernel >"$log" ||
    die 3 "cannot read the journal; run as root, or name a kernel log with --file"
  where="the journal of the last $days days" first=''
  # Those of the system only: the journal of a user who is seldom there goes back further.
  IFS=' ' read -r first _ < <(journalctl --system --quiet --no-pager --output=short-unix 2>/dev/null) || true
  if [[ $first =~ ^([0-9]+)[.] ]] && ((BASH_REMATCH[1] > $(date +%s) - days * 86400)); then
    printf -v where 'the journal, which begins at %(%Y-%m-%d %H:%M)T only (not the last %d days)' "${BASH_REMATCH[1]}" "$days"
  fi
else
  [[ -f $file && -r $file ]] || die 3 "cannot read the file $file"
  command -v gzip >/dev/null || die 3 "gzip is not installed"
  gzip --decompress --stdout --force <"$file" >"$log" || die 1 "could not read all of $file"
  where=$file
fi

# The lines of all kernels since 2.6 look like this, with more behind it on newer ones:
#   DATE HOST kernel: [STAMP] Memory cgroup out of memory: Killed process 42 (name) …, anon-rss:9kB, …
killed='^(.*)Killed process ([0-9]+),?( \(| .*\()(.*)\)(,| total-vm)'
# Before 5.1 what was out of memory stands in a line before: "Memory cgroup out of memory: Kill process 42 (name) …".
declare -A times=()
rows=() announced=host
while IFS= read -r line || [[ -n $line ]]; do
  case $line in
    *'invoked oom-killer'* | *'Out of memory: Kill process'*) announced=host ;;
    *'emory cgroup out of memory: Kill process'*) announced=cgroup ;;
  esac
  [[ $line =~ $killed ]] || continue
  prefix=${BASH_REMATCH[1]} pid=${BASH_REMATCH[2]} name=${BASH_REMATCH[4]:-(no name)}
  scope=$announced announced=host
  [[ $prefix != *'emory cgroup out of memory'* ]] || scope=cgroup
  when=${prefix%%kernel:*}
  # What precedes "kernel:" is the date and the host; in dmesg output it is a stamp in brackets.
  [[ $when != "$prefix" ]] || when=${prefix%%]*}]
  memory='?'
  if [[ $line =~ anon-rss:([0-9]{1,15})kB ]]; then memory=$((10#${BASH_REMATCH[1]} / 1024)); fi
  rows+=("$(printf '%-36s %-7s %8s %10s  %s' "$when" "$scope" "$pid" "$memory" "${name//[[:cntrl:]]/?}")")
  times[$name]=$((${times[$name]:-0} + 1))
done <"$log"

if ((${#rows[@]} == 0)); then
  printf 'no OOM kills in %s\n' "$where"
  exit 0
fi
printf 'OOM kills in %s: %d\n' "$where" "${#rows[@]}"
printf '%-36s %-7s %8s %10s  %s\n' 'WHEN AND WHERE' SCOPE PID 'ANON MiB' PROCESS
printf '%s\n' "${rows[@]}"
printf '\nkills by program:\n'
for name in "${!times[@]}"; do
  printf '%6d  %s\n' "${times[$name]}" "${name//[[:cntrl:]]/?}"
done | sort -k1,1nr -k2
