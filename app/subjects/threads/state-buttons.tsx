import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";

/** A thread is closed when nothing more is to be said, and can be opened again: it then waits, as at first. */
export function StateButtons({ status, waiting }: { status: string; waiting: string }) {
  const { t } = useTranslation("threads");
  const label = status === "closed" ? "reopen" : status === "answered" ? "closeAnswered" : "close";
  return (
    <Form className="actions">
      <Submit look="line" name="status" value={status === "closed" ? waiting : "closed"}>
        {t(label)}
      </Submit>
    </Form>
  );
}
