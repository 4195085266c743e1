import "i18next";
import type { LocaleFiles } from "./locale-files";

type UnionToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never;

/** What other files add to a namespace, one member for each. */
type Added<Name> = {
  [File in keyof LocaleFiles]: LocaleFiles[File] extends { namespaces: infer More } ? More[Name & keyof More] : never;
}[keyof LocaleFiles];

/** The texts of each namespace, as `textNamespaces` joins them. */
type Namespaces = { [Name in keyof LocaleFiles]: Omit<LocaleFiles[Name], "namespaces"> & UnionToIntersection<Added<Name>> };

/** Keys are checked against the French texts: a missing one fails the type check, and so the build. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Namespaces;
  }
}
