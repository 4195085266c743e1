import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SectorOverview } from "#contract/charity/sectors";
import { useTranslate } from "~/i18n/use-translate";
import { timeText } from "~/subjects/events/event-times";
import { placeText } from "~/subjects/events/place-text";
import { LocalizedText } from "~/ui/localized-text";
import { LogoSymbols, Mark } from "~/ui/logo";
import { usePage } from "~/ui/page-context";
import { telephone } from "~/ui/telephone";
import { FrancePlan } from "./france-plan";
import { HoursList } from "./hours-list";

const figures = ["kits", "kilograms", "hours"] as const;

/** The public part of the poster: address, hours, managers, what to bring. */
export function SectorPoster({ sector }: { sector: SectorOverview }) {
  const { t } = useTranslation("sectors");
  const sectorTexts = useTranslation("team").t;
  const translate = useTranslate();
  const { locale } = usePage();
  const { events, impactTotals, shops } = sector;
  const { name, slogan, hours, others, zones, bring, presentation, children, managers, addressLine, postcode, city, email, phone } = sector;
  const near = others.slice(0, 3).flatMap(({ name, km }) => (km === null ? [] : [t("poster.neighbour", { name, km })]));
  const done = figures.filter((figure) => impactTotals[figure] > 0);
  const here = children.filter(({ status }) => status === "published");
  return (
    <section className="panel grid gap-x-12 gap-y-6 lg:grid-cols-[1fr_17rem] print:grid-cols-[1fr_17rem]" aria-label={t("title")}>
      <div className="grid content-start gap-6">
        <p className="flex items-center gap-4 text-xl font-extrabold">
          <LogoSymbols />
          <Mark className="size-12 flex-none text-primary" />
          {slogan?.fr ? <LocalizedText of={slogan} /> : name}
        </p>
        <Part title={sectorTexts("hours.title")}>
          {hours.length > 0 ? <HoursList hours={hours} /> : <p className="muted">{t("poster.noHours")}</p>}
        </Part>
        {events.length > 0 && (
          <Part title={t("poster.dates")}>
            <ul className="grid gap-2">
              {events.map((event) => (
                <li key={event.id}>
                  <b>
                    <LocalizedText of={event.title} />
                  </b>
                  , {placeText(translate, event)}
                  <span className="muted block text-sm first-letter:uppercase">{timeText(locale, translate, event)}</span>
                </li>
              ))}
            </ul>
          </Part>
        )}
        <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
          {(addressLine || city) && (
            <Part title={t("poster.place")}>
              <address className="not-italic">
                {addressLine}
                <br />
                {postcode} {city}
              </address>
            </Part>
          )}
          {(phone || email) && (
            <Part title={t("poster.contact")}>
              <p className="grid justify-items-start">
                {phone && <a href={telephone(phone)}>{phone}</a>}
                {email && <a href={`mailto:${email}`}>{email}</a>}
              </p>
            </Part>
          )}
          {managers.length > 0 && (
            <Part title={t("managers.title")}>
              <ul>
                {managers.map(({ id, shown, firstName, lastName, ...one }) => (
                  <li key={id} className="break-words">
                    {shown ? [`${firstName} ${lastName}`, one.phone, one.email].filter(Boolean).join(", ") : firstName}
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {zones.fr && (
            <Part title={t("poster.zones")}>
              <p>
                <LocalizedText of={zones} />
              </p>
            </Part>
          )}
          {shops.length > 0 && (
            <Part title={t("poster.shops")}>
              <p>{shops.map((shop) => shop.name).join(", ")}</p>
            </Part>
          )}
          {done.length > 0 && (
            <Part title={t("poster.impactTotals")}>
              <ul>
                {done.map((figure) => (
                  <li key={figure}>{t(`impactTotals.${figure}`, { count: impactTotals[figure] })}</li>
                ))}
              </ul>
            </Part>
          )}
        </div>
      </div>
      <div className="grid content-start gap-6">
        <FrancePlan own={sector} others={others} label={t("poster.mapAlt", { name })} className="w-full max-w-68" />
        {near.length > 0 && <p className="muted text-sm">{t("poster.near", { sectors: near.join(", ") })}</p>}
        {bring.fr && (
          <Part title={t("poster.bring")}>
            <p className="whitespace-pre-line">
              <LocalizedText of={bring} />
            </p>
          </Part>
        )}
        {here.length > 0 && (
          <Part title={t("poster.here")}>
            <ul>
              {here.map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
            </ul>
          </Part>
        )}
      </div>
      {presentation.fr && (
        <p className="max-w-2xl whitespace-pre-line lg:col-span-2">
          <LocalizedText of={presentation} />
        </p>
      )}
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="panel-title mb-2">{title}</h2>
      {children}
    </div>
  );
}
