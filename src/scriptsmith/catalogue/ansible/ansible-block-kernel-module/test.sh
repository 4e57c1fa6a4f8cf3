#!/usr/bin/env bash
. "$HARNESS"
# with: blocked_module=snd-seq
# refused: blocked_module=a b
# refused: blocked_module=floppy.ko
# refuses: part_of_the_kernel: is built into this kernel
# refuses: mounted: would not come up at the next boot
# given mounted: blocked_module=proc
# refuses: in_fstab: would not come up at the next boot
# given in_fstab: blocked_module=nfs
# refuses: initramfs_fails: No space left on device
# fails: rule_not_taken: modprobe does not take it
# fails: another_rule_first: modprobe does not take it
# fails: loaded_now: is loaded now

before() {
  mkdir -p /etc/modprobe.d
  stub modinfo <<<'exit 1'
  stub modprobe <<'EOF'
[[ $* == --showconfig ]] && awk '$1 == "install" { gsub(/-/, "_", $2); print }' /etc/modprobe.d/*.conf
EOF
  stub update-initramfs <<<'[[ $* == "-u -k all" ]] && : >/run/initramfs-built'
  stub dracut <<<'[[ $* == "--regenerate-all --force" ]] && : >/run/initramfs-built'
}

part_of_the_kernel() { stub modinfo <<<'echo "(builtin)"'; }

mounted() { :; }
in_fstab() { printf '# vfat\nfiler:/home /home nfs4 noauto,x-systemd.automount 0 0\n' >/etc/fstab; }

# The next run must not find a rule that no initramfs has.
initramfs_fails() {
  stub update-initramfs <<<'echo "cp: No space left on device" >&2; exit 1'
  stub dracut <<<'echo "cp: No space left on device" >&2; exit 1'
}

rule_not_taken() { stub modprobe <<<'echo install another /bin/false'; }

# Of several rules for a module the first counts.
another_rule_first() { echo "install $blocked_module /sbin/modprobe --ignore-install $blocked_module" >/etc/modprobe.d/a.conf; }

loaded_now() {
  mkdir -p "/sys/module/${blocked_module//-/_}"
  echo live >"/sys/module/${blocked_module//-/_}/initstate"
}

after() {
  file=/etc/modprobe.d/block-$blocked_module.conf
  check 'it is not loaded for a device' grep -qx "blacklist $blocked_module" "$file"
  check 'nor by name' grep -qx "install $blocked_module /bin/false" "$file"
  check 'nor from the initramfs' test -e /run/initramfs-built
  check 'modprobe was asked what it takes' calls '^modprobe --showconfig'
  check 'a dry run finds it in order' ansible-playbook --check -i /work/inventory.ini /work/playbook/playbook.yml
}
