import { useTranslation } from "react-i18next";
import type { SectorName } from "#contract/charity/sectors";
import { SelectField } from "~/forms/fields";
import { Form } from "~/forms/form";
import { Button } from "~/ui/button";

/** The choice of the target; the next page shows the preview. */
export function MergeChoice({ choices, refused }: { choices: SectorName[]; refused: string[] }) {
  const { t } = useTranslation("sectors");
  if (choices.length === 0) return <p className="panel">{t("merge.none")}</p>;
  return (
    <section className="panel grid max-w-2xl gap-4">
      <p>{t("merge.lead")}</p>
      <Form method="get" className="grid gap-5">
        <SelectField
          field={{ name: "into", key: "into", required: true, errors: refused.length > 0 ? refused : undefined }}
          label={t("merge.into")}
          hint={t("merge.intoHint")}
          empty={t("merge.choose")}
          choices={choices.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <p className="actions">
          <Button>{t("merge.next")}</Button>
        </p>
      </Form>
    </section>
  );
}
