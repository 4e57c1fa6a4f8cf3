#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /work/group_vars
  rm -rf /etc/nginx
  cat >/work/group_vars/web.yml <<'EOF'
backends:
  - {host: 10.1.0.11, port: 8080, weight: 3}
  - {host: 10.1.0.12, port: 8080}
  - {host: 10.1.0.13, port: 8080, weight: 2, enabled: false}
  - {host: app4.internal, port: 9000, enabled: true}
EOF
}

after() {
  local file=/etc/nginx/conf.d/upstream.conf
  local expected='upstream app { server 10.1.0.11:8080 weight=3; server 10.1.0.12:8080 weight=1; server app4.internal:9000 weight=1; }'
  check 'the upstream lists the enabled servers in order' test "$(grep -v '^ *#' "$file" | xargs)" = "$expected"
  check 'everybody can read it' test "$(stat -c %a "$file")" = 644
}
