import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { Button } from "~/ui/button";
import { closeDialog, Dialog, DialogLink } from "~/ui/dialog";

const purgePath = "/dashboard/admin/cache-metrics/purge";

/** Asks before pages are thrown away: in a dialog, or on a page of its own without script. Without a name it is all of them. */
export function PurgeLink({ group, name }: { group: string; name?: string }) {
  const { t } = useTranslation("cache");
  const dialog = `purge-${group}`;
  const { formData, state } = useNavigation();
  const sending = state !== "idle" && formData?.get("group") === group;
  useEffect(() => {
    if (!sending) closeDialog(dialog);
  }, [sending, dialog]);
  return (
    <>
      <DialogLink dialog={dialog} to={`${purgePath}?group=${group}`} look="line" small label={name && t("purge.oneLabel", { group: name })}>
        {name ? t("purge.one") : t("purge.all")}
      </DialogLink>
      <Dialog id={dialog} title={name ? t("purge.ask", { group: name }) : t("purge.askAll")} preventClose={sending}>
        <PurgeForm group={group}>
          <Button type="button" look="line" busy={sending} onClick={() => !sending && closeDialog(dialog)}>
            {t("purge.keep")}
          </Button>
        </PurgeForm>
      </Dialog>
    </>
  );
}

export function PurgeForm({ group, children }: { group: string; children: ReactNode }) {
  const { t } = useTranslation("cache");
  return (
    <Form action={purgePath} className="grid gap-4">
      <p>{t("purge.text")}</p>
      <div className="actions justify-end">
        {children}
        <Submit name="group" value={group} look="danger-full">
          {t("purge.confirm")}
        </Submit>
      </div>
    </Form>
  );
}
