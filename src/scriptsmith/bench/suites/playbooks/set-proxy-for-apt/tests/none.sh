#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/apt/apt.conf.d
  echo 'Acquire::http::Proxy "http://old.example:3128";' >/etc/apt/apt.conf.d/95proxy
  echo 'APT::Get::Assume-Yes "true";' >/etc/apt/apt.conf.d/90yes
}

after() {
  check 'an old proxy is gone' test ! -e /etc/apt/apt.conf.d/95proxy
  check 'others stay' test -s /etc/apt/apt.conf.d/90yes
}
