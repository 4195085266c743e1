import { on } from "#backend/http/routes";
import { journalApi } from "#contract/giving/journal";
import { paymentsApi } from "#contract/giving/payments";
import { cashApi, depositsApi } from "#contract/giving/takings";
import { countCash, listCounts } from "./cash.ts";
import { depositCheques, getDeposit, listDeposits } from "./deposits.ts";
import { exportJournal, journalSums } from "./journal.ts";
import { findDonors, getPayment, listPayments } from "./list.ts";
import { recordPayment } from "./recording.ts";
import { reversePayment } from "./reversing.ts";

export const paymentRoutes = [
  on(paymentsApi.donors, ({ db, query }) => findDonors(db, query.q)),
  on(paymentsApi.list, ({ db, query }) => listPayments(db, query)),
  on(paymentsApi.record, (call) => recordPayment(call, call.actor, call.body)),
  on(paymentsApi.get, ({ db, params }) => getPayment(db, params.id)),
  on(paymentsApi.reverse, (call) => reversePayment(call, call.actor, call.params.id, call.body)),
  on(depositsApi.list, ({ db }) => listDeposits(db)),
  on(depositsApi.get, ({ db, params }) => getDeposit(db, params.id)),
  on(depositsApi.create, (call) => depositCheques(call, call.actor, call.body)),
  on(journalApi.sums, (call) => journalSums(call, call.query.year)),
  on(journalApi.export, (call) => exportJournal(call, call.actor, call.body)),
  on(cashApi.list, ({ db }) => listCounts(db)),
  on(cashApi.create, (call) => countCash(call, call.actor, call.body)),
];
