import { useTranslation } from "react-i18next";
import type { JobPage } from "#contract/charity/jobs";
import { typeset } from "#contract/formats/french-spaces";
import { readIn } from "#contract/formats/localized-text";
import { pathIn } from "~/i18n/locale-of-path";
import { useRootData } from "~/layouts/root-data";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { ShareLinks } from "~/ui/share-links";

/** What the opening is, in a title, a sentence and its facts. */
export function JobHead({ job }: { job: JobPage }) {
  const { t } = useTranslation("jobs");
  const { locale } = usePage();
  const title = readIn(locale, job.title);
  // A French text on an English page is marked, except below a French title.
  const english = !!job.title.en;
  const facts = [
    { label: t("fact.place"), value: <LocalizedText of={job.place} mark={english} /> },
    { label: t("fact.contract"), value: <LocalizedText of={job.contract} mark={english} /> },
    { label: t("fact.hours"), value: t("hours", { count: job.hours }) },
    ...(job.salary.fr ? [{ label: t("fact.salary"), value: <LocalizedText of={job.salary} mark={english} /> }] : []),
    { label: t("opens"), value: <LocalDate value={job.opensOn} /> },
    { label: t("closes"), value: job.closesOn ? <LocalDate value={job.closesOn} /> : t("always") },
  ];
  return (
    <div className="pt-[clamp(1.5rem,4vw,3.5rem)] pb-10 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-2">
        <Link className="more" to="/jobs">
          {t("back")}
        </Link>
        <span className="tag">{t(`kind.${job.kind}`)}</span>
      </p>
      <h1 className="mt-4 max-w-[16em] text-[clamp(2.375rem,1.4rem+4.2vw,4.75rem)] leading-[1.02] tracking-[-0.035em]">
        <LocalizedText of={job.title} mark />
      </h1>
      <p className="mt-5 max-w-2xl text-xl leading-[1.45] text-neutral-dark">
        <LocalizedText of={job.summary} />
      </p>
      <Facts facts={facts} className="mt-8 grid grid-cols-2 gap-x-8 gap-y-5 border-t-2 border-line pt-6 lg:flex lg:flex-wrap lg:gap-x-12" />
      <div className="mt-6">
        <ShareLinks
          title={typeset(title.text, title.locale)}
          url={`${useRootData()?.settings.publicUrl}${pathIn(locale, `/jobs/${job.id}`)}`}
        />
      </div>
    </div>
  );
}
