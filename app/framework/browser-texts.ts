import type { i18n } from "i18next";
import type { Locale } from "#contract/formats/locale";

type Tree = { [key: string]: string | Tree };
type Values = Record<string, unknown>;

/**
 * The part of i18next that pages use in the browser, where the library would be an eighth of all script. It returns the same as
 * the library on the server; a test compares them for every text. `load` fetches missing namespaces.
 */
export function browserTexts(
  locale: Locale,
  texts: Record<string, Tree>,
  load: (namespaces: string[]) => Promise<Record<string, Tree>>,
): i18n {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const coming = new Map<string, Promise<void>>();

  const find = (namespace: string, key: string): string | undefined => {
    const found = key.split(".").reduce<string | Tree | undefined>((tree, part) => (tree as Tree | undefined)?.[part], texts[namespace]);
    return typeof found === "string" ? found : undefined;
  };
  const counted = (namespace: string, key: string, count: number) =>
    (count === 0 ? find(namespace, `${key}_zero`) : undefined) ??
    find(namespace, `${key}_${plurals.select(count)}`) ??
    find(namespace, `${key}_other`);
  const written = (value: unknown, format: string | undefined) =>
    format === "number" && typeof value === "number" ? numbers.format(value) : String(value ?? "");

  const fallbackOf = ({ defaultValue }: Values, key: string) => (typeof defaultValue === "string" ? defaultValue : key);

  const translate =
    (ownNamespace: string) =>
    (name: string, values: Values = {}) => {
      const [, namespace = ownNamespace, key = name] = /^([\w-]+):(.*)$/.exec(name) ?? [];
      const text =
        (typeof values.count === "number" ? counted(namespace, key, values.count) : undefined) ??
        find(namespace, key) ??
        fallbackOf(values, key);
      return text.replace(/\{\{(\w+)(?:, (\w+))?\}\}/g, (_, value: string, format?: string) => written(values[value], format));
    };

  /** Fetched once, however many parts of a page need them. */
  const bring = async (namespaces: string[]) => {
    try {
      Object.assign(texts, await load(namespaces));
    } finally {
      for (const namespace of namespaces) coming.delete(namespace);
    }
  };

  const instance = {
    language: locale,
    languages: [locale],
    isInitialized: true,
    options: { defaultNS: "common" },
    getFixedT: (_: unknown, namespace: string) => translate(namespace),
    addResourceBundle: (_: unknown, namespace: string, more: Tree) => {
      if (!(namespace in texts)) texts[namespace] = more;
    },
    hasLoadedNamespace: (namespace: string) => namespace in texts,
    async loadNamespaces(namespaces: string[], loaded: () => void) {
      const missing = namespaces.filter((namespace) => !(namespace in texts));
      const fresh = missing.filter((namespace) => !coming.has(namespace));
      const all = fresh.length > 0 ? bring(fresh) : Promise.resolve();
      for (const namespace of fresh) coming.set(namespace, all);
      await Promise.all(missing.map((namespace) => coming.get(namespace)));
      loaded();
    },
    on() {},
    off() {},
  };
  return instance as unknown as i18n;
}
