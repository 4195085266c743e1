import { on } from "#backend/http/routes";
import { withTask } from "#backend/worker/task-kind";
import { franceDay } from "#contract/formats/france-time";
import { annualDeclarationsApi } from "#contract/giving/annual-declarations";
import { fiscalReceiptsApi, ownReceiptsApi } from "#contract/giving/fiscal-receipts";
import { askForAddress } from "./addresses.ts";
import { issueYear, issuingTask } from "./batch.ts";
import { readDeclarations, recordDeclaration } from "./declarations.ts";
import { yearsDue } from "./due.ts";
import { receivableIn } from "./gifts.ts";
import { issuerToday } from "./issuer.ts";
import { cancelReceipt, issueReceipt, replaceReceipt } from "./issuing.ts";
import { getReceipt, listReceipts } from "./list.ts";
import { ofAccount, ownReceipt, ownReceipts } from "./own.ts";

export const fiscalReceiptRoutes = [
  on(fiscalReceiptsApi.list, ({ db, query }) => listReceipts(db, query)),
  on(fiscalReceiptsApi.get, ({ db, params }) => getReceipt(db, params.id)),
  on(fiscalReceiptsApi.toCome, async (call) => {
    const { gaps } = await issuerToday(call);
    const otherYears = (await yearsDue(call.db)).filter((year) => year !== call.query.year);
    return { gaps, otherYears, ...(await receivableIn(call.db, call.query.year, franceDay(call.clock()))) };
  }),
  on(fiscalReceiptsApi.issue, (call) => issueReceipt(call, call.actor, call.body.sourceId)),
  on(fiscalReceiptsApi.askAddress, (call) => askForAddress(call, call.actor, call.body.sourceId)),
  withTask(
    on(fiscalReceiptsApi.issueYear, (call) => issueYear(call, call.actor, call.body)),
    issuingTask,
  ),
  on(annualDeclarationsApi.list, (call) => readDeclarations(call)),
  on(annualDeclarationsApi.record, (call) => recordDeclaration(call, call.actor, call.body)),
  on(fiscalReceiptsApi.cancel, (call) => cancelReceipt(call, call.actor, call.params.id, call.body.reason)),
  on(fiscalReceiptsApi.replace, (call) => replaceReceipt(call, call.actor, call.params.id, call.body.reason)),
  on(ownReceiptsApi.list, async ({ db, actor }) => ({ items: await ownReceipts(db, ofAccount(actor.id)) })),
  on(ownReceiptsApi.get, ({ db, actor, params }) => ownReceipt(db, params.id, ofAccount(actor.id))),
];
