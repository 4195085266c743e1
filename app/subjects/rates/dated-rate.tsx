import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { LocalDate } from "~/ui/local-date";

type Props = {
  rate: { id: string; validFrom: string; validTo?: string | null; basis?: string | null; version: number };
  /** What it is worth, in words. */
  worth: string;
  /** What the field of its last day is called, and the button that removes it, where it can be removed. */
  lastDay: string;
  remove?: string;
};

/** A rate with its dates: a form sets its last day. */
export function DatedRate({ rate: { id, validFrom, validTo, basis, version }, worth, lastDay, remove }: Props) {
  const { t } = useTranslation("rates");
  return (
    <li>
      <span className="min-w-0 flex-[1_1_12rem]">
        <strong>{worth}</strong>
        <small className="muted block">
          {t("since")} <LocalDate value={`${validFrom}T12:00:00Z`} style="full" />
          {basis && `, ${basis}`}
        </small>
      </span>
      <Form className="flex flex-wrap items-center gap-2">
        <input type="hidden" name="version" value={String(version)} />
        <input type="date" name="validTo" className="control w-44" defaultValue={validTo ?? ""} aria-label={lastDay} />
        <Submit variant="line" name="end" value={id}>
          {t("setEnd")}
        </Submit>
        {remove && (
          <Submit variant="danger" name="remove" value={id} aria-label={remove}>
            {t("remove")}
          </Submit>
        )}
      </Form>
    </li>
  );
}
