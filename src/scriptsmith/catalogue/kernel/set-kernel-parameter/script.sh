#!/usr/bin/env bash
# Set a kernel parameter at once, check that the kernel took it, and write it to a file for every
# boot.
#
# Undo: run it again with the former value, which it prints, or delete the file that is named.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-kernel-parameter --key NAME --value TEXT [--dry-run] [--root DIR]

Set the kernel parameter KEY to VALUE and write it to its own file in /etc/sysctl.d. The kernel is
asked first: a value that it refuses is not written. Parameters whose change can cut off or
endanger the host at once are refused.

  --key NAME    name of the parameter
  --value TEXT  value that it is to have
  --root DIR    work below this directory instead of /
  --dry-run     say what would be done, change nothing
  --help        show this text

Exit status: 0 it is set, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-kernel-parameter: %s\n' "$2" >&2
  exit "$1"
}

key='' value='' root='' dry_run=false
while (($# > 0)); do
  case $1 in
    --key | --value | --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --key) key=$2 ;;
        --value) value=$2 ;;
        --root) root=$2 ;;
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

[[ -n $key ]] || die 2 "--key is needed (see --help)"
[[ -n $value ]] || die 2 "--value is needed (see --help)"
[[ $key =~ ^[a-z0-9][A-Za-z0-9_.:@-]{2,120}$ && $key != *..* ]] || die 2 "--key takes the name of a kernel parameter, not '$key'"
[[ $value =~ ^[A-Za-z0-9_.,:/+-]([A-Za-z0-9_.,:/+ -]{0,200}[A-Za-z0-9_.,:/+-])?$ ]] || die 2 "--value takes a number or a word, not '$value'"
case $key in
  kernel.sysrq | kernel.core_pattern | kernel.modprobe | kernel.modules_disabled | kernel.poweroff_cmd | \
    kernel.randomize_va_space | kernel.yama.* | kernel.kptr_restrict | kernel.unprivileged_* | kernel.hotplug | \
    kernel.usermodehelper.* | vm.drop_caches | vm.panic_on_oom | fs.protected_* | fs.suid_dumpable | \
    net.ipv4.conf.*.accept_* | net.ipv6.conf.*.accept_* | net.ipv6.conf.*.disable_ipv6)
    die 3 "refused: $key bears on security or on the way into the host; do that by hand"
    ;;
esac
for tool in sysctl cat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

read_value() { # words parted by single blanks
  local words
  words=$(sysctl --values -- "$key") || return 1
  read -r -a words <<<"${words//[$'\t\n']/ }"
  printf '%s' "${words[*]}"
}
before=$(read_value) || die 3 "no kernel parameter $key on this host"
read -r -a words <<<"$value"
value=${words[*]}
file=${root:-}/etc/sysctl.d/90-${key:?}.conf
line="$key = $value"
printf 'now: %s = %s\n' "$key" "$before"

written=''
if [[ -f $file ]]; then written=$(cat -- "$file"); fi
if [[ $before == "$value" && $written == "$line" ]]; then
  printf 'nothing to change: it is set so, now and in %s\n' "$file"
  exit 0
fi
# What comes later, by name, wins at the next boot.
shopt -s nullglob
for other in "$root"/etc/sysctl.d/*.conf; do
  [[ ${other##*/} > ${file##*/} ]] || continue
  while IFS= read -r text; do
    if [[ $text =~ ^[[:space:]]*-?[[:space:]]*([A-Za-z0-9_./:@-]+)[[:space:]]*= && ${BASH_REMATCH[1]//\//.} == "$key" ]]; then
      die 3 "$other sets it too and comes later, so it would win at the next boot; change it there"
    fi
  done <"$other"
done
if $dry_run; then
  printf 'would set: %s, and write that to %s\n' "$line" "$file"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
[[ -d ${file%/*} ]] || die 3 "no directory ${file%/*}"
sysctl --write -- "$key=$value" >/dev/null || die 1 "the kernel did not take $value; nothing was written"
after=$(read_value)
[[ $after == "$value" ]] || die 1 "$key is $after after setting it, not $value; nothing was written"
if [[ -n $written ]]; then printf 'former content of %s: %s\n' "$file" "$written"; fi
printf '%s\n' "$line" >"$file" || die 1 "it is set until the next boot, but $file could not be written"
printf 'set: %s (before: %s), in %s\n' "$line" "$before" "$file"
