import { type ComponentProps, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { maxDocumentBytes } from "#contract/accounts/documents";
import filesUrl from "~/enhance/files?worker&url";
import { usePage } from "~/ui/page-context";

type Props = Omit<ComponentProps<"input">, "type"> & { accept: string };

/** A file to send. With script, a large photo is made smaller, and a file that would be refused is reported before it is sent. */
export function FileDrop({ accept, ...input }: Props) {
  const { t } = useTranslation();
  const { hydrated } = usePage();
  // Where the framework draws the page, the script tag may not be read.
  useEffect(() => void import("~/enhance/file-fields").then(({ runFileFields }) => runFileFields()));
  return (
    <div
      className="file-drop"
      data-files={maxDocumentBytes}
      data-too-large={t("forms.file.tooLarge")}
      data-wrong-type={t("forms.file.wrongType")}
      data-without-file={t("forms.file.withoutFile")}
      data-smaller={t("forms.file.smaller")}
    >
      <input {...input} type="file" accept={accept} />
      <p className="file-note" role="status" />
      {!hydrated && <script type="module" src={filesUrl} />}
    </div>
  );
}
