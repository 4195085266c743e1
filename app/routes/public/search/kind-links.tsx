import { useTranslation } from "react-i18next";
import type { FoundKind } from "#contract/publishing/search";
import { Pills } from "~/ui/pills";

type Props = { kinds: readonly FoundKind[]; words: string; current: FoundKind | undefined };

/** The kinds of what can be found, as links. */
export function KindLinks({ kinds, words, current }: Props) {
  const { t } = useTranslation("search");
  const to = (kind?: FoundKind) => `/search?${new URLSearchParams({ q: words, ...(kind && { kind }) })}`;
  const links = kinds.map((kind) => ({ to: to(kind), label: t(`kind.${kind}`), current: kind === current }));
  return (
    <div className="pt-4">
      <Pills label={t("kinds")} links={[{ to: to(), label: t("all"), current: !current }, ...links]} />
    </div>
  );
}
