import { useTranslation } from "react-i18next";
import type { RetentionPolicy } from "#contract/privacy";
import { Form, Submit } from "~/forms/form";

/** How long one kind of data is kept, and the law behind it. */
export function PolicyForm({ policy, refused }: { policy: RetentionPolicy; refused: boolean }) {
  const { t } = useTranslation("privacy");
  const { dataKind } = policy;
  const error = `${dataKind}-error`;
  return (
    <li>
      <div className="min-w-56 grow basis-56">
        <strong className="block">{t(`kinds.${dataKind}.name`)}</strong>
        <span className="muted text-sm">{t(`kinds.${dataKind}.then`)}</span>
      </div>
      <Form className="flex flex-wrap items-end gap-2" key={`${policy.months} ${policy.days}`}>
        <input type="hidden" name="dataKind" value={dataKind} />
        {(["months", "days"] as const).map((unit) => (
          <div key={unit} className="field">
            <label htmlFor={`${dataKind}-${unit}`} className="text-sm">
              {t(`retention.${unit}`)}
            </label>
            <input
              id={`${dataKind}-${unit}`}
              name={unit}
              type="number"
              min={0}
              max={600}
              className="control w-24"
              defaultValue={policy[unit]}
              aria-invalid={refused || undefined}
              aria-describedby={refused ? error : undefined}
            />
          </div>
        ))}
        <Submit look="line">{t("retention.save")}</Submit>
        {refused && (
          <p className="field-error basis-full" id={error} role="alert">
            {t("retention.someTime")}
          </p>
        )}
      </Form>
    </li>
  );
}
