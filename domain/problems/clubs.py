"""Refusals of clubs (REG-5)."""

from domain.kernel.refusal import conflict, forbidden, invalid, unknown

CLUB_UNKNOWN = unknown("club-unknown", "REG-5").says(
    "There is no such club", "Look at the list of clubs, and use the id of one from there."
)
OFFICER_APPOINTED = conflict("officer-appointed", "REG-5").says(
    "The person is an officer of the club already", "Look at the club's officers, and name somebody else."
)
OFFICER_UNKNOWN = conflict("officer-unknown", "REG-5").says(
    "The person is no officer of the club", "Look at the club's officers, and name one of them."
)
MEMBER_ALREADY = conflict("member-already", "REG-5").says(
    "The person is already a member of the club at that time", "Choose a day after the earlier membership ends."
)
MEMBERSHIP_UNKNOWN = unknown("membership-unknown", "REG-5").says(
    "The club has no such membership", "Look at the club's members, and use the number of a membership from there."
)
MEMBERSHIP_BACKWARDS = invalid("membership-backwards", "REG-5").says(
    "A membership can't end before it begins",
    "Name a later day, or name the beginning itself to cancel a mistaken membership.",
)
LOGO_UNREADABLE = invalid("logo-unreadable", "REG-5").says(
    "The logo can't be used",
    "Save it as a PNG picture of 16 to 512 pixels on each side and at most 24 kB, without texts in it.",
)
NO_MEMBER_OF_CLUB = conflict("no-member-of-club", "REG-5").says(
    "Not every player of the entry is a member of this club",
    "Ask the person to accept an offer of the club's officers, or leave the club out.",
)
MEMBERSHIP_OFFERED = conflict("membership-offered", "REG-5").says(
    "The person has yet to answer an offer of the club",
    "Wait until the person accepts or declines it, or decline it yourself to take it back.",
)
MEMBERSHIP_LONG_AGO = conflict("membership-long-ago", "REG-5").says(
    "The membership would begin too long ago", "Name a later day, or ask an administrator to record the membership."
)
MEMBERSHIP_LONGER = conflict("membership-longer", "REG-5").says(
    "Only administrators give a membership a later end",
    "Offer the person a new membership, or ask an administrator to correct the end.",
)
MEMBERSHIP_REQUESTED = conflict("membership-requested", "REG-5").says(
    "You have asked the club before, and it has yet to answer",
    "Wait for the club's answer, or withdraw the request and ask again.",
)
MEMBERSHIP_REQUESTS_OPEN = conflict("membership-requests-open", "REG-5").says(
    "Too many of your requests to clubs wait for an answer", "Withdraw one of them first, or wait for an answer."
)
REQUEST_UNKNOWN = unknown("membership-request-unknown", "REG-5").says(
    "The club has no such request", "Look at the requests to the club, and use the number of one from there."
)
REQUEST_ANSWERED = conflict("membership-request-answered", "REG-5").says(
    "The request was answered or withdrawn before", "Offer the person a membership, or wait until they ask again."
)
REQUEST_BY_OFFICERS_KEY = forbidden("membership-request-by-officers-key", "REG-5").says(
    "A key that an officer of the club has made can't ask for a membership",
    "The person asks by a key of their own: they exchange this one, or ask an administrator for one.",
)
MEMBERSHIP_OVER = conflict("membership-over", "REG-5").says(
    "The membership is over, and is not public any more", "Consent for a membership that holds, or will hold."
)
CONSENT_WITHDRAWN = conflict("membership-consent-withdrawn", "REG-5").says(
    "The member has withdrawn their consent themselves", "Ask the member to consent again on their own page."
)
CONSENT_BY_OFFICERS_KEY = forbidden("membership-consent-by-officers-key", "REG-5").says(
    "A key that an officer of the club has made can't consent",
    "Consent by a key of your own: exchange this one, or ask an administrator for one.",
)
OFFER_UNKNOWN = unknown("membership-offer-unknown", "REG-5").says(
    "The club has no such offer", "Look at the club's offers, and use the number of one from there."
)
OFFER_ANSWERED = conflict("membership-offer-answered", "REG-5").says(
    "The offer was answered before", "Ask the club's officers for a new offer."
)
OFFER_BY_OFFICERS_KEY = forbidden("membership-offer-by-officers-key", "REG-5").says(
    "A key that an officer of the club has made can't accept it",
    "Accept it by a key of your own: exchange this one, or ask an administrator for one.",
)
