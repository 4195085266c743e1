import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { personEditApi, SectorChoice, sectorLists } from "#contract/accounts/person-edit";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AsTask } from "~/lists/as-task";
import { listBefore, nothingChosen, readSelection } from "~/lists/bulk-request.server";
import { ChosenNames } from "~/lists/chosen-names";
import { ButtonLink } from "~/ui/button";

const schema = () => import("#contract/accounts/person-edit").then(({ SectorChoice }) => SectorChoice);

export const handle = { i18n: ["people", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { list, path, selection } = await openAssignment(args);
  const { count, names, sectors } = await args.context.api.call(personEditApi.assignSector, { body: { list, selection, dryRun: true } });
  return {
    count,
    names,
    sectors,
    rules: rulesOf({ team: SectorChoice }),
    crumb: { label: args.context.t(`people:list.${list}.title`), to: path },
    back: listBefore(args.request, path),
    title: args.context.t(`titles:${path}/bulk`),
  };
}

/** Gives all selected people the same team. */
export async function action(args: ActionFunctionArgs) {
  const { list, path, selection } = await openAssignment(args);
  const { api, t } = args.context;
  return submit(args, SectorChoice, async ({ sectorId }) => {
    const { changed, unmoved, task } = await api.call(personEditApi.assignSector, { body: { list, selection, sectorId, dryRun: false } });
    if (task) return { to: `/account/tasks/${task}` };
    const more = unmoved.count > namedInToast ? [t("people:team.more", { count: unmoved.count - namedInToast })] : [];
    const names = [...firstNames(unmoved.names), ...more].join(", ");
    const title = unmoved.count > 0 && changed === 0 ? t("people:team.none") : t("people:team.done", { count: changed });
    const description = unmoved.count > 0 ? t("people:team.unmoved", { names }) : undefined;
    return { to: listBefore(args.request, path), toast: { title, description } };
  });
}

/** So many names fit into the message, each cut to so many characters. */
const namedInToast = 3;
const nameLength = 30;

const firstNames = (names: string[]) =>
  names.slice(0, namedInToast).map((name) => (name.length > nameLength ? `${name.slice(0, nameLength)}…` : name));

/** How many people are selected, and the team that they get. */
export default function AssignSector() {
  const { count, names, sectors, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const [form, fields] = usePageForm(schema, { id: "team", answer: useActionData<typeof action>() });
  return (
    <section className="panel grid max-w-2xl gap-4">
      <h1 className="office-title">{t("team.ask", { count })}</h1>
      <ChosenNames names={names} count={count} />
      <p>{t("team.notified")}</p>
      <AsTask count={count} />
      <Form className="grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <SelectField
          field={fields.sectorId}
          label={t("team.label")}
          empty=""
          choices={sectors.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <p className="actions">
          <Submit>{t("team.confirm")}</Submit>
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
