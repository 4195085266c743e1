type Lock = { packages: Record<string, { name?: string; hasInstallScript?: boolean }> };

/** Packages whose install script is run, and those whose script is not, each with the reason. */
export const runAtInstall: Record<string, string>;
export const notRunAtInstall: Record<string, string>;
/** Packages of a lock file with an install script that stands in neither list. */
export function undecidedScripts(lock: Lock): string[];
