import type { LoaderFunctionArgs } from "@remix-run/node";
import { fiscalReceiptsApi } from "#contract/giving/fiscal-receipts";
import { gate } from "~/access/gate.server";
import { receiptFile } from "~/subjects/donations/receipt-file.server";

/** A tax receipt as it was issued, for the office. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/fiscal-receipts/{id}/receipt.pdf");
  return receiptFile(args, "/api/admin/fiscal-receipts", (id) => args.context.api.call(fiscalReceiptsApi.get, { params: { id } }));
}
