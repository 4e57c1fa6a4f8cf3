#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop
}

after() {
  check 'placeholders stay as they are' test "$(grep . /etc/shop/alert.tmpl | head -n 1)" = '{{ .Status }}: {{ .Labels.alertname }}'
  check 'the host is named' test "$(grep . /etc/shop/alert.tmpl | tail -n +2)" = 'sent by localhost'
}
