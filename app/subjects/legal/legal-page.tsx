import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/ui/button";
import { RenderedText } from "~/ui/rendered-text";
import type { LegalPageData } from "./legal-page.server";
import { LegalRail } from "./legal-rail";
import { LegalVersion } from "./legal-version";

const topics = { cgu: "other", accessibility: "site" } as const;

type Props = {
  data: LegalPageData;
  /** The form of a request, on the page about data; other pages link to the contact form. */
  children?: ReactNode;
};

/** The page of a public text: title, contents, text, versions, and contact. */
export function LegalPage({ data: { key, text, toSign }, children }: Props) {
  const { t } = useTranslation("legal");
  return (
    <main id="content" className="wrap">
      <h1 className="title-page max-w-[14em] pt-[clamp(2rem,5vw,4rem)] text-[clamp(2.5rem,1.4rem+4.6vw,5rem)]">{t(`${key}.h1`)}</h1>
      {text && <p className="mt-5 max-w-xl text-xl leading-[1.45] text-neutral-dark">{t(`${key}.lead`)}</p>}
      {text ? (
        <>
          <LegalVersion legal={key} text={text} toSign={toSign} />
          <div className="mt-10 grid gap-x-16 gap-y-10 lg:grid-cols-[17rem_1fr]">
            <LegalRail legal={key} text={text} />
            <RenderedText html={text.html} lang={text.locale} className="prose legal-page" />
          </div>
        </>
      ) : (
        <p className="mt-10 text-lg">{t("none")}</p>
      )}
      <section
        id="request"
        className="my-section grid justify-items-start gap-3 rounded-2xl bg-beige p-[clamp(1.5rem,3.4vw,2.75rem)] print:hidden"
      >
        <h2 className="title-section">{t(`next.${key}.title`)}</h2>
        <p className="max-w-xl">{t(`next.${key}.text`)}</p>
        {key === "gdpr" ? (
          children
        ) : (
          <ButtonLink to={`/contact?topic=${topics[key]}`} className="mt-3">
            {t(`next.${key}.cta`)}
          </ButtonLink>
        )}
      </section>
    </main>
  );
}
