// How each format pairs a round, from what it was drawn from: domain/kernel/chance.md, SWI-8, MON-2 to MON-10, CHM-3 and
// CHM-4. All are `(drawnFrom, chance, options, round)` and answer `{ pairs, byes }` by entry numbers.

// How many can be matched in a graph of `size`, whose neighbours are sets: Edmonds 1965.
const matched = (size, neighbours) => {
  const mate = Array(size).fill(-1);
  let found = 0;
  for (let root = 0; root < size; root++) {
    if (mate[root] !== -1) continue;
    const before = Array(size).fill(-1), base = Array.from({ length: size }, (_, at) => at), outer = new Set([root]), waiting = [root];
    const meeting = (one, other) => {
      const path = new Set();
      for (;;) {
        one = base[one];
        path.add(one);
        if (mate[one] === -1) break;
        one = before[mate[one]];
      }
      while (!path.has(other = base[other])) other = before[mate[other]];
      return other;
    };
    const marked = (vertex, end, child, blossom) => {
      for (; base[vertex] !== end; vertex = before[mate[vertex]]) {
        blossom.add(base[vertex]).add(base[mate[vertex]]);
        before[vertex] = child;
        child = mate[vertex];
      }
    };
    const grown = () => {
      for (const vertex of waiting) {
        for (const other of neighbours[vertex]) {
          if (base[vertex] === base[other] || mate[vertex] === other) continue;
          if (other === root || (mate[other] !== -1 && before[mate[other]] !== -1)) {
            const end = meeting(vertex, other), blossom = new Set();
            marked(vertex, end, other, blossom);
            marked(other, end, vertex, blossom);
            for (let at = 0; at < size; at++) {
              if (!blossom.has(base[at])) continue;
              base[at] = end;
              if (!outer.has(at)) { outer.add(at); waiting.push(at); }
            }
          } else if (before[other] === -1) {
            before[other] = vertex;
            if (mate[other] === -1) return other;
            outer.add(mate[other]);
            waiting.push(mate[other]);
          }
        }
      }
      return -1;
    };
    let end = grown();
    if (end === -1) continue;
    found++;
    while (end !== -1) {
      const earlier = before[end], following = mate[earlier];
      mate[end] = earlier;
      mate[earlier] = end;
      end = following;
    }
  }
  return found;
};

// The walk of SWI-8 down the order. `never` says by entry who it is not to meet; two are apart if either says so.
const walk = (order, never, wishesOf) => {
  const apart = new Map(order.map((entry) => [entry, new Set()]));
  for (const entry of order) for (const other of never.get(entry) ?? []) if (apart.has(other) && other !== entry) { apart.get(entry).add(other); apart.get(other).add(entry); }
  const most = Math.max(0, ...[...apart.values()].map((one) => one.size));
  const leftOver = (free) => {
    if (free.length > 2 * most) return free.length % 2;
    const place = new Map(free.map((entry, at) => [entry, at]));
    return free.length - 2 * matched(free.length, free.map((entry) => free.filter((one) => one !== entry && !apart.get(entry).has(one)).map((one) => place.get(one))));
  };
  const pairs = [], byes = [];
  let free = [...order], left = leftOver(free);
  const singles = left;
  while (free.length) {
    const player = free[0], others = free.slice(1), unmet = others.filter((one) => !apart.get(player).has(one));
    const again = !unmet.length && left > 1;
    if (!unmet.length && !again) {
      byes.push(player);
      free = others;
      left -= 1;
      continue;
    }
    const wanted = again ? left - 2 : left;
    const chosen = wishesOf(player, again ? others : unmet).find((one) => leftOver(others.filter((each) => each !== one)) === wanted);
    pairs.push([player, chosen]);
    free = others.filter((one) => one !== chosen);
    left = wanted;
  }
  return { pairs, byes, rematches: Math.floor(singles / 2) };
};

const hasAsked = (one) => one.counts.requested_bye !== undefined;
// The pairs from the first table on (SWX-12): by the higher of the two, both together, then what else tells them apart.
const compared = (one, other) => one.map((number, at) => number - other[at]).find((difference) => difference) ?? 0;
const atTables = (drawnFrom, options, pairs, keyOf) => {
  if (!options.tables_by_score) return pairs;
  const keys = new Map(drawnFrom.map((one) => [one.entry, keyOf(one)]));
  const keyed = pairs.map((pair) => {
    const [higher, lower] = pair.map((entry) => keys.get(entry)).sort(compared);
    return { pair, key: [higher[0], higher[0] + lower[0], higher[1]] };
  });
  return keyed.sort((one, other) => compared(one.key, other.key)).map((one) => one.pair);
};

const windowOf = (round) => (round === 1 || round > 5 ? 3 : Math.ceil((round - 1) / 2));
const swiss = async (drawnFrom, chance, options, round) => {
  const asked = drawnFrom.filter(hasAsked), list = drawnFrom.filter((one) => !hasAsked(one));
  const of = new Map(list.map((one) => [one.entry, one]));
  const wishes = (entry, among) => {
    const own = of.get(entry), near = (one) => Math.abs(of.get(one).counts.points - own.counts.points) <= windowOf(round);
    const across = (one) => near(one) && own.colour && of.get(one).colour && of.get(one).colour !== own.colour;
    return [...among.filter(across), ...among.filter((one) => near(one) && !across(one)), ...among.filter((one) => !near(one))];
  };
  const { pairs, byes } = walk(list.map((one) => one.entry), new Map(list.map((one) => [one.entry, one.met ?? []])), wishes);
  return { pairs: atTables(list, options, pairs, (one) => [-one.counts.points, one.counts.lot]), byes: [...byes, ...asked.map((one) => one.entry)] };
};

// Down the order, whoever of them has had the first side less often first: Monrad and lives.
const joined = (order, ...all) => new Map(order.map((entry) => [entry, new Set(all.flatMap((one) => [...(one.get(entry) ?? [])]))]));
const bannedIn = (options, round) => {
  const banned = new Map();
  for (const { entries, until_round: until } of options.apart ?? []) {
    if (until === null || until === undefined || round <= until) for (const entry of entries) banned.set(entry, [...(banned.get(entry) ?? []), ...entries.filter((one) => one !== entry)]);
  }
  return banned;
};
const downTheOrder = (drawnFrom, options, round) => {
  const list = drawnFrom.filter((one) => !hasAsked(one)), asked = drawnFrom.filter(hasAsked).map((one) => one.entry);
  const of = new Map(list.map((one) => [one.entry, one])), all = list.map((one) => one.entry), any = (_, among) => among;
  const banned = bannedIn(options, round), met = new Map(list.map((one) => [one.entry, one.met ?? []])), hardest = joined(all, met, banned);
  const byes = [];
  if (all.length % 2) {
    const lowest = [...all].reverse().sort((one, other) => of.get(one).counts.byes - of.get(other).counts.byes);
    const able = (idle) => walk(all.filter((one) => one !== idle), hardest, any).rematches === 0;
    byes.push(lowest.find(able) ?? lowest[0]);
  }
  const order = all.filter((one) => !byes.includes(one));
  const mates = new Map(order.map((entry) => [entry, order.filter((one) => one !== entry && of.get(one).counts.club !== undefined && of.get(one).counts.club === of.get(entry).counts.club)]));
  const fewest = (never, avoided) => {
    const both = walk(order, joined(order, never, avoided), any), has = (entry, one) => [...(never.get(entry) ?? [])].includes(one);
    if (!both.pairs.some(([one, other]) => has(one, other))) return both;
    const without = walk(order, never, any);
    return without.rematches ? null : without;
  };
  const found = fewest(hardest, mates) ?? fewest(banned, joined(order, met, mates)) ?? walk(order, joined(order, hardest, mates), any);
  const sides = ([one, other]) => {
    const had = [one, other].map((entry) => [of.get(entry).counts.firsts, of.get(entry).counts.first_last]), odd = round % 2 === 1;
    const difference = had[0][0] - had[1][0] || had[0][1] - had[1][1] || (odd ? -1 : 1);
    return difference < 0 ? [one, other] : [other, one];
  };
  return { pairs: found.pairs.map(sides), byes: [...byes, ...asked] };
};
// In round 1 the first of the upper half of each score stands beside the first of the lower.
const halved = (group) => {
  const half = Math.floor(group.length / 2);
  return [...group.slice(0, half).flatMap((one, at) => [one, group[half + at]]), ...group.slice(2 * half)];
};
const scoresOf = (order) => [...new Set(order.map((one) => one.counts.score))].map((score) => order.filter((one) => one.counts.score === score));
const monradOrder = async (drawnFrom, chance, options, round) => {
  if ((options.order ?? "random") === "random") {
    return (await chance.shuffled(drawnFrom)).sort((one, other) => other.counts.score - one.counts.score);
  }
  if (options.first_round !== "halves" || round > 1) return drawnFrom;
  return [...scoresOf(drawnFrom.filter((one) => !hasAsked(one))).flatMap(halved), ...drawnFrom.filter(hasAsked)];
};
const monrad = async (drawnFrom, chance, options, round) => {
  const { pairs, byes } = downTheOrder(await monradOrder(drawnFrom, chance, options, round), options, round);
  return { pairs: atTables(drawnFrom, options, pairs, (one) => [-one.counts.score, one.counts.lot]), byes };
};
// Without rounds (MON-10) those who have lost equally often are paired by themselves, where all can meet so.
const finished = (one) => one.counts.finished ?? 0;
const lives = async (drawnFrom, chance, options, round) => {
  const order = (await chance.shuffled(drawnFrom)).sort((one, other) => one.counts.score - other.counts.score || finished(one) - finished(other)), groups = scoresOf(order);
  const canPair = (group) => {
    const all = group.map((one) => one.entry), met = new Map(group.map((one) => [one.entry, one.met ?? []]));
    return group.length % 2 === 0 && walk(all, joined(all, met, bannedIn(options, round)), (_, among) => among).rematches === 0;
  };
  const apart = (options.pace ?? "rounds") !== "rounds" && groups.every(canPair);
  const { pairs, byes } = apart ? { pairs: groups.flatMap((group) => downTheOrder(group, options, round).pairs), byes: [] } : downTheOrder(order, options, round);
  return { pairs: atTables(order, options, pairs, (one) => [one.counts.score, 0]), byes };
};

const oneBye = async (list, chance) => {
  const fewest = Math.min(...list.map((one) => one.counts.byes));
  return (await chance.taken(list.filter((one) => one.counts.byes === fewest))).entry;
};

// A round of an elimination by lives: the highest bin of win points meets the lowest.
const elimination = async (drawnFrom, chance) => {
  let list = [...drawnFrom].sort((one, other) => one.entry - other.entry);
  const byes = list.length % 2 ? [await oneBye(list, chance)] : [], pairs = [], bins = new Map();
  list = list.filter((one) => !byes.includes(one.entry));
  for (const one of list) bins.set(one.counts.win_points, [...(bins.get(one.counts.win_points) ?? []), one.entry]);
  const order = [...bins.keys()].sort((one, other) => other - one).map((points) => bins.get(points));
  while (order.length) {
    const first = await chance.taken(order[0]);
    if (!order[0].length) order.shift();
    const second = await chance.taken(order.at(-1));
    if (!order.at(-1).length) order.pop();
    pairs.push([first, second]);
  }
  return { pairs, byes };
};

const champion = async (drawnFrom, chance) => {
  const list = [...drawnFrom].sort((one, other) => one.entry - other.entry), placesOf = (one) => one.places ?? 1;
  const total = list.reduce((sum, one) => sum + placesOf(one), 0);
  const most = list.reduce((best, one) => (placesOf(one) > placesOf(best) ? one : best)), excess = 2 * placesOf(most) - total;
  const byes = excess > 0 ? Array(excess).fill(most.entry) : total % 2 ? [await oneBye(list, chance)] : [];
  const places = list.map((one) => [one.entry, placesOf(one) - byes.filter((each) => each === one.entry).length]).filter((one) => one[1]);
  const seated = (await chance.shuffled(places)).sort((one, other) => other[1] - one[1]), count = (total - byes.length) / 2;
  const pairs = Array.from({ length: count }, () => []), empty = [...pairs.keys()], half = [];
  for (const [at, [player, number]] of seated.entries()) {
    const toOpen = number + (seated[at + 1]?.[1] ?? 0) - empty.length - half.length, opened = [];
    for (let still = number; still > 0; still--) {
      const seats = 2 * empty.length, drawn = await chance.below(toOpen - opened.length >= still ? seats : seats + half.length);
      const match = drawn < seats ? empty.splice(Math.floor(drawn / 2), 1)[0] : half.splice(drawn - seats, 1)[0];
      if (!pairs[match].length) opened.push(match);
      pairs[match].push(player);
    }
    half.push(...opened);
  }
  return { pairs, byes };
};

const buyBack = async (drawnFrom, chance) => {
  const order = await chance.shuffled(drawnFrom.map((one) => one.entry));
  return { pairs: order.flatMap((one, at) => (at % 2 ? [] : [[one, order[at + 1]]])), byes: [] };
};

const ROUNDS = { nxe: elimination, champion, swiss, monrad, lives, "buy-back": buyBack };
