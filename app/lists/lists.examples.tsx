import { Archive, Check, Plus } from "lucide";
import type { ReactNode } from "react";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import type { Examples } from "~/ui/examples";
import { Icon } from "~/ui/icon";
import { BulkForm } from "./bulk";
import type { Column } from "./column";
import { rangeFilter } from "./filter";
import { ListFilters } from "./filters";
import { ListDisplay } from "./list-display";
import { ListFoot, ListHead } from "./list-frame";
import { ListMenu } from "./list-menu";
import { ViewLinks } from "./saved-views";
import { DataTable } from "./table";

type Row = { id: string; title: string; state: string; pageViews: number };

const rows: Row[] = [
  { id: "1", title: "Une tournée sous la pluie", state: "En ligne", pageViews: 412 },
  { id: "2", title: "Le frigo de la Croix-Rousse", state: "En ligne", pageViews: 38 },
];
const columns: Column<Row>[] = [
  { key: "title", header: () => "Titre", value: ({ title }) => title, sortable: true, cell: ({ title }) => <strong>{title}</strong> },
  {
    key: "state",
    header: () => "État",
    value: ({ state }) => state,
    cell: ({ state }) => (
      <Badge meaning="success" icon={Check}>
        {state}
      </Badge>
    ),
  },
  { key: "readings", header: () => "Lectures", value: ({ pageViews }) => pageViews, sortable: true, numeric: true },
];
const page = { items: rows, total: 128, totalIsExact: true, page: 3, perPage: 2 };

function Choosable({ all, children }: { all: boolean; children?: ReactNode }) {
  return (
    <BulkForm
      page={page}
      to="/dev/gallery"
      all={all}
      ticked={false}
      chosen={(count) => `${count} articles choisis`}
      actions={[{ name: "archive", label: "Archiver", icon: Archive, labelFor: (count) => `Archiver les ${count} articles` }]}
    >
      <DataTable
        caption="Articles"
        columns={columns}
        rows={rows}
        sort="title"
        order="asc"
        choose={{ nameOf: ({ title }) => title, all, ticked: false }}
      />
      {children}
    </BulkForm>
  );
}

const views = [{ id: "mine", name: "À relire", query: "status=in_review", shared: false, mine: true }];
const display = <ListDisplay columns={columns} shown={columns} perPage={25} />;

export const examples: Examples = {
  piece: "List",
  states: {
    head: () => (
      <ListHead title="Articles" count="128 articles">
        <ListMenu path="/dashboard/admin/news" views={views} exports imports ordered columns={display} />
        <ButtonLink to="/dashboard/admin/news/create" className="btn-short">
          <Icon of={Plus} />
          <span>Écrire un article</span>
        </ButtonLink>
      </ListHead>
    ),
    "saved views": () => <ViewLinks views={views} label="Vues" />,
    "columns and rows a page": () => display,
    filters: () => (
      <ListFilters
        searchLabel="Chercher un article"
        query={{ q: "frigo" }}
        filters={[
          { name: "status", label: "État", value: "online", choices: [{ value: "online", label: "En ligne" }] },
          rangeFilter("day", "publishedAt", "Publié", { publishedAtFrom: "2026-11-01" }),
        ]}
      />
    ),
    table: () => <DataTable caption="Articles" columns={columns} rows={rows} sort="title" order="asc" />,
    "rows to look at": () => (
      <DataTable caption="Articles" columns={columns} rows={rows} sort="title" order="asc" previewName={({ title }) => title} />
    ),
    "rows to choose": () => <Choosable all={false} />,
    "every row chosen": () => <Choosable all />,
    foot: () => <ListFoot page={page} />,
  },
};
