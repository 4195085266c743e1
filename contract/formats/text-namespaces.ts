export type Texts = { [key: string]: string | Texts };

/**
 * The texts of each namespace: those of the file of its name, and those that other files add to it under `namespaces`, so that
 * all texts of a subject are in one file.
 *
 * @param files the files of one language by their names
 * @param leftOut namespaces of the other tier, whose files are not among them
 */
export function textNamespaces(files: Record<string, Texts>, leftOut: readonly string[] = []): Record<string, Texts> {
  const own = Object.entries(files).map(([name, { namespaces: _, ...texts }]) => [name, texts] as const);
  const added = Object.values(files).map(({ namespaces }) =>
    Object.fromEntries(Object.entries((namespaces ?? {}) as Texts).filter(([name]) => !leftOut.includes(name))),
  );
  const unknown = added.flatMap((more) => Object.keys(more)).find((name) => !(name in files));
  if (unknown) throw new Error(`there is no namespace ${unknown}`);
  return added.reduce<Texts>(joined, Object.fromEntries(own)) as Record<string, Texts>;
}

function joined(texts: Texts, more: Texts): Texts {
  const result = { ...texts };
  for (const [key, value] of Object.entries(more)) {
    const known = result[key];
    if (known !== undefined && (typeof known === "string" || typeof value === "string")) throw new Error(`two texts for ${key}`);
    result[key] = typeof value === "string" ? value : joined((known as Texts | undefined) ?? {}, value);
  }
  return result;
}
