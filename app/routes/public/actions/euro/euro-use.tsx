import { usePageText } from "~/content/page-texts/use-page-text";

/** What the euros pay for, in one large sentence. */
export function EuroUse() {
  const t = usePageText("euro-solidaire");
  return (
    <section className="on-colour bg-black py-section text-white">
      <div className="wrap">
        <h2 className="title-card text-sun">{t("use.title")}</h2>
        <p className="mt-4 max-w-[22em] text-[length:var(--text-3xl)] leading-[1.12] font-extrabold tracking-[-0.035em] text-balance">
          {t("use.text")}
        </p>
      </div>
    </section>
  );
}
