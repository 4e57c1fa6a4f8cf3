#!/usr/bin/env bash
. "$HARNESS"
# with: sshd_drop_in=/etc/ssh/sshd_config.d/05-site.conf
# refused: sshd_drop_in=10-hardening.conf
# refused: sshd_drop_in=/etc/ssh/sshd_config
# refused: sshd_drop_in=/etc/ssh/sshd_config.d/10-hardening
# refuses: ansible_logs_in_as_root: Ansible itself logs in as root
# refuses: ansible_logs_in_with_a_password: with a password here
# refuses: ansible_logs_in_with_another_password: with a password here
# refuses: ansible_logs_in_without_a_key: without a key in
# refuses: drop_in_with_more: holds other settings too
# refuses: second_factor_by_questions: Nothing is changed, for sshd does not take its files with the drop-in: AuthenticationMethods
# refuses: second_factor_and_a_former_drop_in: Nothing is changed, for sshd does not take its files with the drop-in: AuthenticationMethods
# fails: root_let_in_by_a_section: The drop-in holds for all but those of a section Match: /etc/ssh/sshd_config:
# fails: passwords_taken_by_a_section: The drop-in holds for all but those of a section Match: /etc/ssh/sshd_config.d/60-sftp.conf
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
  -t)
    if [[ -e /srv/two-factors ]] && grep -rq '^KbdInteractiveAuthentication no' /etc/ssh/sshd_config.d; then
      echo 'AuthenticationMethods cannot be satisfied by enabled authentication methods' >&2
      exit 1
    fi
    ;;
  '-T -C user='*',host=localhost,addr=127.0.0.1')
    echo 'authorizedkeysfile .ssh/authorized_keys .ssh/authorized_keys2'
    cat /etc/ssh/sshd_config.d/*.conf | awk '!seen[tolower($1)]++ { print tolower($1), $2 }'
    ;;
  *) exit 1 ;;
esac
EOF
  mkdir -p /etc/ssh/sshd_config.d
  rm -f /etc/ssh/sshd_config.d/*
  # Sections that let nobody in, and one for all, are none.
  printf 'Match Group wheel\n  X11Forwarding yes\n  PermitRootLogin no\nMatch all\n  PasswordAuthentication yes\n' >/etc/ssh/sshd_config
  printf 'PasswordAuthentication yes\n' >/etc/ssh/sshd_config.d/50-cloud-init.conf
  systemctl start ssh
}

# Ansible comes over SSH then: what it wants to run there runs here.
over_ssh() {
  stub ssh <<<'[[ $* == "-o ControlPersist" ]] || exec /bin/sh -c "${!#}"'
  stub sudo <<<'while [[ $1 == -* ]]; do [[ $1 != -u ]] || shift; shift; done; exec "$@"'
  sed -i "s/ansible_connection=local/ansible_pipelining=true $1/" /work/inventory.ini
}

ansible_logs_in_as_root() { over_ssh ansible_user=root; }

ansible_logs_in_with_a_password() {
  over_ssh 'ansible_user=deploy ansible_password=secret'
  stub id <<<'echo deploy'
}

ansible_logs_in_with_another_password() {
  over_ssh 'ansible_user=deploy ansible_ssh_password=secret'
  stub id <<<'echo deploy'
}

ansible_logs_in_without_a_key() {
  over_ssh ansible_user=deploy
  stub id <<<'echo deploy'
  rm -f ~/.ssh/authorized_keys
}

drop_in_with_more() { printf 'PermitRootLogin no\nAllowGroups ssh-users\n' >"$sshd_drop_in"; }

# The code by telephone is asked for by KbdInteractiveAuthentication.
second_factor_by_questions() { touch /srv/two-factors; }

second_factor_and_a_former_drop_in() {
  second_factor_by_questions
  printf '# by hand\nPermitRootLogin no\n' >"$sshd_drop_in"
}

root_let_in_by_a_section() { printf 'Match Address 10.0.0.0/8\n\tPermitRootLogin prohibit-password\n' >>/etc/ssh/sshd_config; }

passwords_taken_by_a_section() { printf 'Match User=upload\n  passwordauthentication = "yes"\n' >/etc/ssh/sshd_config.d/60-sftp.conf; }

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
