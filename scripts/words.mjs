// Checks the names of files, identifiers and keys of texts against the words that `docs/glossary.md` replaces.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** Words that no name of ours has, with what to write instead. A name counts by its parts: `keptPage` has `kept`. */
export const refused = {
  anew: "uncached, reloaded, rendered",
  asked: "requested, query, filters",
  besides: "also",
  deeds: "impactTotals",
  heard: "received",
  hears: "subscribes",
  keeper: "cache",
  kept: "cached, stored, retained",
  look: "preview, variant",
  looked: "checked, previewed",
  looks: "previews, variants",
  paper: "document, supportingDocument",
  papers: "documents, supportingDocuments",
  readings: "pageViews",
  relay: "publish",
  relays: "publishes",
  said: "text, label, message",
  stands: "is",
  teams: "sectors",
  tell: "notify, publish",
  tells: "notifies, publishes",
  todo: "open, remaining",
  told: "notified",
  unsaid: "missing",
};

/** An address is a postal one: words before it with which it would be another, with what to write instead. */
const notPostal = {
  bounced: "mailbox, email",
  by: "email",
  dead: "mailbox",
  email: "email",
  erased: "email",
  of: "email",
  other: "email, url",
  web: "url",
  page: "url, path",
  outside: "outsideUrl",
  site: "url",
  link: "url",
  redis: "url",
  mail: "email",
  remote: "ip",
};

const driverFilter = "the filter of a driver's documents, which saved views and bookmarks name";
const driverColumn = "the column of a driver's documents, which saved views name";
const icon = "an icon, stored in the categories of help";
const mailTopic = "a topic, stored in the outbox";
const problem = "a problem's code, which callers of the API know";
const pageText = "a key of a page text, stored with the texts that staff changed";
const node = "a property of Node's sockets";
const leftOut = "why somebody is left out, stored with the recipients of a campaign";
const retentionKind = "a kind of data, stored in the retention policies and their runs";

/** Names that would break stored values if they changed: by file, each with the reason. */
export const allowed = {
  "app/routes/public/further-support/need-icons.ts": { papers: icon },
  "app/routes/admin/campaigns/audience-count.tsx": { deadAddress: leftOut },
  "app/subjects/people/columns.tsx": { papers: driverColumn },
  "app/subjects/people/filters.ts": { papers: driverFilter },
  "backend/modules/mails/topics.ts": {
    data_request_received_by_address: mailTopic,
    data_request_refused_by_address: mailTopic,
    driver_paper_soon: mailTopic,
    email_change_asked: mailTopic,
    paper_rejected: mailTopic,
  },
  "backend/modules/people/filters.ts": { papers: driverFilter },
  "backend/refusal.ts": { looks_automatic: problem },
  "backend/server.ts": { remoteAddress: node },
  "app/server/web-tier.server.ts": { remoteAddress: node },
  "contract/accounts/people.ts": { papers: driverFilter },
  "contract/law/retention.ts": { dead_addresses: retentionKind, papers: retentionKind },
  "tests/app/lists/list-choices.test.ts": { papers: driverFilter },
  "tests/backend/modules/campaigns/audience.db.test.ts": { deadAddress: leftOut },
  "tests/backend/modules/campaigns/guests.db.test.ts": { deadAddress: leftOut },
  "tests/backend/modules/campaigns/subscribers.db.test.ts": { deadAddress: leftOut },
  "tests/backend/http/problems.test.ts": { looks_automatic: problem },
};

/** The keys of `locales/` that are such values, or parts of them, as `namespace:key`. Keys that begin with a slash are paths of pages. */
export const allowedKeys = {
  "cache:jobs.names.save-readings": "a job, stored in its schedule",
  "content:further-support_categories.choice.icon.papers": icon,
  "delivraide:figures.teams": pageText,
  "dressed:figures.teams": pageText,
  "euro-solidaire:figures.teams": pageText,
  "mails:email_change_asked": mailTopic,
  "mails:driver_paper_soon": mailTopic,
  "mails:paper_rejected": mailTopic,
  "outbox:topics.driver_paper_soon": mailTopic,
  "outbox:topics.email_change_asked": mailTopic,
  "outbox:topics.paper_rejected": mailTopic,
  "pages:part.teams": pageText,
  "people:column.papers": driverColumn,
  "people:filter.papers": driverFilter,
  "problems:looks_automatic": problem,
  "retention:kinds.papers": retentionKind,
  "story:figures.teams": pageText,
};

const partsOf = (name) => name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase());

/** The refused word in a name, with what to write instead, or null. */
function refusedIn(name) {
  const parts = partsOf(name);
  const word = parts.find((part) => Object.hasOwn(refused, part));
  if (word) return `${word}: ${refused[word]}`;
  const before = parts.find((part, at) => Object.hasOwn(notPostal, part) && /^address(es)?$/.test(parts[at + 1] ?? ""));
  return before ? `${before} address: ${notPostal[before]}` : null;
}

/** The refused words in the names that a text declares, as `file:line: name (word: what to write instead)`. */
export function refusedNames(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith("x") ? ts.ScriptKind.TSX : undefined);
  const found = [];
  const visit = (node) => {
    const { name } = node;
    if (
      name &&
      ts.isIdentifier(name) &&
      !ts.isPropertyAccessExpression(node) &&
      !ts.isImportSpecifier(node) &&
      !allowed[file]?.[name.text]
    ) {
      const word = refusedIn(name.text);
      const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
      if (word) found.push(`${file}:${line}: ${name.text} (${word})`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A refused word in the name of a file or of a folder around it, or null. */
export function refusedFile(file) {
  const word = partsOf(file).find((part) => Object.hasOwn(refused, part));
  return word ? `${file} (${word}: ${refused[word]})` : null;
}

/** The refused words in the keys of a file of texts, in the form of `refusedNames`. The texts themselves are people's words: those in English alone are checked, below. */
export function refusedKeys(file, texts, prefix = "") {
  const namespace = file.split("/").at(-1)?.replace(".json", "");
  return Object.entries(texts).flatMap(([key, value]) => {
    const path = `${prefix}${key}`;
    const full = prefix.startsWith("namespaces.") ? path.replace(/^namespaces\.([\w-]+)\./, "$1:") : `${namespace}:${path}`;
    const word = key.startsWith("/") ? undefined : partsOf(key).find((part) => Object.hasOwn(refused, part));
    return [
      ...(word && !allowedKeys[full] ? [`${file}: ${path} (${word}: ${refused[word]})`] : []),
      ...(typeof value === "object" ? refusedKeys(file, value, `${path}.`) : []),
    ];
  });
}

/** Words that no English text for people has, since they are French ones in English letters, with what to write instead. */
const refusedInEnglish = [
  [/\bmissions?\b/i, "shift, task, role"],
  [/\be-mails?\b/i, "email"],
];

/** Words that people search for, and keep. */
const searchedWords = /(^|\.)keywords$/;

/** The refused words in the texts of a file of `locales/en`, in the form of `refusedNames`. */
export function refusedTexts(file, texts, prefix = "") {
  return Object.entries(texts).flatMap(([key, value]) => {
    const path = `${prefix}${key}`;
    if (typeof value === "object") return refusedTexts(file, value, `${path}.`);
    if (searchedWords.test(path)) return [];
    const found = refusedInEnglish.filter(([word]) => word.test(value));
    return found.map(([word, instead]) => `${file}: ${path} (${word.exec(value)?.[0]}: ${instead})`);
  });
}

/** Generated files, the words of the client and of the demonstration, and the list above. */
const notOurs = ["backend/db/migrations/", "docs/specification/", "backend/demo/articles/", "backend/demo/legal/", "scripts/words.mjs"];

function checkAll() {
  const files = execFileSync("git", ["ls-files", "app", "backend", "contract", "tests", "e2e", "bench", "scripts", "docs", "locales"], {
    encoding: "utf8",
    maxBuffer: 1e8,
  })
    .split("\n")
    .filter((file) => file && !notOurs.some((folder) => file.startsWith(folder)));
  const code = files.filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file));
  const texts = files.filter((file) => /^locales\/.*\.json$/.test(file));
  const faults = [
    ...files.flatMap((file) => refusedFile(file) ?? []),
    ...code.flatMap((file) => refusedNames(file, readFileSync(file, "utf8"))),
    ...texts.flatMap((file) => refusedKeys(file, JSON.parse(readFileSync(file, "utf8")))),
    ...texts.filter((file) => file.startsWith("locales/en/")).flatMap((file) => refusedTexts(file, JSON.parse(readFileSync(file, "utf8")))),
  ];
  process.stdout.write(faults.length > 0 ? `${faults.join("\n")}\n` : `${files.length} files, all in the words of docs/glossary.md\n`);
  return faults.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(checkAll() ? 0 : 1);
