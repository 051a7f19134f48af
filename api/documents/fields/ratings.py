"""Fields of ratings, settlements, explanations and published lists."""

FIELDS = {
    "BalancesView.due": "The matches that can't be settled until the director decides.",
    "ChangesView.lines": "Rated matches that changed, also those rated again because of another.",
    "ChangesView.matches": "The matches that the command changed.",
    "ChangesView.ratings": "Players' ratings that changed.",
    "ClassView.name RatingClassDocument.name": "The name of the rating class.",
    "ClassView.players": "How many players of the pool are in the class.",
    "Compared.above": "The value of the same criterion in the line above.",
    "DueView.because": "What is missing before the match can be settled.",
    "AnnounceRatingPool.names PoolDocument.names": (
        "What the pool is called, once for each language. The first is for all others."
    ),
    "AnnounceRatingPool.policy PoolDocument.policy": (
        "The policy that rates all tournaments of the pool that are announced from then on. Null: each names its own."
    ),
    "ListingRules.minimum_matches SetPoolListing.minimum_matches": (
        "How many rated matches somebody on a list has played at least."
    ),
    "ListingRules.seen_within_days SetPoolListing.seen_within_days": (
        "Within how many days before the list's day somebody on it has played a rated match. Null: no limit."
    ),
    "ListingRules.members_only SetPoolListing.members_only": (
        "Whether only those are on a list who were members of a club as its day began."
    ),
    "ListingRules.clubs SetPoolListing.clubs": (
        "With `members_only`: the clubs of which somebody on a list is a member of one. Empty: any club will do."
    ),
    "TrialAsked.openings_from": (
        "The pool whose ratings players begin with in `pool`, where the office has set none. Null: as the policy says."
    ),
    "TrialAsked.clubs": "The clubs whose members are listed. Empty: everybody is listed.",
    "ListingRules.opening SetPoolListing.opening": (
        "Where opening ratings come from. `policy`: the office sets none. `office`: lists hold only players whose "
        "opening rating the office has set. `either`: the office's, else the policy's."
    ),
    "PoolDocument.listing DatedRatingList.listing": (
        "Who is on the official lists of the pool, by the rules in force as the list's day began."
    ),
    "SetPoolListing.pool": "The key of the pool.",
    "AnnounceRatingPool.pool": "The key of the pool: a new one, or that of a pool that gets other names or a policy.",
    "PoolDocument.announced_at": "When this version was announced. Null: the pool came with the service.",
    "PoolDocument.version": "The version of the pool. 0: it came with the service.",
    "GivenPoolName.language PoolName.language": "The language, by its code of two or three small letters.",
    "GivenPoolName.name PoolName.name": "What the pool is called in that language.",
    "LayerView.event": "The event that changed the match.",
    "LayerView.in_force": "Whether this still is part of what the match comes to.",
    "LayerView.ruling ResultLayerView.ruling": (
        "The number of the ruling that laid this on the match. Null: it is no ruling's."
    ),
    "ListedMatch.revision ListedRating.revision": (
        "The position of the command that changed this line last. Null: not known for a past moment, or while feeds "
        "are behind."
    ),
    "ListedPlayerDocument.experience RatingView.experience": (
        "The player's experience: the sum of the lengths of rated matches."
    ),
    "ListedPlayerDocument.matches PlayerView.matches": "How many rated matches the player has.",
    "ListedPlayerDocument.rank PlayerView.rank": "The rank in the list. Players of the same rating share one.",
    "MatchChange.after": "The match after the command. Null: it does not exist then.",
    "MatchChange.before": "The match before the command. Null: it did not exist yet.",
    "MatchExplained.made_from": "The numbers of the matches that brought the two sides together.",
    "MatchName.match RatedMatchView.match PersonPostingView.match ErrorRateView.match PublishedErrorRateView.match": (
        "The number of the match in its tournament, counted from 1."
    ),
    "MatchSettlementView.due": "What the director has to decide before the match is settled. Null: nothing.",
    "NamedListDocument.players": "The lines of the list, the best rating first.",
    "NumberExplained.number": "The name of the number that is explained, as in the table.",
    "OpeningLine.event": "The event that set the opening rating. Null: the policy's start.",
    "OpeningLine.experience": "The experience that the player began with in the pool.",
    "PartView.earlier_events ExplainedPart.earlier_events": "Whether there were more events than the hundred listed.",
    "PartView.events ExplainedPart.events": "The newest hundred events behind it, in the order of the log.",
    "PartView.kind Part.kind ExplainedPart.kind": (
        "Whether it comes from a match (`real`), a virtual opponent, or an earlier stage (`inherited`)."
    ),
    "PartView.match Part.match ExplainedPart.match": (
        "The number of the match that it comes from. Null: it comes from no match."
    ),
    "PartView.number Part.number ExplainedPart.number": (
        "The name of the number in the opponent's line that counts here. Null: it is no number of the opponent."
    ),
    "PartView.parts ExplainedPart.parts": (
        "What the opponent's number is made of. Empty: it is no number of the opponent."
    ),
    "PartView.round Part.round ExplainedPart.round": (
        "The number of the round that it comes from. Null: it comes from no round."
    ),
    "PartView.value Part.value ExplainedPart.value": "What this adds to the number.",
    "PaymentProspects.ended": "The way the match might end that these amounts are for.",
    "PaymentProspects.points": "The points by which the game is won. Null: points do not matter here.",
    "PersonPostingView.at PostingView.at": "When the posting was made, in UTC.",
    "PersonPostingView.balance": "What all postings of the person come to, up to this one, over all tournaments.",
    "PersonSettlements.balance": "What all postings of the person come to, over all tournaments.",
    "PlayerList.count": "How many players the pool has.",
    "PlayerView.won": "How many rated matches the player won.",
    "PolicyDocument.digest": "The SHA-256 of the policy's canonical JSON, in 64 hexadecimal digits.",
    "PolicyDocument.factor": "What the change of rating is multiplied by, beside K.",
    "AnnounceRatingPolicy.factor": "What the change of rating is multiplied by, beside K. It is above 0.",
    "AnnounceRatingPolicy.k": "How K is found for each player.",
    "AnnounceRatingPolicy.name": "What the policy is called: a new name, or that of a policy that gets a new version.",
    "AnnounceRatingPolicy.start": "The rating that a new player begins with, in points.",
    "Band.from_experience": "The experience from which on this K holds. The first band begins at 0.",
    "Band.k": "The K of the band. It is above 0.",
    "BandedK.bands": "The bands of experience, in order.",
    "FallingK.floor": "The least that K falls to. It is above 0.",
    "FallingK.slope": "By how much K falls for each point of experience.",
    "FallingK.start": "The K of a player without experience.",
    "MeanK.ceiling": "The most that K can be.",
    "MeanK.floor": "The least that K can be. It is above 0.",
    "MeanK.slope": "By how much K falls for each point of the mean of both ratings.",
    "MeanK.start": "The K where the mean of both ratings is 0.",
    "ModeN.form": "What such a match consists of.",
    "ModeN.n": "The number that takes the place of the match's length.",
    "AnnounceRatingPolicy.pools PolicyDocument.pools": "The pools in which a new player begins with something else.",
    "NamedPolicy.policy": "The name of a policy that is listed.",
    "NamedPolicy.policy_version": "The version that is tried, as it is listed.",
    "NewPolicy.factor": "What the change of rating is multiplied by, beside K. It is above 0.",
    "NewPolicy.k": "How K is found for each player.",
    "NewPolicy.name": "What the policy would be called.",
    "NewPolicy.pools": "The pools in which a new player would begin with something else.",
    "NewPolicy.start": "The rating that a new player would begin with, in points.",
    "PoolTrialView.changes": "How many players would change by how much, from the greatest loss on.",
    "PoolTrialView.classes": "The rating classes, the highest first.",
    "PoolTrialView.left_out": "How many players who change least are not listed.",
    "PoolTrialView.matches": "How many matches of the pool are rated as it is.",
    "PoolTrialView.matches_after": "How many matches of the pool would be rated.",
    "PoolTrialView.players": "The players, who would gain most first.",
    "PoolTrialView.pool": "The pool that is compared.",
    "RatedTeamDocument.id": "The team's own id, by which lists of ratings name it.",
    "RatedTeamDocument.persons": "The persons who are the team, by their ids.",
    "SaidStart.experience": "The experience that a new player begins with in the pool.",
    "SaidStart.pool": "The pool that the start is for.",
    "TrialAsked.players": "How many players of a pool are listed at most, those who would change most.",
    "TrialAsked.policy": "The policy that is tried: one that is listed, or one that nobody has announced.",
    "TrialAsked.pool": "The pool in which it is tried. Null: in all of them.",
    "TrialView.names": "What the listed players are called.",
    "TrialView.pools": "The pools in which somebody is rated, now or under the other policy.",
    "TrialView.position": "The position of the log that the ratings are worked out at.",
    "TriedBarView.beyond": "The players change by less than this, in points. Null: no bound.",
    "TriedBarView.lowest": "The players change by this or more, in points. Null: no bound.",
    "TriedBarView.players": "How many players change by that much.",
    "TriedClassView.changes": "How many players of the class would change by how much, from the greatest loss on.",
    "TriedClassView.gain": "How many players of the class would gain.",
    "TriedClassView.lose": "How many players of the class would lose.",
    "TriedClassView.mean_change": "The mean of what the players of the class would gain, in points. Null: nobody.",
    "TriedClassView.name": "The name of the rating class.",
    "TriedClassView.players": "How many players are in the class as it is.",
    "TriedClassView.players_after": "How many players would be in the class.",
    "TriedClassView.stay": "How many players of the class would keep their rating.",
    "TriedPlayerView.after": "The rating that the player would have, in points. Null: none would be rated.",
    "TriedPlayerView.before": "The rating that the player has, in points. Null: none is rated.",
    "TriedPlayerView.change": "What the player would gain, in points. Null: there is nothing to compare.",
    "SaidStart.rating": "The rating that a new player begins with in the pool, in points.",
    "PolicyDocument.k": "How K is found for each player. Null: the policy has no K.",
    "PolicyDocument.name": "The name of the rating policy.",
    "PolicyDocument.start": "The rating that a player begins with, in points.",
    "PolicyDocument.version": "The version of the rating policy.",
    "PostingLine.event": "The event that brought the posting about.",
    "PostingView.number": "The number of the posting in the tournament's ledger, from 1.",
    "Prospect.chance RatedMatchExplained.chance": (
        "P, the chance to win that the formula gives, from 0 to 1. Of a match played it is the winner's."
    ),
    "Prospect.rating": "The rating that the player would have then, in points.",
    "ProspectsView.match": "The number of the match. Null: it is still to be made.",
    "ProspectsView.rating": "How the match would be rated. Null: it would not, or it has its result.",
    "PublishFiles.subject": "What is to be published.",
    "PublishedFileDocument.address": "The path at which the file is read.",
    "PublishedFileDocument.proof": (
        "The path of the proof that the log holds the file. Null: no checkpoint covers it, or nobody signs the log."
    ),
    "RankChange.after": "The entry's line in the table after the command. Null: it has none then.",
    "RankChange.before": "The entry's line in the table before the command. Null: it had none.",
    "RankExplained.above": "The number of the entry one line higher in the table. Null: this is the first line.",
    "RankExplained.shared": "Whether the rank is shared with the line above.",
    "RatedLinePage.opening": "What the player began with in the pool. Null: it stands on the last page.",
    "RatedMatchExplained.difference": "The winner's rating minus the loser's before the match, in points.",
    "RatedMatchExplained.factor": "The policy's factor in the change of rating.",
    "RatedMatchExplained.result": (
        "The event by which the match last became what it is. Null: not shown to this reader."
    ),
    "RatedMatchView.reported_at": "When the result was first reported, in UTC.",
    "RatedMatchView.won": "Whether the player won.",
    "RatedThen.loser": "The id of the person who lost.",
    "RatedThen.winner": "The id of the person who won.",
    "RatingChange.after": "The rating after the command, in points. Null: the player is not in the pool then.",
    "RatingChange.before": "The rating before the command, in points. Null: the player was not in the pool.",
    "RatingLineChange.after": "The rated match after the command. Null: the match is not rated then.",
    "RatingLineChange.before": "The rated match before the command. Null: the match was not rated.",
    "RatingList.rating_class": "The class that the list is limited to. Null: all classes.",
    "RatingProspects.difference": "The first side's rating minus the second's, in points.",
    "RatingProspects.sides": "What is at stake for each player, the first side first.",
    "RatingView.change": "By how much the last match changed the rating, in points. Null: no match is rated yet.",
    "SettledView.shares": "What each entry staked, and what is credited to it.",
    "SourceView.events": "The events in the person's record that count here.",
    "SourceView.version": "The version of the person's record that was read.",
    "NamedListDocument.form_version": "The version of the form of the published files.",
}
