import { useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { ProjectFollow } from "#contract/charity/projects";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { Button } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";

type Props = { owner: ProjectFollow["owner"]; action: string; answer: FormAnswer | undefined };

/** The manager of a project, set by the e-mail address of their account. */
export function ProjectOwner({ owner, action, answer }: Props) {
  const { t } = useTranslation("content");
  const [form, fields] = useForm<{ email: string }>({
    id: "owner",
    lastResult: answer?.result,
    constraint: { email: { required: true } },
  });
  return (
    <section className="grid content-start gap-3">
      <h3 className="font-bold">{t("projectFollow.owner")}</h3>
      {owner ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0">
            <b>
              {owner.firstName} {owner.lastName}
            </b>
            <span className="muted block text-sm wrap-anywhere">{owner.email}</span>
          </p>
          <Form action={action}>
            <Button small variant="line" name="intent" value="removeOwner">
              {t("projectFollow.removeOwner")}
            </Button>
          </Form>
        </div>
      ) : (
        <p className="muted">{t("projectFollow.nobody")}</p>
      )}
      <Disclosure summary={t(owner ? "projectFollow.changeOwner" : "projectFollow.setOwner")} open={!!answer}>
        <Form id={form.id} action={action} className="grid max-w-md gap-4 pt-2">
          <ErrorSummary form={form} labels={{ email: t("projectFollow.email") }} />
          <input type="hidden" name="intent" value="owner" />
          <TextField
            field={fields.email}
            type="email"
            label={t("projectFollow.email")}
            hint={t("projectFollow.emailHint")}
            autoComplete="off"
          />
          <p className="actions">
            <Submit variant="line">{t("projectFollow.saveOwner")}</Submit>
          </p>
        </Form>
      </Disclosure>
    </section>
  );
}
