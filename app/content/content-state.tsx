import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ContentRecord, ContentStatus } from "#contract/content";
import { Form, Submit } from "~/forms/form";
import type { ButtonLook } from "~/ui/button";
import { EnglishBadge } from "~/ui/english-badge";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { StatusBadge } from "./status-badge";

/** What a record can become from where it stands; `remove` takes it away for good. */
const steps: Record<ContentStatus, readonly ContentIntent[]> = {
  draft: ["published", "archived", "remove"],
  published: ["draft", "archived"],
  archived: ["draft", "remove"],
};
export const contentIntents = ["draft", "published", "archived", "remove"] as const;
export type ContentIntent = (typeof contentIntents)[number];

const looks: Record<ContentIntent, ButtonLook> = { published: "primary", draft: "line", archived: "line", remove: "danger" };

type Props = { record: ContentRecord; publicPage: string | undefined; children?: ReactNode };

/** Where a record stands, and the steps it can take from there. */
export function ContentState({ record, publicPage, children }: Props) {
  const { t } = useTranslation("content");
  return (
    <section className="panel flex flex-wrap items-end gap-x-8 gap-y-4" aria-label={t("state")}>
      <div className="grid grow gap-3">
        <p className="flex flex-wrap items-center gap-2">
          <StatusBadge status={record.status} />
          <EnglishBadge state={record.english} />
          {record.status === "published" && publicPage && <Link to={publicPage}>{t("seeOnSite")}</Link>}
          {children}
        </p>
        <Facts
          facts={[
            { label: t("column.updatedAt"), value: <LocalDate value={record.updatedAt} style="time" /> },
            ...(record.updatedBy ? [{ label: t("by"), value: record.updatedBy }] : []),
          ]}
        />
      </div>
      <div className="actions items-end">
        {steps[record.status].map((intent) => (
          <Form key={intent}>
            <Submit name="intent" value={intent} look={looks[intent]}>
              {t(`intent.${record.status === "archived" && intent === "draft" ? "reopen" : intent}`)}
            </Submit>
          </Form>
        ))}
      </div>
    </section>
  );
}
