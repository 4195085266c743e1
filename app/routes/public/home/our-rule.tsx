import { useTranslation } from "react-i18next";

export function OurRule() {
  const { t } = useTranslation("home");
  return (
    <div className="mt-section bg-beige py-section">
      <figure className="wrap">
        <blockquote className="max-w-[21em] text-[length:var(--text-3xl)] leading-[1.1] font-extrabold tracking-[-0.035em] text-balance">
          {t("values.quote")}
        </blockquote>
        <figcaption className="mt-8 flex items-center gap-4">
          <span className="ring-link h-8 w-14 [--w:0.5rem]" aria-hidden="true" />
          {t("values.by")}
        </figcaption>
      </figure>
    </div>
  );
}
