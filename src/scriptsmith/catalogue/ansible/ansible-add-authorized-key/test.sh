#!/usr/bin/env bash
. "$HARNESS"
# with: key_user=carol
# with: key_text=ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBA1UXH+bJ4T45WrOCqZPwBgeObAN6Dcjue7CCkHps9e1yetXegofhd45CPXH1mnkghingO/TsPef5584FZATNBQ= carol@laptop
# refused: key_text=hello
# refused: key_text=ssh-rsa MIIEowIBAAKCAQEA carol@laptop
# refused: key_user=a b

before() {
  stub sshd <<'EOF'
[[ $* == "-T -C user="*,host=localhost,addr=127.0.0.1 ]] || exit 1
printf 'permitrootlogin no\npubkeyauthentication yes\nauthorizedkeysfile .ssh/authorized_keys .ssh/authorized_keys2\n'
EOF
  useradd --create-home --shell /bin/bash "$key_user"
  mkdir "/home/$key_user/.ssh"
  echo 'ssh-ed25519 AAAAother other' >"/home/$key_user/.ssh/authorized_keys"
}

after() {
  folder=/home/$key_user/.ssh
  check 'the key is there' grep -qxF "$key_text" "$folder/authorized_keys"
  check 'other keys stay' grep -qx 'ssh-ed25519 AAAAother other' "$folder/authorized_keys"
  check 'only the user may read them' test "$(stat -c %U:%a "$folder/authorized_keys")" = "$key_user:600"
  check 'nor may others enter the folder' test "$(stat -c %U:%a "$folder")" = "$key_user:700"
  check 'sshd was asked about the user' calls "^sshd -T -C user=$key_user,"
}
