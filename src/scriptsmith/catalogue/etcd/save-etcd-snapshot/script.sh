#!/usr/bin/env bash
# Save a snapshot of the database of one etcd member to a new file, and verify that it can be read.
#
# Undo: remove the file.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: save-etcd-snapshot [--destination PATH] [--endpoints URL] [--pki DIR] [--dry-run]

Write etcd-TIME.db in a directory, readable by its owner alone: it holds every secret of the
cluster in plain text, unless they are encrypted in etcd. It comes from one member: of several
endpoints the first that is healthy is taken. It is refused when the disk has less room than the
database needs.

  --destination PATH  directory that the snapshot is written to (default .)
  --endpoints URL     client addresses of etcd, separated by commas (default: those in
                      ETCDCTL_ENDPOINTS, or the local one)
  --pki DIR           directory with ca.crt, server.crt and server.key, such as
                      /etc/kubernetes/pki/etcd (default: what ETCDCTL_CACERT, ETCDCTL_CERT and
                      ETCDCTL_KEY say)
  --dry-run           say what would be done, change nothing
  --help              show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'save-etcd-snapshot: %s\n' "$2" >&2
  exit "$1"
}

destination=. endpoints='' pki='' dry_run=false
while (($# > 0)); do
  case $1 in
    --destination | --endpoints | --pki)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --destination) destination=$2 ;;
        --endpoints) endpoints=$2 ;;
        --pki) pki=$2 ;;
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

[[ -z $endpoints || $endpoints =~ ^https?://[][A-Za-z0-9._:,/-]+$ ]] || die 2 "--endpoints takes addresses such as https://10.0.0.1:2379, not '$endpoints'"
command -v etcdctl >/dev/null || die 3 "etcdctl is not installed"
export ETCDCTL_API=3 # before 3.4 etcdctl speaks another API unless it is told
command -v jq >/dev/null || die 3 "jq is not installed"
version=$(etcdctl version 2>/dev/null </dev/null) || version=''
[[ $version =~ etcdctl\ version:\ ([0-9]+)\.([0-9]+) ]] || die 3 "etcdctl does not tell its version; 3.4 or newer is needed"
((BASH_REMATCH[1] > 3 || (BASH_REMATCH[1] == 3 && BASH_REMATCH[2] >= 4))) || die 3 "etcdctl ${BASH_REMATCH[1]}.${BASH_REMATCH[2]} does not tell the health as data; 3.4 or newer is needed"

# Since etcd 3.6 only etcdutl can look into a snapshot.
((BASH_REMATCH[1] == 3 && BASH_REMATCH[2] < 6)) || command -v etcdutl >/dev/null ||
  die 3 "etcdutl is not installed, and etcdctl ${BASH_REMATCH[1]}.${BASH_REMATCH[2]} cannot verify a snapshot"

[[ -z $endpoints ]] || export ETCDCTL_ENDPOINTS=$endpoints
if [[ -n $pki ]]; then
  for file in ca.crt server.crt server.key; do
    [[ -r $pki/$file ]] || die 3 "cannot read $pki/$file"
  done
  export ETCDCTL_CACERT=$pki/ca.crt ETCDCTL_CERT=$pki/server.crt ETCDCTL_KEY=$pki/server.key
fi
e() { # ARG...: etcdctl, giving up on a server that does not answer
  etcdctl --dial-timeout=5s --command-timeout=10s "$@" </dev/null
}

[[ $destination == /* || $destination == ./* || $destination == . ]] || destination=./$destination
[[ -d $destination && -w $destination ]] || die 3 "cannot write to directory $destination"

# A snapshot is of exactly one member, and fails when several are named.
health=$(e endpoint health --write-out=json 2>/dev/null) || true
[[ $health == '['* ]] || die 3 "etcd does not answer (wrong address or certificates, or it is down)"
# Since 3.5 no member is healthy while there is an alarm, and a snapshot can be taken all the same.
member=$(jq -r '[.[] | select(.health or ((.error // "") | startswith("Active Alarm(s): NOSPACE"))) | .endpoint] | first // empty' <<<"$health") || die 3 "what etcdctl says is not understood"
[[ -n $member ]] || die 3 "none of the endpoints is healthy"
export ETCDCTL_ENDPOINTS=$member
state=$(e endpoint status --write-out=json) || die 3 "$member does not tell its status"
size=$(jq -r '.[0].Status.dbSize' <<<"$state")
[[ $size =~ ^[0-9]+$ ]] || die 3 "$member does not tell the size of its database"
free=$(df --output=avail --block-size=1 -- "$destination" | tail -n 1)
((free > size + size / 10)) || die 3 "directory $destination has $((free / 1048576)) MiB left, and the database has $((size / 1048576)) MiB"

file=$destination/etcd-$(date +%Y%m%dT%H%M%S).db
if $dry_run; then
  printf 'would save: %s MiB of %s to %s\n' $((size / 1048576)) "$member" "$file"
  exit 0
fi
[[ ! -e $file ]] || die 3 "$file exists already"
umask 077
etcdctl --dial-timeout=5s --command-timeout=600s snapshot save "$file" </dev/null || {
  rm -f -- "$file.part"
  die 1 "could not save a snapshot of $member"
}
[[ -s $file ]] || die 1 "etcdctl says it has saved the snapshot, but $file is empty or missing"
if command -v etcdutl >/dev/null; then
  content=$(etcdutl snapshot status "$file" --write-out=json) || die 1 "$file was written and cannot be read back"
else
  content=$(etcdctl snapshot status "$file" --write-out=json) || die 1 "$file was written and cannot be read back"
fi
keys=$(jq -r '.totalKey' <<<"$content")
[[ $keys =~ ^[1-9][0-9]*$ ]] || die 1 "$file holds no keys"
printf 'saved: %s (%s MiB, %s keys, revision %s, of %s)\n' "$file" $(($(stat --format=%s -- "$file") / 1048576)) "$keys" "$(jq -r .revision <<<"$content")" "$member"
