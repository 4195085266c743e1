import { readFileSync } from "node:fs";
import pg from "pg";

/** Linux counts the time of processes in hundredths of a second. */
const ticksPerSecond = 100;

/** CPU seconds of each process of the server that serves a connection, by its number. */
type Reading = Map<number, number>;

/**
 * CPU that PostgreSQL spends for the connections of an application to a database: of the server's processes, one a connection, as /proc says. So
 * it must run on this machine. The CPU of connections that ended in between is unknown: a pool under load keeps its connections.
 */
export async function openPostgresCpu(databaseUrl: string, application: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const read = async (): Promise<Reading> => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and application_name = $1",
      [application],
    );
    return new Map(rows.map(({ pid }) => [pid, secondsOf(pid)]));
  };
  return {
    read,
    /** Seconds spent since a reading. */
    async since(before: Reading): Promise<number> {
      return [...(await read())].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
    },
    close: () => client.end(),
  };
}

/** CPU seconds that a process of this machine has used, all its threads included; 0 for one that has ended. */
export function secondsOf(pid: number): number {
  try {
    // The name of the process is in brackets and may contain spaces; the following fields do not.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return 0;
  }
}
