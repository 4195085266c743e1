import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useOutletContext, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { redirectFor } from "#contract/accounts/access";
import type { PersonRecord } from "#contract/accounts/people";
import { everywherePermissions, permissionFacts } from "#contract/accounts/permissions";
import { gate } from "~/access/gate.server";
import { policies } from "~/access/policies";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { PermissionBadge } from "~/subjects/people/permission-badge";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/users/{id}/rights";

export const handle = { i18n: ["people", "rights"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  return { mayGive: redirectFor(user, policies["/dashboard/admin/permissions"]) === null, title: args.context.t(`titles:${path}`) };
}

/** A person's rights, by role or granted. */
export default function PersonRights() {
  const { mayGive } = useLoaderData<typeof loader>();
  const { more } = useOutletContext<PersonRecord>();
  const { id } = useParams();
  const { t } = useTranslation("rights");
  const { t: people } = useTranslation("people");
  if (!more) return null;
  return (
    <Panel title={t("ofRole", { role: people(`role.${more.role}`) })}>
      <ul className="grid gap-4">
        {everywherePermissions.map((permission) => (
          <li key={permission} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6">
            <span>
              <strong>{t(`name.${permission}`)}</strong>
              <small className="muted block">{t(`about.${permission}`)}</small>
            </span>
            <PermissionBadge
              inWords
              held={more.permissions.includes(permission)}
              byRole={permissionFacts[permission].byRole.includes(more.role)}
            />
          </li>
        ))}
      </ul>
      {more.inSectors.length > 0 && (
        <>
          <h3 className="panel-title mt-6">{t("inSector.legend")}</h3>
          <ul className="mt-2 list-disc pl-6">
            {more.inSectors.map(({ permission, sector }) => (
              <li key={permission + sector}>{t("nameIn", { name: t(`name.${permission}`), sector })}</li>
            ))}
          </ul>
        </>
      )}
      {mayGive && !more.own && (
        <p className="actions mt-5">
          <ButtonLink to={`/dashboard/admin/permissions/${id}`}>{t("change.cta")}</ButtonLink>
        </p>
      )}
    </Panel>
  );
}

export const ErrorBoundary = OfficeError;
