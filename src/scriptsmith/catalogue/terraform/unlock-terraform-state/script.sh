#!/usr/bin/env bash
# Remove a lock that a Terraform run has left on its state when it died.
#
# Undo: none. Whoever still works with the state does not know that its lock is gone.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: unlock-terraform-state --directory DIRECTORY --lock-id ID [--minutes N] [--dry-run]

Look who holds the lock, by a plan that changes nothing (it must be able to reach the backend, and
may take a while when nothing is locked), and remove it when its id is --lock-id. Two runs at once
can ruin the state: a lock younger than --minutes minutes is refused, and so is one of this host
while a terraform, tofu or terragrunt runs here, whatever its name has at the end. Look first whether the run of a pipeline that took it has really
ended. Looked at is the workspace that is selected in the directory (or TF_WORKSPACE). Variables of
the configuration must come from the environment (TF_VAR_) or from *.auto.tfvars: without them no
plan is possible, and that the lock has gone is not seen.

  --directory DIRECTORY  directory of the configuration, initialised
  --lock-id ID           id of the lock, as the error message names it
  --minutes N            how old the lock must be, in minutes (default 30)
  --dry-run              say what would be done, change nothing
  --help                 show this text

Exit status: 0 the lock is gone (also when there was none), 1 failed, 2 wrong usage, 3 refused, or
another precondition fails.
EOF
}

die() {
  printf 'unlock-terraform-state: %s\n' "$2" >&2
  exit "$1"
}

directory='' lock_id='' minutes=30 dry_run=false
while (($# > 0)); do
  case $1 in
    --directory | --lock-id | --minutes)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --lock-id) lock_id=$2 ;;
        --minutes) minutes=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $directory ]] || die 2 "--directory is required (see --help)"
[[ -n $lock_id ]] || die 2 "--lock-id is required (see --help)"
[[ $lock_id =~ ^[A-Za-z0-9][A-Za-z0-9-]{3,63}$ ]] || die 2 "--lock-id takes the id of a lock, not '$lock_id'"
[[ $minutes =~ ^[0-9]{1,5}$ ]] || die 2 "--minutes takes a whole number of minutes, not '$minutes'"
minutes=$((10#$minutes))
[[ $directory == /* ]] || directory=./$directory
for tool in terraform timeout date pgrep sed hostname; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $directory/.terraform ]] || die 3 "no initialised Terraform directory: $directory (terraform init)"

look() { # the lines of the lock; nothing when a plan could lock the state; fails when a plan is not possible for other reasons
  local said rc=0
  said=$(timeout 900 terraform -chdir="$directory" plan -input=false -no-color -refresh=false -lock=true -lock-timeout=0s 2>&1 </dev/null) || rc=$?
  ((rc != 0)) || return 0
  if [[ $said != *'Error acquiring the state lock'* || $said != *'Lock Info:'* ]]; then
    tail -n 8 <<<"$said" >&2
    return 1
  fi
  # ID:, Who:, Operation: and Created:, without the frame that Terraform draws around an error.
  sed -n 's/^[^[:alnum:]]*\(ID\|Path\|Operation\|Who\|Created\): *\([^[:cntrl:]]*\)$/\1: \2/p' <<<"$said"
}
value() { sed -n "s/^$1: //p" <<<"$lock" | head -n 1; }

workspace=$(timeout 60 terraform -chdir="$directory" workspace show </dev/null) || die 3 "Terraform does not tell its workspace"
lock=$(look) || die 3 "a plan is not possible, so nobody knows whether the state is locked"
if [[ -z $lock ]]; then
  printf 'nothing to unlock: a plan could lock the state of workspace %s in %s\n' "$workspace" "$directory"
  exit 0
fi
printf '%s\n' "$lock"
[[ $(value ID) == "$lock_id" ]] || die 3 "refused: the lock is $(value ID), not $lock_id"
created=$(value Created)
# As Go prints a time: 2026-01-02 03:04:05.678901 +0000 UTC
[[ -n $created ]] || die 3 "refused: it is not told since when the lock is held" # of nothing, date makes today
created=$(date -d "${created% [A-Z]*}" +%s 2>/dev/null) || die 3 "refused: the time of the lock is not understood"
age=$((($(date +%s) - created) / 60))
((age >= minutes)) || die 3 "refused: the lock is $age minutes old, it may be in use (--minutes)"
who=$(value Who)
[[ -n $who ]] || die 3 "refused: it is not told who holds the lock"
if [[ ${who##*@} == "$(hostname)" ]]; then
  # Atlantis runs terraform1.5.7, OpenTofu locks the same state, and the providers of a run live as long as it does.
  rc=0 running=$(pgrep '^((terraform|tofu)(-?[0-9].*)?|terraform-provi.*|terragrunt.*)$') || rc=$?
  ((rc != 0)) || die 3 "refused: a terraform runs on this host, which holds the lock (process ${running//$'\n'/ })"
  ((rc == 1)) || die 3 "refused: whether a terraform runs on this host, which holds the lock, cannot be seen (pgrep fails)"
fi
if $dry_run; then
  printf 'would unlock: %s of %s, %d minutes old, in workspace %s\n' "$lock_id" "$who" "$age" "$workspace"
  exit 0
fi
timeout 300 terraform -chdir="$directory" force-unlock -force "$lock_id" </dev/null || die 1 "Terraform could not remove the lock"
lock=$(look) || die 1 "the lock was removed, and a plan is not possible now"
[[ -z $lock ]] || die 1 "the state is locked again, by $(value Who): $(value ID)"
printf 'unlocked: %s of %s, %d minutes old, in workspace %s\n' "$lock_id" "$who" "$age" "$workspace"
