import { readFileSync } from "node:fs";
import { patches } from "./patches.mjs";

const folderOf = ({ name }) => `node_modules/${name}`;

/**
 * The patched text of a file of the framework. Throws when the installed version is not the one that the patch was written for, or when what it
 * replaces does not occur exactly once.
 */
export function patched(patch) {
  const { version } = JSON.parse(readFileSync(`${folderOf(patch)}/package.json`, "utf8"));
  if (version !== patch.version)
    throw new Error(`${patch.name} is ${version}, its patch was written for ${patch.version}: see app/framework/README.md.`);
  const text = readFileSync(`${folderOf(patch)}/${patch.file}`, "utf8");
  const changed = patch.replace.reduce((before, { from, to }) => {
    if (before.split(from).length !== 2) throw new Error(`${patch.name}/${patch.file} does not have this exactly once: ${from}`);
    return before.replace(from, () => to);
  }, text);
  return changed + patch.keep;
}

/** For the bundle of the server: puts the patched files in place of the installed ones. @type {import("esbuild").Plugin} */
export const frameworkPatches = {
  name: "framework-patches",
  setup({ onLoad, onEnd }) {
    const used = new Set();
    for (const patch of patches) {
      // expression-cost: made of the names of our own patches
      const filter = new RegExp(`/node_modules/${patch.name}/${patch.file.replaceAll(".", "\\.")}$`);
      onLoad({ filter }, () => {
        used.add(patch);
        return { contents: patched(patch), loader: "js" };
      });
    }
    // A patch of a file that is not bundled would do nothing, and nobody would notice.
    onEnd(() => {
      const unused = patches.filter((patch) => !used.has(patch));
      return { errors: unused.map(({ name, file }) => ({ text: `${name}/${file} is patched and not bundled` })) };
    });
  },
};
