import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { actAtDoor, loadDoor } from "~/subjects/check-ins/door.server";
import { DoorScreen } from "~/subjects/check-ins/door-screen";

const path = "/dashboard/events/{id}/door";

export const handle = { i18n: ["door", "events"], webAssembly: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { id: person } = await gate(args, path);
  const data = await loadDoor(args, { id: args.params.id ?? "", person });
  const { t, locale } = args.context;
  return { ...data, title: `${readIn(locale, data.door.event.title).text} - ${t(`titles:${path}`)}` };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const id = args.params.id ?? "";
  return actAtDoor(args, id, (query) => `/dashboard/events/${id}/door?${query}`);
}

/** The door of an event, for volunteers who hold the right in its team or are named for it. */
export default function Door() {
  const data = useLoaderData<typeof loader>();
  const { event, managed } = data.door;
  const own = `/dashboard/events/${event.id}`;
  const back = managed ? `/dashboard/admin/events/${event.id}` : "/dashboard/my-events";
  return <DoorScreen data={data} back={back} here={(query) => `${own}/door?${new URLSearchParams(query)}`} keep={{}} />;
}

export const ErrorBoundary = OfficeError;
