import { useTranslation } from "react-i18next";
import { Checkbox, FileField, TextField } from "./fields";

type Props = {
  /** The types of files that are taken. */
  accept: string;
  fault?: { field: "file" | "alternative"; text: string } | undefined;
  /** What was answered before. */
  alternative?: string;
  decorative?: boolean;
};

/** The questions about a picture that a text is to show: the file, and what it shows unless it is decorative. */
export function PictureAdding({ accept, fault, alternative, decorative }: Props) {
  const { t } = useTranslation("markdown");
  const { t: common } = useTranslation();
  const field = (name: "file" | "alternative", initialValue?: string) => ({
    name: `picture-${name}`,
    key: undefined,
    required: false,
    errors: fault?.field === name ? [fault.text] : undefined,
    initialValue,
  });
  return (
    <>
      <FileField field={field("file")} label={t("picture.file")} hint={common("forms.pictureHint")} accept={accept} optional={false} />
      <TextField
        field={field("alternative", alternative)}
        label={t("picture.alternative")}
        hint={t("picture.alternativeHint")}
        optional={false}
      />
      <Checkbox
        field={{
          name: "picture-decorative",
          key: undefined,
          required: false,
          errors: undefined,
          initialValue: decorative ? "on" : undefined,
        }}
        label={t("picture.decorative")}
      />
    </>
  );
}
