import { useTranslation } from "react-i18next";
import type { PressRelease } from "#contract/publishing/press";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";

/** What the release is about, in a title and a sentence. */
export function ReleaseHead({ release: { title, quote } }: { release: PressRelease }) {
  const { t } = useTranslation("press");
  return (
    <div className="pt-[clamp(1.5rem,4vw,3.5rem)] pb-10 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-2">
        <Link className="more print:hidden" to="/press">
          {t("release.back")}
        </Link>
        <span className="tag">{t("release.kind")}</span>
      </p>
      <h1 className="mt-4 max-w-[18em] text-[clamp(2.25rem,1.4rem+3.6vw,4.25rem)] leading-[1.04] tracking-[-0.035em]">
        <LocalizedText of={title} mark />
      </h1>
      {quote.fr && (
        <p className="mt-5 max-w-2xl text-xl leading-[1.45] text-neutral-dark">
          <LocalizedText of={quote} />
        </p>
      )}
    </div>
  );
}

/** Who says so, and since when. */
export function ReleaseFacts({ release: { outlet, day } }: { release: PressRelease }) {
  const { t } = useTranslation("press");
  const facts = [
    { label: t("release.by"), value: outlet },
    { label: t("release.day"), value: <LocalDate value={day} style="full" /> },
  ];
  return <Facts facts={facts} className="flex flex-wrap gap-x-8 gap-y-3 lg:grid" />;
}
