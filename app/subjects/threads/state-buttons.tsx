import { useTranslation } from "react-i18next";
import type { ThreadRecord } from "#contract/charity/threads";
import { Form, Submit } from "~/forms/form";

/** Buttons to close a thread, and to reopen it: then it waits for an answer again. */
export function StateButtons({ thread, waiting }: { thread: Pick<ThreadRecord, "status" | "version">; waiting: string }) {
  const { status, version } = thread;
  const { t } = useTranslation("threads");
  const label = status === "closed" ? "reopen" : status === "answered" ? "closeAnswered" : "close";
  return (
    <Form className="actions">
      <input type="hidden" name="version" value={version} />
      <Submit variant="line" name="status" value={status === "closed" ? waiting : "closed"}>
        {t(label)}
      </Submit>
    </Form>
  );
}
