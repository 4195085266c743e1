import { useTranslation } from "react-i18next";
import type { ButtonVariant } from "~/ui/button";
import { FileButtons } from "~/ui/file-buttons";
import type { ShownTask } from "./shown-task";

type Props = { task: ShownTask; variant?: ButtonVariant; small?: boolean };

/** The file that a task made, with the texts of pages of tasks. */
export function FileLinks({ task, variant, small }: Props) {
  const { t } = useTranslation("tasks");
  const labelOf = (kind: string) => t("file.of", { kind, title: task.title });
  return <FileButtons task={task} variant={variant} small={small} labelOf={labelOf} textOf={(kind) => t(`file.${kind}`)} />;
}
