import type { Problem } from "#contract/api/problem";

/** The failure of an API call: the status (500 when there was no answer) and the parsed body. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Partial<Problem>;

  constructor(status: number, body: unknown, cause?: unknown) {
    super(`API answered ${status}`, { cause });
    this.name = "ApiError";
    this.status = status;
    this.body = typeof body === "object" && body !== null ? body : {};
  }
}
