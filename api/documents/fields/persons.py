"""Fields of persons, clubs, series and the federation."""

FIELDS = {
    "AdmitMember.since RequestMembership.since": "When the membership begins: a moment, or the beginning of a day.",
    "AnswerMembershipRequest.accepted": "Whether the person becomes a member. False: declined.",
    "AnswerMembershipOffer.accepted": "Whether the person becomes a member. False: declined, or taken back.",
    "AnnounceSeries.directors ChangeSeries.directors SeriesView.directors": (
        "The ids of the persons who may announce tournaments of the series, besides administrators."
    ),
    "AnnounceSeries.name ChangeSeries.name SeriesView.name": "The name of the series.",
    "BanDocument.reason ImposedView.reason": "The federation's reason. Null: a ruling tells its own, or erased.",
    "BanDocument.record": "The id of the person's record under which the ban is lifted or reviewed.",
    "ChainLink.link LinkView.link": "The number of the link in its chain, from 1.",
    "ClubDocument.id": "The id of the club, as a UUID.",
    "ClubDocument.colour SetBranding.colour": "The colour of the club on public pages, as `#rrggbb` in small letters.",
    "ClubDocument.logo_digest": "The SHA-256 of the club’s logo; null: it has none.",
    "SetBranding.logo": "A PNG picture in base64: 16 to 512 pixels on each side, at most 24,576 bytes, without texts.",
    "ClubDocument.name FoundClub.name HeldMembership.name OwnMembership.name OwnMembershipRequest.name OwnOffer.name "
    "RenameClub.name": ("The name of the club."),
    "ArrangeDivisions.divisions": "The tournaments that are the divisions of the season, the highest first.",
    "Division.up DivisionView.up": "How many go up to the division above. Nobody goes up from the first.",
    "Division.down DivisionView.down": "How many go down to the division below. Nobody goes down from the last.",
    "DivisionPlaceView.by": "Whether the rank alone gives the place, or somebody else gave it up (`vacancy`).",
    "DivisionPlaceView.persons": "The ids of the persons of the entry: one, or the members of a team.",
    "DivisionPlaceView.way": "Whether the entry goes up, goes down, or stays in its division.",
    "DivisionView.name": "The name of the tournament that is the division.",
    "DivisionView.now": "Who would play in the division in the next season, as the tables are now.",
    "DivisionView.proposed": "Who plays in the division in the next season, as it was proposed. Empty: not yet.",
    "DivisionView.status": "How far the tournament is.",
    "LeagueDocument.ahead ProposeNextSeason.ahead": (
        "Of entries that share a rank, those that come first, in this order."
    ),
    "LeagueDocument.declined ProposeNextSeason.declined": (
        "The entries that have declined to go up. The next in rank goes up instead."
    ),
    "LeagueDocument.divisions": "The divisions of the season, the highest first.",
    "LeagueDocument.is_proposed": "Whether the next season was proposed from these divisions.",
    "LeagueDocument.leaving ProposeNextSeason.leaving": (
        "The entries that do not play in the next season. The next in rank has each place."
    ),
    "LeagueDocument.to_review": "Whether the tables say something else now than was proposed, after a correction.",
    "Counted.counts": "The number of each kind.",
    "DecisionView.account": "The decision, in the words of its report. Null: erased with a person it is about.",
    "AnswerDecision.answer": "What comes of the reported decision, and why.",
    "DecisionView.answer": "What came of the reported decision. Null: no answer yet, or erased.",
    "DecisionView.answered_at": "When the federation answered the report, in UTC. Null: not yet.",
    "DecisionView.at": "When the decision was reported, in UTC.",
    "DecisionView.decision": "The number of the reported decision in the federation's list.",
    "DecisionView.reported_by": "The id of the person who reported the decision, or what names the machine's key.",
    "DecisionView.ruling ReportDecision.ruling": (
        "The number of the ruling that is reported. Null: the decision was made elsewhere."
    ),
    "DecisionView.tournament ReportDecision.tournament": (
        "The id of the tournament of the ruling. Null: the decision was made elsewhere."
    ),
    "DuplicateDocument.persons": "The ids of the two records that are likely one person.",
    "EndMembership.until": "When the membership ends: a moment, or a day, which is included.",
    "ErasureView.due_at": "When the erasure takes effect, in UTC. Null: it was not asked for in advance.",
    "ErasureView.revision": (
        "The revision of the person's record, to stop or confirm the erasure. Null: neither is possible any more."
    ),
    "ErasureView.state": ("The state of the erasure: requested, in effect, or also removed from the server's files."),
    "ExternalId.federation": "The short name of the federation that keeps the other register.",
    "ExternalId.id": "The person's id in that federation's register.",
    "FoundPage.count": "How many there are on all pages. Null: the request did not ask for it.",
    "HeldDocument.clubs": "The clubs that name the person as an officer or a member.",
    "HeldDocument.entries": "The person's entries in tournaments, alone or in a team.",
    "HeldDocument.record": "Resignations, bans and seasons to sit out.",
    "HeldKey.id KeyDocument.id KeyAnswer.id KeyChangeAnswer.id OwnKeyDocument.id": (
        "The public id of the key, which is no secret. Events name the key by it."
    ),
    "HeldKey.revoked": "Whether the key was revoked.",
    "HeldKey.tournament KeyDocument.tournament NewKey.tournament OwnKeyDocument.tournament": (
        "The id of the only tournament that the key may be used for. Null: for all."
    ),
    "HeldMembership.offered": "When the memberships begin that the officers offered to the person, in UTC.",
    "HeldMembership.requested": "When the memberships begin that the person asked for, in UTC.",
    "HeldMembership.times": (
        "Pairs of moments in UTC: a member from the first until just before the second. Null: it goes on."
    ),
    "ImportView.persons": "How many persons have an entry by this import.",
    "ImportView.results": "How many results of the import count.",
    "ImportView.recorded_by": (
        "The ids of those who have recorded something of the import since it was last confirmed; none of them can "
        "confirm it. Null: nobody knows who it was, and nobody can confirm it."
    ),
    "ImportView.source": "Where the list came from, as it was named.",
    "ImportView.status": "Whether the import waits for its confirmation, is confirmed, or was taken back.",
    "ImposeSanction.decision PrincipleRuling.decision ImposedView.decision": (
        "The number of the reported decision that led to it. Null: none."
    ),
    "ImposedView.at SanctionView.at": "When the sanction was given, in UTC.",
    "AppealSanction.account": "Why the person appeals, in their words.",
    "DecideSanctionAppeal.reasons": "Why the appeal is decided so. The person reads it.",
    "DecideSanctionAppeal.verdict": "`upheld`: the sanction goes on to hold. `reversed`: it holds no more.",
    "LiftSanction.reason": "Why the sanction is lifted. The person reads it.",
    "ImposeSanction.clause ImposedView.clause": (
        "The clause of the federation's rules by which it is imposed. Null: by other authority."
    ),
    "ImposeSanction.measure ImposedView.measure": "What another sanction is, such as a fine. Null: a ban or a warning.",
    "ImposeSanction.kind ImposedView.kind": (
        "What it is: a ban from entering, directing or watching, a warning, or another that `measure` tells."
    ),
    "ImposedView.appeal": "Why the person appealed. Null: they have not, or it was erased.",
    "ImposedView.appealed_at": "When the person appealed, in UTC. Null: they have not.",
    "ImposedView.ban": "The number of the ban in the person's record. Null: it is no ban.",
    "ImposedView.decided_at": "When the appeal was decided, in UTC. Null: not decided.",
    "ImposedView.decided_because": "Why the appeal was decided so. Null: not decided, or erased.",
    "ImposedView.lifted_at": "When the federation lifted it, in UTC. Null: it did not.",
    "ImposedView.lifted_because": "Why the federation lifted it. Null: it did not, or the reason was erased.",
    "ImposedView.status": "Whether it is in force, reversed on appeal, or lifted. One that is past stays in force.",
    "ImposedView.verdict": "What came of the appeal: `upheld` or `reversed`. Null: not decided.",
    "ImposedView.sanction": "The number of the sanction in the federation's list.",
    "RecordDocument.sanctions": "The federation's own sanctions of the person.",
    "KeptFor.days": "For how many days it is kept. Null: as long as the log, or until the person is erased.",
    "KeptFor.what": "The kind of data.",
    "LinkView.confirmed": "Whether the proof shows that the commitment is one of the chain's.",
    "ListToImport.choices": (
        "Which version to keep, for each match or person that the list and this service both changed."
    ),
    "ListToImport.day": (
        "The day on which the matches of a report file were played, if the file has no day. Null: as the file says."
    ),
    "ListToImport.kind": "What the list holds.",
    "ListToImport.length": (
        "The length that all matches of a report file count as, in points. Left out: as kept with the list, at first 1."
    ),
    "ListToImport.name": (
        "The name of the list, and of the tournament that it becomes or goes on with. Null: the usual name of its kind."
    ),
    "ListToImport.persons": "The person for each unclear name.",
    "ListToImport.rating": "The pool and the policy by which a new list of matches is rated. Null: not rated.",
    "ListToImport.source": "Where the list comes from, in a few words. Null: not said.",
    "ListToImport.spreadsheet": (
        "The bytes of an .xlsx file with matches or entries, in base64. One of its sheets holds the list. "
        "Null: the list is sent as `text`."
    ),
    "ListToImport.text": (
        "The text of the list, in CSV or the form that its kind has. Null: the list is sent as `spreadsheet`."
    ),
    "ListToImport.tournament": (
        "The id of the tournament that the list enters players into. Null: the list becomes a tournament of its own."
    ),
    "OfferDocument.number OwnOffer.number": "The number of the offer in its club, from 1.",
    "OfferDocument.offered_at OwnOffer.offered_at": "When the officers offered the membership, in UTC.",
    "OfferDocument.since OwnOffer.since": "When the membership begins that is offered, in UTC.",
    "OfferDocument.status": "Whether the offer is open, was accepted, or was declined or taken back.",
    "MembershipRequestDocument.answered_at OwnMembershipRequest.answered_at": (
        "When it was answered or withdrawn, in UTC. Null: not yet."
    ),
    "MembershipRequestDocument.asked_at OwnMembershipRequest.asked_at": "When the person asked, in UTC.",
    "MembershipRequestDocument.number OwnMembershipRequest.number": "The number of the request in its club, from 1.",
    "MembershipRequestDocument.since OwnMembershipRequest.since": "When the membership is to begin, in UTC.",
    "MembershipRequestDocument.status OwnMembershipRequest.status": (
        "Whether the request is open, was accepted or declined by the club, or was withdrawn by the person."
    ),
    "OwnMemberships.memberships": "The memberships of the person in clubs, also those that are over.",
    "OwnMemberships.offers": "The offers of clubs that the person may accept or decline.",
    "OwnMemberships.requests": "What the person has asked clubs, and what came of it.",
    "Membership.kind": "The kind of membership, such as full or junior. Null: not known.",
    "Membership.number": "The membership number. Null: not known.",
    "Membership.since": "The first day of the membership. Null: not known.",
    "Membership.until": "The last day of the membership. Null: not known, or it goes on.",
    "MembershipDocument.number OwnMembership.number": "The number of the membership in its club, from 1.",
    "MembershipDocument.since OwnMembership.since": "When the membership begins, in UTC.",
    "MembershipDocument.until OwnMembership.until": (
        "When the membership ends, in UTC; this moment is not included. Null: it goes on."
    ),
    "MergeDocument.entered_since": "Entries of this record that were made after the merge.",
    "MergeDocument.record": "The id of the record that was merged into another.",
    "ParticularsDocument.clubs": "The names of the clubs of which the person is a member now.",
    "ParticularsDocument.name PersonDocument.name StandingsRow.name BanView.name PersonView.name": (
        "The public name of the person. Null: erased, or withheld from this reader."
    ),
    "ParticularsDocument.ratings": "The person's ratings in points, by pool.",
    "PersonDocument.merged_into": "The id of the record that this one was merged into. Null: it is no merged record.",
    "PersonDocument.status": "What the record is: of an active, merged or erased person.",
    "PersonView.resignations": "How many resignations the person has, over all tournaments.",
    "PrecedentView.at": "When the principle ruling was made, in UTC.",
    "PrecedentView.withdrawn": "Why the principle ruling was withdrawn. Null: it can be cited.",
    "QualifyingWins.years": "The years whose wins count as credits.",
    "RecordDocument.limit": "The number of resignations at which a person is banned. Null: no number bans.",
    "RecordPublicationConsent.granted": "True: the name may be published. False: it is withheld from the public.",
    "ReportDecision.account": "The decision in your own words: what happened, what was decided, and why.",
    "RequestCorrection.request": "What is wrong and what would be right, in your own words.",
    "ResignationDocument.at": "When the player resigned, in UTC.",
    "ResignationDocument.confirmed": (
        "Whether the resignation counts towards the limit. One that staff recorded has to be confirmed first."
    ),
    "ResignationDocument.number": "The number of the resignation in the person's record, from 1.",
    "Sealed.shares": "One share for each person that the text is about. All of them are needed to open it.",
    "SeasonView.tournaments": "How many tournaments were announced for the season.",
    "SeriesView.id": "The id of the series, as a UUID.",
    "SetReportDays.days": "How many days after a tournament's end its report is due.",
    "SetResignationLimit.limit": "The number of resignations at which a person is banned. Null: no number bans.",
    "SomeDetails.name": "The public name of the person, as it stands in tables. Null: it stays as it is.",
    "TaggedErasure.etag": "Send this in If-Match to stop or confirm the erasure. Null: neither is possible any more.",
    "TakingBack.entered_since": "To which of the two records each entry belongs that was made after the merge.",
    "WaitingDocument.because": (
        "Why the service left the match open although its time is over. Null: it is something else that waits."
    ),
    "WaitingDocument.club": "The id of the club. Null: it is no matter of a club.",
    "WaitingDocument.club_name": "The name of the club. Null: it is no matter of a club.",
    "WaitingDocument.etag": "Send this in If-Match with the command that settles it. Null: the command needs none.",
    "WaitingDocument.kind": "What kind of thing waits for you.",
    "WaitingDocument.number": (
        "The number of the entry, match, dispute, appeal, ban, request or offer that waits. Null: it has none."
    ),
    "WaitingDocument.person": (
        "The id of the person whose ban waits for review, or who asks for a membership. Null: it is something else."
    ),
    "WaitingDocument.tournament": "The id of the tournament. Null: it is no matter of a tournament.",
    "WaitingDocument.tournament_name": "The name of the tournament. Null: it is no matter of a tournament.",
    "WhatHolds.choice": "Which version to keep: the list's, or this service's.",
    "WhoIsMeant.person": (
        "The id of the registered person that the name means. Null: a new person, or the same as another name."
    ),
    "WinDocument.season": "The season of the series. Null: the tournament belongs to no series.",
    "WinDocument.series": "The id of the series. Null: the tournament belongs to none.",
    "WinDocument.year": "The year in which the tournament was won.",
    "WinnerView.tournaments": "The ids of the tournaments that the person has won.",
    "WinnerView.wins": "How many tournaments of the series the person has won.",
    "WinsDocument.wins": "The tournaments won, in the order in which they were completed.",
    "WinsDocument.years": "How many tournaments the person won in each year.",
}
