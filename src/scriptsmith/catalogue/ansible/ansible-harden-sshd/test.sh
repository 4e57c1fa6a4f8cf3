#!/usr/bin/env bash
. "$HARNESS"
# with: sshd_drop_in=/etc/ssh/sshd_config.d/05-site.conf
# refused: sshd_drop_in=10-hardening.conf
# refuses: ansible_logs_in_as_root: Ansible itself logs in as root
# refuses: ansible_logs_in_with_a_password: with a password here
# fails: root_let_in_first: does not take all
# fails: passwords_taken_first: does not take all
# fails: questions_asked_first: does not take all
# fails: x11_forwarded_first: does not take all

before() {
  stub systemctl <"$UNITS"
  # As sshd does: of each setting the first counts, in the order of the names of the drop-ins.
  stub sshd <<'EOF'
case $* in
  '-t -f '*) ! grep -q Bogus "$3" ;;
  -t) ;;
  '-T -C user=root,host=localhost,addr=127.0.0.1') cat /etc/ssh/sshd_config.d/*.conf | awk '!seen[tolower($1)]++ { print tolower($1), $2 }' ;;
  *) exit 1 ;;
esac
EOF
  mkdir -p /etc/ssh/sshd_config.d
  rm -f /etc/ssh/sshd_config.d/*
  printf 'PasswordAuthentication yes\n' >/etc/ssh/sshd_config.d/50-cloud-init.conf
  systemctl start ssh
}

# Ansible comes over SSH then: what it wants to run there runs here.
over_ssh() {
  stub ssh <<<'[[ $* == "-o ControlPersist" ]] || exec /bin/sh -c "${!#}"'
  sed -i "s/ansible_connection=local/ansible_pipelining=true $1/" /work/inventory.ini
}

ansible_logs_in_as_root() { over_ssh ansible_user=root; }

ansible_logs_in_with_a_password() {
  over_ssh 'ansible_user=deploy ansible_password=secret'
  stub id <<<'echo deploy'
}

set_first() { echo "$1" >/etc/ssh/sshd_config.d/00-first.conf; }

root_let_in_first() { set_first 'PermitRootLogin yes'; }

passwords_taken_first() { set_first 'PasswordAuthentication yes'; }

questions_asked_first() { set_first 'KbdInteractiveAuthentication yes'; }

x11_forwarded_first() { set_first 'X11Forwarding yes'; }

after() {
  check 'root may not log in' grep -qx 'PermitRootLogin no' "$sshd_drop_in"
  check 'passwords are refused' grep -qx 'PasswordAuthentication no' "$sshd_drop_in"
  check 'others cannot write the file' test "$(stat -c %a "$sshd_drop_in")" = 644
  check 'the file was validated first' calls '^sshd -t -f'
  check 'so was all of the configuration, before the daemon was told' bash -c 'grep -nE "^sshd -t$|^systemctl reload ssh" <<<"$1" | head -n 1 | grep -q "sshd -t"' _ "$(calls '')"
  check 'the daemon was told' calls '^systemctl reload ssh'
  check 'sshd was asked what holds' calls '^sshd -T -C user=root'
}
