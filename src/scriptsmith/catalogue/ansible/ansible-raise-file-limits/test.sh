#!/usr/bin/env bash
. "$HARNESS"
# with: limit_user=kafka
# with: limit_files=100000
# refused: limit_files=many
# refused: limit_files=0
# refused: limit_user=-a

before() {
  useradd "$limit_user"
  mkdir -p /etc/security/limits.d
  echo "$limit_user hard memlock unlimited" >"/etc/security/limits.d/$limit_user.conf"
  stub systemctl <<EOF
printf 'Id=a.service\nUser=\nLimitNOFILESoft=1024\n\nId=b.service\nUser=$limit_user\nLimitNOFILESoft=200000\n\nId=c.service\nUser=other\nLimitNOFILESoft=1024\n'
EOF
  stub su <<'EOF'
[[ $* == "-s /bin/sh -c ulimit -n "* ]] && cat /etc/security/limits.d/*.conf | awk '/ soft nofile / { most = $4 } END { print most }'
EOF
}

after() {
  file=/etc/security/limits.d/zz-nofile-$limit_user.conf
  check 'the soft limit is set' grep -qx "$limit_user soft nofile $limit_files" "$file"
  check 'the hard limit is set' grep -qx "$limit_user hard nofile $limit_files" "$file"
  check 'other limits of the user stay' grep -qx "$limit_user hard memlock unlimited" "/etc/security/limits.d/$limit_user.conf"
  check 'services were looked at' calls '^systemctl show'
  check 'a new session was asked' calls "^su .* $limit_user$"
}
