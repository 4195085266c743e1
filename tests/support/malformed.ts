/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;
const oneOf = <T>(values: readonly T[], random: Random): T => values[Math.floor(random() * values.length)] as T;
const upTo = (most: number, random: Random) => Math.floor(random() * (most + 1));

/** Pieces of text that something along the way may read as more than text. */
const pieces = [
  "\0",
  "\ud800",
  "\udc00",
  "\u202e",
  "\u2028",
  "\u200b",
  "\r\nBcc: a@b.fr",
  "%00",
  "%E0%A4%A",
  "\\u0000",
  "'; drop table users; --",
  '"><script>alert(1)</script>',
  "javascript:alert(1)",
  "{{constructor}}",
  "$${1}",
  "../../etc/passwd",
  "__proto__",
  "=cmd|' /C calc'!A0",
  "e\u0301\u0301\u0301",
  "👩‍👩‍👧‍👦",
  "ﷺ",
  " ",
  "",
];
const texts = [
  "0000-00-00",
  "0000-01-01",
  "9999-12-31",
  "2026-02-30",
  "9999-12-31T23:59:59Z",
  "-1",
  "1e309",
  "2147483648",
  "NaN",
  "null",
  "a@b",
  "a@b..fr",
  `${"a".repeat(300)}@maillon.example`,
  "+33",
  "3f0d5c3e-7f59-4b0e-9f8e-0d6f0b1c2a3d",
  "00000000-0000-0000-0000-000000000000",
  "http://[",
  "https://maillon.example",
  "31/02",
];
const numbers = [0, -0, -1, 0.1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, Number.MIN_VALUE];

function someText(random: Random): string {
  const kind = random();
  if (kind < 0.4) return oneOf(texts, random);
  if (kind < 0.42) return oneOf(["a", "é", "\n", "👩‍👩‍👧‍👦"], random).repeat(20_000);
  return Array.from({ length: 1 + upTo(5, random) }, () =>
    random() < 0.6 ? oneOf(pieces, random) : String.fromCharCode(upTo(0xffff, random)),
  ).join("");
}

/** Something that JSON can say and no field expects. */
export function malformedValue(random: Random, depth = 0): unknown {
  const kind = random();
  if (kind < 0.55 || depth > 3) return someText(random);
  if (kind < 0.68) return oneOf(numbers, random) * oneOf([1, -1], random);
  if (kind < 0.76) return oneOf([null, true, false], random);
  if (kind < 0.88) return Array.from({ length: upTo(4, random) }, () => malformedValue(random, depth + 1));
  const names = ["__proto__", "constructor", "toString", "role", "id", "fr", "length", someText(random)];
  return Object.fromEntries(
    Array.from({ length: upTo(3, random) }, () => [oneOf(names, random), malformedValue(random, depth + 1)] as const),
  );
}

/** A text with a piece put in, doubled, cut or emptied. */
export function malformedText(text: string, random: Random): string {
  const at = upTo(text.length, random);
  const kind = random();
  if (kind < 0.35) return text.slice(0, at) + oneOf(pieces, random) + text.slice(at);
  if (kind < 0.45) return text.slice(0, at);
  if (kind < 0.5) return text.repeat(2 + upTo(200, random));
  return someText(random);
}

/** A body that would be accepted, with one to three of its places made wrong. */
export function malformed(body: unknown, random: Random): unknown {
  let changed = body;
  for (let times = 1 + upTo(2, random); times > 0; times -= 1) changed = changedOnce(changed, random);
  return changed;
}

function changedOnce(value: unknown, random: Random): unknown {
  if (value === null || typeof value !== "object")
    return random() < 0.5 && typeof value === "string" ? malformedText(value, random) : malformedValue(random);
  const kind = random();
  if (kind < 0.02) return malformedValue(random);
  if (Array.isArray(value)) {
    if (value.length === 0 || kind < 0.2) return [...value, malformedValue(random)];
    const at = upTo(value.length - 1, random);
    return kind < 0.3 ? value.toSpliced(at, 1) : value.with(at, changedOnce(value[at], random));
  }
  const names = Object.keys(value);
  if (names.length === 0 || kind < 0.07)
    return { ...value, [oneOf(["role", "id", "permissions", "accountState", someText(random)], random)]: malformedValue(random) };
  const name = oneOf(names, random);
  if (kind < 0.14) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name));
  return { ...value, [name]: changedOnce((value as Record<string, unknown>)[name], random) };
}
