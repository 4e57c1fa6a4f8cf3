#!/usr/bin/env bash
# Add a deny rule for a client address to nginx, test the configuration, and reload.
#
# Undo: unblock the address (take the line "deny ADDRESS;" out of the file again, run nginx -s reload).
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: block-client-address-nginx --address ADDRESS [--deny-file FILE] [--dry-run]

Requests from ADDRESS are answered with 403. The rule is added to a file of its own; when nginx
does not accept it, the file is put back as it was. A location or server block that has allow or
deny rules of its own does not inherit this one: a warning says so. With a rule that is there already
nginx is reloaded all the same, for it may not have loaded it. Behind a load balancer the balancer's
address must never be blocked; nginx needs the realip module there. Wide networks (IPv4
shorter than /16, IPv6 shorter than /32) and loopback addresses are refused.

  --address ADDRESS  IPv4 or IPv6 address (by hand also a network such as 192.0.2.0/24)
  --deny-file FILE   file of deny rules that nginx includes in its http block (default
                     /etc/nginx/conf.d/blocked-addresses.conf)
  --dry-run          say what would be blocked, change nothing
  --help             show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'block-client-address-nginx: %s\n' "$2" >&2
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
whole=${address%/*} prefix=''
[[ $address != */* ]] || prefix=${address#*/}
octet='(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])'
if [[ $whole =~ ^$octet(\.$octet){3}$ ]]; then
  [[ -z $prefix || $prefix =~ ^([0-9]|[12][0-9]|3[0-2])$ ]] || die 2 "--address: /$prefix is no prefix of an IPv4 network"
  [[ -z $prefix ]] || ((prefix >= 16)) || die 2 "refused: $address is too wide, block at most a /16"
elif [[ $whole =~ ^[0-9A-Fa-f:.]{2,45}$ && $whole == *:*:* ]]; then
  [[ -z $prefix || $prefix =~ ^([0-9]|[1-9][0-9]|1[01][0-9]|12[0-8])$ ]] || die 2 "--address: /$prefix is no prefix of an IPv6 network"
  [[ -z $prefix ]] || ((prefix >= 32)) || die 2 "refused: $address is too wide, block at most a /32"
else
  die 2 "--address takes an IP address or a network, not '$address'"
fi
[[ ${whole,,} != ::ffff:* ]] || die 2 "refused: $address is an IPv4 address, and nginx compares those with rules for IPv4 alone: write it as one, such as 192.0.2.1"
case $whole in
  127.* | 0.* | ::1 | ::) die 2 "refused: $address is this host itself" ;;
esac
[[ $deny_file == /* ]] || deny_file=$PWD/$deny_file
[[ $deny_file == *.conf ]] || die 2 "--deny-file takes a file that ends in .conf, or nginx would not include it"
for tool in nginx timeout grep mktemp ps sed tail tr; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d ${deny_file%/*} ]] || die 3 "no such directory: ${deny_file%/*}"
[[ ! -e $deny_file || -f $deny_file ]] || die 3 "not a regular file: $deny_file"
config=$(timeout 30 nginx -T 2>/dev/null) || die 3 "the nginx configuration is not valid or cannot be read (root? see nginx -t)"

rule="deny $address;"
loaded() { grep -qxF -- "# configuration file $deny_file:" <<<"$config"; }
present=false
if [[ -f $deny_file ]] && grep -qxF -- "$rule" "$deny_file" && loaded; then present=true; fi
file='' others=''
while IFS= read -r line; do
  if [[ $line == '# configuration file '*: ]]; then file=${line#'# configuration file '}; fi
  [[ $file != "$deny_file:" ]] || continue # the rules of before
  if [[ $line =~ (^|[{;])[[:space:]]*(allow|deny)[[:space:]] && $line != *'deny all'* ]]; then
    [[ -n $others ]] || printf 'warning: there are other allow or deny rules, in %s for one; blocks that have their own do not inherit this one\n' "${file%:}" >&2
    others=yes
  fi
  if [[ $line =~ (^|[{;])[[:space:]]*satisfy[[:space:]]+any ]]; then
    printf 'warning: %s has "satisfy any": whoever has a password there comes in all the same\n' "${file%:}" >&2
  fi
done <<<"$config"
if $dry_run && $present; then
  printf 'would reload nginx: the rule for %s is in %s already\n' "$address" "$deny_file"
  exit 0
fi
if $dry_run; then
  printf 'would add to %s: %s\n' "$deny_file" "$rule"
  exit 0
fi
[[ -w ${deny_file%/*} && (! -e $deny_file || -w $deny_file) ]] || die 3 "cannot write $deny_file (run it as root)"

saved=$(mktemp) || die 3 "cannot make a temporary file"
trap 'rm -f -- "$saved"' EXIT
existed=false
if [[ -e $deny_file ]]; then
  existed=true
  cat -- "$deny_file" >"$saved" || die 3 "cannot read $deny_file"
fi
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
  if $existed; then cat -- "$saved" >"$deny_file"; else rm -f -- "$deny_file"; fi
  [[ -z ${2:-} ]] || timeout 30 nginx -s reload || true # or what it takes up late would stay
  die 1 "$1; $deny_file is as it was before"
}
# The last line of a file written by hand may have no end.
if [[ -n $(tail -c 1 -- "$saved") ]]; then rule=$'\n'$rule; fi
if ! $present; then printf '%s\n' "$rule" >>"$deny_file" || give_back "cannot write the rule"; fi
config=$(timeout 30 nginx -T 2>/dev/null) || give_back "nginx does not accept the rule"
loaded || give_back "nginx does not include $deny_file, so the rule would do nothing"
reload || give_back "nginx did not reload within 30 s (see its error log)" again
grep -qE '(^|[{;])[[:space:]]*set_real_ip_from[[:space:]]' <<<"$config" ||
  printf 'note: only a client that reaches nginx directly is blocked; behind a load balancer every request has the address of the balancer\n'
printf 'blocked: %s, by %s\n' "$address" "$deny_file"
