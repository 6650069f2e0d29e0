"""The letters of languages whose readers look for names otherwise than the common order of Unicode has them.

Facts of the Unicode CLDR, written short: `z:þ,æ/ä,ö/ø,å` says that þ, æ, ö and å are letters behind
z in this order, and that ä is looked for as æ. A word of several letters is a letter there (`ch`).
"""

from collections.abc import Mapping

LETTERS: Mapping[str, str] = {
    "cs": "c:č;h:ch;r:ř;s:š;z:ž",
    "cy": "c:ch;d:dd;f:ff;g:ng;l:ll;p:ph;r:rh;t:th",
    "da": "z:æ/ä,ø/ö,å/aa",
    "es": "n:ñ",
    "et": "s:š,z,ž;w:õ,ä,ö,ü",
    "fi": "z:å,ä/æ,ö/ø",
    "fo": "d:ð;a:á;i:í;o:ó;u:ú;y:ý;z:æ/ä,ø/ö,å",
    "hr": "c:č,ć;d:dž,đ;l:lj;n:nj;s:š;z:ž",
    "hu": "c:cs;d:dz,dzs;g:gy;l:ly;n:ny;o:ö/ő;s:sz;t:ty;u:ü/ű;z:zs",
    "is": "a:á;d:ð/đ;e:é;i:í;o:ó;u:ú;y:ý;z:þ,æ/ä,ö/ø,å",
    "lt": "c:č;s:š;z:ž",
    "lv": "c:č;g:ģ;k:ķ;l:ļ;n:ņ;r:ŗ;s:š;z:ž",
    "nb": "z:æ/ä,ø/ö,å/aa",
    "pl": "a:ą;c:ć;e:ę;l:ł;n:ń;o:ó;s:ś;z:ź,ż",
    "ro": "a:ă,â;i:î;s:ș/ş;t:ț/ţ",
    "sk": "a:ä;c:č;h:ch;o:ô;s:š;z:ž",
    "sl": "c:č,ć;d:đ;s:š;z:ž",
    "sq": "c:ç;d:dh;e:ë;g:gj;l:ll;n:nj;r:rr;s:sh;t:th;x:xh;z:zh",
    "sv": "z:å,ä/æ,ö/ø",
    "tr": "c:ç;g:ğ;h:ı/I;o:ö;s:ş;u:ü",
    "az": "c:ç;e:ə;g:ğ;h:x,ı/I;k:q;o:ö;s:ş;u:ü",
}
"""By language. The letters behind a letter; `/` = looked for as the one before it."""

SCRIPTS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(("bg", "ru", "uk", "be", "mk", "sr", "kk", "ky", "mn", "tg"), (0x0400, 0x052F)),
    "el": (0x03B1, 0x03C9),
    "hy": (0x0531, 0x0587),
    "he": (0x05D0, 0x05EA),
    **dict.fromkeys(("ar", "fa"), (0x0620, 0x06D3)),
    "ka": (0x10D0, 0x10FF),
}
"""By language, the code points of a script that its readers expect before the Latin one."""

_FEDERATIONS: Mapping[str, str] = {
    "ar": "ALG,BRN,EGY,IRQ,JOR,KSA,KUW,LBA,LBN,MAR,MTN,OMA,PLE,QAT,SUD,SYR,TUN,UAE,YEM",
    "el": "CYP,GRE",
    "es": "ARG,BOL,CHI,COL,CRC,CUB,DOM,ECU,ESA,ESP,GUA,HON,MEX,NCA,PAN,PAR,PER,PUR,URU,VEN",
    "hr": "BIH,CRO",
    "sr": "MNE,SRB",
    "ro": "MDA,ROU",
    "fa": "AFG,IRI",
    "sq": "ALB,KOS",
    "az": "AZE",
    "be": "BLR",
    "bg": "BUL",
    "cs": "CZE",
    "cy": "WLS",
    "da": "DEN",
    "et": "EST",
    "fi": "FIN",
    "fo": "FAI",
    "he": "ISR",
    "hu": "HUN",
    "hy": "ARM",
    "is": "ISL",
    "ka": "GEO",
    "kk": "KAZ",
    "ky": "KGZ",
    "lt": "LTU",
    "lv": "LAT",
    "mk": "MKD",
    "mn": "MGL",
    "nb": "NOR",
    "pl": "POL",
    "ru": "RUS",
    "sk": "SVK",
    "sl": "SLO",
    "sv": "SWE",
    "tg": "TJK",
    "tr": "TUR",
    "uk": "UKR",
}

LANGUAGE_OF: Mapping[str, str] = {
    code: language for language, codes in _FEDERATIONS.items() for code in codes.split(",")
}
"""The language that readers in a federation of FIDE look names up in; any other federation has the common order."""
