import type { SessionUser } from "#contract/current-user";

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
const mailAddress = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:]+/g;
const telephone = /(?<![\w-])(?:\+\d{2}|0)\s?[1-9](?:[\s.-]?\d{2}){4}(?![\w-])/g;
const afterPath = /[?#].*$/;

/**
 * A report without personal data of others: of the signed-in person what the specification names (section 3), of the page only its path,
 * and no mail address or telephone number in what was said.
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

function withoutPeople(text: string): string {
  return text.replace(mailAddress, "[mail]").replace(telephone, "[phone]");
}
