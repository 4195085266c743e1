import pino from "pino";
import { onTestFinished } from "vitest";
import { type Backend, createBackend } from "#backend/app";
import { localFiles } from "#backend/ports/files";
import { noPush } from "#backend/ports/push";
import type { BackendParts } from "#backend/services";
import { logSerializers } from "#contract/api/logged-errors";
import { openTestDatabase } from "./database";
import { temporaryFolder } from "./temporary-folder";

export const publicUrl = "http://localhost:3000";
/** The secret of a web tier in another process. */
export const backendSecret = "a secret between two tiers for tests";

export type TestBackend = Backend & {
  /** Sends a request as a browser page of ours would: with our origin, in French unless said otherwise. */
  request(path: string, init?: RequestInit & { cookie?: string; json?: unknown; form?: object }): Promise<Response>;
  /** What the backend logged, one object a line. */
  logged: Record<string, unknown>[];
};

export const testSettings: BackendParts["settings"] = {
  publicUrl,
  organisation: "Maillon",
  primaryColour: "pink",
  contactEmail: "bonjour@maillon.example",
  bank: { holder: "Maillon", iban: "FR119999900001MAILLON000182", bic: "MLLNFRPPXXX" },
  postalAddress: "12 rue des Maillons, 69007 Lyon",
  shortcutHosts: ["www.caf.fr"],
  mailboxes: { press: "presse@maillon.example" },
  missing: [],
  processors: ["hosting", "mails"],
  sessionSecrets: ["a secret for tests, long enough to pass"],
};

/** The real backend over a database of its own. Parts can be replaced; no background jobs run by default. */
export async function startBackend(parts: Partial<BackendParts> = {}): Promise<TestBackend> {
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: "info", base: undefined, serializers: logSerializers },
    { write: (line: string) => logged.push(JSON.parse(line)) },
  );
  const backend = await createBackend({
    database: parts.database ?? (await openTestDatabase()),
    files: localFiles(temporaryFolder("files")),
    mailer: null,
    push: noPush,
    log,
    runJobs: false,
    settings: testSettings,
    webTierSecrets: [backendSecret],
    ...parts,
  });
  const own = backend.services.settings.publicUrl;
  return Object.assign(backend, {
    logged,
    request: (path: string, { cookie, json, form, ...init }: RequestInit & { cookie?: string; json?: unknown; form?: object } = {}) => {
      const headers = new Headers({ origin: own, "accept-language": "fr", ...(cookie && { cookie }) });
      if (json !== undefined) headers.set("content-type", "application/json");
      for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
      const body = json === undefined ? (form ? formOf(form) : init.body) : JSON.stringify(json);
      return backend.fetch(new Request(own + path, { redirect: "manual", ...init, headers, body }), { ip: "192.0.2.1" });
    },
  });
}

/** The fields of a form with files, as a browser sends them. */
function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value instanceof Blob ? value : String(value));
  return form;
}

/** The same, closed when the test that asked for it ends. */
export async function backendForTest(parts: Partial<BackendParts> = {}): Promise<TestBackend> {
  const backend = await startBackend(parts);
  onTestFinished(() => backend.close());
  return backend;
}

/** A clock that only advances when told to. */
export function testClock(start = new Date("2026-11-21T10:00:00Z")) {
  let now = start.getTime();
  return {
    clock: () => new Date(now),
    pass: (seconds: number) => (now += seconds * 1000),
    set: (instant: string) => (now = new Date(instant).getTime()),
  };
}
