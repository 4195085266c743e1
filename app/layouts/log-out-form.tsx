import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { longestOffline } from "#contract/charity/longest-offline";
import { Form } from "~/forms/form";

type Props = {
  /** The account that logs out, where the page knows it: its scans are sent first, and their number decides whether the log-out asks. */
  person?: string;
  className?: string;
  children: ReactNode;
};

/** The form of a log-out. Where scans of a door wait in this browser, its script asks first, and they stay (`app/enhance/log-out.ts`). */
export function LogOutForm({ person, className, children }: Props) {
  const { t } = useTranslation();
  return (
    <Form
      action="/logout"
      reloadDocument
      className={className}
      data-log-out={t("logOut.unsent", { hours: longestOffline })}
      data-person={person}
    >
      {children}
    </Form>
  );
}
