import { ArrowUpRight, MessageSquare, Phone } from "lucide";
import { useTranslation } from "react-i18next";
import type { SupportService } from "#contract/charity/further-support";
import { dayMonthsLater } from "#contract/formats/france-time";
import { departementOf } from "#contract/formats/postal-address";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { OutsideLink } from "~/ui/outside-link";
import { isWritten, shownNumber, telephone } from "~/ui/telephone";

/** A service, with its distance in a search by postcode. */
type Found = SupportService & { km?: number | null };

export function ServiceCards({ services, today }: { services: Found[]; today: string }) {
  return (
    <ul className="services grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {services.map((service) => (
        <ServiceCard key={service.id} service={service} stale={isStale(service.checkedOn, today)} />
      ))}
    </ul>
  );
}

/** One service, its number first: what one needs when one needs it. */
function ServiceCard({ service, stale }: { service: Found; stale: boolean }) {
  const { id, name, description, phone, url, reach, address, postcode, hours, languages, free, checkedOn } = service;
  const { t } = useTranslation("further-support");
  const spoken = languages.map((language) => t(`language.${language}`)).join(", ");
  return (
    <li
      // Whole ids do not compress; eight characters are unique on a page.
      id={`service-${id.slice(0, 8)}`}
      className="flex flex-col gap-2 rounded-2xl border-2 border-line p-6 wrap-anywhere break-inside-avoid target:border-primary"
    >
      <h3 className="title-card">{name}</h3>
      <Distance service={service} />
      {phone && (
        <a className="btn self-start" href={telephone(phone)}>
          <Icon of={isWritten(phone) ? MessageSquare : Phone} />
          {t(isWritten(phone) ? "write" : "call", { phone: shownNumber(phone) })}
        </a>
      )}
      <p>
        <LocalizedText of={description} mark />
      </p>
      <p className="muted text-sm">
        {[
          hours.fr && <LocalizedText key="hours" of={hours} />,
          free && (reach === "national" ? phone && t("free") : t("freeService")),
          address,
          reach === "department" && postcode && t("department", { code: departementOf(postcode) }),
          languages.length > 1 && t("languages", { list: spoken }),
        ]
          .filter(Boolean)
          .map((part, at) => (
            <span key={String(at)} className="block">
              {part}
            </span>
          ))}
      </p>
      {stale && <p className="text-sm font-semibold">{t(phone ? "stale" : "staleOnline")}</p>}
      <p className="muted mt-auto flex flex-wrap gap-x-4 pt-2 text-sm">
        {url && (
          <OutsideLink className="inline-flex items-center gap-1 py-1 font-semibold [&_svg]:size-4" href={url}>
            {t("website")}
            <Icon of={ArrowUpRight} />
            <span className="sr-only">{name}</span>
          </OutsideLink>
        )}
        <span className="py-1">
          {t("checked")} <LocalDate value={checkedOn} style="full" />
        </span>
        <Link className="py-1 print:hidden" to={`/contact?topic=site&service=${id.slice(0, 8)}`} rel="nofollow">
          {t("report")}
        </Link>
      </p>
    </li>
  );
}

function Distance({ service: { km, reach } }: { service: Found }) {
  const { t } = useTranslation("further-support");
  if (km === undefined || (reach === "department" && km === null)) return null;
  return <p className="font-bold">{km === null ? t("near.inDepartement") : km === 0 ? t("near.close") : t("near.km", { count: km })}</p>;
}

/** As in the back-office: a service that was not verified for six months may have changed. */
const isStale = (checkedOn: string, today: string) => dayMonthsLater(checkedOn, 6) < today;
