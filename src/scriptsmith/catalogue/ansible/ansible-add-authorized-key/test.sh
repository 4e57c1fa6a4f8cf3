#!/usr/bin/env bash
. "$HARNESS"
# with: key_user=carol
# with: key_text=ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBA1UXH+bJ4T45WrOCqZPwBgeObAN6Dcjue7CCkHps9e1yetXegofhd45CPXH1mnkghingO/TsPef5584FZATNBQ= carol@laptop
# refused: key_text=hello
# refused: key_text=ssh-rsa MIIEowIBAAKCAQEA carol@laptop
# refused: key_user=a b
# refuses: no_such_user: could not be found
# refuses: cut_key: is not a public key file
# given cut_key: key_text=ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICQSgIVTkgmDE ops@example.org
# refuses: expired: the account has expired
# refuses: expired_password: or its password, which is locked
# refuses: no_home: there is no home folder
# refuses: open_home: others own it or may write in it
# refuses: home_of_another: others own it or may write in it
# refuses: no_shell: the shell is /usr/sbin/nologin
# refuses: no_keys: sshd takes no keys
# refuses: keys_elsewhere: reads other files
# refuses: no_root: refuses the user
# refuses: root_for_forced_commands: refuses the user
# refuses: others_only: refuses the user
# refuses: denied: refuses the user
# refuses: other_groups_only: refuses the user
# refuses: group_denied: refuses the user
# refuses: another_group_denied: refuses the user
# refuses: restricted: stands in authorized_keys already with restrictions

before() {
  stub sshd <<'EOF'
[[ $* == "-T -C user="*,host=localhost,addr=127.0.0.1 ]] || exit 1
printf 'permitrootlogin no\npubkeyauthentication yes\nauthorizedkeysfile .ssh/authorized_keys .ssh/authorized_keys2\n'
[[ $3 != user=carol,* ]] || printf 'allowusers %s\n' alice carol@10.0.0.0/8
[[ $3 == user=carol,* ]] || printf 'allowgroups %s\n' wheel ssh-users
EOF
  groupadd ssh-users
  useradd --groups ssh-users --create-home --shell /bin/bash "$key_user"
  if [[ $key_user == carol ]]; then # Homes on another disk.
    mkdir /srv/homes
    mv /home/carol /srv/homes/carol
    ln -s /srv/homes/carol /home/carol
  fi
  mkdir "/home/$key_user/.ssh"
  # Neither a comment nor the key without restrictions is in the way, nor is what stands below.
  printf '%s\n' 'ssh-ed25519 AAAAother other' "# command=\"old\" $key_text" "  ${key_text% *} elsewhere" >"/home/$key_user/.ssh/authorized_keys"
}

restricted() { # the same key, under another comment
  read -r kind blob _ <<<"$key_text"
  echo "command=\"/usr/bin/backup a b\",no-pty $kind $blob backup" >>"/home/$key_user/.ssh/authorized_keys"
}
no_such_user() { userdel "$key_user"; }
cut_key() { :; }
expired() { usermod --expiredate 1970-01-02 "$key_user"; }
expired_password() { chage --lastday 2000-01-01 --maxdays 90 "$key_user"; }
no_home() { mv "/home/$key_user" /home/elsewhere; }
open_home() { chmod g+w "/home/$key_user"; }
home_of_another() { chown daemon "/home/$key_user"; }
no_shell() { usermod --shell /usr/sbin/nologin "$key_user"; }
no_keys() { sed -i 's/pubkeyauthentication yes/pubkeyauthentication no/' "$(type -P sshd)"; }
keys_elsewhere() { sed -i 's#authorizedkeysfile .*keys2#authorizedkeysfile /etc/ssh/keys/%u#' "$(type -P sshd)"; }

no_root() {
  rm "/home/$key_user"
  mv "/srv/homes/$key_user" "/home/$key_user"
  usermod --non-unique --uid 0 "$key_user"
}

root_for_forced_commands() {
  no_root
  sed -i 's/permitrootlogin no/permitrootlogin forced-commands-only/' "$(type -P sshd)"
}

others_only() { sed -i 's#carol@10.0.0.0/8#bob#' "$(type -P sshd)"; }
denied() { echo "echo denyusers $key_user" >>"$(type -P sshd)"; }
other_groups_only() { echo 'echo allowgroups wheel' >>"$(type -P sshd)"; }
group_denied() { echo "echo denygroups $key_user" >>"$(type -P sshd)"; }
another_group_denied() { echo "echo denygroups ssh-users" >>"$(type -P sshd)"; }

after() {
  folder=/home/$key_user/.ssh
  check 'the key is there' grep -qxF "$key_text" "$folder/authorized_keys"
  check 'other keys stay' grep -qx 'ssh-ed25519 AAAAother other' "$folder/authorized_keys"
  check 'only the user may read them' test "$(stat -c %U:%a "$folder/authorized_keys")" = "$key_user:600"
  check 'nor may others enter the folder' test "$(stat -c %U:%a "$folder")" = "$key_user:700"
  check 'a dry run finds all in order' ansible-playbook --check -i /work/inventory.ini /work/playbook/playbook.yml
  check 'sshd was asked about the user' calls "^sshd -T -C user=$key_user,"
}
