import { Download } from "lucide";
import { pathIn } from "~/i18n/locale-of-path";
import { type ButtonVariant, buttonClass } from "./button";
import { Icon } from "./icon";
import { usePage } from "./page-context";

const kinds = ["csv", "xlsx"] as const;
type Kind = (typeof kinds)[number];

type Props = {
  /** The task that made the file: where it is without its ending. */
  task: { id: string; file: { url: string } | null };
  variant?: ButtonVariant;
  small?: boolean;
  /** What a small button is called by assistive technology: it shows the format alone. */
  labelOf: (kind: string) => string;
  textOf?: (kind: Kind) => string;
};

/** The file that a task made, in both formats. */
export function FileButtons({ task: { id, file }, variant, small, labelOf, textOf }: Props) {
  const { locale } = usePage();
  if (!file) return null;
  const [path = "", search = ""] = file.url.split("?");
  const query = new URLSearchParams(search);
  query.set("task", id);
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
