import { useLocation, useMatches } from "@remix-run/react";
import { pathIn } from "~/i18n/locale-of-path";
import { usePage } from "~/ui/page-context";

type Alternates = { fr: string; en?: string };

/**
 * Canonical address and other language of a public page, for search engines. A page says in its data where its
 * languages are (`alternates`) when its address differs between them, or when it has only one.
 */
export function SearchLinks({ publicUrl }: { publicUrl: string }) {
  const { pathname } = useLocation();
  const matches = useMatches();
  const page = matches.at(-1)?.data as { alternates?: Alternates } | undefined;
  const alternates: Alternates = page?.alternates ?? { fr: pathIn("fr", pathname), en: pathIn("en", pathname) };
  const { locale } = usePage();
  const canonical = alternates[locale] ?? alternates.fr;
  return (
    <>
      <link rel="canonical" href={publicUrl + canonical} />
      <link rel="alternate" hrefLang="fr" href={publicUrl + alternates.fr} />
      {alternates.en && <link rel="alternate" hrefLang="en" href={publicUrl + alternates.en} />}
      <link rel="alternate" hrefLang="x-default" href={publicUrl + alternates.fr} />
    </>
  );
}
