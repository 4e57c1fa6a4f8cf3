#!/usr/bin/env bash
# Enable a site of nginx by a link in sites-enabled, test the configuration, and reload.
#
# Undo: remove the link from sites-enabled and run nginx -s reload.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: enable-nginx-site --site NAME [--config-directory DIR] [--dry-run]

Link sites-available/NAME into sites-enabled (Debian's layout), test the configuration, and reload
nginx. When nginx does not accept the site, does not include it or does not reload with it (its port
is taken, say), the link is removed again. The link of a site that is linked already is left as it is,
and nginx is tested and reloaded all the same, for it may not have loaded it.

  --site NAME             name of the file in sites-available
  --config-directory DIR  directory of sites-available and sites-enabled (default /etc/nginx)
  --dry-run               say what would be done, change nothing
  --help                  show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'enable-nginx-site: %s\n' "$2" >&2
  exit "$1"
}

site='' config_directory=/etc/nginx dry_run=false
while (($# > 0)); do
  case $1 in
    --site | --config-directory)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --site) site=$2 ;;
        --config-directory) config_directory=$2 ;;
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

[[ -n $site ]] || die 2 "--site is required (see --help)"
[[ -n $config_directory ]] || die 2 "--config-directory is required (see --help)"
[[ $site =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$ ]] || die 2 "--site takes the name of a file in sites-available, not '$site'"
[[ $config_directory == /* ]] || config_directory=$PWD/$config_directory
for tool in nginx timeout ln readlink ps sed tr; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
available=${config_directory%/}/sites-available enabled=${config_directory%/}/sites-enabled
[[ -d $available && -d $enabled ]] || die 3 "$config_directory has no sites-available and sites-enabled (not Debian's layout?)"
[[ -f $available/$site ]] || die 3 "no such site: $available/$site"
link=$enabled/$site linked=''

if [[ -L $link || -e $link ]]; then
  if [[ $(readlink -e -- "$link" || true) == "$(readlink -e -- "$available/$site")" ]]; then
    linked=$link
  else
    die 3 "$link exists and is not a link to that site: look at it first"
  fi
fi
for other in "$enabled"/*; do
  if [[ -z $linked && $other -ef $available/$site ]]; then linked=$other; fi
done
# A configuration that is broken already would be blamed on this site.
timeout 30 nginx -t >/dev/null 2>&1 || die 3 "the present configuration is not valid, or not root: see nginx -t"
if $dry_run; then
  if [[ -n $linked ]]; then
    printf 'would reload nginx: %s is linked already, by %q\n' "$site" "$linked"
  else
    printf 'would enable: %s, by the link %s\n' "$site" "$link"
  fi
  exit 0
fi
[[ -n $linked || -w $enabled ]] || die 3 "cannot write to $enabled (run it as root)"

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
give_up() { # REASON [AGAIN]: failure, without a link that was made here
  if [[ -n $linked ]]; then die 1 "$1; its link $linked was there before, and stays"; fi
  rm -f -- "$link"
  [[ -z ${2:-} ]] || timeout 30 nginx -s reload || true # or what it takes up late would stay
  die 1 "$1; its link was removed again"
}
[[ -n $linked ]] || ln -s -- "../sites-available/$site" "$link" || die 1 "could not make the link $link"
if ! said=$(timeout 30 nginx -t 2>&1); then
  printf '%s\n' "$said" >&2
  give_up "nginx does not accept the site"
fi
[[ -z $said || $said != *'[warn]'* ]] || printf '%s\n' "$said" >&2
config=$(timeout 30 nginx -T 2>/dev/null) || config=''
included=false
while IFS= read -r line; do
  if [[ $line == '# configuration file '*: ]]; then
    line=${line#'# configuration file '}
    if [[ ${line%:} -ef $available/$site ]]; then included=true; fi
  fi
done <<<"$config"
$included || give_up "nginx does not include $enabled, so the site is not served"
# With a new link nginx might not come up the next time it is started.
reload || give_up "nginx did not reload with the site within 30 s (see its error log)" again
if [[ -n $linked ]]; then
  printf 'enabled already: %s, by the link %q; nginx was reloaded\n' "$site" "$linked"
else
  printf 'enabled: %s\n' "$site"
fi
