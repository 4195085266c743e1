import { useTranslation } from "react-i18next";
import { languageTags } from "#contract/formats/locale";
import { Form, Submit } from "~/forms/form";
import { Disclosure } from "~/ui/disclosure";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import type { Change, ComparedRevision } from "./revision-changes.server";

type Props = { revision: ComparedRevision; current: boolean; mayRestore: boolean };

/** One version: when, by whom, what it changed, and a button to restore it. */
export function RevisionCard({ revision, current, mayRestore }: Props) {
  const { t } = useTranslation("articles");
  const { locale } = usePage();
  const { number, author, changes, first, restoredFrom } = revision;
  const names = changes.map(({ field, language }) => t(`history.field.${field}.${language}`));
  const changedIn = (fields: string[]) =>
    t("history.changed", { fields: new Intl.ListFormat(languageTags[locale], { type: "conjunction" }).format(fields) });
  return (
    <li className="panel grid gap-2">
      <h3 className="text-lg">
        {number}
        {current && <span className="muted font-normal"> {t("history.current")}</span>}
      </h3>
      <p className="muted">{t("history.by", { date: formatDate(locale, revision.at, "time"), name: author })}</p>
      {first && <p>{t("history.first")}</p>}
      {restoredFrom !== null && <p>{t("history.restoredFrom", { number: restoredFrom })}</p>}
      {changes.length > 0 && (
        <Disclosure summary={`${changedIn(names)} ${t("history.compare")}`}>
          {changes.map((change) => (
            <ChangeText key={change.field + change.language} change={change} />
          ))}
        </Disclosure>
      )}
      {mayRestore && (
        <Form className="mt-2">
          <input type="hidden" name="number" value={number} />
          <Submit variant="line">{t("history.restore", { number })}</Submit>
        </Form>
      )}
    </li>
  );
}

function ChangeText({ change: { field, language, parts } }: { change: Change }) {
  const { t } = useTranslation("articles");
  return (
    <div className="mt-3">
      <strong>{t(`history.field.${field}.${language}`)}</strong>
      <p className="whitespace-pre-wrap" lang={language}>
        {parts.map(({ text, kind }, at) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one comparison never move
          if (kind === "same") return <span key={at}>{text}</span>;
          const Mark = kind === "added" ? "ins" : "del";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one comparison never move
            <Mark key={at} className={kind === "added" ? "bg-success-soft" : "bg-danger-soft"}>
              {text}
            </Mark>
          );
        })}
      </p>
    </div>
  );
}
