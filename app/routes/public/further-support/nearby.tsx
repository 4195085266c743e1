import { CircleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import type { SupportNearby, SupportQuery } from "#contract/charity/further-support";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { supportUrl } from "./filters";
import { ServiceCards } from "./service-card";

type Props = { nearby: SupportNearby | null; query: SupportQuery };

/** The search by postcode; filters are preserved. */
export function SearchNearby({ nearby, query: { near, category, free } }: Props) {
  const { t } = useTranslation("further-support");
  const mistaken = nearby?.placed === "nowhere";
  return (
    <search id="near-me" aria-label={t("near.submit")} className="mt-6 block print:hidden">
      <form action="#near-me" className="flex flex-wrap items-end gap-3">
        {category && <input type="hidden" name="category" value={category} />}
        {free && <input type="hidden" name="free" value={free} />}
        <div className="field">
          <label htmlFor="near">{t("near.label")}</label>
          <p className="hint" id="near-hint">
            {t("near.hint")}
          </p>
          <input
            className="control w-48"
            id="near"
            name="near"
            defaultValue={near}
            autoComplete="postal-code"
            inputMode="numeric"
            maxLength={20}
            aria-invalid={mistaken || undefined}
            aria-describedby={mistaken ? "near-hint near-error" : "near-hint"}
          />
        </div>
        <Button variant="line">{t("near.submit")}</Button>
        {mistaken && (
          <p className="field-error basis-full" id="near-error">
            <Icon of={CircleAlert} />
            <span>{t("near.form")}</span>
          </p>
        )}
      </form>
    </search>
  );
}

/** Services around the postcode, before those for everyone. */
export function NearbyServices({ nearby, query, today }: Props & { today: string }) {
  const { t } = useTranslation("further-support");
  if (!nearby || nearby.placed === "nowhere") return null;
  const { placed, services, farther } = nearby;
  return (
    <section className="pt-12" aria-labelledby="nearby">
      <h2 id="nearby" className="title-section">
        {t("near.title", { postcode: query.near })}
      </h2>
      <div className="mt-3 mb-6 grid max-w-2xl gap-2">
        {services.length === 0 && <p>{t("near.none")}</p>}
        {placed === "departement" && services.length > 0 && <p>{t("near.departement")}</p>}
        {farther > 0 && <p className="muted">{t("near.farther", { count: farther })}</p>}
        <p className="print:hidden">
          <Link to={supportUrl({ ...query, near: "" })}>{t("near.clear")}</Link>
        </p>
      </div>
      {services.length > 0 && <ServiceCards services={services} today={today} />}
    </section>
  );
}
