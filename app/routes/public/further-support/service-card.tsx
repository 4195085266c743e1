import { ArrowUpRight, MessageSquare, Phone } from "lucide";
import { useTranslation } from "react-i18next";
import type { SupportService } from "#contract/further-support";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { OutsideLink } from "~/ui/outside-link";
import { isWritten, telephone } from "~/ui/telephone";
import { Words } from "~/ui/words";

/** One service, its number first: what one needs when one needs it. */
export function ServiceCard({ service }: { service: SupportService }) {
  const { id, name, description, phone, url, address, hours, languages, free, checkedOn } = service;
  const { t } = useTranslation("support");
  const spoken = languages.map((language) => t(`language.${language}`)).join(", ");
  return (
    <li
      id={`service-${id}`}
      className="flex flex-col gap-2 rounded-2xl border-2 border-line p-6 wrap-anywhere break-inside-avoid target:border-primary"
    >
      <h3 className="title-card">{name}</h3>
      {phone && (
        <a
          className="btn justify-self-start self-start print:border-0 print:bg-transparent print:p-0 print:text-ink"
          href={telephone(phone)}
        >
          <Icon of={isWritten(phone) ? MessageSquare : Phone} />
          {t(isWritten(phone) ? "write" : "call", { phone })}
        </a>
      )}
      <p>
        <Words of={description} mark />
      </p>
      <p className="muted text-sm">
        {[
          hours.fr && <Words key="hours" of={hours} />,
          free && phone && t("free"),
          address,
          languages.length > 1 && t("languages", { list: spoken }),
        ]
          .filter(Boolean)
          .map((part, at) => (
            <span key={String(at)} className="block">
              {part}
            </span>
          ))}
      </p>
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
        <Link className="py-1 print:hidden" to={`/contact?topic=site&about=${encodeURIComponent(name)}`} rel="nofollow">
          {t("report")}
        </Link>
      </p>
    </li>
  );
}
