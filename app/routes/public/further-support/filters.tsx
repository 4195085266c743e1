import { useTranslation } from "react-i18next";
import type { SupportQuery } from "#contract/charity/further-support";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { usePage } from "~/ui/page-context";
import { Pills } from "~/ui/pills";

/** The URL of the filtered page. */
export function supportUrl({ category, free, near }: SupportQuery): string {
  const search = new URLSearchParams({ ...(category && { category }), ...(free && { free }), ...(near && { near }) });
  return `/further-support${search.size > 0 ? `?${search}` : ""}`;
}

/** Needs as links, and whether only free services show. */
export function SupportFilters({ categories, query }: { categories: { id: string; name: Localized }[]; query: SupportQuery }) {
  const { t } = useTranslation("further-support");
  const { locale } = usePage();
  const to = (change: Partial<SupportQuery>) => supportUrl({ ...query, ...change });
  const all = { to: to({ category: undefined }), label: t("filter.all"), current: !query.category };
  const needs = categories.map(({ id, name }) => ({
    to: to({ category: id }),
    label: readIn(locale, name).text,
    current: id === query.category,
  }));
  const free = {
    to: to({ free: query.free ? undefined : "yes" }),
    label: t("filter.free"),
    current: !!query.free,
  };
  return (
    <div className="grid gap-2 pt-10 print:hidden">
      <Pills label={t("filter.category")} links={[all, ...needs]} />
      <Pills label={t("filter.free")} links={[free]} />
    </div>
  );
}
