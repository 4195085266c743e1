import type { Plugin } from "esbuild";
import type { Patch } from "./patches.mjs";

/** The patched text of a file of the framework; throws when its version or its text is not the one expected. */
export function patched(patch: Patch): string;
export const frameworkPatches: Plugin;
