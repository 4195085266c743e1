import type { ReactNode } from "react";

/** `amount`: numbers, aligned to the right. */
type Column = { label: string; amount?: boolean };
/** A row's cells, in the order of the columns. The first is its header; `detail` is written small below it. */
type Row = { key: string; cells: readonly [ReactNode, ...ReactNode[]]; detail?: ReactNode };

/** A short table whose last row sums up; `total` has the cells of the last columns, the label spans the others. */
export function SumTable({
  caption,
  columns,
  rows,
  total,
}: {
  caption: string;
  columns: readonly Column[];
  rows: readonly Row[];
  total: { label: string; cells: readonly ReactNode[] };
}) {
  const amountClass = "py-2 text-end whitespace-nowrap tabular-nums";
  return (
    <div className="overflow-x-auto">
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b-2 border-line text-sm">
            {columns.map(({ label, amount }) => (
              <th key={label} scope="col" className={amount ? "py-2 text-end" : "py-2 pe-3 text-start"}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others], detail }) => (
            <tr key={key} className="border-b border-line">
              <th scope="row" className="py-2 pe-3 text-start font-normal">
                {first}
                {detail && <small className="muted block">{detail}</small>}
              </th>
              {others.map((cell, index) => {
                const column = columns[index + 1];
                return (
                  <td key={column?.label} className={column?.amount ? amountClass : "py-2 pe-3"}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-bold">
            <th scope="row" colSpan={columns.length - total.cells.length} className="py-2 text-start">
              {total.label}
            </th>
            {total.cells.map((cell, index) => (
              <td key={columns[columns.length - total.cells.length + index]?.label} className={amountClass}>
                {cell}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
