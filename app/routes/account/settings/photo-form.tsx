import { useTranslation } from "react-i18next";
import { imageTypes } from "#contract/accounts/documents";
import { FileDrop } from "~/forms/file-drop";
import { Form, Submit } from "~/forms/form";
import { avatarUrl } from "~/images/image-url";
import { useRootData } from "~/layouts/root-data";
import { initialsOf } from "~/ui/avatar";
import { Panel } from "~/ui/panel";

/** The person's portrait: shown, replaced or removed. */
export function PhotoForm({ avatarId, name }: { avatarId: string | null; name: string }) {
  const { t } = useTranslation("account");
  const { t: common } = useTranslation();
  const settings = useRootData()?.settings;
  const url =
    avatarId && settings && avatarUrl([{ type: "AVATAR", uuid: avatarId }], { base: settings.bucketUrl, folder: settings.avatarFolder });
  return (
    <Panel title={t("photo.title")}>
      <div className="flex flex-wrap items-start gap-5">
        {url ? (
          <img src={url} alt={t("photo.alt")} width={96} height={96} className="size-24 rounded-full object-cover" />
        ) : (
          <span className="grid size-24 place-items-center rounded-full bg-beige font-bold text-2xl" aria-hidden="true">
            {initialsOf(name)}
          </span>
        )}
        <div className="grid grow gap-4">
          <Form encType="multipart/form-data" className="grid gap-4">
            <div className="field">
              <label htmlFor="photo">{t("photo.file")}</label>
              <p className="hint" id="photo-hint">
                {common("forms.pictureHint")}
              </p>
              <FileDrop id="photo" name="photo" accept={imageTypes.join(",")} required aria-describedby="photo-hint" />
            </div>
            <p className="actions">
              <Submit name="intent" value="photo" variant="line">
                {t("photo.submit")}
              </Submit>
            </p>
          </Form>
          {avatarId && (
            <Form>
              <Submit name="intent" value="removePhoto" variant="danger">
                {t("photo.remove")}
              </Submit>
            </Form>
          )}
        </div>
      </div>
    </Panel>
  );
}
