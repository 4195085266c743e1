import { parseCookie, parseSetCookie } from "cookie";

/**
 * The cookies of one request on their way to the backend, and those the backend hands out, on their way back to the
 * browser, on whatever response is sent.
 */
export class CookieJar {
  readonly #cookies: Map<string, string>;
  readonly setCookies: string[] = [];

  constructor(header: string | null) {
    this.#cookies = new Map(
      Object.entries(parseCookie(header ?? "")).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  hasAny(names: readonly string[]): boolean {
    return names.some((name) => this.#cookies.has(name));
  }

  /** Value of a Cookie header, as the browser sent it and the backend has changed it since. */
  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");
  }

  accept(setCookies: readonly string[]) {
    for (const line of setCookies) {
      const { name, value, maxAge, expires } = parseSetCookie(line);
      if (maxAge === 0 || (expires && expires.getTime() <= Date.now()) || !value) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
      this.setCookies.push(line);
    }
  }

  /** Takes a cookie out on this side and in the browser. */
  drop(name: string, secure: boolean) {
    this.#cookies.delete(name);
    this.setCookies.push(`${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`);
  }
}
