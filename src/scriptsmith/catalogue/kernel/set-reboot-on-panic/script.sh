#!/usr/bin/env bash
# Set after how many seconds a host reboots by itself when its kernel has panicked, now and for every
# boot.
#
# Undo: sysctl kernel.panic=FORMER with the former value, which it prints (at 0 the host stays
# halted), and delete the file that is named, or put back the line that it had, which is printed too.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-reboot-on-panic [--delay N] [--dry-run] [--root DIR] [--proc-root DIR]

Set kernel.panic to N seconds and write it to a file in /etc/sysctl.d. Whether the kernel panics
at an oops or when it hangs is another matter, and is only shown. Without a crash dump set up,
what led to the panic is lost with the reboot; the console or a remote log may still show it.
Beside a kubelet only 10 is taken: it sets that whenever it starts, and with protectKernelDefaults
it does not start while another value is set.

  --delay N        seconds between the panic and the reboot, 1 to 3600 (default 10)
  --root DIR       work below this directory instead of /
  --proc-root DIR  where the process file system is mounted (default /proc)
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 it is set, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-reboot-on-panic: %s\n' "$2" >&2
  exit "$1"
}

delay=10 root='' proc=/proc dry_run=false
while (($# > 0)); do
  case $1 in
    --delay | --root | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --delay) delay=$2 ;;
        --root) root=$2 ;;
        --proc-root) proc=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
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
whole "$delay" 1 3600 || die 2 "--delay takes a whole number of seconds from 1 to 3600, not '$delay'"
delay=$((10#$delay))
control=$proc/sys/kernel/panic
{ read -r before <"$control"; } 2>/dev/null || die 3 "cannot read $control"
file=$root/etc/sysctl.d/90-reboot-on-panic.conf
line="kernel.panic = $delay"

printf 'now: kernel.panic = %s' "$before"
for key in panic_on_oops softlockup_panic hung_task_panic; do
  if { read -r value <"$proc/sys/kernel/$key"; } 2>/dev/null; then printf ', %s = %s' "$key" "$value"; fi
done
printf '\n'
shopt -s nullglob
for other in "$root"/{etc,run,usr/local/lib,usr/lib,lib}/sysctl.d/*.conf "$root"/etc/sysctl.conf; do
  [[ -r $other ]] || continue # sysctl.conf comes last, by its name as well
  if [[ ${other##*/} > ${file##*/} ]] && grep -q -E '^[[:space:]]*-?kernel[./]panic[[:space:]]*=' -- "$other"; then
    die 3 "$other sets it too and comes later, so it would win at the next boot; change it there"
  fi
done
if [[ -d $root/var/lib/kubelet/pods ]] && ((delay != 10)); then
  die 3 "a kubelet runs on this host: it sets kernel.panic to 10 when it starts, or does not start at another value (protectKernelDefaults)"
fi
if [[ $before == "$delay" && -f $file ]] && grep -q -x -F -- "$line" "$file"; then
  printf 'nothing to change: it is set so, now and in %s\n' "$file"
  exit 0
fi
if $dry_run; then
  printf 'would set: %s, and write that to %s\n' "$line" "$file"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
[[ -d ${file%/*} ]] || die 3 "no directory ${file%/*}"
{ printf '%d\n' "$delay" >"$control"; } 2>/dev/null || die 3 "may not write $control (in a container it is read-only)"
read -r after <"$control"
[[ $after == "$delay" ]] || die 1 "kernel.panic is $after, not $delay"
former=''
[[ ! -r $file ]] || former=$(<"$file")
printf '%s\n' "$line" >"$file" || die 1 "it is set until the next boot, but $file could not be written"
printf 'set: the host reboots %d s after a panic (before: %s), in %s%s\n' "$delay" "$before" "$file" "${former:+ (before: ${former//$'\n'/; })}"
