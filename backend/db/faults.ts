type Fault = { code?: unknown; message?: unknown; cause?: unknown };

/** The code of the innermost error that has one: of PostgreSQL (`40P01`) or of the system (`ECONNREFUSED`). */
export function sqlStateOf(error: unknown): string | undefined {
  return innermost(error).code;
}

/** Faults of a database or a disk that the request did not cause. */
export type DatabaseFault = "unavailable" | "too_slow" | "storage_full";

const full = ["53100", "ENOSPC", "EDQUOT"];
const tooSlow = ["57014"];
const lost = [
  ...["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EPIPE", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
  ...["57P01", "57P02", "57P03", "57P05", "25P03", "25006", "53300", "53200", "40P01", "40001", "55P03"],
];
/** Messages of the driver about a lost or failed connection, which have no code. */
const lostMessages = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether an error is one of the database's own, and which; null for every other error. */
export function databaseFault(error: unknown): DatabaseFault | null {
  const { code = "", message } = innermost(error);
  if (full.includes(code)) return "storage_full";
  if (tooSlow.includes(code)) return "too_slow";
  return lost.includes(code) || code.startsWith("08") || lostMessages.test(message) ? "unavailable" : null;
}

function innermost(error: unknown): { code?: string; message: string } {
  let found: { code?: string; message: string } = { message: "" };
  let at: unknown = error;
  for (let depth = 0; at instanceof Error && depth < 6; depth += 1) {
    const { code, message, cause } = at as Fault;
    found = { code: typeof code === "string" ? code : found.code, message: String(message) };
    at = cause;
  }
  return found;
}
