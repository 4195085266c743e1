import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { Button, ButtonLink } from "~/ui/button";
import { closeDialog, Dialog, DialogLink } from "~/ui/dialog";

const dialog = "remove";

/** Asks before a record is taken away for good: in a dialog, or on a page of its own without script. `edit` is the record's page. */
export function RemoveDialog({ edit }: { edit: string }) {
  const { t } = useTranslation("content");
  const sending = useNavigation().formData?.get("intent") === "remove";
  useEffect(() => {
    if (!sending) closeDialog(dialog);
  }, [sending]);
  return (
    <>
      <DialogLink dialog={dialog} to={`${edit}?ask=remove`} look="danger">
        {t("intent.remove")}
      </DialogLink>
      <Dialog id={dialog} title={t("ask.title")} preventClose={sending}>
        <RemoveForm edit={edit}>
          <Button type="button" look="line" busy={sending} onClick={() => !sending && closeDialog(dialog)}>
            {t("ask.keep")}
          </Button>
        </RemoveForm>
      </Dialog>
    </>
  );
}

export function RemovePage({ edit }: { edit: string }) {
  const { t } = useTranslation("content");
  return (
    <section className="panel grid max-w-2xl gap-4">
      <h2 className="panel-title">{t("ask.title")}</h2>
      <RemoveForm edit={edit}>
        <ButtonLink look="line" to={edit}>
          {t("ask.keep")}
        </ButtonLink>
      </RemoveForm>
    </section>
  );
}

function RemoveForm({ edit, children }: { edit: string; children: ReactNode }) {
  const { t } = useTranslation("content");
  return (
    <Form action={edit} className="grid gap-4">
      <p>{t("ask.text")}</p>
      <div className="actions justify-end">
        {children}
        <Submit name="intent" value="remove" look="danger-full">
          {t("ask.confirm")}
        </Submit>
      </div>
    </Form>
  );
}
