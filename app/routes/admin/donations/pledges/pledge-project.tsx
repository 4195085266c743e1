import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { Panel } from "~/ui/panel";

type Props = { current: string | undefined; projects: { id: string; label: string }[] };

/** The project of a gift; the donor's own choice is unchanged. */
export function PledgeProject({ current = "", projects }: Props) {
  const { t } = useTranslation("donate");
  return (
    <Panel title={t("pledge.project")}>
      <Form className="grid max-w-xl gap-4">
        <p className="hint" id="project-hint">
          {t("pledge.projectHint")}
        </p>
        <div className="flex flex-wrap gap-3">
          <select
            key={current}
            name="projectId"
            className="control flex-[1_1_14rem]"
            defaultValue={current}
            aria-label={t("pledge.project")}
            aria-describedby="project-hint"
          >
            <option value="">{t("pledge.noProject")}</option>
            {projects.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
          <Submit variant="line">{t("pledge.projectSave")}</Submit>
        </div>
      </Form>
    </Panel>
  );
}
