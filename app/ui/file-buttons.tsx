import { Download } from "lucide";
import { maxWorkbookRows } from "#contract/accounts/exports";
import { pathIn } from "~/i18n/locale-of-path";
import { type ButtonVariant, buttonClass } from "./button";
import { Icon } from "./icon";
import { usePage } from "./page-context";

type Kind = "csv" | "xlsx";

type Props = {
  /** The task that made the file: how many rows it has, and where it is without its ending. */
  task: { id: string; done: number; file: { address: string } | null };
  variant?: ButtonVariant;
  small?: boolean;
  /** What a small button is called by assistive technology: it shows the format alone. */
  labelOf: (kind: string) => string;
  textOf?: (kind: Kind) => string;
};

/** The file that a task made, in the formats that hold so many rows. */
export function FileButtons({ task: { id, file, done }, variant, small, labelOf, textOf }: Props) {
  const { locale } = usePage();
  if (!file) return null;
  const [path = "", search = ""] = file.address.split("?");
  const query = new URLSearchParams(search);
  query.set("task", id);
  const kinds: Kind[] = done > maxWorkbookRows ? ["csv"] : ["csv", "xlsx"];
  return kinds.map((kind) => (
    <a
      key={kind}
      className={buttonClass(variant, small)}
      href={`${pathIn(locale, `${path}.${kind}`)}?${query}`}
      aria-label={small ? labelOf(kind.toUpperCase()) : undefined}
      download
    >
      <Icon of={Download} />
      {small || !textOf ? kind.toUpperCase() : textOf(kind)}
    </a>
  ));
}
