import { type FormMetadata, getFormProps } from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import { ButtonLink } from "~/ui/button";
import { HoursFields } from "./hours-fields";

type Props<Values extends Record<string, unknown>> = {
  title: string;
  /** The list that it leads back to. */
  list: string;
  form: FormMetadata<Values, string[]>;
  submission: string;
  /** What stands before the fields of the hours. */
  children?: ReactNode;
} & ComponentProps<typeof HoursFields>;

/** A panel in which hours are added. */
export function AddHoursForm<Values extends Record<string, unknown>>({ title, list, form, submission, children, ...hours }: Props<Values>) {
  const { t } = useTranslation("hours");
  return (
    <section className="panel grid max-w-2xl gap-4">
      <h1 className="office-title">{title}</h1>
      <Form className="grid gap-4" submission={submission} {...getFormProps(form)}>
        <ErrorSummary form={form} />
        {children}
        <HoursFields {...hours} />
        <p className="actions">
          <Submit>{t("send")}</Submit>
          <ButtonLink variant="line" to={list}>
            {t("cancel")}
          </ButtonLink>
        </p>
      </Form>
    </section>
  );
}
