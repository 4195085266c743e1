import { on } from "#backend/http/routes";
import { refuseSpam } from "#backend/http/spam-guard";
import { closeOpenPage } from "#backend/modules/card-payments/opening";
import { endSubscription } from "#backend/modules/card-payments/steering";
import { bulkTask, runBulk } from "#backend/modules/tasks/bulk";
import { withTask } from "#backend/worker/task-kind";
import { pledgeBulkApi } from "#contract/giving/pledge-bulk";
import { meansOf, pledgesApi } from "#contract/giving/pledges";
import { setPledgeDonor } from "./donors.ts";
import { getPledge, listPledges, setPledgeProject, setPledgeStatus } from "./following.ts";
import { pledgeMonths } from "./months.ts";
import { movingPledges } from "./moving.ts";
import { makePledge, paymentOf } from "./pledging.ts";

export const pledgeRoutes = [
  on(pledgesApi.means, ({ settings: { bank, postalAddress }, paymentProvider }) => ({
    methods: meansOf({ ...bank, postalAddress, card: paymentProvider !== null }),
    cardOrigin: paymentProvider?.origin ?? null,
  })),
  on(pledgesApi.create, async (call) => {
    await refuseSpam(call, "pledge", call.body);
    return makePledge(call, call.body, call.locale);
  }),
  on(pledgesApi.payment, (call) => paymentOf(call, call.params.reference)),
  on(pledgesApi.list, ({ db, query, locale }) => listPledges(db, query, locale)),
  on(pledgesApi.months, async ({ db, clock }) => ({ items: await pledgeMonths(db, clock()) })),
  on(pledgesApi.get, (call) => getPledge(call, call.params.id, call.locale)),
  on(pledgesApi.setStatus, async (call) => {
    if (call.body.status === "cancelled") await endSubscription(call, call.params.id);
    await setPledgeStatus(call, call.actor, call.params.id, call.body.status);
    if (call.body.status === "cancelled") await closeOpenPage(call, call.params.id);
    return getPledge(call, call.params.id, call.locale);
  }),
  withTask(
    on(pledgeBulkApi.move, ({ actor, body, ...services }) => runBulk(services, actor, body, movingPledges)),
    bulkTask(movingPledges, (id) => `/dashboard/admin/donations/pledges/${id}`),
  ),
  on(pledgesApi.setDonor, async (call) => {
    await setPledgeDonor(call, call.actor, call.params.id, call.body);
    return getPledge(call, call.params.id, call.locale);
  }),
  on(pledgesApi.setProject, async (call) => {
    await setPledgeProject(call.db, call.actor, call.params.id, call.body.projectId ?? null);
    return getPledge(call, call.params.id, call.locale);
  }),
];
