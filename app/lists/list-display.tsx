import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useTranslate } from "~/i18n/use-translate";
import { Button } from "~/ui/button";
import type { Column } from "./column";
import { columnsShown } from "./columns-shown";
import { listStateIn, withoutPage } from "./list-request";

const pageSizes = [25, 50, 100];

type Props<Row> = {
  columns: Column<Row>[];
  /** Those on the screen. */
  shown: Column<Row>[];
  perPage: number;
};

/** The columns of a list, and the rows on a page: a GET form, whose query is part of saved views and exports. */
export function ListDisplay<Row>({ columns, shown, perPage }: Props<Row>) {
  const { t } = useTranslation("lists");
  const translate = useTranslate();
  const { search } = useLocation();
  const [first, ...others] = columns;
  const retained = withoutPage(listStateIn(search)).filter(([name]) => ![columnsShown, "perPage"].includes(name));
  const sizes = [...new Set([...pageSizes, perPage])].sort((one, other) => one - other);
  return (
    <form key={search} className="grid gap-4 px-3 py-2">
      {retained.map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <fieldset className="grid">
        <legend className="mb-1 font-semibold">{t("display.columns")}</legend>
        <input type="hidden" name={columnsShown} value={first?.key} />
        {others
          .filter(({ alwaysShown }) => !alwaysShown)
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
  );
}
