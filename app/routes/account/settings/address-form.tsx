import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { StoredAddress } from "#contract/accounts/account";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { AddressSearch } from "~/subjects/addresses/address-search";
import type { AddressAnswer } from "~/subjects/addresses/find-address.server";
import { Panel } from "~/ui/panel";
import { ChangedMeanwhile, formVersion } from "./changed-meanwhile";

const schema = () => import("#contract/accounts/account").then(({ OwnAddress }) => OwnAddress);

type Props = { address: StoredAddress; search: boolean; answer: FormAnswer | AddressAnswer | undefined };

/** The person's postal address, with completion by the national geocoder if configured. */
export function AddressForm({ address, search, answer }: Props) {
  const { t } = useTranslation("account");
  const { t: field } = useTranslation("addresses");
  const [form, fields] = usePageForm(schema, { id: "address", answer, defaultValue: address });
  const names = ["addressLine", "postcode", "city"] as const;
  const typed = answer?.result.initialValue;
  return (
    <Panel title={t("address.title")}>
      <p className="muted mb-4">{t("address.lead")}</p>
      <Form className="grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} labels={{ addressLine: field("addressLine"), postcode: field("postcode"), city: field("city") }} />
        <input type="hidden" name="intent" value="address" />
        <input type="hidden" name="version" value={formVersion(answer, address.version) ?? ""} />
        {!!answer?.current && (
          <ChangedMeanwhile facts={names.map((name) => ({ label: field(name), value: address[name], typed: typed?.[name] }))} />
        )}
        <TextField field={fields.addressLine} label={field("addressLine")} autoComplete="street-address" />
        {search && <AddressSearch found={answer && "found" in answer ? answer.found : undefined} />}
        <div className="grid gap-4 sm:grid-cols-[9rem_1fr]">
          <TextField field={fields.postcode} label={field("postcode")} autoComplete="postal-code" />
          <TextField field={fields.city} label={field("city")} autoComplete="address-level2" />
        </div>
        <p className="actions">
          <Submit>{t("save")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
