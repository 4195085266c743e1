import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";

/** Buttons to close a thread, and to reopen it: then it waits for an answer again. */
export function StateButtons({ status, waiting }: { status: string; waiting: string }) {
  const { t } = useTranslation("threads");
  const label = status === "closed" ? "reopen" : status === "answered" ? "closeAnswered" : "close";
  return (
    <Form className="actions">
      <Submit variant="line" name="status" value={status === "closed" ? waiting : "closed"}>
        {t(label)}
      </Submit>
    </Form>
  );
}
