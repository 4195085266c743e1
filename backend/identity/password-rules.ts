import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import type { Services } from "#backend/http/services";
import { fieldRefusal } from "#backend/refusal";

type Settings = Services["settings"];

/** Guesses that an attacker needs at least, as a power of ten: below it, a password falls to a list of leaked ones and a few rules. */
const guessesNeeded = 9;
/** Characters of a long password that are checked; the work grows faster than its length. */
const longestChecked = 64;
/** The number of characters that must remain without the person's own words. */
const leftAtLeast = 8;

let checker: Promise<ZxcvbnFactory> | undefined;

/** The list of common and leaked passwords, and the keyboards whose rows people walk along: loaded when first needed. */
async function loadChecker(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]);
  return new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Refuses a new password that others would guess: common and leaked ones, rows of a keyboard, sequences and repetitions, and those that are hardly
 * more than the words that anybody knows of the person or of the site. Throws a refusal of the field `password`.
 */
export async function refuseGuessable(password: string, about: { email: string; names: (string | null | undefined)[] }) {
  const own = ownWords(about);
  const rest = own.reduce((left, word) => left.replaceAll(word, ""), plain(password));
  if (rest.length < Math.min(leftAtLeast, password.length)) throw fieldRefusal("password", "register:error.ownWords");
  checker ??= loadChecker();
  const { guessesLog10 } = (await checker).check(password.slice(0, longestChecked), own);
  if (guessesLog10 < guessesNeeded) throw fieldRefusal("password", "register:error.common");
}

/** The words of an address and of names, the longest first. */
function ownWords({ email, names }: { email: string; names: (string | null | undefined)[] }): string[] {
  const whole = [email, email.split("@")[0] ?? "", ...names.map((name) => name ?? "")].map(plain);
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...whole, ...parts])].filter((word) => word.length >= 3).sort((one, other) => other.length - one.length);
}

/** What the site is called: no secret to anybody. */
export const siteNames = ({ organisation, publicUrl }: Pick<Settings, "organisation" | "publicUrl">) => [
  organisation,
  "Maillon",
  new URL(publicUrl).hostname.split(".").at(-2),
];
