import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { FoundCompany } from "#contract/giving/companies";
import companyUrl from "~/enhance/company?worker&url";
import { TextField } from "~/forms/fields";
import { pathIn } from "~/i18n/locale-of-path";
import { Notice } from "~/ui/notice";
import { usePage } from "~/ui/page-context";

type Props = { fields: Record<"company" | "siren" | "legalForm", FieldMetadata<string | undefined>>; register: boolean };

/** The fields of a company. With a register, its name is completed from its number. */
export function CompanyFields({ fields, register }: Props) {
  const { t } = useTranslation("donate");
  const { locale } = usePage();
  return (
    <div className="when-company grid gap-6 sm:grid-cols-2" data-company={register ? pathIn(locale, "/donate/company") : undefined}>
      <TextField field={fields.siren} label={t("field.siren")} optional={false} />
      <TextField
        field={fields.company}
        label={t("field.company")}
        hint={register ? t("field.companyHint") : undefined}
        autoComplete="organization"
        optional={false}
      />
      <TextField field={fields.legalForm} label={t("field.legalForm")} hint={t("field.legalFormHint")} optional={false} />
      {register && <script type="module" src={companyUrl} />}
    </div>
  );
}

/** The company found in the register, for the donor to confirm. */
export function FoundCompanyNote({ company: { companyName, addressLine, postcode, city } }: { company: FoundCompany }) {
  const { t } = useTranslation("donate");
  const company = [companyName, addressLine, `${postcode} ${city}`.trim()].filter(Boolean).join(", ");
  return (
    // biome-ignore lint/a11y/noAutofocus: without script, this is how what is to be read takes the focus
    <div role="status" tabIndex={-1} autoFocus>
      <Notice>{t("company.found", { company })}</Notice>
    </div>
  );
}
