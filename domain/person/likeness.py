"""Which registered persons are likely to be one (REG-4): by their names, whatever the accents, the order, the nickname,
the particles or one slip of the pen, by their years of birth, and by ids that registers elsewhere have given them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from string import ascii_lowercase

from domain.person.details import Details

_WORD = re.compile(r"[^\W_]+")
_LETTERS = str.maketrans(
    {
        **dict(zip("авекмнорстухіјѕԁԛԝ", "abekmhopctyxijsdqw", strict=True)),
        **dict(zip("αβεικνορτυχ", "abeikvoptux", strict=True)),
        **dict(zip("øłđð\u0131æœ", "olddiao", strict=True)),
        "þ": "th",
    }
)
"""Letters that are written as these too, and those of other scripts that look like them."""
_DIGITS = str.maketrans("01", "ol")
"""Within a word these are letters: Ra1f is Ralf."""
_SPELT_OUT = (("aa", "a"), ("ae", "a"), ("oe", "o"), ("ue", "u"), ("ij", "y"))
"""One letter is often written as two: Mueller, Müller and Muller are one name here, and so are Ågård and Aagaard."""
_PARTICLES = frozenset(
    {"van", "vd", "vande", "vanden", "vander", "de", "den", "der", "des", "te", "ten", "ter", "von", "vom", "zu", "zum"}
    | {"zur", "af", "av", "da", "dos", "del", "della", "di", "du"}
)
_PARTICLE_BEFORE = re.compile(r"^(?:van(?:den|der|de)|vd)(?=[^\W\d_]{3})")
"""These are shortened, mixed up, joined to the name and left out: Jan vd Berg, Jan van den Berg, Jan van der Berg and
Jan Vandenberg may be one person."""

_NICKNAMES = """
alexander alex sascha sasha sandro; alexandra sandra; andreas andy andi; anthony tony; antonia toni; barbara babsi
barb; benjamin ben benny; catherine kathy kate katie cathy; charles charlie chuck; christian chris; christina tina;
christopher kit; daniel dan danny; david dave; edward ed eddie ted; elisabeth elizabeth lisa liz beth betty sissi;
francis frank; franz francesco; frederick fred freddy; friedrich fritz; gerald gerry jerry; gregory greg; heinrich
heinz; henry harry hal; james jim jimmy jamie; johann hans hannes johannes; john jack johnny; joseph josef joe sepp
pepi; katharina kathi; kenneth ken; lawrence larry; leonard leo lenny; leopold poldi; ludwig lutz; margaret maggie meg
peggy; margarete grete gretl; mathias matthias hias; maximilian max; michael mike mick michi; nicholas nick nico klaus
nikolaus; patrick pat paddy; peter pete; philip phil; rebecca becky; richard rick dick richie; robert rob bob bobby
bert; ronald ron; samuel sam; sebastian wastl basti; stephen steve steven stefan stephan; susanne susan sue susi;
thomas tom tommy; theodore theo teddy; timothy tim; ulrich uli; victoria vicky; walter walt; wilhelm willi; william
bill billy will willy; wolfgang wolf
"""
_FORMAL = {name: group.split()[0] for group in _NICKNAMES.split(";") for name in group.split()}
_SHORTEST_PREFIX, _SHORTEST_SLIP, _SHORTEST_NEAR = 3, 4, 2
_MOST_WORDS, _LONGEST_WORD = 24, 40
"""Of a name these are compared, and no more: one letter may stand for four words, and a name hold two hundred."""

CanonicalName = tuple[str, ...]
"""The words of a name, as they are compared."""
WordsAlike = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True)
class Likeness:
    """The features that tell a person from others, as far as they are known."""

    names: tuple[CanonicalName, ...]
    birth_year: int | None
    ids: tuple[str, ...] = ()

    @staticmethod
    def of(details: Details) -> "Likeness":
        """By every name that the person has."""
        names = (details.name, details.legal_name, *details.other_names)
        found = dict.fromkeys(canonical(name) for name in names if name)
        ids = tuple(f"{one.federation} {one.id}" for one in details.external_ids)
        return Likeness(tuple(name for name in found if name), details.birth_year, ids)

    @property
    def marks(self) -> tuple[str, ...]:
        """Texts of which two persons who are alike have one in common, to look them up by."""
        return tuple(sorted({mark for name in self.names for mark in _marks(name)} | {f"id {one}" for one in self.ids}))

    def is_like(self, other: "Likeness") -> bool:
        """Whether the two may be one person: they are, where some register calls them by one id."""
        if not set(self.ids).isdisjoint(other.ids):
            return True
        if None not in (self.birth_year, other.birth_year) and self.birth_year != other.birth_year:
            return False
        return any(_names_alike(one, another) for one in self.names for another in other.names)

    @property
    def near_marks(self) -> tuple[str, ...]:
        """Texts of which anyone has one who is near, to look them up by."""
        return tuple(sorted({*self.marks, *(mark for name in self.names for mark in _near_marks(name))}))

    def is_near(self, other: "Likeness") -> bool:
        """Whether a slip in a short word may have made one name of the other, such as Ana Lind and Anna Lind. Many who
        are called so are two, such as Bo Lind and Jo Lind: they are offered, and nobody is refused for it."""
        return any(_names_alike(one, another, _words_near) for one in self.names for another in other.names)


def shares_a_word(name: str, other: str) -> bool:
    """Whether the two names have a word in common, other than a particle."""
    return not set(canonical(name)).isdisjoint(canonical(other))


def differ_by_a_letter(name: str, other: str) -> bool:
    """Whether one letter of a short word is another one in the other name, and nothing else differs: Bo Lind and Jo
    Lind, Ida Holm and Ina Holm. They are two persons more often than one."""
    one, another = canonical(name), canonical(other)
    return _names_alike(one, another, _words_near) and not _names_alike(one, another, _words_close)


def canonical(name: str) -> CanonicalName:
    """The words of the name without case, accents and particles, in letters that others are not taken for; a nickname
    is the name it stands for."""
    return tuple(_plain(_FORMAL.get(word, word)) for word in _words(name))


def spelling(name: str) -> CanonicalName:
    """The common part of all spellings of a name: the same words in one order. A nickname is another name."""
    return tuple(sorted(map(_plain, _words(name))))


def _words(name: str) -> Sequence[str]:
    apart = unicodedata.normalize("NFKD", name.casefold())
    plain = apart if apart.isascii() else "".join(filter(_is_seen, apart)).translate(_LETTERS)
    found = [_PARTICLE_BEFORE.sub("", word)[:_LONGEST_WORD] for word in _WORD.findall(plain)]
    words = [word for word in found if word not in _PARTICLES] or found
    return [word if word.isdigit() else word.translate(_DIGITS) for word in words[:_MOST_WORDS]]


def _is_seen(letter: str) -> bool:
    """Whether it is neither an accent nor a mark that nobody sees, such as a space of no width."""
    return not (unicodedata.combining(letter) or unicodedata.category(letter) == "Cf")


def _plain(word: str) -> str:
    for written, letter in _SPELT_OUT:
        word = word.replace(written, letter)
    return word


def _marks(name: CanonicalName) -> Iterator[str]:
    """A word of it, and the first letter of another one."""
    if len(name) == 1:
        yield name[0]
    for word, another in permutations(name, 2):
        yield f"{word} {another if another.isdigit() else another[0]}"


def _near_marks(name: CanonicalName) -> Iterator[str]:
    """A word of it beside a short one, and whatever that begins with."""
    for word, another in permutations(name, 2):
        if _is_short(another):
            yield from (f"{word} {letter}" for letter in ascii_lowercase)


def _is_short(word: str) -> bool:
    """Whether a slip in it makes it near another word, and not like it."""
    return word.isalpha() and _SHORTEST_NEAR <= len(word) < _SHORTEST_SLIP


def _words_alike(one: str, another: str) -> bool:
    shorter, longer = sorted((one, another), key=len)
    if not (shorter.isalpha() and longer.isalpha()):
        return False
    begins = len(shorter) == 1 or len(shorter) >= _SHORTEST_PREFIX
    if begins and longer.startswith(shorter):
        return True
    return len(shorter) >= _SHORTEST_SLIP and shorter[0] == longer[0] and _one_slip(shorter, longer)


def _words_near(one: str, another: str) -> bool:
    """Whether the two are alike, or short and one slip apart."""
    shorter, longer = sorted((one, another), key=len)
    return _words_alike(one, another) or (_is_short(shorter) and longer.isalpha() and _one_slip(shorter, longer))


def _words_close(one: str, another: str) -> bool:
    """The same, but for those that differ by a letter that was mistaken."""
    return _words_near(one, another) and (_words_alike(one, another) or not _is_mistaken(one, another))


def _is_mistaken(one: str, another: str) -> bool:
    return len(one) == len(another) and sum(a != b for a, b in zip(one, another, strict=True)) == 1


def _names_alike(one: CanonicalName, another: CanonicalName, words_alike: WordsAlike = _words_alike) -> bool:
    """Each word of the shorter one is in the other, in whatever order; one of them as it is."""
    shorter, longer = sorted((one, another), key=len)
    if len(shorter) == 1:
        return shorter == longer
    left, free = Counter(shorter) - Counter(longer), Counter(longer) - Counter(shorter)
    return left.total() < len(shorter) and _all_found(list(left.elements()), list(free.elements()), words_alike)


def _all_found(words: Sequence[str], among: Sequence[str], words_alike: WordsAlike) -> bool:
    """Whether each of the words is like one of those, no two like the same (augmenting paths: a name of many words
    that are nearly alike takes no longer than another)."""
    taken = dict[int, str]()

    def place_word(word: str, tried: set[int]) -> bool:
        for place, other in enumerate(among):
            if place not in tried and words_alike(word, other):
                tried.add(place)
                if place not in taken or place_word(taken[place], tried):
                    taken[place] = word
                    return True
        return False

    return all(place_word(word, set()) for word in words)


def _one_slip(shorter: str, longer: str) -> bool:
    """Whether one letter was left out, mistaken, or changed places with the next."""
    same = next((place for place, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    a, b = shorter[same:], longer[same:]
    if len(a) < len(b):
        return a == b[1:]
    return len(a) == len(b) and (a[1:] == b[1:] or a[1:2] + a[:1] + a[2:] == b)
