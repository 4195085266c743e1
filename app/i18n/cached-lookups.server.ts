import type { i18n } from "i18next";

/** Makes an instance cache its texts: `t`, and what `getFixedT` gives, which react-i18next calls for each component. */
export function cacheLookups(instance: i18n): void {
  instance.t = remembering(instance.t);
  const fixed = instance.getFixedT.bind(instance) as (...about: unknown[]) => i18n["t"];
  const known = new Map<string, i18n["t"]>();
  instance.getFixedT = ((...about: unknown[]) => {
    const key = about.join(" ");
    const t = known.get(key) ?? remembering(fixed(...about));
    known.set(key, t);
    return t;
  }) as i18n["getFixedT"];
}

/** More than the number of texts, so that unknown keys do not fill the memory. */
const maxCached = 10_000;

/**
 * A lookup in the library is slower than rendering many components, so texts are cached. Those without values never change, and
 * those with only small numbers are few. Any other value may be a person's own text, which must not stay in memory.
 */
function remembering(t: i18n["t"]): i18n["t"] {
  const translate = t as unknown as (...parameters: unknown[]) => unknown;
  const found = new Map<string, unknown>();
  const find = (key: unknown, ...values: unknown[]) => {
    const name = nameOf(key, values);
    if (name === null) return translate(key, ...values);
    const text = found.get(name) ?? translate(key, ...values);
    if (found.size < maxCached) found.set(name, text);
    return text;
  };
  return Object.assign(find, t) as unknown as i18n["t"];
}

function nameOf(key: unknown, [values, ...more]: unknown[]): string | null {
  if (typeof key !== "string" || more.length > 0) return null;
  if (values === undefined) return key;
  if (typeof values !== "object" || values === null) return null;
  const given = Object.entries(values);
  const small = given.every(([, value]) => Number.isInteger(value) && value >= 0 && value < 1000);
  return small ? given.reduce((name, [of, value]) => `${name} ${of} ${value}`, key) : null;
}
