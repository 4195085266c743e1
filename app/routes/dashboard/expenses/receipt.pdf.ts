import type { LoaderFunctionArgs } from "@remix-run/node";
import { ownReceiptsApi } from "#contract/giving/fiscal-receipts";
import { gate } from "~/access/gate.server";
import { receiptFile } from "~/subjects/donations/receipt-file.server";

/** A tax receipt of a volunteer's own. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/expenses/receipts/{id}/receipt.pdf");
  return receiptFile(args, "/api/own-fiscal-receipts", (id) => args.context.api.call(ownReceiptsApi.get, { params: { id } }));
}
