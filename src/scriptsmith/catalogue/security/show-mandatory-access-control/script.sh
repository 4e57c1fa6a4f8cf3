#!/usr/bin/env bash
# Show whether SELinux or AppArmor is enforcing, and what was denied lately.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-mandatory-access-control [--hours N] [--sys DIR] [--audit DIR]

Say which of SELinux and AppArmor is on and whether it enforces or only complains, as the kernel
tells it, and count the denials within some hours, by program, in the files of auditd and in the
journal; when these do not go back as far, that is told. A service that fails although the modes are
right is often denied there.

  --hours N    how far to look back for denials (default 24)
  --sys DIR    where the kernel's own files are mounted (default /sys)
  --audit DIR  where auditd keeps its files (default /var/log/audit)
  --help       show this text

Exit status: 0 one of them enforces, 1 none does, or it cannot be told, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'show-mandatory-access-control: %s\n' "$2" >&2
  exit "$1"
}

hours=24 sys=/sys audit=/var/log/audit
while (($# > 0)); do
  case $1 in
    --hours | --sys | --audit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --hours) hours=$2 ;;
        --sys) sys=$2 ;;
        --audit) audit=$2 ;;
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

{ [[ $hours =~ ^[0-9]{1,6}$ ]] && ((10#$hours >= 1 && 10#$hours <= 8760)); } ||
  die 2 "--hours takes a whole number from 1 to 8760, not '$hours'"
hours=$((10#$hours))
[[ $sys != -* ]] || sys=./$sys
[[ $audit != -* ]] || audit=./$audit
for tool in journalctl grep find sort awk date sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $sys ]] || die 3 "no such directory: $sys"
enforcing=false on=false

enforce=$sys/fs/selinux/enforce
if [[ -e $enforce ]]; then
  on=true state=''
  read -r state <"$enforce" 2>/dev/null || [[ -n $state ]] || state='?'
  case $state in
    1)
      enforcing=true
      printf 'SELinux: enforcing\n'
      ;;
    0) printf 'SELinux: permissive, it only complains\n' ;;
    *) printf 'SELinux: on, its mode cannot be told\n' ;;
  esac
else
  printf 'SELinux: off or not there\n'
fi

enabled=$sys/module/apparmor/parameters/enabled
if [[ -r $enabled && $(<"$enabled") == Y* ]]; then
  on=true
  # Each line is NAME (MODE); only root may read them.
  if profiles=$(cat -- "$sys/kernel/security/apparmor/profiles" 2>/dev/null); then
    enforced=$(grep -cE ' \((enforce|kill)\)$' < <(printf '%s\n' "$profiles")) || enforced=0
    complaining=$(grep -cE ' \(complain\)$' < <(printf '%s\n' "$profiles")) || complaining=0
    printf 'AppArmor: on, %d profiles enforce, %d only complain\n' "$enforced" "$complaining"
    ((enforced == 0)) || enforcing=true
  else
    printf 'AppArmor: on, its profiles are shown to root only\n'
  fi
else
  printf 'AppArmor: off or not there\n'
fi

# Without auditd the journal has a denial twice, from the log of the kernel and from its audit socket, with other beginnings.
once() {
  LC_ALL=C awk '{ text = $0; own = sub(/^AVC /, "", text); if (!own) sub(/^audit: type=[0-9]+ audit\([^)]*\): /, "", text)
    if (++seen[own, text] > seen[1 - own, text] + 0) print }'
}
# Where auditd runs, denials go to its files, and often not to the journal. Their lines bear a time: audit(1716600000.1:9).
files='' kept='' from=$(($(date +%s) - 10#$hours * 3600)) sources=(_TRANSPORT=kernel + _TRANSPORT=audit)
if [[ -d $audit && -x $audit ]]; then files=$(find "$audit/" -maxdepth 1 -type f -name 'audit.log*' -readable | sort -Vr) || files=''; fi
if [[ -n $files ]]; then
  sources=(_TRANSPORT=kernel) # none twice
  while IFS= read -r file; do
    kept+=$'\n'$(LC_ALL=C awk -v from="$from" 'match($0, /audit\([0-9]+/) && substr($0, RSTART + 6, RLENGTH - 6) + 0 >= from && /denied|DENIED/' "$file")
  done < <(printf '%s\n' "$files")
fi
# Others see only messages of their own there, and none of the kernel's.
if [[ -d $audit && ! -x $audit ]]; then
  printf '%s cannot be read (run as root), so denials are not known\n' "$audit" >&2
elif [[ $(id -u) == 0 || " $(id -nG) " =~ \ (adm|systemd-journal|wheel)\  ]] &&
  log=$(journalctl --quiet --no-pager --output=cat --since "-${hours}h" "${sources[@]}" 2>/dev/null); then
  log+=$kept
  if [[ -n $files ]]; then
    oldest=$(awk 'match($0, /audit\([0-9]+/) { print substr($0, RSTART + 6, RLENGTH - 6); exit }' "${files%%$'\n'*}")
  else
    oldest=$({ journalctl --quiet --no-pager --output=short-unix "${sources[@]}" 2>/dev/null || true; } | sed -n '1{s/\..*//p;q}')
  fi
  if [[ ! $oldest =~ ^[0-9]{1,12}$ ]]; then
    printf 'note: the record is empty, so whether anything was denied is not known\n' >&2
  elif ((oldest > from)); then
    printf 'note: the record of denials goes back to %s only\n' "$(date -d "@$oldest" '+%F %H:%M')" >&2
  fi
  denied=$(grep -aE 'avc: +denied|apparmor="DENIED"' < <(printf '%s\n' "$log") | tr -d '\000-\010\013-\037\177' | once) || {
    (($? == 1)) || die 1 "the log could not be searched for denials"
    denied=''
  }
  if [[ -z $denied ]]; then
    printf 'no denial is recorded within %d hours; rules with dontaudit (SELinux) or deny (AppArmor) refuse without a record\n' "$hours"
  else
    printf 'denials within %d hours, by program:\n' "$hours"
    sed -n -E 's/.*\bcomm=("[^"]*"|[^ ]+).*/\1/p' < <(printf '%s\n' "$denied") | sort | uniq -c | sort -k1,1nr -k2 | sed -n 1,20p
    printf 'the latest: %s\n' "$(tail -n 1 < <(printf '%s\n' "$denied"))"
  fi
else
  printf 'the journal cannot be read, so denials are not known\n' >&2
fi
$on || printf 'neither is active\n'
$enforcing || exit 1
