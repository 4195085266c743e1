import type { FormMetadata } from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormPanel } from "~/forms/form-panel";
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
    <FormPanel title={title} form={form} submission={submission} send={t("send")} cancel={t("cancel")} list={list}>
      {children}
      <HoursFields {...hours} />
    </FormPanel>
  );
}
