import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { AssemblySheet } from "#contract/charity/memberships";
import { franceDay } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** Who is in good standing on a day, as a sheet to sign. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/memberships/assembly.pdf");
  const query = { day: franceDay(new Date()), ...Object.fromEntries(new URL(args.request.url).searchParams) };
  const requested = AssemblySheet.safeParse(query).data;
  if (!requested) throw data(null, { status: 404 });
  const { day, assembly } = requested;
  const search = new URLSearchParams({ day, ...(assembly && { assembly }) });
  return fileAnswer(args.context, `/api/admin/membership-assembly/pdf?${search}`, { fileName: `assembly-${day}` });
}
