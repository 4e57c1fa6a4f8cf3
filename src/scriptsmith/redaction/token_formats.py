"""Rules for tokens that are known by their own format."""

from __future__ import annotations

import re

from .rule import rule

# Prefixes as their issuers document them: the token overviews of GitLab and GitHub, the references for developers of
# Sentry, HashiCorp, PlanetScale, Supabase and the others. Lengths are lower bounds, for issuers lengthen their tokens.
_FORMATS = (  # what a token begins with, and how it goes on
    # source code and registries
    ("github_pat_", r"github_pat_\w{22,}"),
    ("ghp_,gho_,ghs_,ghu_,ghr_", r"gh[pousr]_[A-Za-z0-9]{30,}"),
    (
        "glpat-,gldt-,glrt-,glrtr-,glcbt-,glptt-,glft-,glimt-,glagent-,gloas-,glsoat-,glffct-,glwt-",
        r"gl(?:pat|dt|rtr?|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[\w.-]{20,}",
    ),
    ("atbb,atatt3x,atctt3x", r"(?:ATBB[A-Za-z0-9]{28,}|AT[AC]TT3x[\w=-]{20,})"),
    ("npm_", r"npm_[A-Za-z0-9]{36}"),
    ("pypi-", r"pypi-[\w-]{50,}"),
    ("rubygems_", r"rubygems_[a-f0-9]{48}"),
    ("clojars_", r"(?i:CLOJARS_[a-z0-9]{60})"),
    ("cio", r"cio[A-Za-z0-9]{32}(?![\w-])"),
    ("oy2", r"oy2[a-z0-9]{43}(?![\w-])"),
    ("dckr_pat_,dckr_oat_", r"dckr_[po]at_[\w-]{20,}"),
    ("akcp,cmvmdgtu", r"(?:AKCp[A-Za-z0-9]{50,}|cmVmdGtu[A-Za-z0-9]{50,})"),
    ("sqp_,squ_,sqa_", r"sq[pua]_[a-f0-9]{40}"),
    ("bkua_", r"bkua_[a-f0-9]{40}"),
    ("ccipat_", r"CCIPAT_[A-Za-z0-9]{20,}_[a-f0-9]{40}"),
    # clouds and hosting
    ("aiza", r"AIza[\w-]{35}"),
    ("ya29.", r"ya29\.[\w-]{20,}"),
    ("1//0", r"1//0[\w-]{40,}"),
    ("gocspx-", r"GOCSPX-[\w-]{20,}"),
    ("dop_v1_,doo_v1_,dor_v1_", r"do[por]_v1_[a-f0-9]{64}"),
    ("tskey-", r"tskey-(?:[a-z]{2,12}-)?\w{8,}-\w{16,}"),
    ("v1.0-", r"v1\.0-[a-f0-9]{24}-[a-f0-9]{100,}"),
    ("hrku-", r"HRKU-[\w-]{36,}"),
    ("nfp_", r"nfp_[A-Za-z0-9]{36}"),
    ("rnd_", r"rnd_[A-Za-z0-9]{28,}"),
    ("fo1_", r"fo1_[\w-]{40,}"),
    ("fm2_", r"fm2_[\w+/=-]{40,}"),
    ("dapi", r"dapi[a-f0-9]{32}(?:-\d)?"),
    ("ltai", r"LTAI[A-Za-z0-9]{20}"),
    # secrets, infrastructure, databases
    ("hvs.,hvb.,hvr.", r"hv[sbr]\.[\w-]{20,}"),
    ("pul-", r"pul-[a-f0-9]{40}"),
    ("pscale_", r"pscale_(?:tkn|pw|oauth)_[\w.=-]{32,}"),
    ("sbp_,sb_secret_", r"(?:sbp_[a-f0-9]{40}|sb_secret_[\w-]{28,})"),
    ("napi_", r"napi_[a-z0-9]{60,}"),
    ("dp.pt.,dp.st.,dp.ct.,dp.sa.,dp.scim.,dp.audit.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{2,35}\.)?\w{40,}"),
    ("ops_ey", r"ops_eyJ[\w+/=-]{200,}"),
    ("st.", r"(?<![\w.])st\.[a-f0-9]{24}\.[a-f0-9]{32}\.[a-f0-9]{32}"),
    ("age-secret-key-1", r"AGE-SECRET-KEY-1[0-9A-Z]{50,}"),
    # monitoring
    ("sntrys_,sntryu_,sntryi_", r"sntry(?:s_[\w=+/-]{40,}|[ui]_[a-f0-9]{60,})"),
    ("glsa_,glc_", r"gl(?:sa|c)_[\w=/+]{32,}"),
    ("nrak-,nrii-,nraa-", r"NR(?:AK|II|AA)-[\w-]{24,}"),
    ("dt0c01.,dt0s0", r"dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    ("phx_", r"phx_[A-Za-z0-9]{40,}"),
    # models
    ("sk-", r"sk-(?:[a-z]{2,8}\d{0,2}-)*[\w-]{20,}"),
    ("hf_,api_org_", r"(?:hf|api_org)_[A-Za-z0-9]{30,}"),
    ("gsk_", r"gsk_[A-Za-z0-9]{48,}"),
    ("r8_", r"r8_[A-Za-z0-9]{37}"),
    ("pplx-", r"pplx-[A-Za-z0-9]{40,}"),
    ("xai-", r"xai-[A-Za-z0-9]{60,}"),
    # work, mail, payment
    ("lin_api_,lin_oauth_", r"lin_(?:api|oauth)_\w{32,}"),
    ("ntn_", r"ntn_[A-Za-z0-9]{40,}"),
    ("secret_", r"secret_[A-Za-z0-9]{43}(?!\w)"),
    ("pat", r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    ("pmak-", r"PMAK-[a-f0-9-]{40,}"),
    ("figd_", r"figd_[\w-]{36,}"),
    ("xapp-,xoxe", r"(?:xapp-\d-|xoxe[.-])[\w.-]{20,}"),
    ("xkeysib-", r"xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}"),
    ("key-", r"key-[0-9a-f]{32}"),
    ("whsec_", r"whsec_[\w+/=]{20,}"),
    ("shpat_,shpss_,shpca_,shppa_,shptka_", r"shp(?:at|ss|ca|pa|tka)_[a-fA-F0-9]{32}"),
    ("eaaa", r"EAAA[\w-]{56,}"),
    ("eaac", r"EAAC[A-Za-z0-9]{60,}"),
    # by standard
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

_INSIDE = (  # what stands inside a token, and the whole of it
    ("7q~,8q~", r"[\w~.]{3}[78]Q~[\w~.-]{31,34}"),  # Microsoft Entra
    (".atlasv1.", r"\w{14}\.atlasv1\.[\w-]{60,}"),  # Terraform Cloud
)

_BEFORE = r"(?<![A-Za-z0-9])"  # a name such as `backup_TOKEN` may hold one
_BEFORE_WORDS = r"(?<![\w-])"

TOKEN_FORMATS = (
    *(
        rule("token", anchors, rf"{_BEFORE_WORDS if anchors in ('sk-', 'key-') else _BEFORE}(?P<t>{form})", sure=True)
        for anchors, form in _FORMATS
    ),
    *(rule("token", anchors, rf"{_BEFORE}(?P<t>{form})", sure=True, where="name") for anchors, form in _INSIDE),
    *(rule("password hash", anchors, rf"(?<![\w$])(?P<t>{form})", sure=True) for anchors, form in _HASHES),
    *(rule("webhook", anchors, rf"(?P<t>{form})", sure=True) for anchors, form in _HOOKS),
)
MAY_HOLD_TOKEN = re.compile(r"[\w$./+={}~:-]{16}")
"""What a text that holds any of these has."""
