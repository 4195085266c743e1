const masked = ":masked";
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Characters of the path of a log line. */
const longestLogged = 200;
/** Characters of a segment as it was sent, and decoded: a longer one is masked unread. */
const longestSent = 600;
const longestShown = 60;
/** How often a segment is decoded: one that was encoded more often is masked. */
const mostDecoded = 5;

/**
 * A path for log lines, 200 characters at most: without the id of a pending login, which is also in its cookie, without the code of a certificate, with
 * which its holder's name is read, without the reference of a gift, with which its payment is opened, and without segments that may hold an e-mail address, a telephone number or a token, as people type them by mistake. The work does not grow with the length of the path.
 */
export function loggedPath(path: string): string {
  const known = path
    .replace(/^\/oidc\/auth\/.+/, "/oidc/auth/:id")
    .replace(/^(\/api\/auth\/interactions\/)[^/]+/, "$1:id")
    .replace(/^((?:\/en)?\/certificates\/|\/api\/certificates\/).+/i, "$1:code");
  // Each segment that is left out begins after the characters that are logged.
  const segments = known.split("/", longestLogged + 1).map((sent) => ({ sent, text: textOf(sent) }));
  const ofNumbers = inLongNumbers(segments.map(({ text }) => text));
  return segments
    .map(({ sent, text }, at) => {
      if (text !== null && giftReference.test(text)) return ":reference";
      return ofNumbers.has(at) || isPersonal(text) ? masked : sent;
    })
    .join("/")
    .slice(0, longestLogged);
}

/** The reference of a gift, whatever stands before or after it: mail programs take the sign after a link into it. One that is mistyped stands alone. */
const giftReference = /(?:^|[^\p{L}\p{N}])DON-?(?:[2-9A-HJ-NP-Z]{4}-?[2-9A-HJ-NP-Z]{4}|[0-9A-Z]{4}-?[0-9A-Z]{4}$)/iu;

/** What a segment says, in the compatibility form, where look-alikes of a sign are that sign; null when it is too long or cannot be decoded. */
function textOf(sent: string): string | null {
  if (uuid.test(sent)) return "id";
  if (sent.length > longestSent) return null;
  let text = sent;
  try {
    for (let times = 0; times < mostDecoded; times += 1) {
      const decoded = decodeURIComponent(text);
      if (decoded === text) return text.length > longestShown ? null : text.normalize("NFKC");
      text = decoded;
    }
  } catch {
    // It is no encoded text.
  }
  return null;
}

/** An address, a longer number, or characters that nobody sees. */
const isPersonal = (text: string | null) =>
  text === null || /[@\p{Default_Ignorable_Code_Point}]|\p{N}{6}/u.test(text) || isLongNumber(text);

/** Whether there are nine digits with nothing but signs and spaces between them. */
const isLongNumber = (text: string) => /\p{N}{9}/u.test(text.replace(/[^\p{L}\p{N}]/gu, ""));

/** The segments of numbers that slashes divide: those without a letter that follow one another and have nine digits together. */
function inLongNumbers(texts: readonly (string | null)[]): Set<number> {
  const found = new Set<number>();
  let from = 0;
  for (let at = 0; at <= texts.length; at += 1) {
    if (/^[^\p{L}]*$/u.test(texts[at] ?? "none")) continue;
    if (isLongNumber(texts.slice(from, at).join(""))) for (let one = from; one < at; one += 1) found.add(one);
    from = at + 1;
  }
  return found;
}
