#!/usr/bin/env bash
. "$HARNESS"

mkdir -p sys/etc/apt/sources.list.d sys/etc/yum.repos.d sys/etc/dnf sys/etc/apt/apt.conf.d 'good sys/etc/apt'
printf '# main\ndeb http://deb.example.org/debian stable main contrib # ours\n#deb http://old.example.org/ x main\n' >'good sys/etc/apt/sources.list'
cp 'good sys/etc/apt/sources.list' sys/etc/apt/
printf 'deb\t[arch=amd64 trusted=True] https://apt.example.org/ ./' >sys/etc/apt/sources.list.d/odd.list
printf 'Types: deb deb-src\nURIs: https://deb.example.org/debian\nSuites: stable\n stable-updates\nComponents: main\n# c\n\nEnabled: off\nTypes: deb\nURIs: https://off.example.org\nSuites: x\n' >sys/etc/apt/sources.list.d/new.sources
printf '[base]\nname=Base\nbaseurl = https://yum.example.org/os\nenabled=1\n[off]\nbaseurl=x\nenabled=0\n[loose]\nmirrorlist=https://m.example.org/\ngpgcheck=0\n' >sys/etc/yum.repos.d/x.repo
printf '[main]\ngpgcheck=True\n' >sys/etc/dnf/dnf.conf
cp sys/etc/apt/sources.list.d/odd.list 'sys/etc/apt/sources.list.d/my own.list'

printf 'deb [signed-by=/k] https://ana:hunter2@private.example.org/ubuntu x main\n' >sys/etc/apt/sources.list.d/private.list
run --root sys
check 'a password in an address is not shown' test "$(grep -c hunter2 <<<"$out"):$(grep -cx '/etc/apt/sources.list.d/private.list: deb \[signed-by=/k\] https://...@private.example.org/ubuntu x main' <<<"$out")" = 0:1
rm sys/etc/apt/sources.list.d/private.list
run --root sys
check 'a source without a signature is a failure' test "$status" -eq 1
check 'the one-line form is read' grep -qx '/etc/apt/sources.list: deb http://deb.example.org/debian stable main contrib' <<<"$out"
check 'a trusted source is marked' grep -q '^/etc/apt/sources.list.d/odd.list: deb .* NO SIGNATURE NEEDED$' <<<"$out"
check 'the deb822 form is read over several lines' grep -qx '/etc/apt/sources.list.d/new.sources: deb deb-src https://deb.example.org/debian stable stable-updates main' <<<"$out"
check 'a repository of yum is read' grep -qx '/etc/yum.repos.d/x.repo: base https://yum.example.org/os' <<<"$out"
check 'one without gpgcheck is marked' grep -qx '/etc/yum.repos.d/x.repo: loose https://m.example.org/  NO SIGNATURE NEEDED' <<<"$out"
check 'what is off is not listed' test -z "$(grep -E 'off.example|old.example' <<<"$out")"
check 'they are counted' grep -qx '5 active sources, 3 switched off, 2 without a signature' <<<"$out"
check 'a file that apt does not read is told' grep -qx '/etc/apt/sources.list.d/my own.list: not read by apt, because of its name' <<<"$out"
printf '[main]\nx=1\n' >sys/etc/dnf/dnf.conf
run --root sys
check 'without a word for or against it dnf wants no signature' grep -qx '5 active sources, 3 switched off, 3 without a signature' <<<"$out"
run --root 'good sys'
check 'signed sources succeed' bash -c '[ "$1" -eq 0 ] && grep -q "^1 active sources, 1 switched off, 0" <<<"$2"' _ "$status" "$out"
mkdir -p 'good sys/etc/apt/apt.conf.d'
printf '# Acquire::AllowInsecureRepositories "true";\nAPT::Get::AllowUnauthenticated "true";\n' >'good sys/etc/apt/apt.conf.d/99own'
run --root 'good sys'
check 'a setting that lifts it for all sources is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "^/etc/apt/apt.conf.d/99own: APT::Get.* NO SIGNATURE" <<<"$2"' _ "$status" "$out"
printf 'Types: deb\nURIs: https://a.example.org\nSuites: x\nComponents: main\nSigned-By: /usr/share/keyrings/a.gpg\n\nTypes: deb\nURIs: https://b.example.org\nSuites: x\nComponents: main\nSigned-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQINB/abc\n -----END PGP PUBLIC KEY BLOCK-----\n\nTypes: deb\nURIs: https://c.example.org\nSuites: x\nComponents: main\n' >'good sys/etc/apt/sources.list.d.sources'
mkdir 'good sys/etc/apt/sources.list.d' && mv 'good sys/etc/apt/sources.list.d.sources' 'good sys/etc/apt/sources.list.d/keys.sources'
mkdir -p 'good sys/etc/yum.repos.d'
printf '[k]\nbaseurl=https://k.example.org/\ngpgcheck=1\ngpgkey=file:///etc/pki/rpm-gpg/K\n[n]\nbaseurl=https://n.example.org/\ngpgcheck=1\n' >'good sys/etc/yum.repos.d/k.repo'
run --root 'good sys'
check 'the key is named, of each its own' test "$(grep -E '/(keys.sources|k.repo): ' <<<"$out")" = '/etc/apt/sources.list.d/keys.sources: deb https://a.example.org x main  signed by /usr/share/keyrings/a.gpg
/etc/apt/sources.list.d/keys.sources: deb https://b.example.org x main  signed by a key in the file
/etc/apt/sources.list.d/keys.sources: deb https://c.example.org x main
/etc/yum.repos.d/k.repo: k https://k.example.org/  signed by file:///etc/pki/rpm-gpg/K
/etc/yum.repos.d/k.repo: n https://n.example.org/'
mkdir -p 'good sys/usr/bin' && : >'good sys/usr/bin/snap' && chmod 755 'good sys/usr/bin/snap'
run --root 'good sys'
check 'that snaps are left out is told' test "$(grep '^note' <<<"$out")" = 'note: software comes by snap, too; its sources are not among these'
mkdir -p cloud/etc/apt/sources.list.d cloud/etc/apt/mirrors
printf 'Types: deb\nURIs: mirror+file:///etc/apt/mirrors/debian.list https://own.example.org/debian\nSuites: stable\nComponents: main\n' >cloud/etc/apt/sources.list.d/debian.sources
printf 'deb mirror+file:/etc/apt/mirrors/gone.list stable main\n' >cloud/etc/apt/sources.list
printf '# ours\n\nhttps://deb.example.org/debian\tpriority:1\nhttps://ana:hunter2@near.example.org/debian' >cloud/etc/apt/mirrors/debian.list
run --root cloud
check 'of a list of mirrors its addresses are shown, without a password' test "$status:$out" = '0:/etc/apt/sources.list: deb mirror+file:/etc/apt/mirrors/gone.list stable main
/etc/apt/sources.list.d/debian.sources: deb mirror+file:///etc/apt/mirrors/debian.list https://own.example.org/debian stable main
mirror of /etc/apt/mirrors/debian.list: https://deb.example.org/debian priority:1
mirror of /etc/apt/mirrors/debian.list: https://...@near.example.org/debian
mirrors of /etc/apt/mirrors/gone.list: there is no such file, so apt has none
2 active sources, 0 switched off, 0 without a signature'
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --root cloud </dev/null 2>/dev/null) | cat)
check 'without room for a file they are told as well' grep -qx '/etc/apt/sources.list: deb mirror+file:/etc/apt/mirrors/gone.list stable main' <<<"$out"
mkdir bare
run --root bare
check 'a host without sources is refused' test "$status" -eq 3
run --root nowhere
check 'a missing system is refused' test "$status" -eq 3
run --root '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --root
check 'a root must be named' test "$status" -eq 2
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --root sys >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
