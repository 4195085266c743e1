import { useTranslation } from "react-i18next";
import type { JobCard } from "#contract/charity/jobs";
import { usePageText } from "~/content/page-texts/use-page-text";
import { ButtonLink } from "~/ui/button";
import { Drawing, DrawingSymbols } from "~/ui/drawing";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { rowTitle } from "~/ui/row-title";

/** One opening of the list. */
export function JobEntry({ job: { id, title, summary, kind, place, contract, closesOn } }: { job: JobCard }) {
  const { t } = useTranslation("jobs");
  // A French text on an English page is marked, except below a French title.
  const english = !!title.en;
  return (
    <article className="grid gap-x-12 gap-y-3 wrap-anywhere lg:grid-cols-[1fr_18rem]">
      <div>
        <h2 className="text-[length:var(--text-2xl)] leading-[1.15] tracking-[-0.025em]">
          <Link className={rowTitle} to={`/jobs/${id}`}>
            <LocalizedText of={title} mark />
          </Link>
        </h2>
        <p className="mt-2 max-w-2xl">
          <LocalizedText of={summary} />
        </p>
      </div>
      <p className="grid content-start justify-items-start gap-1">
        <span className="tag">{t(`kind.${kind}`)}</span>
        <b>
          <LocalizedText of={place} mark={english} />
        </b>
        <LocalizedText of={contract} mark={english} />
        <span className="muted text-sm">
          {closesOn ? (
            <>
              {t("closes")} <LocalDate value={closesOn} />
            </>
          ) : (
            t("always")
          )}
        </span>
      </p>
    </article>
  );
}

/** Nothing open: volunteers are welcome all year. */
export function NoJobs() {
  const t = usePageText("jobs");
  return (
    <section className="mb-section grid justify-items-start gap-4 rounded-2xl bg-primary-pale p-[clamp(1.5rem,4vw,3rem)]">
      <DrawingSymbols names={["bike"]} />
      <Drawing name="bike" className="w-36" />
      <h2 className="title-section">{t("empty.title")}</h2>
      <p className="max-w-xl text-lg">{t("empty.text")}</p>
      <ButtonLink to="/register/volunteer">{t("empty.cta")}</ButtonLink>
    </section>
  );
}
