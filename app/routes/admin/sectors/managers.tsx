import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { SectorOverview } from "#contract/charity/sectors";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Button } from "~/ui/button";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/charity/sectors").then(({ ManagerDraft }) => ManagerDraft);

/** The managers of the sector; the public page shows their first names. */
export function Managers({ managers, answer }: { managers: SectorOverview["managers"]; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("sectors");
  const [form, fields] = usePageForm(schema, { id: "manager", answer });
  return (
    <Panel title={t("managers.title")}>
      <ul className="rows">
        {managers.map(({ id, firstName, lastName, email, phone, shown }) => (
          <li key={id}>
            <span>
              <b>
                {firstName} {lastName}
              </b>
              <span className="muted block text-sm">{[email, phone].filter(Boolean).join(", ")}</span>
              <span className="muted block text-sm">{t(shown ? "managers.agreed" : "managers.notAgreed")}</span>
            </span>
            <Form className="print:hidden">
              <Button
                small
                variant="line"
                name="remove"
                value={id}
                aria-label={t("managers.removeOne", { name: `${firstName} ${lastName}` })}
              >
                {t("managers.remove")}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Form className="mt-5 grid max-w-md gap-4 print:hidden" {...getFormProps(form)}>
        <ErrorSummary form={form} labels={{ email: t("managers.email") }} />
        <TextField field={fields.email} type="email" label={t("managers.email")} hint={t("managers.hint")} autoComplete="off" />
        <Checkbox field={fields.shown} label={t("managers.shown")} hint={t("managers.shownHint")} />
        <p className="actions">
          <Submit variant="line">{t("managers.add")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
