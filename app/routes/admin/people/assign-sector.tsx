import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { personEditApi, SectorChoice, type SectorObstacle, sectorLists } from "#contract/accounts/person-edit";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { listBefore, nothingChosen, readSelection } from "~/lists/bulk-request.server";
import { ChosenNames } from "~/lists/chosen-names";
import { BulkPreview } from "~/subjects/tasks/bulk-preview";
import { ButtonLink } from "~/ui/button";

const schema = () => import("#contract/accounts/person-edit").then(({ SectorChoice }) => SectorChoice);

export const handle = { i18n: ["people", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { list, path, selection } = await openAssignment(args);
  const chosen = SectorChoice.safeParse({ sectorId: new URL(args.request.url).searchParams.get("sectorId") }).data;
  const { sectors, ...result } = await args.context.api
    .call(personEditApi.assignSector, { body: { list, selection, ...chosen, dryRun: true } })
    .catch((error) => {
      // The team is none any more.
      if (chosen && error instanceof ApiError && error.status === 422) throw redirect(withTeam(args.request, undefined), 303);
      throw error;
    });
  return {
    result,
    team: sectors.find(({ id }) => id === chosen?.sectorId)?.name,
    sectors,
    rules: rulesOf({ team: SectorChoice }),
    crumb: { label: args.context.t(`people:list.${list}.title`), to: path },
    back: listBefore(args.request, path),
    title: args.context.t(`titles:${path}/bulk`),
  };
}

/** This page with the team in its query; without one, it offers them. */
function withTeam({ url }: Request, sectorId: string | undefined): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete("sectorId");
  if (sectorId) searchParams.set("sectorId", sectorId);
  return `${pathname}?${searchParams}`;
}

/** Gives all selected people the team of the query; without one there, shows first whom the chosen one changes. */
export async function action(args: ActionFunctionArgs) {
  const { list, path, selection } = await openAssignment(args);
  const { api, t } = args.context;
  const shown = SectorChoice.safeParse({ sectorId: new URL(args.request.url).searchParams.get("sectorId") }).data;
  if (!shown) return submit(args, SectorChoice, async ({ sectorId }) => ({ to: withTeam(args.request, sectorId) }));
  try {
    const { changed, unmoved, task } = await api.call(personEditApi.assignSector, {
      body: { list, selection, ...shown, dryRun: false },
    });
    if (task) return redirect(`/account/tasks/${task}`, 303);
    const more = unmoved.count > namedInToast ? [t("people:team.more", { count: unmoved.count - namedInToast })] : [];
    const names = [...firstNames(unmoved.names), ...more].join(", ");
    const title = unmoved.count > 0 && changed === 0 ? t("people:team.none") : t("people:team.done", { count: changed });
    const description = unmoved.count > 0 ? t("people:team.unmoved", { names }) : undefined;
    flashToast(args.context, { title, description });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    flashRefusal(args.context, error.body.title);
    return redirect(withTeam(args.request, undefined), 303);
  }
  return redirect(listBefore(args.request, path), 303);
}

/** So many names fit into the message, each cut to so many characters. */
const namedInToast = 3;
const nameLength = 30;

const firstNames = (names: string[]) =>
  names.slice(0, namedInToast).map((name) => (name.length > nameLength ? `${name.slice(0, nameLength)}…` : name));

/** How many people are selected, the team that they get, and then whom it changes and who keeps theirs. */
export default function AssignSector() {
  const { result, team, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  if (team === undefined) return <ChooseTeam />;
  const count = result.changed;
  return (
    <BulkPreview
      result={result}
      title={t("team.into", { count, team })}
      obstacle={(code) => t(`team.obstacle.${code as SectorObstacle}`)}
      submit={t("team.confirm")}
      back={back}
    >
      <p>{t("team.notified")}</p>
    </BulkPreview>
  );
}

function ChooseTeam() {
  const {
    result: { count, names },
    sectors,
    back,
  } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const [form, fields] = usePageForm(schema, { id: "team", answer: useActionData<typeof action>() });
  return (
    <section className="panel grid max-w-2xl gap-4">
      <h1 className="office-title">{t("team.ask", { count })}</h1>
      <ChosenNames names={names} count={count} />
      <Form className="grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <SelectField
          field={fields.sectorId}
          label={t("team.label")}
          empty=""
          choices={sectors.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <p className="actions">
          <Submit>{t("team.check")}</Submit>
          <ButtonLink variant="line" to={back}>
            {t("cancel")}
          </ButtonLink>
        </p>
      </Form>
    </section>
  );
}

export const ErrorBoundary = OfficeError;

/** The list and the selection in the URL; without selected rows, a redirect to the list. */
async function openAssignment(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  const list = sectorLists.find((name) => pathname.endsWith(`/users/${name}/bulk`)) ?? "volunteers";
  const path = `/dashboard/admin/users/${list}` as const;
  await gate(args, `${path}/bulk`);
  const selection = readSelection(args.request);
  if (!selection) throw nothingChosen(args, path);
  return { list, path, selection };
}
