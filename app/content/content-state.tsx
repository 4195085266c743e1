import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type ContentRecord, type ContentStatus, contentSteps } from "#contract/publishing/content";
import { Form, Submit } from "~/forms/form";
import { useIsAdmin } from "~/layouts/office/use-is-admin";
import { EnglishBadge } from "~/ui/english-badge";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";
import { StatusBadge } from "~/ui/status-badge";
import { ConfirmDialog, needsConfirmation } from "./content-confirm";
import { LinkFact } from "./link-fact";

type HeadProps = { title: string; record: ContentRecord; translated: boolean; publicPage: string | null; children?: ReactNode };

/** The head of a record: its name, its state, and where else it is. */
export function ContentHead({ title, record, translated, publicPage, children }: HeadProps) {
  const { t } = useTranslation("content");
  return (
    <div className="grid gap-2">
      <h1 className="office-title">{title}</h1>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StatusBadge status={record.status} />
        {translated && <EnglishBadge state={record.english} />}
        {publicPage && <Link to={publicPage}>{t("seeOnSite")}</Link>}
        {children}
      </p>
    </div>
  );
}

type Props = { record: ContentRecord; edit: string; linked: boolean };

/** The possible transitions of a record, and the check of its link. */
export function ContentState({ record, edit, linked }: Props) {
  const { t } = useTranslation("content");
  const isAdmin = useIsAdmin();
  const label = (intent: ContentStatus) => t(`intent.${record.status === "archived" && intent === "draft" ? "reopen" : intent}`);
  return (
    <Panel title={t("publication")}>
      <div className="grid gap-4">
        {record.url && linked && <Facts facts={[{ label: t("link.label"), value: <LinkFact link={record.link} /> }]} />}
        <div className="actions">
          {contentSteps[record.status].map((intent) =>
            needsConfirmation(intent, record) ? (
              <ConfirmDialog key={intent} intent={intent} edit={edit} record={record} />
            ) : (
              <Form key={intent}>
                <Submit name="intent" value={intent} variant={intent === "published" ? "primary" : "line"}>
                  {label(intent)}
                </Submit>
              </Form>
            ),
          )}
          {record.url && linked && (
            <Form>
              <Submit name="intent" value="link" variant="line">
                {t("link.check")}
              </Submit>
            </Form>
          )}
          {isAdmin && needsConfirmation("remove", record) && <ConfirmDialog intent="remove" edit={edit} record={record} />}
        </div>
      </div>
    </Panel>
  );
}
