import { readFileSync } from "node:fs";
import pg from "pg";

/** Linux counts the time of processes in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * CPU seconds that PostgreSQL has spent for the connections of an application to a database: of the server's processes, one a connection, as /proc says. So it
 * must run on this machine. Connections that end take their time along; a pool under load keeps its own.
 */
export async function openPostgresCpu(
  databaseUrl: string,
  application: string,
): Promise<{ seconds(): Promise<number>; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    async seconds() {
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and application_name = $1",
        [application],
      );
      return rows.reduce((sum, { pid }) => sum + secondsOf(pid), 0);
    },
    close: () => client.end(),
  };
}

function secondsOf(pid: number): number {
  try {
    // The name of the process stands in brackets and may have blanks; what follows it has none.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return 0;
  }
}
