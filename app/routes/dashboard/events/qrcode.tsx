import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChevronLeft } from "lucide";
import { useTranslation } from "react-i18next";
import { checkInsApi } from "#contract/charity/check-ins";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { TicketCard } from "~/subjects/check-ins/ticket-card";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { qrPath } from "~/ui/qr-code.server";

const path = "/dashboard/events/{id}/qrcode";

export const handle = { i18n: ["door", "events"] } as const satisfies PageHandle;

export const meta = pageMeta;

/** The code is drawn here, so that the open page needs no connection. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const ticket = await api.call(checkInsApi.ticket, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return {
    ticket,
    code: ticket.code ? qrPath(ticket.code) : null,
    title: `${readIn(locale, ticket.event.title).text} - ${t(`titles:${path}`)}`,
  };
}

export default function OwnTicket() {
  const { ticket, code } = useLoaderData<typeof loader>();
  const { t } = useTranslation("door");
  return (
    <div className="ticket-page">
      <Link
        to="/dashboard/my-events"
        className="inline-flex min-h-11 items-center gap-1 justify-self-start font-bold text-on-band no-underline print:hidden"
      >
        <Icon of={ChevronLeft} />
        {t("ticket.back")}
      </Link>
      <TicketCard ticket={ticket} code={code} />
    </div>
  );
}

export const ErrorBoundary = OfficeError;
