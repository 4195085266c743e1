// Source maps for the service of error reports: made, sent and deleted again by the build, where that service is configured.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const assets = "build/client/assets";

/** Whether this build knows where to send source maps (the names are those of `sentry-cli`). */
export const wantsSourceMaps = ["SENTRY_AUTH_TOKEN", "SENTRY_ORG", "SENTRY_PROJECT"].every((name) => process.env[name]);

/**
 * Sends the maps under the release that reports name, the id of the build. They are matched by release and address, so that no script grows by
 * a mark. Visitors never get them. A build whose maps cannot be sent fails.
 */
export function sendSourceMaps() {
  const release = /^manifest-(.+)\.js$/.exec(readdirSync(assets).find((name) => name.startsWith("manifest-")) ?? "")?.[1];
  const cli = (...args) => {
    const { status } = spawnSync(process.execPath, ["node_modules/@sentry/cli/bin/sentry-cli", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (status !== 0) process.exit(status ?? 1);
  };
  cli("releases", "new", release);
  cli("sourcemaps", "upload", "--release", release, "--url-prefix", "~/assets", assets);
  cli("releases", "finalize", release);
  for (const name of readdirSync(assets)) if (name.endsWith(".map")) rmSync(join(assets, name));
}
