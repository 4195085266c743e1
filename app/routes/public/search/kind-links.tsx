import { useTranslation } from "react-i18next";
import { foundKinds } from "#contract/api/entity-types";
import type { FoundKind } from "#contract/publishing/search";
import { Pills } from "~/ui/pills";

/** The kinds of what can be found, as links. */
export function KindLinks({ words, current }: { words: string; current: FoundKind | undefined }) {
  const { t } = useTranslation("search");
  const to = (kind?: FoundKind) => `/search?${new URLSearchParams({ q: words, ...(kind && { kind }) })}`;
  const kinds = foundKinds.map((kind) => ({ to: to(kind), label: t(`kind.${kind}`), current: kind === current }));
  return (
    <div className="pt-4">
      <Pills label={t("kinds")} links={[{ to: to(), label: t("all"), current: !current }, ...kinds]} />
    </div>
  );
}
