#!/usr/bin/env bash
# List the users of a RabbitMQ broker with their tags, and their permissions in one virtual host.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-rabbitmq-users [--vhost NAME]

Print for each user its tags (administrator, monitoring and so on) and the patterns of what it may
configure, write and read in the virtual host; the other virtual hosts are named. A user without
permissions there cannot use it. The well-known user guest is marked; its password is not looked at.
Users whom the broker takes from LDAP or OAuth 2 are not in this list; that it does is told.

  --vhost NAME  virtual host whose permissions are shown (default /)
  --help        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-rabbitmq-users: %s\n' "$2" >&2
  exit "$1"
}

vhost=/
while (($# > 0)); do
  case $1 in
    --vhost)
      (($# >= 2)) || die 2 "$1 needs a value"
      vhost=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $vhost =~ ^[A-Za-z0-9_/.][A-Za-z0-9_/.:@+~-]{0,200}$ ]] || die 2 "--vhost takes the name of a virtual host, not '$vhost'"
for tool in rabbitmqctl timeout tr sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
rabbit() { # VERB ARG...: rabbitmqctl, which needs the cookie of the node: root or the user rabbitmq
  timeout 90 rabbitmqctl --quiet "$@" </dev/null
}
users=$(rabbit list_users --no-table-headers) || die 1 "the users cannot be listed (does the node run, is this root?)"
rights=$(rabbit list_permissions --vhost "$vhost" --no-table-headers) || die 1 "the permissions in virtual host $vhost cannot be listed (does it exist?)"
# The other virtual hosts are named, so that nobody takes this one for all.
hosts=$(rabbit list_vhosts --no-table-headers name) || die 1 "the virtual hosts cannot be listed"

# With others than the internal one, users come in whom this list does not have.
backends=$(rabbit environment | tr -d '[:space:]' | sed -n 's/.*{auth_backends,\[\([^]]*\)\].*/\1/p') || die 1 "the broker does not tell where its users come from"
declare -A may=()
while IFS= read -r line; do
  if [[ $line == *$'\t'* ]]; then
    user=${line%%$'\t'*}
    may["user $user"]=${line#*$'\t'}
  fi
done <<<"$rights"
total=0 without=0
while IFS=$'\t' read -r user tags; do
  [[ -n $user ]] || continue
  total=$((total + 1))
  # Not [[ -v … ]]: before Bash 5.2 it runs what stands in a name.
  if [[ -n ${may["user $user"]+set} ]]; then
    line=${may["user $user"]}
    configure=${line%%$'\t'*} line=${line#*$'\t'}
    said="configure '$configure' write '${line%%$'\t'*}' read '${line#*$'\t'}'"
  else
    said='no permissions here' without=$((without + 1))
  fi
  note=''
  if [[ $user == guest ]]; then note='  (well-known: guest)'; fi
  row="$user $tags: $said"
  printf '%s%s\n' "${row//[^[:print:]]/?}" "$note"
done <<<"$users"
printf '%d users, %d of them without permissions in virtual host %s\n' "$total" "$without" "$vhost"
[[ $backends == rabbit_auth_backend_internal ]] || printf 'NOT LISTED: users whom the broker takes from elsewhere: %s\n' "${backends:-unknown}"
others=''
while IFS= read -r name; do
  [[ -z $name || $name == "$vhost" ]] || others+="${others:+, }${name//[^[:print:]]/?}"
done <<<"$hosts"
[[ -z $others ]] || printf 'not looked at, other virtual hosts: %s\n' "$others"
