#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/apt/apt.conf.d /work/group_vars
  echo 'http_proxy_url: http://proxy.site2.example:3128' >/work/group_vars/all.yml
}

after() {
  local expected=$'Acquire::http::Proxy "http://proxy.site2.example:3128";\nAcquire::https::Proxy "http://proxy.site2.example:3128";'
  check 'apt has its proxy' test "$(grep . /etc/apt/apt.conf.d/95proxy)" = "$expected"
}
