import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { OrganisationPartRecord } from "#contract/charity/organisation";
import type { Locale } from "#contract/formats/locale";
import { writtenTime } from "#contract/formats/weekday-names";
import { spacedIban } from "#contract/giving/bank-codes";
import { formatEuros } from "#contract/giving/money";
import { pathIn } from "~/i18n/locale-of-path";
import { imageUrl } from "~/images/image-url";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

type Texts = { t: TFunction<"organisation">; locale: Locale };
type Written = (value: string, texts: Texts) => ReactNode;

const time: Written = (value, { locale }) => writtenTime(locale, value);
const day: Written = (value, { locale }) => formatDate(locale, value, "full");
const percent: Written = (value, { t }) => t("percent", { value });
const euros: Written = (value, { locale }) => formatEuros(locale, Number(value) * 100);

/** How each fact is written that is not a plain text. */
const written: Partial<Record<string, Written>> = {
  logoId: (value, { t }) => <img src={imageUrl("local", value, 320, 1)} alt={t("field.logoId")} className="h-12 w-auto" />,
  signatureId: (value, { t, locale }) => (
    <a href={pathIn(locale, `/dashboard/admin/files/${value}`)} download>
      {t("signature")}
    </a>
  ),
  primaryColour: (value, { t }) => t(`colour.${value as "pink"}`),
  aidRule: (value, { t }) => t(`aidRule.${value as "none"}`),
  pausedGroup: (value, { t }) => t(`pausedGroup.${value as "everybody"}`),
  thanks: (value, { t }) => t(`hourThanks.${value as "send"}`),
  giftTaxRegime: (value, { t }) => t(`regime.${value as "75"}`),
  hoursFrom: time,
  hoursTo: time,
  iban: (value) => spacedIban(value),
  recognisedOn: day,
  checkedOn: day,
  rate: percent,
  raisedRate: percent,
  incomeCap: percent,
  companyRate: percent,
  raisedUpToEuros: euros,
  companyCapEuros: euros,
};

/** The facts of a part, including the missing ones. */
export function PartFacts({ facts }: Pick<OrganisationPartRecord, "facts">) {
  const { t } = useTranslation("organisation");
  const { locale } = usePage();
  const shown = (name: string, value: string | number | null) => {
    if (value === null || value === "") return <span className="muted font-normal">{t("missing")}</span>;
    return written[name]?.(String(value), { t, locale }) ?? String(value);
  };
  return (
    <Facts facts={Object.entries(facts).map(([name, value]) => ({ label: t(`field.${name as "name"}`), value: shown(name, value) }))} />
  );
}
