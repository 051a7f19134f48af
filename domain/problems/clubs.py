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
    "Ask the person to accept an offer of the club's officers, or leave the club out.",
    "REG-5",
)
MEMBERSHIP_OFFERED = ProblemType(
    "membership-offered",
    Category.CONFLICT,
    "The person has yet to answer an offer of the club",
    "Wait until the person accepts or declines it, or decline it yourself to take it back.",
    "REG-5",
)
MEMBERSHIP_LONG_AGO = ProblemType(
    "membership-long-ago",
    Category.CONFLICT,
    "The membership would begin too long ago",
    "Name a later day, or ask an administrator to record the membership.",
    "REG-5",
)
MEMBERSHIP_LONGER = ProblemType(
    "membership-longer",
    Category.CONFLICT,
    "Only administrators give a membership a later end",
    "Offer the person a new membership, or ask an administrator to correct the end.",
    "REG-5",
)
MEMBERSHIP_REQUESTED = ProblemType(
    "membership-requested",
    Category.CONFLICT,
    "You have asked the club before, and it has yet to answer",
    "Wait for the club's answer, or withdraw the request and ask again.",
    "REG-5",
)
MEMBERSHIP_REQUESTS_OPEN = ProblemType(
    "membership-requests-open",
    Category.CONFLICT,
    "Too many of your requests to clubs wait for an answer",
    "Withdraw one of them first, or wait for an answer.",
    "REG-5",
)
REQUEST_UNKNOWN = ProblemType(
    "membership-request-unknown",
    Category.UNKNOWN,
    "The club has no such request",
    "Look at the requests to the club, and use the number of one from there.",
    "REG-5",
)
REQUEST_ANSWERED = ProblemType(
    "membership-request-answered",
    Category.CONFLICT,
    "The request was answered or withdrawn before",
    "Offer the person a membership, or wait until they ask again.",
    "REG-5",
)
REQUEST_BY_OFFICERS_KEY = ProblemType(
    "membership-request-by-officers-key",
    Category.FORBIDDEN,
    "A key that an officer of the club has made can't ask for a membership",
    "The person asks by a key of their own: they exchange this one, or ask an administrator for one.",
    "REG-5",
)
OFFER_UNKNOWN = ProblemType(
    "membership-offer-unknown",
    Category.UNKNOWN,
    "The club has no such offer",
    "Look at the club's offers, and use the number of one from there.",
    "REG-5",
)
OFFER_ANSWERED = ProblemType(
    "membership-offer-answered",
    Category.CONFLICT,
    "The offer was answered before",
    "Ask the club's officers for a new offer.",
    "REG-5",
)
OFFER_BY_OFFICERS_KEY = ProblemType(
    "membership-offer-by-officers-key",
    Category.FORBIDDEN,
    "A key that an officer of the club has made can't accept it",
    "Accept it by a key of your own: exchange this one, or ask an administrator for one.",
    "REG-5",
)
