#!/usr/bin/env bash
. "$HARNESS"

before() {
  rm -rf /etc/pam.d
  mkdir -p /etc/pam.d
  printf '%s\n' 'auth sufficient pam_rhosts.so' 'auth required pam_unix.so' 'account optional pam_rhosts.so no_hosts_equiv' >/etc/pam.d/rsh
  printf '%s\n' '#auth sufficient pam_rhosts.so' 'auth required pam_unix.so' >/etc/pam.d/login
  printf '%s\n' 'auth required pam_rhosts_auth.so' >/etc/pam.d/other
  chmod 640 /etc/pam.d/rsh
}

after() {
  check 'both lines are comments' test "$(cat /etc/pam.d/rsh)" = $'# auth sufficient pam_rhosts.so\nauth required pam_unix.so\n# account optional pam_rhosts.so no_hosts_equiv'
  check 'a comment stays as it was' grep -qx '#auth sufficient pam_rhosts.so' /etc/pam.d/login
  check 'another module stays' grep -qx 'auth required pam_rhosts_auth.so' /etc/pam.d/other
  check 'modes stay' test "$(stat -c %a /etc/pam.d/rsh)" = 640
}
