import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { AssemblyDay } from "#contract/charity/memberships";
import { franceDay } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** Who is in good standing on a day, as a sheet to sign. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/memberships/assembly.pdf");
  const requested = new URL(args.request.url).searchParams.get("day") ?? franceDay(new Date());
  const { day } = AssemblyDay.safeParse({ day: requested }).data ?? {};
  if (!day) throw data(null, { status: 404 });
  return fileAnswer(args.context, `/api/admin/membership-assembly/pdf?day=${day}`, { fileName: `assembly-${day}` });
}
