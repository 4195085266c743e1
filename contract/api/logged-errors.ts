import { withoutPeople } from "./error-reports.ts";

/** The fields of an error that describe the program. Others are left out: `detail`, `where` and `params` of the database hold what people entered. */
const logged = [
  "code",
  "severity",
  "schema",
  "table",
  "column",
  "dataType",
  "constraint",
  "routine",
  "status",
  "errno",
  "syscall",
] as const;
const deepest = 5;

type Logged = { type: string; message: string; stack: string; causes?: Logged[] } & Partial<
  Record<(typeof logged)[number], string | number>
>;

/** An error for a log line, with its causes and without what people entered. */
export function loggedError(error: unknown, depth = 0): Logged | string {
  if (!isErrorLike(error)) return typeof error === "string" ? withoutPeople(error) : typeof error;
  const given = error as Error & Record<string, unknown>;
  const causes = [given.cause, ...(Array.isArray(given.errors) ? given.errors.slice(0, deepest) : [])].filter(
    (one) => one instanceof Error,
  );
  const loggedCauses = depth < deepest ? causes.map((cause) => loggedError(cause, depth + 1) as Logged) : [];
  return {
    type: given.constructor?.name ?? "Error",
    message: withoutPeople(String(given.message)),
    stack: framesOf(given),
    ...Object.fromEntries(logged.flatMap((name) => (isPlain(given[name]) ? [[name, given[name]]] : []))),
    ...(loggedCauses.length > 0 && { causes: loggedCauses }),
  };
}

/** The job queue copies errors into objects. */
function isErrorLike(value: unknown): value is Error {
  if (value instanceof Error) return true;
  const { message, stack } = (value ?? {}) as Partial<Error>;
  return typeof message === "string" && typeof stack === "string";
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

/** A stack begins with the message, which may hold several lines of user input. */
function framesOf({ message, stack = "" }: Error): string {
  const at = stack.indexOf(message);
  const frames = at < 0 ? stack : stack.slice(at + message.length);
  return frames
    .split("\n")
    .filter((line) => /^\s+at .*(:\d+:\d+|native|anonymous>)\)?$/.test(line))
    .join("\n");
}

/** Serialisers of errors, for every logger. */
export const logSerializers = { err: loggedError };
