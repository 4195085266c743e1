import { useTranslation } from "react-i18next";
import type { DataRequest } from "#contract/law/privacy";
import { Progress } from "~/ui/progress";

/** The state of a copy of personal data. */
export function CopyProgress({ request: { stepsDone, steps } }: { request: DataRequest }) {
  const { t } = useTranslation("account");
  return (
    <Progress
      label={t("copy.progress")}
      value={steps ? stepsDone : undefined}
      max={steps || 1}
      text={steps ? t("copy.steps", { done: stepsDone, steps }) : t("copy.waiting")}
    />
  );
}
