import { useTranslation } from "react-i18next";
import type { PublicLegalText } from "#contract/law/legal-documents";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

type Props = { legal: string; text: PublicLegalText & { parts: { id: string; title: string }[] } };

/** Beside the text: its parts, and its versions when there are several. */
export function LegalRail({ legal, text }: Props) {
  const { t } = useTranslation("legal");
  const { locale } = usePage();
  return (
    <div className="grid content-start gap-8 lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto print:hidden">
      <nav aria-labelledby="contents">
        <h2 id="contents" className="title-card">
          {t("toc")}
        </h2>
        <ol className="mt-2 border-l-4 border-primary-pale" lang={text.locale}>
          {text.parts.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="flex min-h-9 items-center px-4 py-1 leading-snug text-ink no-underline hover:text-primary">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {text.versions.length > 1 && (
        <nav aria-labelledby="versions">
          <h2 id="versions" className="title-card">
            {t("past")}
          </h2>
          <ul className="mt-2">
            {text.versions.map(({ version, publishedAt }, at) => (
              <li key={version}>
                <Link
                  to={at === 0 ? `/${legal}` : `/${legal}?version=${version}`}
                  aria-current={version === text.version || undefined}
                  className="inline-flex min-h-9 items-center py-1 aria-[current]:font-bold"
                >
                  {t("versionLink", { version, date: formatDate(locale, publishedAt, "full") })}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
