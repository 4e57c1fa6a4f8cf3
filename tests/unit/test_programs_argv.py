"""Arguments are read the way their program does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.programs.argv import Arguments, parse
from scriptsmith.programs.spec import Spec, index, read_spec, spec_of

TEXT = """
tool
  @ closed, subcommands closed
  -q, --quiet
  -H, --host=host
  --config=reads
  -b[ ID]
tool push
  @ closed
  -u, --set-upstream
  -f, --force
  --force-with-lease[=REF]
  -m, --message=TEXT
tool volume
  @ subcommands closed
tool volume rm
  -f, --force
sort
  -k, --key=KEY
  -r, --reverse
  -NUM
  -i[SUFFIX]
wrap
  @ wraps 1 assigns
  -s, --signal=signal
late
  @ global
  -n, --namespace=namespace
late get
  -o FORMAT
runner
runner run
  @ wraps 0
  -q
wordy
  @ words
  -name PATTERN
  -delete
old
  @ letters
  -x
  -f reads
  -z
  -C folder
plus
  +i
  -i
"""
BLOCKS = index([TEXT])


def spec(name: str) -> Spec:
    found = read_spec(name, BLOCKS)
    assert found is not None
    return found


def read(line: str) -> tuple[Arguments, list[str]]:
    name, *texts = line.split()
    return parse(spec(name), texts), texts


def told(line: str) -> tuple[list[tuple[str, str | None]], list[str]]:
    """The options with their values, and the words."""
    found, texts = read(line)
    values = [None if it.value_at is None else texts[it.value_at][it.start :] for it in found.given]
    return list(zip([it.name for it in found.given], values, strict=True)), [texts[at] for at in found.words]


def test_values_are_attached_or_separate() -> None:
    for line in ("sort -k 2 x", "sort -k2 x", "sort x -k 2", "sort -rk2 x", "sort -rk 2 x"):
        options, words = told(line)
        assert options[-1] == ("-k", "2"), line
        assert words == ["x"], line
    assert told("sort --key=2 x") == ([("--key", "2")], ["x"])
    assert told("sort --key 2 x") == ([("--key", "2")], ["x"])
    assert told("sort --ke 2 x") == ([("--ke", "2")], ["x"])


def test_optional_values_are_attached() -> None:
    assert told("sort -i .bak") == ([("-i", None)], [".bak"])
    assert told("sort -i.bak x") == ([("-i", ".bak")], ["x"])
    assert told("tool -b 1 push")[0] == [("-b", "1")]
    assert told("tool -b --quiet push")[0] == [("-b", None), ("--quiet", None)]


def test_everything_behind_two_dashes_is_an_operand() -> None:
    assert told("sort -r -- -k 2") == ([("-r", None)], ["-k", "2"])


def test_a_number_is_an_option_where_the_program_takes_one() -> None:
    assert told("sort -15 x") == ([("-NUM", "15")], ["x"])


def test_options_before_the_subcommand_are_the_programs_and_those_behind_it_the_subcommands() -> None:
    found, texts = read("tool -H box push -u --force origin main")
    assert found.path == ("push",)
    assert [texts[at] for at in found.operands] == ["origin", "main"]
    assert not found.unknown
    found, _ = read("tool push -H box")
    assert [it.name for it in found.unknown] == ["-H"]
    assert read("late get -n ns -o wide x")[0].operands == (5,)


def test_what_the_table_does_not_have_is_reported() -> None:
    found, _ = read("tool --tls cert push")
    assert [it.name for it in found.unknown] == ["--tls"]
    found, texts = read("tool frob --hard")
    assert found.unknown_subcommand is not None
    assert texts[found.unknown_subcommand] == "frob"
    found, texts = read("tool volume frob")
    assert found.path == ("volume",)
    assert found.unknown_subcommand == 1
    assert read("tool volume rm x")[0].unknown_subcommand is None


def test_a_wrapper_ends_where_its_command_begins() -> None:
    assert read("wrap -s KILL 5 ls -l")[0].inner == 3
    assert read("wrap 5 -- ls -l")[0].inner == 2
    found, _ = read("wrap A=b -s KILL -- 5 ls -l")
    assert (found.assigned, found.inner) == ((0,), 5)
    assert read("wrap 5")[0].inner is None
    assert read("runner run -q ls -l")[0].inner == 2
    assert read("runner build x")[0].inner is None


def test_words_behind_one_dash() -> None:
    assert told("wordy . -name x -delete") == ([("-name", "x"), ("-delete", None)], ["."])


def test_letters_without_a_dash_take_the_words_behind_them_in_order() -> None:
    assert told("old xfC a.tar /srv b") == ([("-x", None), ("-f", "a.tar"), ("-C", "/srv")], ["b"])
    assert told("old -xfa.tar b") == ([("-x", None), ("-f", "a.tar")], ["b"])


def test_a_plus_begins_an_option_where_the_program_has_such() -> None:
    assert told("plus +i x") == ([("+i", None)], ["x"])
    assert told("sort +2 x") == ([], ["+2", "x"])


def test_unknown_parts_are_neither_option_nor_subcommand() -> None:
    found = parse(spec("tool"), ["…", "x"])
    assert found.unknown_subcommand == 0
    found = parse(spec("tool"), ["…", "push", "-f"], frozenset((0,)))
    assert found.path == ("push",)


_PROGRAMS = [spec("tool"), spec("sort"), spec("late"), spec("wordy"), spec_of("git"), spec_of("tar"), spec_of("curl")]
_VALUE = st.from_regex(r"[a-z0-9/.]{1,8}", fullmatch=True)


@st.composite
def rendered(draw: st.DrawFn) -> tuple[Spec, list[str], list[tuple[str, str | None]], list[str]]:
    """A spec, arguments rendered from options and operands, and those."""
    whole = draw(st.sampled_from([it for it in _PROGRAMS if it is not None]))
    texts: list[str] = []
    options: list[tuple[str, str | None]] = []

    def option(spec: Spec) -> None:
        if not spec.options:
            return
        name = draw(st.sampled_from(sorted(spec.options)))
        takes, count = spec.options[name].takes, spec.options[name].arity
        if name == "-NUM" or count > 1:
            return
        long = name.startswith("--")
        value = draw(_VALUE) if takes == "required" or (takes != "nothing" and draw(st.booleans())) else None
        if value is None:
            if takes != "lenient":
                texts.append(name)
                options.append((name, None))
            return
        attached = takes != "required" or draw(st.booleans())
        if attached and long:
            texts.append(f"{name}={value}")
        elif attached and len(name) == 2 and not spec.word_options and name + value not in spec.options:
            texts.append(name + value)
        elif takes == "required":
            texts.extend((name, value))
        else:
            return
        options.append((name, value))

    words: list[str] = []
    spec = whole
    for _ in range(draw(st.integers(0, 3))):
        option(spec)
    if spec.subcommands:
        verb = draw(st.sampled_from(sorted(spec.subcommands)))
        spec = spec.subcommands[verb]
        texts.append(verb)
        words.append(verb)
    for _ in range(draw(st.integers(0, 4))):
        if draw(st.booleans()) and not spec.subcommands and not (spec.first and words):
            texts.append(operand := "/" + draw(_VALUE))
            words.append(operand)
        else:
            option(spec)
    return whole, texts, options, words


@given(rendered())
def test_a_rendered_command_line_parses_back(
    case: tuple[Spec, list[str], list[tuple[str, str | None]], list[str]],
) -> None:
    whole, texts, options, words = case
    found = parse(whole, texts)
    values = [None if it.value_at is None else texts[it.value_at][it.start :] for it in found.given]
    assert list(zip([it.name for it in found.given], values, strict=True)) == options
    assert [texts[at] for at in found.words] == words
    assert not found.unknown
    assert found.unknown_subcommand is None


@given(st.lists(st.text(max_size=6), max_size=8))
def test_no_arguments_make_it_fail(texts: list[str]) -> None:
    for whole in _PROGRAMS:
        found = parse(whole, texts)
        values = {it.value_at for it in found.given if it.value_at is not None}
        assert set(found.words).isdisjoint(values)
        assert list(found.words) == sorted(set(found.words))
