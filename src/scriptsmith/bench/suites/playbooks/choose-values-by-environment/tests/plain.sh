#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars /work/host_vars
  cat >/work/group_vars/all.yml <<'EOF'
env: production
environments:
  production: {url: 'https://shop.example.org', replicas: 6}
  staging: {url: 'https://staging.example.org', replicas: 2}
  load-test: {url: 'https://load.example.org', replicas: 12}
EOF
  echo 'env: load-test' >/work/host_vars/localhost.yml
}

after() {
  check 'the values are those of the environment' test "$(grep . /etc/shop/env.conf)" = $'name=load-test\nurl=https://load.example.org\nreplicas=12'
}
