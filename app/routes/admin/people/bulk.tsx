import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type BulkOutcome, peopleApi } from "#contract/accounts/people";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AsTask } from "~/lists/as-task";
import { listBefore, nothingChosen, readSelection } from "~/lists/bulk-request.server";
import { ChosenNames } from "~/lists/chosen-names";
import { FirstFew } from "~/lists/first-few";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";

const path = "/dashboard/admin/users/pending-approval";

export const handle = {
  i18n: ["people", "lists"],
  crumb: { label: "people:list.pending-approval.title", to: path },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const back = listBefore(args.request, path);
  return { ...(await approveChosen(args, true)), back, title: args.context.t(`titles:${path}/bulk`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const { changed, task } = await approveChosen(args, false);
  if (task) return redirect(`/account/tasks/${task}`, 303);
  flashToast(args.context, { title: args.context.t("people:bulk.done", { count: changed }) });
  return redirect(listBefore(args.request, path), 303);
}

/** The preview: which accounts would be opened, and the obstacles of the others. */
export default function ApproveSeveral() {
  const { count, changed, opened, left, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  return (
    <section className="panel grid max-w-2xl justify-items-start gap-4">
      <h1 className="office-title">{t("bulk.ask", { count: changed })}</h1>
      <p>{t("bulk.mail")}</p>
      {opened.length > 0 && (
        <div className="w-full">
          <h2 className="font-bold">{t("bulk.opens")}</h2>
          <ChosenNames names={opened.map(({ name }) => name)} count={changed} />
        </div>
      )}
      {changed < count && <LeftClosed left={left} count={count - changed} />}
      <AsTask count={count} />
      <Form className="actions">
        {changed > 0 && <Submit>{t("bulk.confirm", { count: changed })}</Submit>}
        <ButtonLink variant="line" to={back}>
          {t("cancel")}
        </ButtonLink>
      </Form>
    </section>
  );
}

export const ErrorBoundary = OfficeError;

/** The accounts that stay closed, with the reason and a link to the review. */
function LeftClosed({ left, count }: { left: BulkOutcome["left"]; count: number }) {
  const { t } = useTranslation("people");
  return (
    <div className="grid w-full gap-2">
      <p>{t("bulk.left", { count })}</p>
      <FirstFew className="rows">
        {left.map(({ id, name, obstacles, guardian }) => (
          <li key={id}>
            <Link to={`/dashboard/admin/users/pending-approval/${id}`} className="font-semibold">
              {name}
            </Link>
            <span className="text-warning">
              {[...obstacles.map((one) => t(`bulk.obstacle.${one}`)), guardian && t("bulk.guardian", { name: guardian })]
                .filter(Boolean)
                .join(", ")}
            </span>
          </li>
        ))}
      </FirstFew>
      {count > left.length && <p className="muted">{t("bulk.andMore", { count: count - left.length })}</p>}
    </div>
  );
}

async function approveChosen(args: LoaderFunctionArgs, dryRun: boolean) {
  const selection = readSelection(args.request);
  if (!selection) throw nothingChosen(args, path);
  return args.context.api.call(peopleApi.bulk, { body: { step: "approve", selection, dryRun } });
}
