"""Which options and operands of ordinary programs name files that they write, as one table."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...interpreter.model import Word
from .word_lists import set_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """What of a program's arguments it writes.

    `options` name a file that is replaced, `appending` one that is added to, `prefixes` the beginning of the names of
    several files. `operand` is the place among the operands of a file that is replaced (-1 is the last), which counts
    where there are at least `least` operands; `prefix` the place of a beginning of names. `valued` are the other
    options that take the next word, which is no operand then. `wordy` says that options are whole words behind one
    dash; `leading` that options end at the first operand, as in programs that start another one. `only` are options
    or subcommands without which nothing is written; `default` begins the names of files where nothing else is named.
    """

    options: frozenset[str] = frozenset()
    appending: frozenset[str] = frozenset()
    prefixes: frozenset[str] = frozenset()
    operand: int | None = None
    least: int = 1
    prefix: int | None = None
    valued: frozenset[str] = frozenset()
    wordy: bool = False
    leading: bool = False
    only: frozenset[str] = frozenset()
    default: str = ""


def _outputs(
    options: str = "",
    *,
    appending: str = "",
    prefixes: str = "",
    operand: int | None = None,
    least: int = 1,
    prefix: int | None = None,
    valued: str = "",
    wordy: bool = False,
    leading: bool = False,
    only: str = "",
    default: str = "",
) -> Outputs:
    return Outputs(
        options=set_of(options),
        appending=set_of(appending),
        prefixes=set_of(prefixes),
        operand=operand,
        least=least,
        prefix=prefix,
        valued=set_of(valued),
        wordy=wordy,
        leading=leading,
        only=set_of(only),
        default=default,
    )


_COMPILER = _outputs("-o", valued="-I -L -l -D -U -x -include -isystem -MF -MT", wordy=True)
_IMAGE = _outputs("-o -output", wordy=True, valued="-V -volid -b -c -boot-load-size -e")

OUTPUTS: Mapping[str, Outputs] = {
    # text
    "uniq": _outputs(
        operand=1, least=2, valued="-f -s -w --skip-fields --skip-chars --check-chars --group --all-repeated"
    ),
    "shuf": _outputs("-o --output", valued="-i -n --input-range --head-count --random-source"),
    "split": _outputs(
        prefix=1,
        default="x",
        valued="-a -b -C -l -n -t --suffix-length --bytes --line-bytes --lines --number --separator --filter "
        "--additional-suffix",
    ),
    "csplit": _outputs(prefixes="-f --prefix", default="xx", valued="-b -n --suffix-format --digits"),
    "iconv": _outputs("-o --output", valued="-f -t --from-code --to-code"),
    "xxd": _outputs(operand=1, least=2, valued="-c -g -l -o -s -n -cols -groupsize -len -seek", wordy=True),
    "xmllint": _outputs("--output -o", valued="--xpath --schema --encode --pattern"),
    "xsltproc": _outputs("-o --output", valued="--param --stringparam"),
    "pandoc": _outputs("-o --output", valued="-f -t --from --to -r -w --read --write --template -V -M"),
    "ptx": _outputs(operand=1, least=2, valued="-G"),
    "logsave": _outputs(operand=0, leading=True),
    "lesskey": _outputs("-o --output"),
    "msgfmt": _outputs("-o --output-file"),
    # programs that start another one
    "strace": _outputs("-o --output", valued="-e -p -s -u -a -E -I -O -S -P -X -b", leading=True),
    "ltrace": _outputs("-o --output", valued="-e -p -s -u -a -l -n -x", leading=True),
    "time": _outputs("-o --output", valued="-f --format", leading=True),
    "gtime": _outputs("-o --output", valued="-f --format", leading=True),
    "valgrind": _outputs("--log-file --xml-file --massif-out-file --callgrind-out-file", leading=True),
    "perf": _outputs("-o --output", valued="-e -F -p -a -g"),
    # pictures, sound and documents
    "ffmpeg": _outputs(
        operand=-1,
        valued="-i -f -c -r -b -s -t -ss -to -map -vf -af -c:v -c:a -b:v -b:a -crf -preset "
        "-codec -filter_complex -loglevel -vcodec -acodec -y:",
        wordy=True,
    ),
    "convert": _outputs(
        operand=-1,
        least=2,
        valued="-resize -quality -density -size -rotate -crop -fill -pointsize "
        "-gravity -background -geometry -depth -colors -extent -annotate -draw -font",
        wordy=True,
    ),
    "magick": _outputs(
        operand=-1,
        least=2,
        valued="-resize -quality -density -size -rotate -crop -fill -pointsize "
        "-gravity -background -geometry -depth -colors -extent",
        wordy=True,
    ),
    "sox": _outputs(operand=1, least=2, valued="-r -b -c -t -e -v"),
    "pdftotext": _outputs(operand=1, least=2, valued="-f -l -r -x -y -W -H -enc -opw -upw", wordy=True),
    "qpdf": _outputs(operand=-1, least=2),
    "gs": _outputs("-o -sOutputFile", wordy=True),
    "dot": _outputs("-o", valued="-T -K -G -N -E"),
    # programs and their parts
    **dict.fromkeys(("gcc", "g++", "cc", "c++", "clang", "clang++", "ld"), _COMPILER),
    "objcopy": _outputs(
        operand=1, least=2, valued="-I -O -B -F -j -R --input-target --output-target --only-section --remove-section"
    ),
    "strip": _outputs("-o", valued="-K -N -R -F -I -O"),
    # disks, archives and copies of data
    "zip": _outputs(operand=0, least=2, valued="-P --password -x -i -b -t -n --out"),
    "ar": _outputs(operand=1, least=3),
    **dict.fromkeys(("7z", "7za", "7zr"), _outputs(operand=1, least=3, only="a u")),
    **dict.fromkeys(("genisoimage", "mkisofs", "xorrisofs"), _IMAGE),
    "pg_dump": _outputs(
        "-f --file",
        valued="-h -p -U -d -F -j -n -t -T -N -E -Z --host --port --username --dbname "
        "--format --jobs --schema --table --exclude-table --encoding --compress",
    ),
    "pg_dumpall": _outputs("-f --file", valued="-h -p -U -d -l -E"),
    **dict.fromkeys(("mysqldump", "mariadb-dump"), _outputs("-r --result-file", valued="-u -h -P -S -p:")),
    **dict.fromkeys(("docker", "podman", "nerdctl"), _outputs("-o --output", only="save export")),
    "qemu-img": _outputs(operand=-1, least=3, only="convert", valued="-f -O -o -T -m -S"),
    "ddrescue": _outputs(operand=1, least=2, valued="-b -c -s -i -o -r -K -m"),
    # networks
    "tcpdump": _outputs("-w", valued="-i -r -c -s -C -G -W -F -E -B -z -Z"),
    **dict.fromkeys(("tshark", "dumpcap"), _outputs("-w", valued="-i -r -c -s -f -Y -T -e -b -a")),
    "nmap": _outputs("-oN -oX -oG -oA -oS", valued="-p -iL --script -T --top-ports", wordy=True),
    "aria2c": _outputs("-o --out", valued="-d --dir -x -s -i -j"),
    "axel": _outputs("-o --output", valued="-n -s"),
    **dict.fromkeys(("iptables-save", "ip6tables-save", "ipset"), _outputs("-f --file -file", valued="-t -M")),
    # logs of what is done
    "sar": _outputs("-o", valued="-f -s -e -P -n -i"),
    "script": _outputs(operand=0, valued="-c -E -I -O -B -T -o -m --command"),
    # version control and settings
    "git": _outputs("-o --output", only="archive diff log show"),
    "openssl": _outputs("-out -keyout -CAserial -writerand", valued="-in -inkey -config -days -subj", wordy=True),
    "keytool": _outputs("-file", only="-exportcert -certreq -export", valued="-alias -keystore", wordy=True),
    "age": _outputs("-o --output", valued="-r -R -i --recipient --recipients-file --identity"),
    **dict.fromkeys(("gpg", "gpg2"), _outputs("-o --output", valued="-r -u --recipient --local-user --homedir")),
    "terraform": _outputs("-out -state-out", wordy=True),
    "tofu": _outputs("-out -state-out", wordy=True),
    "sort": _outputs("-o --output", valued="-k --key -t --field-separator -S --buffer-size -T --temporary-directory"),
    "fallocate": _outputs(operand=0, valued="-l -o --length --offset"),
}

_FOUND = frozenset(("-fprint", "-fprint0", "-fls", "-fprintf"))


def find_outputs(arguments: Sequence[Word]) -> Iterator[Word]:
    """The files into which a find prints: the word after `-fprint`, `-fls` and their like."""
    for option, word in itertools.pairwise(arguments):
        if option.text in _FOUND:
            yield word


def written(spec: Outputs, arguments: Sequence[Word]) -> Iterator[tuple[Word, str]]:
    """Each file that a program of that kind writes, with how: `overwrites`, `appends to`, or `begins` for the
    beginning of several names."""
    if spec.only and not any(word.shape in spec.only for word in arguments):
        return
    operands: list[Word] = []
    naming = {
        **dict.fromkeys(spec.options, "overwrites"),
        **dict.fromkeys(spec.appending, "appends to"),
        **dict.fromkeys(spec.prefixes, "begins"),
    }
    index, count = 0, len(arguments)
    while index < count:
        word, shape = arguments[index], arguments[index].shape
        index += 1
        if shape == "--":
            operands.extend(arguments[index:])
            break
        if len(shape) < 2 or shape[0] != "-":
            operands.append(word)
            if spec.leading:
                break
            continue
        option, value = _option(shape, naming.keys() | spec.valued, wordy=spec.wordy)
        if value is None and option and index < count:
            found: Word | None = arguments[index]
            index += 1
        else:
            found = _tail(word, value) if option and value else None
        if option in naming and found is not None and found.shape not in ("-", "/dev/stdout"):
            yield found, naming[option]
    for place, how, least in ((spec.operand, "overwrites", spec.least), (spec.prefix, "begins", 2)):
        if place is not None and len(operands) >= least and place < len(operands) and operands[place].shape != "-":
            yield operands[place], how
            return
    if spec.default and not any(word.shape.startswith(tuple(spec.prefixes or ("--filter",))) for word in arguments):
        yield Word(parts=(spec.default,)), "begins"


def _option(shape: str, taking: frozenset[str] | set[str], *, wordy: bool) -> tuple[str, str | None]:
    """The option of `taking` that a word gives, with its value where that stands in the same word, else None."""
    if shape in taking:
        return shape, None
    name, equals, value = shape.partition("=")
    if equals and name in taking:
        return name, value
    if wordy or shape.startswith("--"):
        return "", None
    for at in range(1, len(shape)):
        letter = "-" + shape[at]
        if letter in taking:
            return letter, shape[at + 1 :] or None
    return "", None


def _tail(word: Word, value: str) -> Word:
    """The word without what stands before its last `len(value)` characters, as far as those are known."""
    first = word.parts[0]
    cut = len(word.shape) - len(value)
    if isinstance(first, str) and cut <= len(first):
        return Word(parts=(first[cut:], *word.parts[1:]), quoted=word.quoted)
    return word
