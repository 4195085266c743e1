import { globSync, readFileSync } from "node:fs";
import * as z from "zod";

/** The schemas of the contract that pages give to their forms, by their names: those in `rulesOf({ … })` and in `submit(args, …)`. */
export async function schemasOfPages(): Promise<[string, z.ZodType][]> {
  const found = new Map<string, z.ZodType>();
  for (const file of globSync("app/**/*.{ts,tsx}")) {
    const text = readFileSync(file, "utf8");
    const rules = [...text.matchAll(/rulesOf\(\{([^}]*)\}/g)].flatMap(([, inside = ""]) => inside.split(","));
    const sent = [...text.matchAll(/submit\(\s*args,\s*([^,]+),/g)].map(([, schema = ""]) => schema);
    for (const name of new Set([...rules, ...sent].flatMap((part) => part.match(/\b[A-Z]\w+/g) ?? []))) {
      const from = moduleOf(text, name);
      if (!from || found.has(name)) continue;
      const schema = ((await import(from.module)) as Record<string, unknown>)[from.name];
      if (!(schema instanceof z.ZodType)) throw new Error(`${file}: ${name} is no schema of ${from.module}.`);
      found.set(name, schema);
    }
  }
  return [...found];
}

/** Where a file imports a name from, and what it is called there; undefined for what the file defines itself. */
function moduleOf(text: string, local: string) {
  for (const [, names = "", module = ""] of text.matchAll(/import \{([^}]*)\} from "(#contract\/[^"]+)"/g))
    for (const part of names.split(",")) {
      const [name = "", alias] = part.trim().split(" as ");
      if ((alias ?? name) === local) return { module, name };
    }
  return;
}
