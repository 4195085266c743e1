import type { Server } from "node:http";
import { parseArgs } from "node:util";
import pino, { type Logger } from "pino";
import * as z from "zod";
import { faultsOf, withoutBlanks } from "#contract/api/environment";
import type { FactName } from "#contract/api/facts";
import { logSerializers } from "#contract/api/logged-errors";
import { demoSettings } from "./demo/settings.ts";
import { drained } from "./http/draining.ts";
import { answerUnreadable } from "./http/unreadable-requests.ts";
import { startWatchdog } from "./watchdog.ts";

/** Reads `.env` into the environment; existing variables win. */
export function loadDotEnv() {
  try {
    process.loadEnvFile();
  } catch {
    // There is no .env file.
  }
}

/** How messages begin when a setting or the database stops the process. */
let failure = "Maillon cannot start";

/**
 * The arguments of a command. An option that it does not have, or more arguments than `atMost`, end the process with its one line of usage and
 * exit code 2. What stops the process later is reported as a failure of the command, not of a start.
 */
export function readArguments<Name extends string>(usage: string, { flags, atMost }: { flags: readonly Name[]; atMost: number }) {
  failure = "The command cannot run";
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" as const }]));
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length <= atMost) return { values: values as Partial<Record<Name, boolean>>, positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

/** The settings, or one message on standard error that names every fault, and exit code 1. `alsoCheck` checks combinations. */
export function readSettings<Shape extends z.ZodRawShape>(shape: Shape, alsoCheck: (settings: z.infer<z.ZodObject<Shape>>) => string[]) {
  const environment = withDemonstration(withoutBlanks(process.env));
  const parsed = z.object(shape).safeParse(environment);
  const faults = parsed.success ? alsoCheck(parsed.data) : faultsOf(parsed.error, environment);
  if (parsed.success && faults.length === 0) return parsed.data;
  process.stderr.write(`${failure}. Please correct in the environment or in .env:\n${faults.map((fault) => `  ${fault}\n`).join("")}`);
  process.exit(1);
}

/** An installation without `DATABASE_URL` is the demonstration: missing facts are those of the demonstration charity. */
export function withDemonstration(environment: Record<string, string>): Record<string, string> {
  return environment.DATABASE_URL || environment.API_BASE_URL ? environment : { ...demoSettings, ...environment };
}

/** Logs at the start which settings about the organisation are missing, without any values. */
export function warnOfMissingFacts(log: Logger, missing: readonly FactName[]) {
  if (missing.length === 0) return;
  log.warn({ missing }, "settings about the charity are missing: the site shows nothing in their place; see docs/settings.md");
}

export function openLog(level: string): Logger {
  return pino({ level, base: undefined, serializers: logSerializers }, pino.destination({ sync: true }));
}

/** Has an error that nobody catches end the process with a line of the log: Node itself would write it whole, with what people wrote. */
export function logUncaught(log: Logger) {
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "an error that nobody caught ends the process");
    process.exit(1);
  });
}

/** Ends the process with one line on standard error that says why, and exit code 1. */
export function cannotStart(reason: string): never {
  process.stderr.write(`${failure}: ${reason}\n`);
  process.exit(1);
}

/** The time limit of a stop in milliseconds. */
const stopWithin = 4_800;

/** What to stop with the server: `begin` ends streams and jobs, before the last responses are awaited; `end` the rest, after them. */
type Stop = { begin(): void; end(): Promise<void> };

/**
 * Serves until SIGTERM or SIGINT; then finishes the current requests, closes connections, and ends the process: with 0, or with 1 when that takes
 * longer than {@link stopWithin}. Resolves when the port is open; a port already taken ends the process with a message.
 */
export function serve(server: Server, where: { port: number; host: string }, { begin, end }: Stop): Promise<void> {
  server.requestTimeout = 60_000;
  server.headersTimeout = 20_000;
  answerUnreadable(server);
  const stop = async () => {
    setTimeout(() => process.exit(1), stopWithin).unref();
    begin();
    await drained(server);
    await end();
    process.exit(0);
  };
  // Garbage of the start is collected once the process has settled: memory outside the heap shrinks, and the heap grows from a smaller size.
  setTimeout(() => globalThis.gc?.(), 2_000).unref();
  process.once("SIGTERM", () => void stop());
  process.once("SIGINT", () => void stop());
  return new Promise((resolve) => {
    server.once("error", ({ code, message }: NodeJS.ErrnoException) =>
      cannotStart(code === "EADDRINUSE" ? `port ${where.port} is taken. Set PORT to another.` : message),
    );
    server.listen(where.port, where.host, () => {
      // A debugger stops the process for as long as somebody looks at it.
      if (process.env.NODE_ENV === "production") startWatchdog();
      resolve();
    });
  });
}
