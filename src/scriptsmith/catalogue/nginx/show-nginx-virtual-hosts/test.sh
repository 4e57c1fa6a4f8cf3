#!/usr/bin/env bash
. "$HARNESS"

stub timeout <<'STUB'
if [ -e hang ]; then exit 124; fi
shift; exec "$@"
STUB
stub nginx <<'STUB'
[ "$*" = -T ] || exit 1
if [ -e broken ]; then echo 'nginx: [emerg] x' >&2; exit 1; fi
if [ -e mute ]; then exit 0; fi
echo 'nginx: configuration file /etc/nginx/nginx.conf test is successful' >&2
cat <<'CONF'
# configuration file /etc/nginx/nginx.conf:
http {
    # server { listen 1; }
    log_format main '$remote_addr { "$request" ; }';
    upstream app { server 10.0.0.1:80; server 10.0.0.2:80; }
    server_names_hash_bucket_size 64;
    include /etc/nginx/sites-enabled/*;
}
stream { server { listen 5432; proxy_pass 10.0.0.9:5432; } }
CONF
cat <<'CONF'
# configuration file /etc/nginx/sites-enabled/inner.conf:
server {
    listen 443 ssl default_server; listen [::]:443 ssl;
    server_name www.example.org
        example.org;  # both
    location ~ "^/x{2}/" { return 200 "server { listen 9; }"; }
    set $y "${host}x";
    location / { proxy_pass http://app; }
}
server { server_name bare.example.org; }
server { include snippets/listen.conf; location / { return 204; } }
server { location / { include fastcgi_params; } }
CONF
STUB

run
check 'a server block is shown with all its listeners and names' \
  grep -qxF 'http  listen: 443 ssl default_server, [::]:443 ssl  names: www.example.org example.org  file: /etc/nginx/sites-enabled/inner.conf' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'a block without listen is shown' grep -q 'listen: (default)  names: bare.example.org' <<<"$out"
check 'a stream server is told from a web server' grep -q '^stream  listen: 5432  names: (none)  file: /etc/nginx/nginx.conf' <<<"$out"
check 'comments, strings and upstreams are not taken for servers' grep -qx '5 server blocks on disk (nginx may have loaded older ones)' <<<"$out"
check 'of a block that includes its listeners no default is told' grep -qF 'http  listen: (default, or in what it includes)  names: (none, or in what it includes)' <<<"$out"
check 'of one that does not it is' grep -qF 'http  listen: (default)  names: (none)  file' <<<"$out"
check 'it runs within a limit' test -n "$(calls '^timeout 30 nginx -T')"
run --timeout 7
check 'the limit can be set' test -n "$(calls '^timeout 7 nginx -T')"
touch mute
run
check 'no output at all is a failure' test "$status" -eq 1
touch broken
run
check 'a configuration that is not valid is refused' test "$status" -eq 3
touch hang
run
check 'an nginx that hangs is a failure' test "$status" -eq 1
run --timeout '1; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
run --vhost x
check 'an unknown option is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
