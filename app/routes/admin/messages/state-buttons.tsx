import { useTranslation } from "react-i18next";
import type { MessageRecord } from "#contract/contact";
import { Form, Submit } from "~/forms/form";

/** A message is closed when nothing more is to be said, and can be opened again. */
export function StateButtons({ message: { status } }: { message: MessageRecord }) {
  const { t } = useTranslation("contact");
  const label = status === "closed" ? "message.reopen" : status === "answered" ? "message.closeAnswered" : "message.close";
  return (
    <Form className="actions">
      <Submit look="line" name="status" value={status === "closed" ? "new" : "closed"}>
        {t(label)}
      </Submit>
    </Form>
  );
}
