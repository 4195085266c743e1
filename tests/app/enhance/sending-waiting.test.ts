import { describe, expect, test } from "vitest";
import { summaryOf } from "~/enhance/scan-sending";
import { type Answer, sendWaiting } from "~/enhance/sending-waiting";
import type { WaitingScan } from "~/enhance/waiting-scans";

const scanAt = (door: string, nonce: string): WaitingScan => ({
  ...{ nonce, deviceId: "device", kind: "entry", code: `code-${nonce}`, at: "2026-11-20T10:00:00Z" },
  ...{ page: `/dashboard/events/${door}/door`, by: "person", given: null },
});

/** What the server answers at the page of a door. */
const at = (door: string, query = "", status = 200): Answer => ({
  url: new URL(`https://maillon.test/dashboard/events/${door}/door${query}`),
  status,
});

async function send(scans: WaitingScan[], answers: Record<string, Answer>) {
  const stored = new Map(scans.map((scan) => [scan.nonce, scan]));
  const posted: string[] = [];
  const counts: [number, number?][] = [];
  const answered: string[] = [];
  await sendWaiting({
    store: { all: async () => [...stored.values()], remove: async (nonce) => void stored.delete(nonce), expire: async () => {} },
    post: async ({ nonce }) => {
      posted.push(nonce);
      return answers[nonce] ?? null;
    },
    now: 0,
    count: (waiting, refused) => counts.push([waiting, refused]),
    answered: ({ nonce }) => answered.push(nonce),
  });
  return { posted, answered, waiting: [...stored.keys()], last: counts.at(-1) };
}

describe("scans that waited for a connection", () => {
  const scans = [scanAt("a", "one"), scanAt("b", "two"), scanAt("b", "three")];

  test.each([
    ["a door that is not theirs any more", at("a", "", 404)],
    ["a right that is gone", at("a", "?refused=right")],
  ])("are sent past one of %s, which goes on waiting", async (_, refusal) => {
    const sent = await send(scans, { one: refusal, two: at("b", "?shown=1"), three: at("b", "?shown=2") });
    expect(sent).toEqual({ posted: ["one", "two", "three"], answered: ["two", "three"], waiting: ["one"], last: [1, 1] });
  });

  test.each(["unreadable", "tooOld", "changed"])("are over when they are refused as %s", async (why) => {
    const sent = await send(scans, { one: at("a", `?refused=${why}`), two: at("b", "?shown=1"), three: at("b", "?shown=2") });
    expect([sent.waiting, sent.last]).toEqual([[], [0, 0]]);
  });

  test.each([
    ["there is no connection", null],
    ["the session has ended", { url: new URL("https://maillon.test/login?to=x"), status: 200 }],
    ["there were too many in a short time", at("a", "?refused=tooMany")],
  ])("wait, all of them, when %s", async (_, answer) => {
    const sent = await send(scans, { one: answer, two: at("b", "?shown=1"), three: at("b", "?shown=2") });
    expect(sent).toEqual({ posted: ["one"], answered: [], waiting: ["one", "two", "three"], last: [3, 0] });
  });
});

test("of what was sent, each door has how many were let in and how many were not", () => {
  const answers = ["ok", "cancelled", "already", "wrong_event", "left"].map((answer) => at("a", `?shown=1&answer=${answer}`)?.url as URL);
  const unread = at("b", "?refused=unreadable")?.url as URL;
  const summary = summaryOf([...answers.map((url): [WaitingScan, URL] => [scanAt("a", "x"), url]), [scanAt("b", "y"), unread]]);
  expect(summary.map(({ page, admitted, refused }) => [page, admitted, refused])).toEqual([
    ["/dashboard/events/a/door", 3, 2],
    ["/dashboard/events/b/door", 0, 1],
  ]);
  expect(summary[0]?.shown).toBe(answers[4]);
});

test("an answer that is another one than the browser gave itself is counted as changed", () => {
  const sent = (given: WaitingScan["given"], query: string): [WaitingScan, URL] => [
    { ...scanAt("a", "x"), given },
    at("a", `?shown=1&answer=${query}`)?.url as URL,
  ];
  const [summary] = summaryOf([sent("ok", "ok"), sent("ok", "already"), sent("ok", "cancelled"), sent(null, "wrong_event")]);
  expect([summary?.admitted, summary?.refused, summary?.changed]).toEqual([2, 2, 2]);
});
