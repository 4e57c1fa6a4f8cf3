#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

stub dpkg <<<'[[ $* == --audit && ! -e odd ]] || exit 1; [[ ! -e interrupted ]] || printf "The following packages are only half configured:\n libc6"'
stub id <<<'cat user'; echo 0 >user
stub apt-get <<'EOF'
options=()
while (($# > 0)); do
  case $1 in
    --quiet | --yes | --no-remove | --simulate | --error-on=any) options+=("$1"); shift ;;
    --option) [[ $2 == *=* ]] || exit 100; options+=("$2"); shift 2 ;;
    -*) echo "E: Command line option $1 is not understood" >&2; exit 100 ;;
    *) break ;;
  esac
done
[[ " ${options[*]} " == *' Dpkg::Options::=--force-confold '* && $DEBIAN_FRONTEND == noninteractive ]] || exit 100
case "${options[*]} : $*" in
  *--error-on=any*': update') [[ ! -e offline ]] || { printf 'W: x\nE: Some index files failed to download.\n'; exit 100; } ;;
  *--simulate*': dist-upgrade') [[ ! -e torn ]] || { echo 'E: Unmet dependencies.'; exit 100; }; cat waits ;;
  *--simulate*': install odd.pkg') echo 'Inst odd.pkg [1] (2 Debian-Security:12/stable-security [all])' ;;
  *--simulate*': install frozen') echo 'Inst frozen [1] (2 Debian-Security:12/stable-security [all])' ;;
  *--simulate*': install other') echo 'Inst other [1] (2 Debian:12/stable [all])' ;;
  *--simulate*': install '*) [[ ! -e stuck ]] || { echo 'E: Version 2 for x was not found'; exit 100; }; cat plan ;;
  *'--yes --no-remove'*': install '*) [[ ! -e fails ]] || exit 100; touch done; [[ ! -e tears ]] || touch torn; [[ -e lazy ]] || cp after waits ;;
  *) exit 100 ;;
esac
EOF
stub apt-mark <<<'[[ $* == showhold && ! -e nomarks ]] && echo frozen'
cat >all <<'X'
Reading package lists...
Inst libssl3 [3.0.9-1] (3.0.11-1~deb12u2 Debian-Security:12/stable-security [amd64])
Inst tzdata [2024a-0] (2024a-1 Debian:12.5/stable [all])
Inst linux-image-6.1 (6.1.90-1 Debian-Security:12/stable-security [amd64])
Conf libssl3 (3.0.11-1~deb12u2 Debian-Security:12/stable-security [amd64])
X
grep -v ecurity all >after; : >plan
fresh() { cp all waits; rm -f done; : >"$STUB_LOG"; }
fresh
run --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would install: 2 security updates'
check 'each is told' test "$(head -n 2 <<<"$out" | tr '\n' '|')" = 'libssl3  3.0.9-1 -> 3.0.11-1~deb12u2|linux-image-6.1  not installed -> 6.1.90-1|'
check 'a dry run installs and fetches nothing' test ! -e done -a -z "$(calls ' update$')"
run --lock-timeout 010
check 'it succeeds' test "$status:$(grep -c '^installed: 2 security updates$' <<<"$out")" = 0:1
check 'exactly these versions' test -n "$(calls 'no-remove install libssl3=3.0.11-1~deb12u2 linux-image-6.1=6.1.90-1$')"
check 'the lists are fetched first' test -n "$(calls 'error-on=any update$')"
check 'it waits for others' test -n "$(calls 'DPkg::Lock::Timeout=10 ')"
: >"$STUB_LOG"; run
check 'a second run has nothing to do' test "$status:$(grep -c '^nothing to install' <<<"$out"):$(calls 'no-remove')" = 0:1:
fresh; run --update no
check 'without the lists too' test "$status:$(calls ' update$')" = 0:
fresh; echo 'Remv exim4-base [4.96]' >plan
refused 3 'would remove exim4-base'
: >plan; touch stuck
refused 1 'cannot install them: E: Version 2'
rm stuck; touch torn
refused 1 'cannot work out an upgrade'
check 'with its reason' grep -q 'Unmet dependencies' <<<"$err"
rm torn; touch offline
refused 1 'could not be fetched: E: Some index files'
rm offline; touch interrupted
refused 3 'run dpkg --configure -a first:  libc6'
rm interrupted; touch odd
refused 3 'dpkg cannot be asked'
rm odd; echo 1000 >user
refused 3 'as root'
refused 3 'as root' --update no
echo 0 >user
fresh; touch nomarks
refused 1 'cannot work out an upgrade'
rm nomarks
check 'none of these installs anything' test ! -e done
printf 'The following packages have been kept back:\n  frozen other\n0 upgraded\n' >waits
run
check 'one on hold, and one of another archive, may be kept back' test "$status:$(grep -c '^nothing to install' <<<"$out")" = 0:1
printf 'The following packages have been kept back:\n  frozen odd.pkg\n0 upgraded\n' >waits
refused 3 'these would remove other packages: odd.pkg'
cat all >>waits
refused 1 'still waiting, for they would remove other packages: odd.pkg'
fresh; rm -f done; touch fails
refused 1 'apt-get failed'
rm fails; touch lazy
refused 1 'still waiting: libssl3=3.0.11'
rm lazy; fresh; touch tears
refused 1 'an upgrade any more'
refused 2 '--update takes' --update maybe
refused 2 '--lock-timeout takes' --lock-timeout '$(touch pwned)'
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
