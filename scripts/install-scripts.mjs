// Which packages may run a script while they are installed. `.npmrc` turns all of them off; `npm rebuild` runs these alone, by name.

/** Packages whose script is run, each with what it does. */
export const runAtInstall = { node: "fetches the pinned Node for this machine and puts it at its place" };

/** Packages whose script is not run, each with what works without it. */
export const notRunAtInstall = {
  "@firebase/util": "writes settings from the environment into the library; ours come from the server",
  "@sentry/cli":
    "fetches the command that sends source maps; who sends them runs `npm rebuild --ignore-scripts=false @sentry/cli` before the build",
  esbuild: "puts the binary in place of a script that starts it; it starts all the same",
  msw: "copies a worker into projects that name a folder for it",
  protobufjs: "says when the version that another package asks for is older",
  sharp: "looks for a compiled library, which comes as a package of its own",
};

/** Packages of a lock file with an install script that is in neither list. */
export function undecidedScripts(lock) {
  const names = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { name }]) => name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  return [...new Set(names)].filter((name) => !(name in runAtInstall) && !(name in notRunAtInstall));
}
