import { useTranslation } from "react-i18next";
import { pathIn } from "~/i18n/locale-of-path";
import { Button, ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";

type Texts = { title: string; reason: string; hint: string; cancel: string };
type Props = { path: string; query: [name: string, value: string][]; back: string; texts: Texts };

/** Asks for the reason of an export, which is recorded in the log. `path`: that of its files, without their ending. */
export function ExportReason({ path, query, back, texts }: Props) {
  const { locale } = usePage();
  const { t: lists } = useTranslation("lists");
  return (
    <form className="panel grid max-w-2xl gap-4" action={pathIn(locale, `${path}.csv`)}>
      <h1 className="office-title">{texts.title}</h1>
      {query.map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <div className="field">
        <label htmlFor="reason">{texts.reason}</label>
        <p className="hint" id="reason-hint">
          {texts.hint}
        </p>
        <input id="reason" name="reason" className="control" required maxLength={300} aria-describedby="reason-hint" />
      </div>
      <p className="actions">
        <Button>{lists("export.csv")}</Button>
        <Button variant="line" formAction={pathIn(locale, `${path}.xlsx`)}>
          {lists("export.xlsx")}
        </Button>
        <ButtonLink variant="line" to={back}>
          {texts.cancel}
        </ButtonLink>
      </p>
    </form>
  );
}

/** The query of the list, which the form sends again. */
export const queryWithoutReason = (url: string) => [...new URL(url).searchParams].filter(([name]) => name !== "reason");
