"""Examples of what is asked of ratings."""

from api.examples import Examples

TRIAL: Examples = {
    "a policy that there is": {
        "policy": {"kind": "announced", "policy": "denmark", "policy_version": 1},
        "pool": "normal",
    },
    "a pool that begins with the ratings of another, and the members of a club": {
        "policy": {"kind": "announced", "policy": "club", "policy_version": 1},
        "pool": "normal",
        "openings_from": "price",
        "clubs": [],
    },
    "one that nobody has announced": {
        "policy": {
            "kind": "new",
            "name": "slower",
            "start": "1500",
            "k": {"kind": "falling", "start": "2", "slope": "0.0025", "floor": "1"},
            "factor": "4",
            "scale": "2000",
            "shortest": 5,
        }
    },
}
