"""Rules for tokens that are known by their own format."""

from __future__ import annotations

from .rule import rule

_FORMS = (  # what a token begins with, and how it goes on
    ("sk-", r"sk-(?:[a-z]{2,8}-)*[\w-]{20,}"),
    ("hvs.,hvb.,hvr.", r"hv[sbr]\.[\w-]{20,}"),
    ("github_pat_", r"github_pat_\w{22,}"),
    ("ghp_,gho_,ghs_,ghu_,ghr_", r"gh[pousr]_[A-Za-z0-9]{30,}"),
    ("glpat-", r"glpat-[\w-]{20,}"),
    ("aiza", r"AIza[\w-]{35}"),
    ("ya29.", r"ya29\.[\w-]{20,}"),
    ("gocspx-", r"GOCSPX-[\w-]{20,}"),
    ("dop_v1_", r"dop_v1_[a-f0-9]{64}"),
    ("hf_", r"hf_[A-Za-z0-9]{30,}"),
    ("npm_", r"npm_[A-Za-z0-9]{36}"),
    ("pypi-", r"pypi-[\w-]{50,}"),
    ("rubygems_", r"rubygems_[a-f0-9]{48}"),
    ("dckr_pat_", r"dckr_pat_[\w-]{20,}"),
    ("whsec_", r"whsec_[\w+/=]{20,}"),
    ("shpat_,shpss_,shpca_,shppa_", r"shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}"),
    ("key-", r"key-[0-9a-f]{32}"),
    ("nrak-", r"NRAK-[A-Z0-9]{27}"),
    ("dapi", r"dapi[a-f0-9]{32}"),
    ("glsa_,glc_", r"gl(?:sa|c)_[\w=/+]{32,}"),
    ("lin_api_", r"lin_api_\w{32,}"),
    ("pmak-", r"PMAK-[a-f0-9-]{40,}"),
    ("figd_", r"figd_[\w-]{36,}"),
    ("xapp-,xoxe", r"(?:xapp-\d-|xoxe[.-])[\w.-]{20,}"),
    ("atatt3x", r"ATATT3x[\w=-]{20,}"),
    ("age-secret-key-1", r"AGE-SECRET-KEY-1[0-9A-Z]{50,}"),
    ("sntrys_", r"sntrys_[\w=+/-]{40,}"),
    ("dt0c01.", r"dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    ("eyj", r"eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)?"),
    (
        "https://hooks.,https://discord",
        r"https://(?:hooks\.slack|discord(?:app)?)\.com/(?:services|api/webhooks)/[\w/-]{20,}",
    ),
)

_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_HOOKS = (("hook", r"(?:web-?)?hooks?(?:\.[\w.-]{1,80})?/(?:[\w-]{1,40}/){0,4}?" + _UUID + r"[\w@/-]{0,200}"),)

_HASHES = (
    (
        "$1$,$5$,$6$,$7$,$2a$,$2b$,$2x$,$2y$,$y$,$gy$,$apr1$,$argon2,$scram",
        r"\$(?:[1567]|2[abxy]|g?y|apr1|argon2id?|argon2d)\$(?=[^\s'\"]{0,200}[A-Za-z])[\w./$,=+-]{20,400}",
    ),
    ("{ssha,{sha,{crypt},{smd5},{pbkdf2", r"\{(?:S?SHA(?:256|512)?|CRYPT|SMD5|PBKDF2[\w-]*)\}[\w./$,=+-]{16,400}"),
)

_BEFORE = r"(?<![A-Za-z0-9])"  # a name such as `backup_TOKEN` may hold one
_BEFORE_WORDS = r"(?<![\w-])"

TOKEN_FORMATS = tuple(
    rule("token", anchors, rf"{_BEFORE_WORDS if anchors in ('sk-', 'key-') else _BEFORE}(?P<t>{form})", sure=True)
    for anchors, form in _FORMS
)
TOKEN_FORMATS += tuple(
    rule("password hash", anchors, rf"(?<![\w$])(?P<t>{form})", sure=True) for anchors, form in _HASHES
)
TOKEN_FORMATS += tuple(rule("webhook", anchors, rf"(?P<t>{form})", sure=True) for anchors, form in _HOOKS)
