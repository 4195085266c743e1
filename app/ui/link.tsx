import { Link as RouterLink } from "@remix-run/react";
import type { AnchorHTMLAttributes, ReactNode } from "react";
import { pathIn } from "~/i18n/locale-of-path";
import { usePage } from "./page-context";

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & { to: string; children?: ReactNode; preventScrollReset?: boolean };

/** Pages in the back-office layout, between which navigation needs no new document. */
const withinOffice = /^(\/dashboard(?!.*\.(csv|xlsx|xml))|\/account\/(settings|membership)|\?|#)/;

/**
 * A link inside the site, in the page's language. It moves without reloading between back-office pages, and is a plain
 * anchor everywhere else: public pages have no framework script, and a plain anchor costs a fraction to render.
 */
export function Link({ to, preventScrollReset, ...rest }: Props) {
  const { locale, hydrated } = usePage();
  if (!hydrated || !withinOffice.test(to)) return <a href={/^[#?]/.test(to) ? to : pathIn(locale, to)} {...rest} />;
  return <RouterLink to={to} prefetch="intent" preventScrollReset={preventScrollReset} {...rest} />;
}
