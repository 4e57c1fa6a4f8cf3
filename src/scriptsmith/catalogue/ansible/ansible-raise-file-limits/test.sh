#!/usr/bin/env bash
. "$HARNESS"
# with: limit_user=kafka
# with: limit_files=100000
# refused: limit_files=many
# refused: limit_files=0
# refused: limit_user=-a
# refuses: no_such_user: could not be found
# refuses: more_than_the_kernel_takes: The kernel takes 50000 at most
# refuses: service_with_less: b.service runs as kafka
# refuses: systemd_does_not_answer: non-zero return code
# refuses: service_that_starts_as_root: c.service runs as kafka
# fails: later_file: A new session gets 4096

before() {
  useradd "$limit_user"
  mkdir -p /etc/security/limits.d
  echo "$limit_user hard memlock unlimited" >"/etc/security/limits.d/$limit_user.conf"
  stub systemctl <<EOF
printf 'Id=a.service\nUser=\nLimitNOFILESoft=1024\n\nId=b.service\nUser=$limit_user\nLimitNOFILESoft=200000\n\nId=c.service\nUser=\nLimitNOFILESoft=1024\n\nId=cron.service\nUser=\nLimitNOFILESoft=1024\n'
EOF
  stub ps <<<'printf "%s\n" session-7.scope cron.service b.service'
  stub su <<'EOF'
case $* in
"-s /bin/sh -c ulimit -n "*) cat /etc/security/limits.d/*.conf | awk '/ soft nofile / { most = $4 } END { print most }' ;;
"-s /bin/sh -c ulimit -Hn "*) cat /etc/security/limits.d/*.conf | awk '/ hard nofile / { most = $4 } END { print most ? most : 80000 }' ;;
*) exit 1 ;;
esac
EOF
}

no_such_user() { userdel "$limit_user"; }
systemd_does_not_answer() { stub systemctl <<<'echo "Failed to connect to bus" >&2; exit 1'; }
service_with_less() { sed -i 's/=200000/=524/' "$(type -P systemctl)"; }
service_that_starts_as_root() { stub ps <<<'printf "%s\n" session-7.scope c.service'; }
later_file() { echo "$limit_user soft nofile 4096" >/etc/security/limits.d/zzz.conf; }
more_than_the_kernel_takes() { stub cat <<<'echo 50000'; }

after() {
  file=/etc/security/limits.d/zz-nofile-$limit_user.conf
  check 'the soft limit is set' grep -qx "$limit_user soft nofile $limit_files" "$file"
  check 'the hard limit is set, and never lowered' grep -qx "$limit_user hard nofile $((limit_files > 80000 ? limit_files : 80000))" "$file"
  check 'other limits of the user stay' grep -qx "$limit_user hard memlock unlimited" "/etc/security/limits.d/$limit_user.conf"
  check 'services were looked at' calls '^systemctl show'
  check 'a new session was asked' calls "^su .* $limit_user$"
}
