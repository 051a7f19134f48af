import createClient from "openapi-fetch";
import type { paths } from "./scoresheet.js";

declare const process: { argv: string[] };
const [address, office, director] = process.argv.slice(2) as [string, string, string];
const client = createClient<paths>({ baseUrl: address });
client.use({ onRequest: ({ request }) => request.headers.set("Authorization", `Bearer ${key}`) });
let key = director;
let sent = 0;
const once = () => ({ "Idempotency-Key": `generated-${sent++}` });
const having = (seen: string | null) => ({ ...once(), "If-Match": seen ?? "" });

function done<T>(made: { data?: T; error?: unknown; response: Response }) {
  if (made.data === undefined) throw new Error(JSON.stringify(made.error));
  return { data: made.data, etag: made.response.headers.get("ETag"), told: made.response.headers };
}

key = office;
const persons: string[] = [];
for (const name of ["Ida Igel", "Jan Jung"]) {
  persons.push(done(await client.POST("/v1/persons", { params: { header: once() }, body: { name } })).data.person);
}
key = director;
const season = { name: "Season of a browser", format: { kind: "open" } } as const;
const announced = done(await client.POST("/v1/tournaments", { params: { header: once() }, body: season }));
const path = { tournament: announced.data.tournament };
for (const [place, person] of persons.entries()) {
  const asking = { params: { path, header: once() }, body: { person } };
  const { etag } = done(await client.POST("/v1/tournaments/{tournament}/entries", asking));
  const params = { path: { ...path, entry: place + 1 }, header: having(etag) };
  done(await client.POST("/v1/tournaments/{tournament}/entries/{entry}/approval", { params, body: {} }));
}
const start = { path, header: having(announced.etag) };
const { etag } = done(await client.POST("/v1/tournaments/{tournament}/start", { params: start, body: {} }));
for (const second of [3, 1, 4]) {
  const result = { kind: "score", first: 5, second } as const;
  const params = { path, header: once() };
  const body = { sides: [1, 2], length: 5, result };
  done(await client.POST("/v1/tournaments/{tournament}/matches", { params, body }));
}
const end = { path, header: having(etag) };
const { told } = done(await client.POST("/v1/tournaments/{tournament}/completion", { params: end, body: {} }));
const header = { "Scoresheet-Position": Number(told.get("Scoresheet-Position")), Prefer: "wait=30" };
const { data } = done(await client.GET("/v1/tournaments/{tournament}/standings", { params: { path, header } }));
if (typeof data === "string") throw new Error("a table in CSV was not asked for");
console.log(data.rows.map((row) => `${row.name} ${row.values["wins"]}`).join(", "));
