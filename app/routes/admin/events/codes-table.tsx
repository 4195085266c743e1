import { useTranslation } from "react-i18next";
import type * as z from "zod";
import type { eventCodesApi } from "#contract/charity/check-ins";
import { readIn } from "#contract/formats/localized-text";
import { writtenCode } from "#contract/formats/typed-code";
import { Form, Submit } from "~/forms/form";
import { bulkForm } from "~/lists/bulk";
import type { Column } from "~/lists/column";
import { DataTable } from "~/lists/table";
import { RegistrationBadge } from "~/subjects/event-registrations/registration-state";
import { Disclosure } from "~/ui/disclosure";

type Row = z.output<typeof eventCodesApi.list.response>["items"][number] & { id: string };

const columns: Column<Row>[] = [
  { key: "name", header: (t) => t("events:participants.name"), value: ({ name }) => name },
  {
    key: "letters",
    header: (t) => t("door:codes.column.letters"),
    value: ({ letters }) => writtenCode(letters),
    cell: ({ letters }) => <span className="whitespace-nowrap font-mono">{writtenCode(letters)}</span>,
    card: "line",
  },
  {
    key: "status",
    header: (t) => t("events:participants.status"),
    value: ({ status }, t) => t(`events:status.${status}`),
    cell: ({ status }) => <RegistrationBadge status={status} />,
    card: "fact",
  },
  {
    key: "quota",
    header: (t) => t("events:participants.quota"),
    value: ({ quota }, _, locale) => readIn(locale, quota).text,
    card: "line",
  },
  { key: "partySize", header: (t) => t("events:participants.party"), value: ({ partySize }) => partySize, numeric: true, card: "named" },
];

/** The codes of an event in letters, each with a tick; those ticked are replaced, or all of a whole list after a second step. It works without script. */
export function CodesTable({ rows, total, unfiltered }: { rows: Omit<Row, "id">[]; total: number; unfiltered: boolean }) {
  const { t } = useTranslation("door");
  const { t: events } = useTranslation("events");
  return (
    <div className="grid gap-4">
      <DataTable
        caption={events("tabs.codes")}
        columns={columns}
        rows={rows.map((row) => ({ ...row, id: row.registrationId }))}
        sort="name"
        order="asc"
        choose={{ nameOf: ({ name }) => name, all: false, ticked: false }}
      />
      <Form id={bulkForm} className="grid gap-2">
        <p className="muted max-w-2xl">{t("codes.rotateHint")}</p>
        <p className="actions">
          <Submit name="intent" value="rotate" variant="line">
            {t("codes.rotate")}
          </Submit>
        </p>
        {unfiltered && (
          <Disclosure summary={t("codes.rotateAll")}>
            <p className="my-2">{t("codes.rotateAllHint", { count: total })}</p>
            <Submit name="intent" value="rotateAll" variant="danger">
              {t("codes.rotateAll")}
            </Submit>
          </Disclosure>
        )}
      </Form>
    </div>
  );
}
