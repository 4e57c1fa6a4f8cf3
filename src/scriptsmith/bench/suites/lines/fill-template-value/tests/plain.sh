# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "every place is filled, the rest is as it was" diff - site.conf <<'EOF'
server_name web.example.org/a;
listen {{PORT}};
root  /srv/web.example.org/a/{{ HOST }}/$host;
url http://web.example.org/a/web.example.org/a?x=\1&y=%s;
# {HOST} {{HOSTS}}

EOF
check "the template stays" test "$(grep -c '{{HOST}}' site.conf.tmpl)" = 3

finish
