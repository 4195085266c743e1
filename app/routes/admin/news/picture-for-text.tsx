import { useTranslation } from "react-i18next";
import { imageTypes } from "#contract/accounts/documents";
import { Submit } from "~/forms/form";
import { PictureAdding } from "~/forms/picture-adding";
import { officePicture } from "~/images/image-url";
import type { AddedPicture } from "./article-saving.server";

/**
 * Without script, a picture for the text: stored by a button of the form, which then shows its mark. With script the tools of the text do it. React
 * does not hydrate what is in `noscript`, so that its code is on the server alone.
 */
export function PictureForText({ answer }: { answer: object | undefined }) {
  return <noscript>{import.meta.env.SSR && <PicturePanel answer={answer} />}</noscript>;
}

function PicturePanel({ answer }: { answer: object | undefined }) {
  const { t } = useTranslation("markdown");
  const picture = answer && "picture" in answer ? (answer.picture as AddedPicture | undefined) : undefined;
  return (
    <section className="panel grid gap-4" aria-labelledby="picture-for-text">
      <h2 id="picture-for-text" className="panel-title">
        {t("picture.title")}
      </h2>
      {picture?.stored && <StoredPicture {...picture.stored} />}
      <PictureAdding
        accept={imageTypes.join(",")}
        fault={picture?.fault}
        alternative={picture?.alternative}
        decorative={picture?.decorative}
      />
      <p className="actions">
        <Submit name="intent" value="picture" variant="line" formNoValidate>
          {t("picture.add")}
        </Submit>
      </p>
    </section>
  );
}

function StoredPicture({ id, mark }: { id: string; mark: string }) {
  const { t } = useTranslation("markdown");
  return (
    <div className="grid gap-3" role="status">
      <p>{t("picture.stored")}</p>
      <img src={officePicture(id)} alt="" className="max-h-48 w-auto justify-self-start rounded-md" />
      <label className="field">
        <span className="font-bold">{t("picture.mark")}</span>
        <input className="control" readOnly value={mark} />
      </label>
    </div>
  );
}
