#!/usr/bin/env bash
# Collect the state of a suspect host into an evidence archive.
#
# Undo: remove the archive and its checksum file; nothing else is written.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: preserve-evidence --destination DIR [--hours N] [--dry-run]

Write down what a restart or an intruder would destroy, before anything is changed: processes with
their programs, sockets (those of containers too), containers with what changed in their files (of
docker, without their environment; of podman and crictl a list), firewall rules, log-ins, mounts, modules, timers, cron, recent journal (the
newest first), the last 20000 lines of auth.log, secure, messages, syslog and audit.log with what was
rotated and not compressed, accounts without hashes. Other logs and the contents of files are not taken.
All goes into one tar.gz that only its owner reads, where the file system keeps modes, with a SHA-256
beside it. Nothing is stopped. Write to another disk or a network mount where possible: each write may
overwrite deleted data.

  --destination DIR  where to put the archive
  --hours N          how much of the journal to take along (default 48)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 the archive is written and was read back, 1 failed, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'preserve-evidence: %s\n' "$2" >&2
  exit "$1"
}

destination='' hours=48 dry_run=false
while (($# > 0)); do
  case $1 in
    --destination | --hours)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --destination) destination=$2 ;;
        --hours) hours=$2 ;;
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

[[ -n $destination ]] || die 2 "--destination is required (see --help)"
[[ $destination != -* ]] || destination=./$destination
{ [[ $hours =~ ^[0-9]{1,6}$ ]] && ((10#$hours >= 1 && 10#$hours <= 8760)); } ||
  die 2 "--hours takes a whole number from 1 to 8760, not '$hours'"
hours=$((10#$hours))
for tool in tar gzip sha256sum mktemp timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $destination ]] || die 3 "no such directory: $destination"
[[ -w $destination ]] || die 3 "cannot write to $destination"
host=$(uname -n)
host=${host//[^A-Za-z0-9.-]/_}
name=evidence-$host-$(date -u +%Y%m%dT%H%M%SZ)
archive=${destination%/}/$name.tar.gz
[[ ! -e $archive && ! -e $archive.sha256 ]] || die 3 "$archive exists already"
if $dry_run; then
  printf 'would write: %s and %s.sha256\n' "$archive" "$archive"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"

umask 077
work=$(mktemp -d -- "${destination%/}/.evidence.XXXXXX") || die 3 "cannot write to $destination"
trap 'rm -rf -- "$work"' EXIT
mkdir -- "$work/$name"
taken=0 missing=() cut=() failed=()
take() { # FILE COMMAND...: what the command says, and what it complains of
  local file=$work/$name/$1.txt rc=0
  shift
  if ! command -v "$1" >/dev/null; then
    missing+=("$1")
    return 0
  fi
  { printf '# %s\n# %s\n' "$*" "$(date -u +%FT%TZ)"; } >"$file"
  timeout --kill-after=5 60 "$@" >>"$file" 2>&1 </dev/null || rc=$?
  case ${file##*/}:$rc in
    *:0 | open-deleted-files.txt:1) ;; # lsof says 1 when there are none
    *:124 | *:137) cut+=("${file##*/}") ;;
    *) failed+=("${file##*/}") ;;
  esac
  printf '# exit status %d\n' "$rc" >>"$file"
  taken=$((taken + 1))
}
# What vanishes first is taken first.
take processes ps -eww -o pid,ppid,user,lstart,stat,nlwp,pcpu,rss,args
# shellcheck disable=SC2016  # the inner shell expands them
take programs bash -c 'for p in /proc/[0-9]*; do printf "%s %s cwd %s\n" "${p#/proc/}" "$(readlink "$p/exe")" "$(readlink "$p/cwd")"; done'
take sockets ss -a -n -p -e
# shellcheck disable=SC2016  # the inner shell expands them
take sockets-of-containers bash -c 'seen=" $(readlink /proc/self/ns/net) "; for p in /proc/[0-9]*; do ns=$(readlink "$p/ns/net") || continue; [[ $seen != *" $ns "* ]] || continue; seen+="$ns "; printf "== process %s, %s\n" "${p#/proc/}" "$ns"; nsenter --net="$p/ns/net" ss -a -n -p -e || rc=1; done; exit ${rc:-0}'
# Whoever cleans up ends containers and closes the firewall.
if command -v docker >/dev/null; then
  take containers docker ps --all --no-trunc
  # Not their environment, which holds passwords.
  take containers-details bash -c 'set -o pipefail; docker ps --all --quiet --no-trunc | xargs -r docker inspect --format "{{.Id}} {{.Name}} image {{.Config.Image}} {{.Image}} created {{.Created}} state {{json .State}} runs {{.Path}} {{json .Args}} privileged {{.HostConfig.Privileged}} mounts {{json .Mounts}} networks {{json .NetworkSettings.Networks}}"'
  # shellcheck disable=SC2016  # the inner shell expands them
  take containers-changes bash -c 'ids=$(docker ps --all --quiet --no-trunc) || exit; for c in $ids; do printf "== %s\n" "$c"; docker diff "$c" || rc=1; done; exit ${rc:-0}'
fi
! command -v podman >/dev/null || take containers-podman podman ps --all --no-trunc
! command -v crictl >/dev/null || take containers-crictl bash -c 'crictl ps -a'
! command -v iptables-save >/dev/null || take firewall-iptables iptables-save -c
! command -v ip6tables-save >/dev/null || take firewall-ip6tables ip6tables-save -c
if command -v nft >/dev/null || ! command -v iptables-save >/dev/null; then take firewall nft list ruleset; fi
take neighbours ip neigh show
take routes ip route show table all
take addresses ip address show
take open-deleted-files lsof -n -P +L1
take logged-in who -a
# Without -F no line of them has a year.
take last-logins last -w -F -n 500
take failed-logins lastb -w -F -n 500
take modules lsmod
take mounts findmnt --list
take timers systemctl list-timers --all --no-pager
take units systemctl list-units --all --no-pager
take accounts getent passwd
take groups getent group
# shellcheck disable=SC2016  # the inner shell expands them
take cron bash -c 'for f in /etc/crontab /etc/cron.d/* /var/spool/cron/crontabs/* /var/spool/cron/*; do [ ! -f "$f" ] || { printf "== %s\n" "$f"; cat -- "$f"; }; done'
# shellcheck disable=SC2016
take system-logs bash -c 'for f in /var/log/auth.log* /var/log/secure* /var/log/messages* /var/log/syslog* /var/log/audit/audit.log*; do case $f in *.gz | *.xz | *.zst) continue ;; esac; [ ! -f "$f" ] || { printf "== %s\n" "$f"; tail -n 20000 -- "$f"; }; done'
take temporary-files find /tmp /var/tmp /dev/shm -xdev -printf '%C+ %M %u %s %p\n'
take recent-changes find /etc /usr/bin /usr/sbin /usr/local -xdev -type f -ctime -7 -printf '%C+ %M %u %s %p\n'
take journal journalctl --no-pager --output=short-iso --reverse --since "-${hours}h"
take host uname -a
((taken > 0)) || die 1 "nothing could be taken down"

tar -C "$work" -czf "$work/a.tar.gz" -- "$name" || die 1 "the archive could not be written (disk full?)"
listed=$(tar -tzf "$work/a.tar.gz" | grep -c '\.txt$') || listed=0
((listed == taken)) || die 1 "the archive holds $listed of $taken files"
mv -n -- "$work/a.tar.gz" "$archive"
(cd -- "${destination}" && sha256sum -- "${archive##*/}" >"${archive##*/}.sha256" && sha256sum --check --quiet -- "${archive##*/}.sha256") ||
  die 1 "the checksum of $archive could not be written and read back"
printf 'written: %s (%d files); not in it: other and compressed logs, of each log what is before its last 20000 lines, contents of files, memory\n' "$archive" "$taken"
[[ $(stat -c %a -- "$archive") == 600 ]] || printf 'note: the file system there keeps no modes (FAT?): who else may read the archive is up to its mount\n'
((${#missing[@]} == 0)) || printf 'not taken, the tool is not there: %s\n' "${missing[*]}"
((${#failed[@]} == 0)) || printf 'ended with an error, which stands there: %s\n' "${failed[*]}"
((${#cut[@]} == 0)) || printf 'cut off after 60 s: %s\n' "${cut[*]}"
cat -- "$archive.sha256"
