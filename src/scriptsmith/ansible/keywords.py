"""The keywords of plays, blocks and tasks, as Ansible documents them: whatever else a task holds is its module."""

from __future__ import annotations

from ..danger.rules.word_lists import set_of

COMMON = set_of(
    "any_errors_fatal become become_exe become_flags become_method become_user check_mode "
    "collections connection debugger diff environment ignore_errors ignore_unreachable "
    "module_defaults name no_log port remote_user run_once tags throttle timeout vars"
)
PLAY = COMMON | set_of(
    "fact_path force_handlers gather_facts gather_subset gather_timeout handlers hosts "
    "max_fail_percentage order post_tasks pre_tasks roles serial strategy tasks validate_argspec "
    "vars_files vars_prompt"
)
BLOCK = COMMON | set_of("always block delegate_facts delegate_to notify rescue when")
TASK = COMMON | set_of(
    "action args async changed_when delay delegate_facts delegate_to failed_when local_action loop "
    "loop_control notify poll register retries until when listen"
)
SECTIONS = ("pre_tasks", "tasks", "post_tasks", "handlers")
"""The parts of a play that hold tasks."""

FREE_FORM = set_of(
    "command shell raw script win_command win_shell meta include_vars include_tasks import_tasks "
    "import_playbook include"
)
"""Modules whose argument may be a text that is not `key=value`."""
