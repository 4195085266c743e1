import { getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { moments, products } from "#contract/accounts/registration-steps";
import type { StoredShop } from "#contract/accounts/shop";
import { ErrorSummary } from "~/forms/error-summary";
import { StarNote, StarRequired } from "~/forms/field-marks";
import { Checkbox, ChoiceGroup, TextArea, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/accounts/shop").then(({ Shop }) => Shop);

/** The fields of {@link ShopForm}, as registrations label them. */
export const shopFields = [
  "companyName",
  "siret",
  "legalForm",
  "addressLine",
  "postcode",
  "city",
  "fiscalYearEnd",
  "surfaceOver400",
  "moments",
  "products",
  "pickupNotes",
] as const;

type Props = {
  shop: StoredShop;
  answer: FormAnswer | undefined;
  /** When the form was read. */
  version: string;
  byStaff?: boolean;
  /** What is shown where somebody else saved first. */
  conflict?: ReactNode;
};

/** What a shop answered when it registered; changed by its owner or by staff. Posts `intent=shop`. */
export function ShopForm({ shop, answer, version, byStaff = false, conflict }: Props) {
  const { t } = useTranslation("account");
  const { t: register } = useTranslation("register");
  const [form, fields] = usePageForm(schema, { id: "shop", answer, defaultValue: shop });
  const labels = Object.fromEntries(shopFields.map((name) => [name, register(`field.${name}`)])) as Record<
    (typeof shopFields)[number],
    string
  >;
  const choices = (values: readonly (typeof moments | typeof products)[number][]) =>
    values.map((value) => ({ value, label: register(`choice.${value}`) }));
  return (
    <StarRequired when>
      <Panel title={t(byStaff ? "shop.titleOfOther" : "shop.title")}>
        {!byStaff && <p className="muted mb-4">{t("shop.lead")}</p>}
        <Form className="grid gap-5" {...getFormProps(form)}>
          <ErrorSummary form={form} labels={labels} />
          <StarNote />
          <input type="hidden" name="intent" value="shop" />
          <input type="hidden" name="version" value={version} />
          {conflict}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField field={fields.companyName} label={labels.companyName} />
            <TextField field={fields.legalForm} label={labels.legalForm} />
            <TextField field={fields.siret} label={labels.siret} hint={register("hint.siret")} />
            <TextField field={fields.fiscalYearEnd} label={labels.fiscalYearEnd} hint={register("hint.fiscalYearEnd")} />
          </div>
          <TextField field={fields.addressLine} label={labels.addressLine} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField field={fields.postcode} label={labels.postcode} />
            <TextField field={fields.city} label={labels.city} />
          </div>
          <Checkbox field={fields.surfaceOver400} label={labels.surfaceOver400} />
          <ChoiceGroup field={fields.moments} label={labels.moments} several cards choices={choices(moments)} />
          <ChoiceGroup field={fields.products} label={labels.products} several cards choices={choices(products)} />
          <TextArea field={fields.pickupNotes} label={labels.pickupNotes} rows={3} />
          <p className="actions">
            <Submit>{t("save")}</Submit>
          </p>
        </Form>
      </Panel>
    </StarRequired>
  );
}
