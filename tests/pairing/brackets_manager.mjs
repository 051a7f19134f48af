// Plays eliminations with brackets-manager and prints what brackets_manager.json holds:
//   npm install brackets-manager brackets-memory-db && node brackets_manager.mjs
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(`${process.cwd()}/`);
const { BracketsManager } = require('brackets-manager');
const { InMemoryDatabase } = require('brackets-memory-db');
const READY = 2;
const FINALS = 3;

const digest = (text) => createHash('sha256').update(text).digest();

// The mask of DE-3 for the losers of that round, by that program's name for it.
function ordering(round, matches) {
  const digits = (round - 1).toString(2).split('').reverse();
  let mask = 0;
  for (let i = 0; i < Math.log2(matches); i++) mask = mask * 2 + Number(digits[i] ?? 0);
  const names = { 1: 'pair_flip', [matches / 2 - 1]: 'reverse_half_shift', [matches - 1]: 'reverse', [matches / 2]: 'half_shift', 0: 'natural' };
  if (!(mask in names)) throw new Error(`no name for the mask ${mask} of ${matches} matches`);
  return names[mask];
}

async function play(type, entrants, event) {
  const storage = new InMemoryDatabase();
  const manager = new BracketsManager(storage);
  const rounds = Math.ceil(Math.log2(entrants));
  const drops = Array.from({ length: rounds - 1 }, (_, i) => ordering(i + 2, 2 ** (rounds - i - 2)));
  const seedOrdering = type === 'double_elimination' ? ['inner_outer', 'natural', ...drops] : ['inner_outer'];
  const seeding = Array.from({ length: 2 ** rounds }, (_, i) => (i < entrants ? `${i + 1}` : null));
  await manager.create.stage({ tournamentId: 0, name: event, type, seeding, settings: { seedOrdering, grandFinal: 'double' } });
  const seeds = Object.fromEntries((await storage.select('participant')).map((one) => [one.id, Number(one.name)]));
  const finals = (await storage.select('group')).find((one) => one.number === FINALS)?.id;
  const met = {};
  const told = [];
  for (;;) {
    const match = (await storage.select('match')).find((one) => one.status === READY);
    if (!match) return told.sort().join(' ');
    const sides = [seeds[match.opponent1.id], seeds[match.opponent2.id]];
    const [low, high] = [Math.min(...sides), Math.max(...sides)];
    const times = (met[`${low} ${high}`] = (met[`${low} ${high}`] ?? 0) + 1);
    const winner = [low, high][digest(`${event} ${low} ${high} ${times}`)[0] % 2];
    told.push(`${low}-${high}:${times}:${winner}`);
    const result = (side) => ({ result: side === winner ? 'win' : 'loss' });
    await manager.update.match({ id: match.id, opponent1: result(sides[0]), opponent2: result(sides[1]) });
    // Whether a second final is needed is left to the user of that program.
    if (match.group_id === finals && winner === sides[0]) return told.sort().join(' ');
  }
}

const made = {};
for (const [type, fewest] of [['single_elimination', 2], ['double_elimination', 3]]) {
  made[type] = {};
  for (let entrants = fewest; entrants <= 32; entrants++) {
    for (let i = 0; i < 9; i++) {
      const told = await play(type, entrants, `${type} ${entrants} ${i}`);
      made[type][`${entrants} ${i}`] = digest(told).toString('hex').slice(0, 12);
    }
  }
}
console.log(JSON.stringify(made));
