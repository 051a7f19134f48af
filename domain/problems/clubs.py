"""Refusals of clubs (REG-5)."""

from domain.kernel.refusal import Category, ProblemType

CLUB_UNKNOWN = ProblemType(
    "club-unknown",
    Category.UNKNOWN,
    "There is no such club",
    "Look at the list of clubs, and use the id of one from there.",
    "REG-5",
)
OFFICER_APPOINTED = ProblemType(
    "officer-appointed",
    Category.CONFLICT,
    "The person is an officer of the club already",
    "Look at the club's officers, and name somebody else.",
    "REG-5",
)
OFFICER_UNKNOWN = ProblemType(
    "officer-unknown",
    Category.CONFLICT,
    "The person is no officer of the club",
    "Look at the club's officers, and name one of them.",
    "REG-5",
)
MEMBER_ALREADY = ProblemType(
    "member-already",
    Category.CONFLICT,
    "The person is already a member of the club at that time",
    "Choose a day after the earlier membership ends.",
    "REG-5",
)
MEMBERSHIP_UNKNOWN = ProblemType(
    "membership-unknown",
    Category.UNKNOWN,
    "The club has no such membership",
    "Look at the club's members, and use the number of a membership from there.",
    "REG-5",
)
MEMBERSHIP_BACKWARDS = ProblemType(
    "membership-backwards",
    Category.INVALID,
    "A membership can't end before it begins",
    "Name a later day, or name the beginning itself to cancel a mistaken membership.",
    "REG-5",
)
LOGO_UNREADABLE = ProblemType(
    "logo-unreadable",
    Category.INVALID,
    "The logo can't be used",
    "Save it as a PNG picture of 16 to 512 pixels on each side and at most 24 kB, without texts in it.",
    "REG-5",
)
NO_MEMBER_OF_CLUB = ProblemType(
    "no-member-of-club",
    Category.CONFLICT,
    "Not every player of the entry is a member of this club",
    "Have the club's officers admit the person, or leave the club out.",
    "REG-5",
)
