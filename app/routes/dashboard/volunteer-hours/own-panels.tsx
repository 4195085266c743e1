import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import type { VolunteerCertificate } from "#contract/charity/volunteer-certificates";
import { civicAccount, type HoursRow, type HoursTotals } from "#contract/charity/volunteer-hours";
import { writtenDay } from "#contract/formats/france-time";
import { hoursText } from "#contract/formats/hours";
import { writtenCode } from "#contract/formats/typed-code";
import { Form, Submit } from "~/forms/form";
import { pathIn } from "~/i18n/locale-of-path";
import { useTranslate } from "~/i18n/use-translate";
import { missionOf } from "~/subjects/hours/activity-text";
import { withdrawReasonOf } from "~/subjects/hours/withdraw-reason";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { Progress } from "~/ui/progress";

const path = "/dashboard/volunteer-hours";
const noon = (day: string) => `${day}T12:00:00Z`;

/** What a check-in proposes: confirmed with one press, or corrected. */
export function ProposedHours({ rows }: { rows: HoursRow[] }) {
  const { t } = useTranslation("hours");
  const translate = useTranslate();
  const { locale } = usePage();
  if (rows.length === 0) return null;
  return (
    <section className="rounded-2xl bg-sun p-5 text-ink sm:p-8" aria-labelledby="proposed">
      <h2 id="proposed" className="panel-title">
        {t("proposed", { count: rows.length })}
      </h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 border-ink/15 py-3 not-first:border-t-2">
            <span>
              <strong className="block">{missionOf(row, translate, locale)}</strong>
              <LocalDate value={noon(row.date)} />
            </span>
            <span className="flex flex-wrap gap-2">
              <Form>
                <input type="hidden" name="version" value={String(row.version)} />
                <Submit variant="ink" name="confirm" value={row.id}>
                  {t("yes", { hours: hoursText(locale, row.minutes) })}
                </Submit>
              </Form>
              <ButtonLink variant="line" to={`${path}/${row.id}`} aria-label={t("correctOne", { what: missionOf(row, translate, locale) })}>
                {t("correct")}
              </ButtonLink>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Hours that were not accepted, with the reason. */
export function RejectedHours({ rows }: { rows: HoursRow[] }) {
  const { t } = useTranslation("hours");
  const translate = useTranslate();
  const { locale } = usePage();
  return rows.map((row) => (
    <div key={row.id} className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-danger-soft p-4">
      <p className="min-w-0 flex-[1_1_18rem]">
        <strong>
          {missionOf(row, translate, locale)}, <LocalDate value={noon(row.date)} />, {hoursText(locale, row.minutes)}.
        </strong>{" "}
        {row.validator ? t("rejectedBy", { name: row.validator }) : t("rejectedWhy")} {row.rejectReason}
        {row.correctUntil && <span className="block">{t("correctUntil", { day: writtenDay(locale, row.correctUntil) })}</span>}
      </p>
      <ButtonLink variant="line" to={`${path}/${row.id}`}>
        {t("resend")}
      </ButtonLink>
    </div>
  ));
}

/** The four sums of the page. */
export function HoursTiles({ totals, year }: { totals: HoursTotals; year: number }) {
  const { locale } = usePage();
  const { t } = useTranslation("hours");
  const more = totals.validatedYear - totals.validatedLastYear;
  const compared =
    more > 0 ? t("total.more", { hours: hoursText(locale, more) }) : more < 0 ? t("total.less", { hours: hoursText(locale, -more) }) : "";
  const tiles = [
    {
      label: t("total.month"),
      value: totals.month,
      note: totals.monthToConfirm > 0 && t("total.toConfirm", { hours: hoursText(locale, totals.monthToConfirm) }),
    },
    { label: t("total.validated", { year }), value: totals.validatedYear, note: compared },
    { label: t("total.waiting"), value: totals.waiting, note: totals.waiting > 0 && t("total.waitingFor") },
    { label: t("total.rejected"), value: totals.rejected, note: totals.rejected > 0 && t("total.rejectedWhy") },
  ];
  return (
    <dl className="panel grid grid-cols-2 gap-4 lg:grid-cols-4">
      {tiles.map(({ label, value, note }) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm font-semibold">{label}</dt>
          <dd className="text-3xl font-extrabold tabular-nums">{hoursText(locale, value)}</dd>
          {note && <dd className="muted text-sm">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** The paper that states validated hours: of a year, and those that exist. */
export function CertificatePanel({ items, years }: { items: VolunteerCertificate[]; years: number[] }) {
  const { t } = useTranslation("hours");
  const translate = useTranslate();
  const { locale } = usePage();
  return (
    <Panel title={t("certificate.title")}>
      <p>{t("certificate.about")}</p>
      {years.length === 0 ? (
        <p className="muted mt-3">{t("certificate.none")}</p>
      ) : (
        <Form className="mt-3 grid gap-3">
          <label className="field" htmlFor="certificate-year">
            <span className="font-semibold">{t("certificate.year")}</span>
            <select id="certificate-year" name="certificate" className="control">
              {years.map((year) => (
                <option key={year} value={year}>
                  {t("certificate.ofYear", { year })}
                </option>
              ))}
            </select>
          </label>
          <Submit variant="ink">{t("certificate.create")}</Submit>
        </Form>
      )}
      <ul className="rows mt-3">
        {items.map(({ id, number, periodTo, totalMinutes, checkCode, withdrawn, ...why }) => (
          <li key={id}>
            <span>
              {t("certificate.line", { year: periodTo.slice(0, 4), hours: hoursText(locale, totalMinutes) })}
              <small className="muted block">
                {withdrawn
                  ? t("certificate.withdrawn", { number, reason: withdrawReasonOf(why, translate) })
                  : t("certificate.code", { code: writtenCode(checkCode) })}
              </small>
            </span>
            {withdrawn && years.includes(Number(periodTo.slice(0, 4))) && (
              <Form>
                <Submit variant="line" small name="certificate" value={periodTo.slice(0, 4)}>
                  {t("certificate.createNew")}
                </Submit>
              </Form>
            )}
            {!withdrawn && (
              <a
                href={pathIn(locale, `${path}/certificates/${id}/attestation.pdf`)}
                download
                aria-label={t("certificate.openOne", { number })}
                className="font-semibold"
              >
                <Icon of={Download} /> {t("certificate.open")}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** How far a year is from what the civic commitment account asks of whoever leads volunteers. */
export function CivicPanel({ minutes, year }: { minutes: number; year: number }) {
  const { t } = useTranslation("hours");
  const hours = Math.floor(minutes / 60);
  return (
    <Panel title={t("civic.title")}>
      <Progress
        label={t("civic.label", { year })}
        value={Math.min(hours, civicAccount.hours)}
        max={civicAccount.hours}
        text={t("civic.progress", { hours, goal: civicAccount.hours })}
      />
      <p className="muted mt-3">{t("civic.text", { next: year + 1 })}</p>
    </Panel>
  );
}
