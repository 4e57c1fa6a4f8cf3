#!/usr/bin/env bash
# Take the deny rule for a client address out of nginx, test the configuration, and reload.
#
# Undo: block the address again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: unblock-client-address-nginx --address ADDRESS [--deny-file FILE] [--dry-run]

Only the line that denies exactly this address, or exactly this network, is taken out of the file.
Other rules that deny it stay, and are pointed out: in other files, with other blanks or capitals,
networks that contain an IPv4 address, and any network of IPv6. When nginx does not accept the result, the
file is put back as it was.

  --address ADDRESS  address or network as it stands in the deny rule
  --deny-file FILE   file of deny rules (default /etc/nginx/conf.d/blocked-addresses.conf)
  --dry-run          say what would be unblocked, change nothing
  --help             show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'unblock-client-address-nginx: %s\n' "$2" >&2
  exit "$1"
}

address='' deny_file=/etc/nginx/conf.d/blocked-addresses.conf dry_run=false
while (($# > 0)); do
  case $1 in
    --address | --deny-file)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --address) address=$2 ;;
        --deny-file) deny_file=$2 ;;
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

[[ -n $address ]] || die 2 "--address is required (see --help)"
[[ -n $deny_file ]] || die 2 "--deny-file is required (see --help)"
[[ $address =~ ^[0-9A-Fa-f.:]{2,45}(/[0-9]{1,3})?$ && ($address == *.*.*.* || $address == *:*:*) ]] || die 2 "--address takes an IP address or a network, not '$address'"
[[ $deny_file == /* ]] || deny_file=$PWD/$deny_file
for tool in nginx timeout grep mktemp ps sed tr; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
rule="deny $address;" still=false
config=$(timeout 30 nginx -T 2>/dev/null) || die 3 "the nginx configuration is not valid or cannot be read (root? see nginx -t)"

number() { # ADDRESS: an IPv4 address as a number
  local IFS=. part n=0
  for part in $1; do n=$((n * 256 + 10#$part)); done
  printf '%s' "$n"
}
contains() { # NETWORK: whether it is or holds the address
  local base=${1%/*} bits=32 whole=${address%/*} own=32
  if [[ ${1,,} == "${address,,}" || $1 == all ]]; then return 0; fi
  if [[ $address == *:* ]]; then
    [[ $1 == *:*/* ]]
    return
  fi
  [[ $1 != */* ]] || bits=${1#*/}
  [[ $address != */* ]] || own=${address#*/}
  [[ $base =~ ^([0-9]{1,3}\.){3}[0-9]{1,3}$ && $whole =~ ^([0-9]{1,3}\.){3}[0-9]{1,3}$ && $bits =~ ^[0-9]{1,2}$ ]] || return 1
  ((bits <= own && $(number "$base") >> (32 - bits) == $(number "$whole") >> (32 - bits)))
}
left() { # deny rules for this address in any file that nginx reads, but not the line to be taken out
  local line denied more file='?'
  while IFS= read -r line; do
    if [[ $line == '# configuration file '*: ]]; then
      file=${line#'# configuration file '}
      file=${file%:}
      continue
    fi
    more=${line%%#*}
    while [[ $more =~ (^|[[:space:]\;\{])deny[[:space:]]+([^[:space:]\;]+)[[:space:]]*\;(.*)$ ]]; do
      denied=${BASH_REMATCH[2]} more=${BASH_REMATCH[3]}
      if contains "$denied" && [[ $file != "$deny_file" || $line != "$rule" ]]; then
        printf 'note: %s has "deny %s", which is left as it is\n' "${file//[^[:print:]]/?}" "${denied//[^[:print:]]/?}"
        if [[ ${denied,,} == "${address,,}" ]]; then still=true; fi
      fi
    done
  done <<<"$config"
}
if [[ ! -f $deny_file ]] || ! grep -qxF -- "$rule" "$deny_file"; then
  left
  ! $still || die 1 "$deny_file has no line that is just: $rule, but the address is denied (see above); take that out by hand"
  printf 'nothing to change: %s has no rule for %s (refused all the same? nginx may not have been reloaded since)\n' "$deny_file" "$address"
  exit 0
fi
if $dry_run; then
  left
  printf 'would take out of %s: %s\n' "$deny_file" "$rule"
  exit 0
fi
[[ -w $deny_file ]] || die 3 "cannot write $deny_file (run it as root)"

saved=$(mktemp) || die 3 "cannot make a temporary file"
trap 'rm -f -- "$saved"' EXIT
cat -- "$deny_file" >"$saved" || die 3 "cannot read $deny_file"
workers() { # the ids of the workers of $master that take new connections
  ps -o pid=,args= --ppid "$master" | sed -nE '/shutting down/!s/^ *([0-9]+) .*worker process.*/\1/p' || true
}
reload() { # false when nginx does not take the configuration up: then its workers stay those of before
  local before now try master='' file built prefix=/usr/local/nginx
  # nginx -s reload asks the master whose id is in its pid file; other nginx may run beside it.
  built=$(nginx -V 2>&1) || return 1
  if [[ $built =~ ' --prefix='([^ ]+) ]]; then prefix=${BASH_REMATCH[1]}; fi
  file=$({ timeout 30 nginx -T 2>/dev/null; printf '%s\n' "$built" 'pid logs/nginx.pid;'; } |
    sed -nE 's/^([^#]*;)?[[:space:]]*pid[[:space:]]+([^;[:space:]]+);.*/\2/p; s/.* --pid-path=([^ ]+).*/\1/p')
  read -r master < <(cd "$prefix" 2>/dev/null || true; head -n 1 -- "${file%%$'\n'*}") || return 1
  before=$'\n('$(workers | tr '\n' '|')$')\n'
  timeout 30 nginx -s reload || return 1
  for ((try = 0; try < 150; try++)); do
    # Some may still be those that an earlier reload starts, so none of before may be left.
    now=$'\n'$(workers)$'\n'
    if [[ $now =~ [0-9] && ! $now =~ $before ]]; then return 0; fi
    sleep 0.2
  done
  return 1
}
give_back() { # REASON [AGAIN]: the file as it was, and failure
  cat -- "$saved" >"$deny_file"
  [[ -z ${2:-} ]] || timeout 30 nginx -s reload || true # or what it takes up late would stay
  die 1 "$1; $deny_file is as it was before"
}
rc=0
rest=$(grep -vxF -- "$rule" "$saved") || rc=$?
((rc < 2)) || die 1 "cannot read the file again, so it is left as it is"
printf '%s' "${rest:+$rest$'\n'}" >"$deny_file" || give_back "cannot write the file"
config=$(timeout 30 nginx -T 2>/dev/null) || give_back "nginx does not accept the file without the rule"
if grep -qxF -- "$rule" "$deny_file"; then give_back "the rule is still there"; fi
reload || give_back "nginx did not reload within 30 s (see its error log)" again
left
! $still || die 1 "the line is taken out, but another rule denies the address (see above)"
printf 'unblocked: %s, in %s\n' "$address" "$deny_file"
