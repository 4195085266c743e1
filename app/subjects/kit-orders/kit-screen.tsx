import { useTranslation } from "react-i18next";
import type { KitPage, KitsQuery } from "#contract/charity/kit-orders";
import { isKitKind, kitMoves, kitStatuses, kitSteps } from "#contract/charity/kit-states";
import { Form, Submit } from "~/forms/form";
import { SearchForm } from "~/forms/search-form";
import { useTranslate } from "~/i18n/use-translate";
import { bulkForm } from "~/lists/bulk";
import { ListFoot } from "~/lists/list-frame";
import { ListMenu } from "~/lists/list-menu";
import { withQuery } from "~/lists/list-request";
import { DataTable } from "~/lists/table";
import { EmptyState } from "~/ui/empty-state";
import { usePage } from "~/ui/page-context";
import { Pills } from "~/ui/pills";
import { CancelledKits } from "./cancelled-kits";
import { kitColumns } from "./kit-columns";
import { PackingPanel } from "./packing-panel";
import { slotText } from "./slot-text";

type Props = { page: KitPage; query: KitsQuery; search: string; here: string; exports?: boolean };

/** The orders of an event for who packs and brings them: each moves on by a button of its own, several by those below. It works without script. */
export function KitScreen({ page, query, search, here, exports }: Props) {
  const { t } = useTranslation("kits");
  const translate = useTranslate();
  const { locale } = usePage();
  const { items, slots, event } = page;
  const kind = isKitKind(event.type) ? event.type : "delivery";
  const total = slots.reduce((sum, { orders }) => sum + orders, 0);
  if (total === 0 && page.cancelled.length === 0) return <EmptyState drawing="kit" text={t("office.empty")} />;
  const to = (change: Record<string, string | null>) => here + withQuery(search, { page: null, ...change });
  const countOf = (status: string) => slots.reduce((sum, { byStatus }) => sum + (byStatus[status] ?? 0), 0);
  const present = kitStatuses.filter((status) => countOf(status) > 0);
  const moves = kitMoves.filter((move) => kitSteps[kind][move].some((status) => present.includes(status)));
  return (
    <div className="grid gap-5">
      <CancelledKits kits={page.cancelled} eventStartsAt={event.startsAt} />
      <div className="max-lg:order-last">
        <PackingPanel page={page} />
      </div>
      <div className="grid min-w-0 gap-4">
        <div className="flex items-end gap-3">
          <SearchForm id="kits" action={here} label={t("office.search")} button={t("office.searchButton")} value={query.q} />
          {exports && <ListMenu path={here} exports />}
        </div>
        <Pills
          label={t("office.filter")}
          links={[
            { to: to({ status: null }), label: `${t("office.all")} (${total})`, current: !query.status },
            ...present.map((status) => ({
              to: to({ status }),
              label: `${t(`status.${kind}.${status}`)} (${countOf(status)})`,
              current: query.status === status,
            })),
          ]}
        />
        {slots.length > 1 && (
          <Pills
            label={t("office.bySlot")}
            links={[
              { to: to({ quotaId: null }), label: t("office.all"), current: !query.quotaId },
              ...slots.map((slot) => ({
                to: to({ quotaId: slot.quotaId }),
                label: slotText(locale, translate, slot, event.startsAt),
                current: query.quotaId === slot.quotaId,
              })),
            ]}
          />
        )}
        {items.length === 0 ? (
          <EmptyState drawing="kit" text={t("office.none")} />
        ) : (
          <DataTable
            caption={t("office.title")}
            columns={kitColumns(kind, event.startsAt)}
            rows={items}
            sort={query.sort}
            order={query.order}
            choose={{ nameOf: ({ name }) => name, all: false, ticked: false }}
          />
        )}
        <Form id={bulkForm} className="grid gap-2">
          <p className="muted">{t("office.chosen")}</p>
          <p className="actions">
            {moves.map((move) => (
              <Submit key={move} name="intent" value={move} variant="line">
                {t(`office.move.${kind}.${move}`)}
              </Submit>
            ))}
          </p>
        </Form>
        <ListFoot page={page} />
      </div>
    </div>
  );
}
