import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { fileTypes } from "#contract/accounts/documents";
import { FileField } from "~/forms/fields";
import { uploadParts } from "~/forms/upload-parts";
import { RecordFileLink } from "./record-file-link";

type Props = { field: FieldMetadata<string>; label: string; hint: string | undefined };

/** A file of the record: the form holds the id of the stored one, and an input to replace it. */
export function RecordFileField({ field: { name, errors, key, initialValue }, label, hint }: Props) {
  const { t } = useTranslation("content");
  const id = typeof initialValue === "string" && initialValue ? initialValue : undefined;
  const { file, remove } = uploadParts(name);
  const formats = t("file.formats");
  return (
    <>
      <FileField
        field={{ name: file, errors, required: false, key }}
        label={label}
        hint={hint ? `${hint} ${formats}` : formats}
        accept={fileTypes.join(",")}
      />
      {id && (
        <>
          <p>
            <RecordFileLink id={id} />
          </p>
          <input type="hidden" name={name} value={id} />
          <label className="choice">
            <input type="checkbox" className="tick" name={remove} />
            <span>{t("file.remove")}</span>
          </label>
        </>
      )}
    </>
  );
}
