import type { SessionUser } from "../accounts/current-user.ts";

/** Where servers report errors: for which user, in which request or job. */
export type ErrorReports = {
  report(error: unknown, about: { requestId?: string; job?: string; user?: SessionUser | null }): void;
  /** Sends the pending reports before the process ends. */
  flush(): Promise<void>;
};

/** Errors with status 300 to 499, both included, are not reported (S8-013). */
export function isReported(status: number): boolean {
  return status < 300 || status > 499;
}

/** The parts of an error report that may carry personal data. */
export type Report = {
  message?: string;
  user?: { id?: string | number; [more: string]: unknown };
  request?: { url?: string; [more: string]: unknown };
  exception?: { values?: { value?: string }[] };
  breadcrumbs?: unknown;
  extra?: unknown;
};

const ofPerson = ["id", "email", "username", "role", "type", "emailVerified"] as const satisfies (keyof SessionUser)[];
const anyEmail = /(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:]+/g;
const telephone = /(?<![\w-])(?:\+\d{2}|0)\s?[1-9](?:[\s.-]?\d{2}){4}(?![\w-])/g;
const afterPath = /[?#].*$/s;
/** The message of a failed query ends with its values, which may be anything that a person entered. */
const afterQuery = /\nparams: [\s\S]*$/;
const token = /[^\s"']+/g;

/**
 * A report without personal data of others: of the signed-in person what the specification names (S3-017), of the page only its path,
 * no e-mail address or telephone number in messages, and no value of a query.
 */
export function scrubbed<R extends Report>(report: R): R {
  const { user, request, exception, message, ...rest } = report;
  const clean = {
    ...rest,
    breadcrumbs: undefined,
    extra: undefined,
    message: message && withoutPeople(message),
    user: user && Object.fromEntries(ofPerson.map((name) => [name, user[name]])),
    request: request && { url: request.url?.replace(afterPath, "") },
    exception: exception && {
      ...exception,
      values: exception.values?.map((one) => ({ ...one, value: one.value && withoutPeople(one.value) })),
    },
  };
  return clean as Report as R;
}

/** Messages of the database and of JSON parsers quote the text that could not be parsed. In a query, double quotes are around names. */
function withoutUnreadText(text: string): string {
  const start = text.startsWith("Failed query") ? -1 : text.indexOf('"');
  const before = text.slice(0, start);
  if (start < 0 || !/(: |, |\bvalue )$/.test(before.slice(-7))) return text;
  const end = text.lastIndexOf('"');
  return `${before}[text]${end > start ? text.slice(end + 1) : ""}`;
}

/** What a URL says after its path may be what someone typed, or a token. */
const withoutQueryOfUrl = (part: string) => (part.includes("://") ? part.replace(afterPath, "") : part);

/** A message without e-mail addresses, telephone numbers, values of queries and query strings of URLs. */
export function withoutPeople(text: string): string {
  return withoutUnreadText(text.replace(afterQuery, ""))
    .replace(token, withoutQueryOfUrl)
    .replace(anyEmail, "[mail]")
    .replace(telephone, "[phone]");
}
