import { useTranslation } from "react-i18next";
import type { SectorPage } from "#contract/charity/sectors";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { rowTitle } from "~/ui/row-title";
import { telephone } from "~/ui/telephone";

/** The managers, the address, and the contact details. */
export function SectorRail({ team: { managers, addressLine, postcode, city, email, phone, id } }: { team: SectorPage }) {
  const { t } = useTranslation("team");
  return (
    <aside className="grid gap-6 rounded-2xl bg-beige p-7 wrap-anywhere lg:row-span-2">
      {managers.length > 0 && (
        <div>
          <h2 className="title-card">{t("one.managers")}</h2>
          <p className="mt-1 text-lg">{managers.join(", ")}</p>
        </div>
      )}
      {addressLine && (
        <div>
          <h2 className="title-card">{t("one.where")}</h2>
          <address className="mt-1 not-italic">
            {addressLine}
            <br />
            {postcode} {city}
          </address>
        </div>
      )}
      <p className="grid justify-items-start gap-1 font-bold">
        {phone && <a href={telephone(phone)}>{phone}</a>}
        {email ? <a href={`mailto:${email}`}>{email}</a> : <Link to={`/contact?team=${id}`}>{t("one.write")}</Link>}
      </p>
    </aside>
  );
}

export function SectorActivities({ activities }: { activities: SectorPage["activities"] }) {
  const { t } = useTranslation("team");
  if (activities.length === 0) return null;
  return (
    <section aria-labelledby="activities">
      <h2 id="activities" className="title-section mb-5">
        {t("one.activities")}
      </h2>
      <ul className="grid gap-5 wrap-anywhere">
        {activities.map(({ id, name, slogan }) => (
          <li key={id} className="flex gap-4">
            <span className="ring-link mt-1.5 h-5 w-9 flex-none [--w:0.3125rem]" aria-hidden="true" />
            <span>
              <b className="block text-lg">{name}</b>
              {slogan?.fr && <LocalizedText of={slogan} mark />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SectorNews({ news }: { news: SectorPage["news"] }) {
  const { t } = useTranslation("team");
  if (news.length === 0) return null;
  return (
    <section aria-labelledby="team-news">
      <h2 id="team-news" className="title-section mb-5">
        {t("one.news")}
      </h2>
      <ul className="grid gap-5 wrap-anywhere">
        {news.map(({ id, slug, title, publishedAt }) => (
          <li key={id} className="divided">
            <p className="muted text-sm">
              <LocalDate value={publishedAt} />
            </p>
            <Link className={`title-card font-extrabold ${rowTitle}`} to={`/news/${slug}`}>
              <LocalizedText of={title} mark />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
