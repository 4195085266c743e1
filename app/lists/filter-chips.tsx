import { useLocation } from "@remix-run/react";
import { X } from "lucide";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import type { Filter } from "./filter";
import { withQuery } from "./list-request";
import { previewParameter } from "./preview";
import { chooseAll } from "./select-all";

type Chip = { name: string; text: string };

/** The active filters of a list, each by its query parameter. */
export function useChips(query: { q: string }, filters: Filter[]): Chip[] {
  const { t } = useTranslation("lists");
  const { locale } = usePage();
  return [
    ...(query.q ? [{ name: "q", text: t("quoted", { text: query.q }) }] : []),
    ...filters.flatMap((filter) => {
      if ("choices" in filter) {
        if (!filter.value) return [];
        // A value that is no longer offered still filters the list.
        const chosen = filter.choices.find((choice) => choice.value === filter.value);
        return [{ name: filter.name, text: chosen?.label ?? filter.label }];
      }
      const { kind, label } = filter;
      return (["from", "to"] as const).flatMap((end) => {
        const { name, value } = filter[end];
        if (!value) return [];
        return [{ name, text: t(`${kind}.${end}Chip`, { label, value: kind === "day" ? formatDate(locale, value, "short") : value }) }];
      });
    }),
  ];
}

/** Each active filter can be removed. */
export function FilterChips({ chips }: { chips: Chip[] }) {
  const { t } = useTranslation("lists");
  const { pathname, search } = useLocation();
  if (chips.length === 0) return null;
  return (
    <p className="flex min-w-0 basis-full flex-wrap gap-2">
      {chips.map(({ name, text }) => (
        <Link
          key={name}
          to={pathname + withQuery(search, { [name]: null, page: null, [chooseAll]: null, [previewParameter]: null })}
          className="chip"
          aria-label={t("removeFilter", { filter: text })}
        >
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <Icon of={X} />
        </Link>
      ))}
    </p>
  );
}
