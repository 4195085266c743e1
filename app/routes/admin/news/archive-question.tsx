import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { Button, ButtonLink } from "~/ui/button";
import { closeDialog, Dialog, DialogLink } from "~/ui/dialog";

const dialog = "archive";

/** Asks before the article is archived: in a dialog, or on a page of its own without script. */
export function ArchiveDialog({ id }: { id: string }) {
  const { t } = useTranslation("articles");
  const sending = useNavigation().formAction?.endsWith(publicationOf(id)) ?? false;
  useEffect(() => {
    if (!sending) closeDialog(dialog);
  }, [sending]);
  return (
    <>
      <DialogLink dialog={dialog} to={`${publicationOf(id)}?ask=archive`} look="danger">
        {t("publication.archive")}
      </DialogLink>
      <Dialog id={dialog} title={t("publication.ask.archive")} preventClose={sending}>
        <ArchiveForm id={id}>
          <Button type="button" look="line" busy={sending} onClick={() => !sending && closeDialog(dialog)}>
            {t("publication.keep")}
          </Button>
        </ArchiveForm>
      </Dialog>
    </>
  );
}

export function ArchivePage({ id }: { id: string }) {
  const { t } = useTranslation("articles");
  return (
    <section className="panel grid max-w-2xl gap-4">
      <h2 className="panel-title">{t("publication.ask.archive")}</h2>
      <ArchiveForm id={id}>
        <ButtonLink look="line" to={`/dashboard/admin/news/${id}/edit`}>
          {t("publication.keep")}
        </ButtonLink>
      </ArchiveForm>
    </section>
  );
}

/** What archiving does, the button that does it, and the way back. */
function ArchiveForm({ id, children }: { id: string; children: ReactNode }) {
  const { t } = useTranslation("articles");
  return (
    <Form action={publicationOf(id)} className="grid gap-4">
      <p>{t("publication.askText.archive")}</p>
      <div className="actions justify-end">
        {children}
        <Submit name="intent" value="archive" look="danger-full">
          {t("publication.confirm.archive")}
        </Submit>
      </div>
    </Form>
  );
}

const publicationOf = (id: string) => `/dashboard/admin/news/${id}/publication`;
