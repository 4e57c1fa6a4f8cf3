"""What two answers may differ in, as two people write them, and what they may not: each kind in both directions."""

from __future__ import annotations

import pytest

from scriptsmith.bench.equivalence import dates, effects, forms, statics
from scriptsmith.bench.equivalence import information_kind as topics
from scriptsmith.bench.equivalence import text_fallback as unseen
from scriptsmith.bench.equivalence.agreement import AgreementContext
from scriptsmith.bench.equivalence.effects import Effect
from scriptsmith.bench.equivalence.output import agree, agree_unsteady
from scriptsmith.bench.equivalence.places import KnownPaths
from scriptsmith.bench.equivalence.requirements import below, read_asks
from scriptsmith.bench.model import Pair

PATHS = frozenset(("/srv/app", "/srv/app/a.log", "/srv/app/b.log", "/srv/app/my notes.txt", "/srv/app/old"))
KNOWN = KnownPaths(paths=PATHS, workdir="/srv", folders=frozenset(("/srv/app", "/srv/app/old")))


def alike(first: str, second: str, action: str, setting: AgreementContext | None = None) -> bool:
    return agree(first, second, read_asks(action), setting or AgreementContext(known=KNOWN)).score >= 0.5


def test_numbers_may_be_rounded_unless_the_action_says_how_far() -> None:
    """20.3333 and 20.33 are one mean; another mean, a whole number and a named precision are not."""
    action = "calculate the mean size of the logs"
    assert alike("20.3333\n", "20.33\n", action)
    assert not alike("20.3333\n", "20.43\n", action)
    assert not alike("20.3333\n", "20\n", action)
    assert not alike("1.4142\n", "1.41\n", "calculate the root of 2 with 4 decimals")


def test_the_folder_that_both_begin_at_may_be_left_out() -> None:
    """A total of the folder itself is no part of a list of what is in it; a lost folder is."""
    action = "show the space used by each folder of app"
    setting = AgreementContext(known=KNOWN, roots=frozenset(("/srv/app",)))
    assert alike("4\t/srv/app/old\n8\t/srv/app\n", "4\t/srv/app/old\n", action, setting)
    assert not alike("4\t/srv/app/old\n8\t/srv/app\n", "8\t/srv/app\n", action, setting)


def test_folders_among_files_are_forgiven_where_one_command_takes_any_kind() -> None:
    """`find` without a type names folders too; a file that is missing is not forgiven."""
    action, setting = "find all files over 10 bytes", AgreementContext(known=KNOWN, kinds=True)
    assert alike("/srv/app\n/srv/app/a.log\n", "/srv/app/a.log\n", action, setting)
    assert not alike("/srv/app\n/srv/app/a.log\n", "/srv/app/a.log\n", action)
    assert not alike("/srv/app/b.log\n/srv/app/a.log\n", "/srv/app/a.log\n", action, setting)


def test_a_name_with_blanks_is_found_at_the_end_of_a_long_listing() -> None:
    """What a long listing says of such a file is told of that file."""
    named = KNOWN.named(["-rw-r--r-- root/root 3 2024-01-01 10:00 app/my notes.txt", "app/a.log"])
    assert named.paths == ("/srv/app/my notes.txt", "/srv/app/a.log")
    assert KNOWN.named(["-rw-r--r-- root/root 3 2024-01-01 10:00 app/your notes.txt"]).paths == ()


def test_letter_case_is_free_where_the_action_ignores_it() -> None:
    """Names in lower case answer a question that ignores case, and no other."""
    assert alike("A.log\nB.log\n", "a.log\nb.log\n", "print duplicate names, case insensitive", AgreementContext())
    assert not alike("Up\nDown\n", "up\ndown\n", "print the first words", AgreementContext())


def test_modes_in_letters_are_modes_in_digits() -> None:
    """rw-r--r-- is 644, also with sticky bits; another mode is another answer."""
    action = "print the permissions of a.log"
    assert alike("-rw-r--r--\n", "644\n", action)
    assert alike("-r-xr-x-wt\n", "1553\n", action)
    assert not alike("-rw-r--r--\n", "640\n", action)


def test_files_that_share_a_rank_may_come_in_any_order() -> None:
    """Of three files by size, the two of one size may change places; the others may not."""
    action = "list the files of app by size, largest first"
    long = "9 /srv/app/a.log\n4 /srv/app/b.log\n4 /srv/app/my notes.txt\n"
    assert alike(long, "/srv/app/a.log\n/srv/app/my notes.txt\n/srv/app/b.log\n", action)
    assert not alike(long, "/srv/app/b.log\n/srv/app/a.log\n/srv/app/my notes.txt\n", action)


def test_sizes_may_be_taken_by_another_measure() -> None:
    """A long listing and blocks used both tell the sizes of files; names alone do not."""
    action = "find the log files in app and print their sizes"
    long = "-rw-r--r-- 1 r r 20 Nov 1 10:00 /srv/app/a.log\n"
    assert alike(long, "4.0K\t/srv/app/a.log\n", action)
    assert not alike(long, "/srv/app/a.log\n", action)


def test_a_number_alone_is_no_number_of_a_line() -> None:
    """One count beside a name is a value; `cat -n` of a line begins with the line's number."""
    assert forms.unnumbered(["47 a.log"]) == ["47 a.log"]
    assert forms.unnumbered(["1 hello"]) == ["hello"]
    assert not alike("47 a.log\n", "3 a.log\n", "print the longest line of a.log", AgreementContext(known=KNOWN))


def test_what_separates_words_counts_where_the_action_names_it() -> None:
    """Words one per line are not words on a line."""
    assert not alike("one\ntwo\n", "one two\n", "print the words one per line")
    assert alike("one\ntwo\n", "one two\n", "print the words")


def test_days_and_zones_may_be_written_for_short() -> None:
    """Sunday is Sun and UTC is +0000; Sunday is not Sat."""
    assert dates.alike("Sunday", "Sun")
    assert dates.alike("UTC", "+0000")
    assert not dates.alike("Sunday", "Sat")
    assert not dates.alike("UTC", "+0100")
    assert dates.contrary("Sat Nov 21 05:14:03 UTC 2026", "05:14")
    assert not dates.contrary("Sat Nov 21 05:14:03 UTC 2026", "2026-11-21")


def test_a_difference_is_the_same_in_both_of_its_forms() -> None:
    """The separator of a plain difference is no removed line."""
    assert forms.edits(["1c1,2", "< a", "---", "> b"]) == forms.edits(["--- f", "+++ g", "@@ -1 +1 @@", "-a", "+b"])


def test_passing_things_are_compared_in_their_unit_and_order() -> None:
    """Megabytes of free memory are near each other, and gigabytes are not; a random name is one shape."""
    setting = AgreementContext(suspect=True, kin=True, host=True)
    asks = read_asks("show memory in megabytes")

    def kept(again: str, theirs: str) -> bool:
        found = agree("Mem: 7800\n", theirs, asks, setting)
        return agree_unsteady(("Mem: 7800\n", again, theirs), asks, setting, found).score >= 0.5

    assert kept("Mem: 7801\n", "Mem: 7799\n")
    assert not kept("Mem: 7801\n", "Mem: 7\n")
    assert forms.shape("/tmp/tmp.8ZbRmnDoT2") == forms.shape("/tmp/tmp.Qa3RtmDoTH")


@pytest.mark.parametrize(
    ("first", "second", "apart"),
    [("whoami", "id -gn", True), ("whoami", "id -un", False), ("id -gn", "whoami", True), ("whoami", "logname", False)],
)
def test_facts_of_one_machine_that_are_alike_by_chance_are_told_apart(first: str, second: str, apart: bool) -> None:
    """A user and their group may have one name: what the commands tell of decides."""
    assert topics.apart(first, second, "print the name of the user") is apart


def test_what_ip_tells_of_depends_on_its_object() -> None:
    """Routes, links and neighbours are three things, however short they are written."""
    assert topics.topics("ip r") == topics.topics("ip -4 route show") != topics.topics("ip link")
    assert topics.topics("ip neigh") & topics.topics("arp -n")


def test_letter_case_alone_is_a_difference_by_itself() -> None:
    """`-iname` for `-name` is one, an other name is none."""
    assert statics.cased(statics.difference("find . -name '*.c'", "find . -iname '*.c'"))
    assert not statics.cased(statics.difference("find . -name '*.c'", "find . -name '*.h'"))


def test_a_pattern_with_its_folder_has_the_values_of_both() -> None:
    """A loop over `/a/*.js` and `find /a -name '*.js'` carry the same values; another ending is another."""
    loop = 'for f in /a/*.js; do mv "$f" "$f.bak"; done'
    assert statics.literals(loop) == statics.literals("find /a -name '*.js' -exec mv {} {}.bak \\;")
    assert statics.literals(loop) != statics.literals("find /a -name '*.js' -exec mv {} {}.old \\;")
    assert below("remove all logs below /a")
    assert not below("remove all logs in /a")


def test_a_step_s_own_file_is_no_effect_unless_it_is_asked_for() -> None:
    """A file in /tmp that only one command leaves is beside the point; elsewhere, or named, it counts."""
    left = {"/tmp/x": Effect(kind="created"), "/srv/y": Effect(kind="created")}
    assert set(effects.unnamed_left_out(left, {}, "clear the file")) == {"/srv/y"}
    assert set(effects.unnamed_left_out(left, {}, "pack it into /tmp/x")) == set(left)


def test_unseen_commands_may_draw_a_tree_or_list_it_but_not_deeper() -> None:
    """`tree` that is not there is judged beside a listing of the same folder to the same depth."""

    def judged(second: str) -> bool:
        first = "tree -L 2 /srv"
        pair = Pair(id="", action="show the tree of /srv two levels deep", first=first, second=second)
        return unseen.judge(pair, statics.difference(first, second))[0] >= 0.5

    assert judged("find /srv -maxdepth 2")
    assert not judged("find /srv -maxdepth 3")


def test_an_option_that_chooses_is_no_option_that_tells_more() -> None:
    """Where nothing can be seen, a depth that is left out is a difference, and `-a` of a teller is none."""

    def judged(first: str, second: str, action: str) -> bool:
        pair = Pair(id="", action=action, first=first, second=second)
        return unseen.judge(pair, statics.difference(first, second))[0] >= 0.5

    assert judged("netstat -n", "netstat -n -a", "list the connections")
    assert not judged("find . -maxdepth 1 -empty", "find . -empty", "find empty files, not in folders")


def test_tests_of_find_in_another_order_are_no_other_option() -> None:
    """The order of tests that all must hold does not matter; the place of a negation does."""
    assert statics.difference("find . -type f -atime +9", "find . -atime +9 -type f").kind == "structure"
    assert statics.difference("find . ! -name a -type f", "find . -name a ! -type f").small


def test_being_verbose_is_no_negation() -> None:
    """`-v` turns the sense of grep, and makes others talk."""
    assert statics.difference("lsusb", "lsusb -v").kind == "option"
    assert statics.difference("grep a f", "grep -v a f").kind == "operator"


def test_a_yes_or_no_in_any_words() -> None:
    """What says that two things are the same, or are not, agrees with what says so in other words."""
    action = "check whether a.log and b.log are the same"
    assert alike("Files a.log and b.log are identical\n", "same\n", action)
    assert alike("a.log b.log differ: byte 1, line 1\n", "not the same\n", action)
    assert not alike("Files a.log and b.log are identical\n", "different\n", action)
    assert not alike("identical\n", "identical\ndifferent\n", action)


def test_one_thing_alone_or_in_a_line_that_tells_more() -> None:
    """A size or a time that is asked for may stand alone; another size, and another column of the line, is not it."""
    line = "-rw-r--r-- 1 root root 1.1K May 31 2023 a.log\n"
    assert alike(line, "1078\n", "how large is a.log")
    assert not alike(line, "31\n", "how large is a.log")
    assert not alike(line, "2300\n", "how large is a.log")
    assert alike("2023-05-31 23:59:59.000000000 +0000\n", line, "when was a.log last modified?")
    assert not alike("2023-05-30 23:59:59.000000000 +0000\n", line, "when was a.log last modified?")


def test_sums_by_any_name_and_with_decimals_that_say_nothing() -> None:
    """A sum may have a word beside it and decimals of zero; it stays a number."""
    assert alike("55\n", "sum: 55\n", "add up all the numbers in b.log")
    assert not alike("55\n", "sum: 56\n", "add up all the numbers in b.log")
    assert alike("48\n", "48.00\n", "average length of the lines")
    assert not alike("48\n", "48.25\n", "average length of the lines")


def test_counts_before_or_behind_what_they_count() -> None:
    """Number and word may change sides, and what ties may stand in any order; ranks may not."""
    action = "count each word of b.log, most frequent first"
    assert alike("3 x\n1 a\n1 b\n", "x 3\nb 1\na 1\n", action)
    assert not alike("3 x\n1 a\n1 b\n", "a 1\nx 3\nb 1\n", action)
    assert not alike("3 x\n2 a\n", "x 3\na 1\n", action)


def test_columns_in_another_order() -> None:
    """The same facts of each file are the same in any order of columns; those of another file are not."""
    action = "show the permissions of the files in app"
    assert alike("644 /srv/app/a.log\n755 /srv/app/b.log\n", "a.log 644\nb.log 755\n", action)
    assert not alike("644 /srv/app/a.log\n755 /srv/app/b.log\n", "a.log 755\nb.log 644\n", action)
    digest = "0cc175b9c0f1b6a831c399e269772661"
    action = "md5 checksum of each log in app"
    assert alike(f"{digest}  /srv/app/a.log\n", f"MD5(/srv/app/a.log)= {digest}\n", action)
    assert not alike(f"{digest}  /srv/app/a.log\n", f"MD5(/srv/app/a.log)= {digest[::-1]}\n", action)


def test_modes_in_letters_are_not_the_digits_that_are_asked_for() -> None:
    """Letters and digits are one mode, unless the action says which it wants."""
    letters, digits = "-rw-r--r-- /srv/app/a.log\n", "644 /srv/app/a.log\n"
    assert alike(letters, digits, "show the permissions of a.log")
    assert not alike(letters, digits, "show the octal permissions of a.log")


def test_marks_letter_case_and_names_of_days() -> None:
    """Markup round a text, the case of hexadecimal digits and short names of days are form, unless they are asked for."""
    assert alike("<title>Start</title>\n", "Start\n", "get the title of the page")
    assert not alike("<title>Start</title>\n", "Start\n", "print the title element with its tags")
    assert alike("ff\n", "0xFF\n", "255 in hex")
    assert not alike("ff\n", "FE\n", "255 in hex")
    assert alike("Sunday\n", "Sun\n", "what weekday is it")
    assert not alike("Sunday\n", "Mon\n", "what weekday is it")
    assert not alike("Sunday\n", "Sun\n", "print the full name of the weekday")


def test_a_difference_of_files_in_two_forms() -> None:
    """What begins with an angle bracket in the files themselves is no edit."""
    action = "show the differences between the two pages"
    setting = AgreementContext(known=KNOWN, programs=frozenset(("diff",)))
    plain = "1a2\n> new\n"
    assert alike(plain, "--- a\n+++ b\n@@ -1 +1,2 @@\n <?php\n+new\n", action, setting)
    assert not alike(plain, "--- a\n+++ b\n@@ -1 +1,2 @@\n <?php\n+old\n", action, setting)


def test_words_in_another_order_are_another_answer() -> None:
    """Where lines break is form; a table turned is none."""
    assert alike("a b c d\n", "a\nb\nc\nd\n", "print the letters of b.log")
    assert not alike("1,2\n3,4\n", "1,3\n2,4\n", "transpose the table in b.log")


@pytest.mark.parametrize(
    ("action", "first", "looked"),
    [
        ("show me the log somewhere below app", "cat /srv/app/a.log", True),
        ("show me a.log", "cat /srv/app/a.log", False),
        ("put a note into each folder", "touch /srv/app/{old,new}/note", True),
    ],
)
def test_what_one_can_only_know_from_the_tree(action: str, first: str, looked: bool) -> None:
    """A path that the action does not name, and that lies in the given tree, was looked up there."""
    from scriptsmith.bench.equivalence.ours import PairTrial
    from scriptsmith.core.fixtures import Planted

    fixture = (Planted(path="/srv/app/a.log", content=b"x"), Planted(path="/srv/app/old", kind="dir"))
    pair = Pair(id="1", action=action, first=first, second="find /srv/app -name '*.log'", fixture=fixture)
    trial = PairTrial(None, None, pair)  # type: ignore[arg-type]  # nothing is run
    assert trial.looked() is looked
