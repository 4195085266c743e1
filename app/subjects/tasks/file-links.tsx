import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import { maxWorkbookRows } from "#contract/accounts/exports";
import { pathIn } from "~/i18n/locale-of-path";
import { type ButtonVariant, buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import type { ShownTask } from "./shown-task";

type Props = { task: ShownTask; variant?: ButtonVariant; small?: boolean };

/** The file that a task made, in the formats that hold so many rows. */
export function FileLinks({ task: { id, file, done, title }, variant, small }: Props) {
  const { t } = useTranslation("tasks");
  const { locale } = usePage();
  if (!file) return null;
  const [path = "", search = ""] = file.address.split("?");
  const query = new URLSearchParams(search);
  query.set("task", id);
  const kinds = done > maxWorkbookRows ? (["csv"] as const) : (["csv", "xlsx"] as const);
  return kinds.map((kind) => (
    <a
      key={kind}
      className={buttonClass(variant, small)}
      href={`${pathIn(locale, `${path}.${kind}`)}?${query}`}
      aria-label={small ? t("file.of", { kind: kind.toUpperCase(), title }) : undefined}
      download
    >
      <Icon of={Download} />
      {small ? kind.toUpperCase() : t(`file.${kind}`)}
    </a>
  ));
}
