#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars
  cat >/work/group_vars/app.yml <<'EOF'
labels:
  tier: "on"
  code: "007"
  note: 'a: "b"'
  weight: 3
EOF
}

after() {
  said() { grep -v -- '^---' /etc/shop/app.yaml | sed "s/^ *//; s/\"/'/g" | sort; }
  check 'texts stay texts' test "$(said | grep -cx "tier: 'on'\|code: '007'")" -eq 2
  check 'a colon is kept in its value' grep -Eq "^ +note: ('a: \"b\"'|\"a: \\\\\"b\\\\\"\")$" /etc/shop/app.yaml
  check 'a number stays one' grep -Eq '^ +weight: 3$' /etc/shop/app.yaml
  check 'the name is there' grep -Eqx "name: ['\"]?shop['\"]?" /etc/shop/app.yaml
  check 'labels are below their key' test "$(grep -c '^  [a-z]' /etc/shop/app.yaml)" -eq 4
}
