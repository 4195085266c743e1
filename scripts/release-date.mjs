import { spawnSync } from "node:child_process";

/** When what is built was written: the time of the last commit, or now where there is no history. */
export function releaseDate() {
  const { status, stdout } = spawnSync("git", ["log", "-1", "--format=%cI"], { encoding: "utf8" });
  const written = status === 0 ? new Date(stdout.trim()) : new Date();
  return (Number.isNaN(written.getTime()) ? new Date() : written).toISOString();
}
