import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { maxChosen } from "#contract/accounts/campaign-drafts";
import { campaignPeopleApi, writingLists } from "#contract/accounts/campaign-people";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { Form, Submit } from "~/forms/form";
import { fieldsOf, setIdempotencyKey } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { listBefore, nothingChosen, readSelection } from "~/lists/bulk-request.server";
import { ChosenNames } from "~/lists/chosen-names";
import { ButtonLink } from "~/ui/button";

export const handle = { i18n: ["people", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { list, path, selection } = await openSelection(args);
  const { count, left, names } = await args.context.api.call(campaignPeopleApi.write, { body: { list, selection, dryRun: true } });
  return {
    count,
    left,
    names,
    most: maxChosen,
    submission: crypto.randomUUID(),
    crumb: { label: args.context.t(`people:list.${list}.title`), to: path },
    back: listBefore(args.request, path),
    title: args.context.t(`titles:${path}/write`),
  };
}

/** Opens the draft to these people, and leads to its form. */
export async function action(args: ActionFunctionArgs) {
  const { list, path, selection } = await openSelection(args);
  const { api, t } = args.context;
  setIdempotencyKey(args.context, await fieldsOf(args.request));
  try {
    const { id } = await api.call(campaignPeopleApi.write, { body: { list, selection, dryRun: false } });
    flashToast(args.context, { title: t("people:write.done") });
    return redirect(`/dashboard/admin/notifications/${id}/edit`, 303);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    const [first] = Object.values(error.body.fieldErrors ?? {}).flat();
    flashRefusal(args.context, first ? t(first as "campaigns:error.nobodyChosen") : error.body.title);
    return redirect(listBefore(args.request, path), 303);
  }
}

/** How many people were selected, and who of them can be written to. */
export default function WriteToPeople() {
  const { count, left, names, most, back, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const tooMany = count > most;
  return (
    <section className="panel grid max-w-2xl gap-4">
      <h1 className="office-title">{t("write.ask", { count })}</h1>
      <ChosenNames names={names} count={count} />
      {left > 0 && <p>{t("write.left", { count: left })}</p>}
      <p>{tooMany ? t("write.tooMany", { count: most }) : t("write.next")}</p>
      <Form className="actions" submission={submission}>
        {count > 0 && !tooMany && <Submit>{t("write.submit")}</Submit>}
        <ButtonLink variant="line" to={back}>
          {t("cancel")}
        </ButtonLink>
      </Form>
    </section>
  );
}

export const ErrorBoundary = OfficeError;

/** The list and the selection in the URL; without selected rows, a redirect to the list. */
async function openSelection(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  const list = writingLists.find((name) => pathname.endsWith(`/users/${name}/write`)) ?? "volunteers";
  const path = `/dashboard/admin/users/${list}` as const;
  await gate(args, `${path}/write`);
  const selection = readSelection(args.request);
  if (!selection) throw nothingChosen(args, path);
  return { list, path, selection };
}
