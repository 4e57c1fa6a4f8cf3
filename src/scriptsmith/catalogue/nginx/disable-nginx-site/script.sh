#!/usr/bin/env bash
# Disable a site of nginx by removing its link from sites-enabled, and reload.
#
# Undo: make the link again, to what is printed, and run nginx -s reload (or enable the site).
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: disable-nginx-site --site NAME [--config-directory DIR] [--dry-run]

Remove the link sites-enabled/NAME and reload nginx. The file in sites-available stays. Requests
for the site then go to the default server, unless another file names them in server_name too, such as
a copy in sites-enabled: that is told. A site that is linked by another name as well is refused. Only
links are removed, never files. When nginx does not accept the configuration without the site, the
link is put back. Where there is no link any more, nginx is reloaded all the same.

  --site NAME             name of the link in sites-enabled
  --config-directory DIR  directory of sites-available and sites-enabled (default /etc/nginx)
  --dry-run               say what would be done, change nothing
  --help                  show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'disable-nginx-site: %s\n' "$2" >&2
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
[[ $site =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$ ]] || die 2 "--site takes the name of a site, not '$site'"
[[ $config_directory == /* ]] || config_directory=$PWD/$config_directory
for tool in nginx timeout readlink unlink ln ps sed tr; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
enabled=${config_directory%/}/sites-enabled
[[ -d $enabled ]] || die 3 "no such directory: $enabled (not Debian's layout?)"
link=$enabled/$site

# A site may be linked by more than one name, as 010-shop.
file=${config_directory%/}/sites-available/$site
if [[ -L $link ]]; then file=$link; fi
for other in "$enabled"/*; do
  [[ $other == "$link" || ! $other -ef $file ]] || die 3 "$site is enabled as ${other##*/}, too, and would be served on: disable that one"
done

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

if [[ ! -L $link ]]; then
  [[ ! -e $link ]] || die 3 "$link is a file, not a link: move it away by hand"
  [[ -e ${config_directory%/}/sites-available/$site ]] || die 3 "no such site: $site"
  if $dry_run; then
    printf 'would reload nginx: %s is disabled already\n' "$site"
    exit 0
  fi
  # What runs may be of before: an earlier reload may have failed.
  reload || die 1 "the link is gone, but nginx did not reload (does it run? root? see its error log): if it runs, the site may still be served"
  printf 'disabled already: %s; nginx was reloaded\n' "$site"
  exit 0
fi
target=$(readlink -- "$link") || die 3 "cannot read the link $link"
shown=$target
if [[ $shown == *[[:cntrl:]]* ]]; then shown=${shown@Q}; fi
others=0
for other in "$enabled"/*; do
  [[ ! -e $other || $other == "$link" ]] || others=$((others + 1))
done
((others > 0)) || printf 'warning: %s is the last enabled site\n' "$site" >&2
if $dry_run; then
  printf 'would disable: %s, by removing the link %s -> %s\n' "$site" "$link" "$shown"
  exit 0
fi
[[ -w $enabled ]] || die 3 "cannot write to $enabled (run it as root)"

names() { # the words behind server_name in the configuration on stdin
  sed 's/#.*//' | tr '\n\t' ' ' | tr ';{}' '\n' | sed -nE 's/^(.* )?server_name +//p' | tr -s ' ' '\n'
}
own=''
if [[ -r $link ]]; then own=$(names <"$link"); fi
unlink -- "$link" || die 1 "could not remove the link $link"
if ! said=$(timeout 30 nginx -t 2>&1); then
  ln -s -- "$target" "$link" || die 1 "the link could not be put back: ln -s '$target' '$link'"
  printf '%s\n' "$said" >&2
  die 1 "nginx does not accept its configuration without the site, so the link was put back"
fi
reload || die 1 "the link is gone, but nginx did not reload (does it run? see its error log): if it runs, the site may still be served"
printf 'disabled: %s (the link led to %s)\n' "$site" "$shown"
if ! left=$(timeout 30 nginx -T 2>/dev/null | names); then
  printf 'note: whether another file has its names in server_name too is not known\n'
  left=''
fi
while IFS= read -r each; do
  [[ -n $each && $each != _ && $'\n'$left$'\n' == *$'\n'"$each"$'\n'* ]] || continue
  printf 'note: another file has server_name %s too, and may serve it on (nginx -T tells which)\n' "${each//[[:cntrl:]]/?}"
done < <(sort -u <<<"$own")
