import { Scripts, ScrollRestoration } from "@remix-run/react";
import enhanceUrl from "~/enhance/enhance?worker&url";
import { noCompiledSchemas } from "~/framework/zod-config";
import { pathIn } from "~/i18n/locale-of-path";
import { usePageParts } from "~/layouts/document-parts";
import { usePageHandle } from "~/layouts/handle";
import { useRootData } from "~/layouts/root-data";
import { usePage } from "~/ui/page-context";

/** Requests files of texts while the scripts are loading: `pageTexts` of `entry.client.tsx`, null for a file that fails. */
const requestTexts = (urls: string[]) =>
  `globalThis.pageTexts=${JSON.stringify(urls)}.map((u)=>fetch(u).then((a)=>a.ok?a.json():null).catch(()=>null));`;

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
  const { nonce, crawler, textFiles = [], nearbyTexts, path } = usePageParts();
  const { locale } = usePage();
  const folder = pathIn(locale, `/builds/${root?.settings.buildId}/texts`);
  return (
    <>
      <script type="module" src={enhanceUrl} data-build={root?.settings.buildId} />
      {hydrate && !crawler && (
        <>
          <script type="application/json" id="texts" data-path={path} data-nearby={nearbyTexts} data-more={folder} />
          <script
            nonce={nonce}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: constants, and names of the build and of its namespaces
            dangerouslySetInnerHTML={{ __html: noCompiledSchemas + requestTexts(textFiles.map((names) => `${folder}/${names}`)) }}
          />
          <ScrollRestoration nonce={nonce} />
          <Scripts nonce={nonce} />
        </>
      )}
    </>
  );
}
