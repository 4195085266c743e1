import { Scripts, ScrollRestoration } from "@remix-run/react";
import enhanceUrl from "~/enhance/enhance?worker&url";
import { pathIn } from "~/i18n/locale-of-path";
import { usePageParts } from "~/layouts/document-parts";
import { usePageHandle } from "~/layouts/handle";
import { useRootData } from "~/layouts/root-data";
import { usePage } from "~/ui/page-context";

/** Zod compiles schemas with eval where that is allowed. Our policy forbids it, and even the attempt is reported, so this runs before any schema. */
const noCompiledSchemas = "globalThis.__zod_globalConfig={jitless:true}";

/**
 * The scripts of a page, written by the server alone: React makes a script from markup, which the page's policy refuses. They come last in the
 * body, where React leaves alone what it does not know.
 */
export function PageScripts() {
  const { hydrate = false } = usePageHandle();
  const { crawler } = usePageParts();
  if (import.meta.env.SSR) return <WrittenScripts />;
  return hydrate && !crawler ? <KeepsScroll /> : null;
}

/** The framework's scroll restoration, without its script tag. */
function KeepsScroll() {
  ScrollRestoration({});
  return null;
}

function WrittenScripts() {
  const root = useRootData();
  const { hydrate = false } = usePageHandle();
  const { nonce, crawler, texts, nearbyTexts, path } = usePageParts();
  const { locale } = usePage();
  return (
    <>
      <script type="module" src={enhanceUrl} data-build={root?.settings.buildId} />
      {hydrate && !crawler && (
        <>
          <script
            type="application/json"
            id="texts"
            data-path={path}
            data-nearby={nearbyTexts}
            data-more={pathIn(locale, `/builds/${root?.settings.buildId}/texts`)}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with "<" escaped, never run
            dangerouslySetInnerHTML={{ __html: texts }}
          />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: noCompiledSchemas }} />
          <ScrollRestoration nonce={nonce} />
          <Scripts nonce={nonce} />
        </>
      )}
    </>
  );
}
