import { type DemoDeps, demoOf } from "#backend/content/demo-rows";
import { projects } from "#backend/modules/projects/module";
import type { FileStore } from "#backend/ports/files";
import { modules } from "../modules.ts";
import { addLogo } from "./logos.ts";

type Deps = Pick<DemoDeps, "tx" | "sectors" | "people" | "now"> & { files: FileStore };

/** Adds the rows of the modules that have some: first projects, which events name. */
export async function addContent({ tx, files, ...needs }: Deps) {
  const ids = new Map<unknown, string>();
  const ordered = [projects, ...modules.filter((one) => one !== projects)];
  for (const { demo: from } of ordered) {
    const { demo } = typeof from === "function" ? await from() : { demo: from && demoOf(from) };
    await demo?.({ ...needs, tx, projects: ids, addLogo: (name) => addLogo(tx, files, name) });
  }
}
