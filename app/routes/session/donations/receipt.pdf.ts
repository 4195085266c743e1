import type { LoaderFunctionArgs } from "@remix-run/node";
import { donorReceiptsApi } from "#contract/giving/fiscal-receipts";
import { receiptFile } from "~/subjects/donations/receipt-file.server";
import { orRequestLink } from "./donor.server";

/** A tax receipt, for whoever opened the gifts of its address by a link. */
export async function loader(args: LoaderFunctionArgs) {
  return receiptFile(args, "/api/donor-receipts", (id) =>
    args.context.api.call(donorReceiptsApi.get, { params: { id } }).catch(orRequestLink),
  );
}
