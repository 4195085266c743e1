import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type ContentRecord, type ContentStatus, contentSteps } from "#contract/publishing/content";
import { Form, Submit } from "~/forms/form";
import { EnglishBadge } from "~/ui/english-badge";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { StatusBadge } from "~/ui/status-badge";
import { AskDialog, needsConfirmation } from "./content-confirm";
import { LinkFact } from "./link-fact";

type Props = { record: ContentRecord; edit: string; publicPage: string | null; linked: boolean; children?: ReactNode };

/** The state of a record, and its possible transitions. */
export function ContentState({ record, edit, publicPage, linked, children }: Props) {
  const { t } = useTranslation("content");
  const label = (intent: ContentStatus) => t(`intent.${record.status === "archived" && intent === "draft" ? "reopen" : intent}`);
  return (
    <section className="panel flex flex-wrap items-end gap-x-8 gap-y-4" aria-label={t("state")}>
      <div className="grid grow gap-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <StatusBadge status={record.status} />
          <EnglishBadge state={record.english} />
          {publicPage && <Link to={publicPage}>{t("seeOnSite")}</Link>}
          {children}
        </p>
        <Facts
          facts={[
            { label: t("column.updatedAt"), value: <LocalDate value={record.updatedAt} style="time" /> },
            ...(record.updatedBy ? [{ label: t("by"), value: record.updatedBy }] : []),
            ...(record.url && linked ? [{ label: t("link.label"), value: <LinkFact link={record.link} /> }] : []),
          ]}
        />
      </div>
      <div className="actions items-end">
        {contentSteps[record.status].map((intent) =>
          needsConfirmation(intent, record) ? (
            <AskDialog key={intent} intent={intent} edit={edit} record={record} />
          ) : (
            <Form key={intent}>
              <Submit name="intent" value={intent} look={intent === "published" ? "primary" : "line"}>
                {label(intent)}
              </Submit>
            </Form>
          ),
        )}
        {record.url && linked && (
          <Form>
            <Submit name="intent" value="link" look="line">
              {t("link.check")}
            </Submit>
          </Form>
        )}
        {needsConfirmation("remove", record) && <AskDialog intent="remove" edit={edit} record={record} />}
      </div>
    </section>
  );
}
