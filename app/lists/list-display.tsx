import { useLocation } from "@remix-run/react";
import { Columns3 } from "lucide";
import { useTranslation } from "react-i18next";
import { useTranslate } from "~/i18n/use-translate";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import type { Column } from "./column";
import { chosenColumns, columnsShown } from "./columns-shown";
import { listStateIn } from "./list-request";

const pageSizes = [25, 50, 100];

/** The columns of a list, and the rows on a page: a GET form, whose query is part of saved views and exports. */
export function ListDisplay<Row>({ columns, perPage }: { columns: Column<Row>[]; perPage: number }) {
  const { t } = useTranslation("lists");
  const translate = useTranslate();
  const { search } = useLocation();
  const shown = chosenColumns(columns, new URLSearchParams(search));
  const [first, ...others] = columns;
  const retained = listStateIn(search).filter(([name]) => ![columnsShown, "perPage", "page"].includes(name));
  const sizes = [...new Set([...pageSizes, perPage])].sort((one, other) => one - other);
  return (
    <details className="relative shrink-0" data-menu>
      <summary className="btn btn-line btn-small list-none">
        <Icon of={Columns3} />
        {t("display.open")}
      </summary>
      <form
        key={search}
        className="absolute right-0 z-20 mt-2 grid w-68 gap-4 rounded-lg border border-line bg-raised p-4 shadow-(--shadow-mid)"
      >
        {retained.map(([name, value]) => (
          <input key={name + value} type="hidden" name={name} value={value} />
        ))}
        <fieldset className="grid">
          <legend className="mb-1 font-semibold">{t("display.columns")}</legend>
          <input type="hidden" name={columnsShown} value={first?.key} />
          {others
            .filter(({ always }) => !always)
            .map((column) => (
              <label key={column.key} className="choice">
                <input
                  type="checkbox"
                  className="tick"
                  name={columnsShown}
                  value={column.key}
                  defaultChecked={shown.some(({ key }) => key === column.key)}
                />
                <span>{column.header(translate)}</span>
              </label>
            ))}
        </fieldset>
        <label className="grid gap-1 font-semibold">
          {t("display.perPage")}
          <select name="perPage" className="control" defaultValue={perPage}>
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
        <Button small>{t("display.apply")}</Button>
      </form>
    </details>
  );
}
