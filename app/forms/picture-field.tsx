import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { imageTypes } from "#contract/accounts/documents";
import { imageUrl } from "~/images/image-url";
import { controlProps, FieldFrame } from "./fields";
import { FileDrop } from "./file-drop";
import { uploadParts } from "./upload-parts";

type Props = {
  field: Pick<FieldMetadata<unknown>, "name" | "errors" | "key"> & { initialValue?: unknown };
  label: string;
  /** Whether the stored picture is shown above the field. */
  shown?: boolean;
};

/** A picture of the record: the form holds the id of the stored one, and a file input to replace it. */
export function PictureField({ field: { name, errors, key, initialValue }, label, shown = false }: Props) {
  const { t } = useTranslation();
  const id = typeof initialValue === "string" && initialValue ? initialValue : undefined;
  const { file, remove } = uploadParts(name);
  const field = { name: file, errors, required: false, key };
  const hint = t("forms.pictureHint");
  return (
    <>
      {shown && id && (
        <img src={imageUrl("local", id, 320, 1)} alt="" className="h-24 w-auto justify-self-start rounded-md border border-line" />
      )}
      <FieldFrame field={field} label={label} hint={hint}>
        <FileDrop {...controlProps({ field, hint })} accept={imageTypes.join(",")} />
      </FieldFrame>
      {id && (
        <>
          <input type="hidden" name={name} value={id} />
          <label className="choice">
            <input type="checkbox" className="tick" name={remove} />
            <span>{t("forms.removePicture")}</span>
          </label>
        </>
      )}
    </>
  );
}
