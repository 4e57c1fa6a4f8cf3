#!/usr/bin/env bash
# Set up ansible-core and ansible-lint in an environment of their own: ansible.sh FOLDER. Both are GPL programs that
# ScriptSmith starts in a box and never imports. A box shows neither /root nor /tmp, so nothing of it may lie there,
# Python itself included.
set -euo pipefail
folder=$1

seen() {
  case $1 in /root/* | /tmp/* | /run/*) return 1 ;; esac
}
seen "$(realpath -m -- "$folder")/" || {
  echo "$folder lies in what no box shows: choose another place, make ansible ANSIBLE=/opt/ansible" >&2
  exit 1
}
for python in /usr/bin/python3 /usr/local/bin/python3 /usr/bin/python3.1[1-9] "$(command -v python3 || true)"; do
  [[ -x $python ]] && seen "$(realpath -- "$python")" &&
    "$python" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
  python=
done
[[ -n $python ]] || {
  echo "Ansible needs Python 3.11 or newer with its venv module, outside /root and /tmp: apt-get install python3-venv" >&2
  exit 1
}
mkdir -p -- "$folder"
"$python" -m venv -- "$folder"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check 'ansible-core>=2.17' 'ansible-lint>=25'
chmod -R a+rX -- "$folder"
"$folder/bin/ansible-playbook" --version | sed -n 1p
