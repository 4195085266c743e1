import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { GiftInKindRecord } from "#contract/giving/gifts-in-kind";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Disclosure } from "~/ui/disclosure";
import { GiftFields } from "./gift-fields";

const schema = () => import("#contract/giving/gifts-in-kind").then(({ GiftInKindDraft }) => GiftInKindDraft);

/** Corrects a gift: open when it was refused. */
export function ChangeGift({ gift, answer }: { gift: GiftInKindRecord; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("in-kind");
  const { receivedOn, category, description, name, email, locale, version } = gift;
  const defaultValue = { receivedOn, category, description, name, email: email ?? "", locale };
  const [form, fields] = usePageForm(schema, { id: "gift", answer, defaultValue });
  return (
    <Disclosure summary={t("change.open")} open={answer !== undefined}>
      <Form className="mt-4 grid max-w-xl gap-5" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="version" value={String(version)} />
        <GiftFields fields={fields} />
        <div>
          <Submit variant="line">{t("change.save")}</Submit>
        </div>
      </Form>
    </Disclosure>
  );
}
