import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Download, Pencil, Users } from "lucide";
import { useTranslation } from "react-i18next";
import { type AssemblyRecord, assembliesApi, hasQuorum, outcomeOf, ResolutionDraft, VoteCount } from "#contract/charity/assemblies";
import { writtenDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { fieldsOf, submit } from "~/forms/submission.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { AssemblyBadge } from "./assembly-badge";
import { refusalText } from "./refusal-text.server";
import { ResolutionForm, VotesForm } from "./resolution-forms";
import { ResolutionList } from "./resolution-list";

const path = "/dashboard/admin/memberships/assemblies/{id}";
const assemblies = "/dashboard/admin/memberships/assemblies";
const list = "/dashboard/admin/memberships/assembly";

export const handle = { i18n: ["assemblies"], crumb: { label: "assemblies:list.crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const assembly = await api.call(assembliesApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const chosen = new URL(args.request.url).searchParams.get("resolution");
  const label = readIn(locale, assembly.title).text;
  return {
    ...{ assembly, label },
    voted: assembly.state === "open" ? (assembly.resolutions.find(({ id }) => id === chosen) ?? null) : null,
    rules: rulesOf({ resolution: ResolutionDraft, votes: VoteCount }),
    submission: crypto.randomUUID(),
    title: `${label} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const here = `${assemblies}/${params.id}`;
  const form = await fieldsOf(args.request.clone());
  const intent = form.get("intent");
  if (intent === "count") {
    const resolutionId = new URL(args.request.url).searchParams.get("resolution") ?? "";
    return submit(args, VoteCount, async (body) => {
      await api.call(assembliesApi.count, { params: { ...params, resolutionId }, body }).catch(orNotFound);
      return { to: here, toast: { title: t("assemblies:votes.counted") } };
    });
  }
  if (intent === "add")
    return submit(args, ResolutionDraft, async (body) => {
      await api.call(assembliesApi.addResolution, { params, body });
      return { to: here, toast: { title: t("assemblies:resolutions.added") } };
    });
  await lead(args, params, form).catch((error: unknown) => {
    if (!(error instanceof ApiError) || ![400, 404, 409, 422].includes(error.status)) throw error;
    flashRefusal(args.context, refusalText(args.context, error));
  });
  return redirect(here, 303);
}

/** What is done by a button alone. */
async function lead({ context }: ActionFunctionArgs, params: { id: string }, form: FormData) {
  const { api, t } = context;
  const intent = form.get("intent");
  if (intent === "open" || intent === "close") {
    await api.call(assembliesApi.move, { params, body: { state: intent === "open" ? "open" : "closed" } });
    return flashToast(context, { title: t(intent === "open" ? "assemblies:lead.opened" : "assemblies:lead.closed") });
  }
  await api.call(assembliesApi.removeResolution, { params: { ...params, resolutionId: String(form.get("resolutionId") ?? "") } });
  flashToast(context, { title: t("assemblies:resolutions.removed") });
}

/** A general assembly: who counts, what is voted, and what comes next. */
export default function AssemblyPage() {
  const { assembly, label, voted, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("assemblies");
  const { locale } = usePage();
  const { id, state, day, place } = assembly;
  const here = `${assemblies}/${id}`;
  const undecided = assembly.resolutions.filter((one) => outcomeOf(one, assembly.quorumPercent) === "no_quorum").length;
  return (
    <>
      <div>
        <h1 className="office-title">{label}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <AssemblyBadge state={state} />
          <span className="muted">
            {writtenDay(locale, day)}, {place}
          </span>
        </p>
      </div>
      <Quorum of={assembly} here={here} />
      <Panel title={voted ? t("votes.count") : t("resolutions.title")}>
        {voted ? (
          <>
            <p className="mb-4 max-w-prose whitespace-pre-line">{readIn(locale, voted.text).text}</p>
            {hasQuorum(assembly) === false && (
              <p className="mb-4 font-semibold">{t("votes.belowQuorum", { percent: assembly.quorumPercent })}</p>
            )}
            <VotesForm key={submission} resolution={voted} back={here} submission={submission} answer={answer} />
          </>
        ) : (
          <ResolutionList assembly={assembly} here={here} />
        )}
      </Panel>
      {state !== "closed" && !voted && (
        <>
          <Panel title={t("resolutions.add")}>
            <ResolutionForm key={submission} submission={submission} answer={answer} />
          </Panel>
          <Panel title={t(state === "prepared" ? "lead.open" : "lead.close")}>
            <p className="mb-4 max-w-prose">{t(state === "prepared" ? "lead.openAbout" : "lead.closeAbout")}</p>
            {undecided > 0 && <p className="mb-4 max-w-prose font-semibold">{t("lead.undecided", { count: undecided })}</p>}
            <Form>
              <Submit name="intent" value={state === "prepared" ? "open" : "close"}>
                {t(state === "prepared" ? "lead.open" : "lead.close")}
              </Submit>
            </Form>
          </Panel>
        </>
      )}
    </>
  );
}

function Quorum({ of, here }: { of: AssemblyRecord; here: string }) {
  const { t } = useTranslation("assemblies");
  const { locale } = usePage();
  const { id, members, present, represented, waiting, maxProxies, quorumPercent: percent, state, day } = of;
  const quorum = hasQuorum(of);
  return (
    <Panel title={t("figures.title")} link={state === "closed" ? { to: `${here}/members`, label: t("lead.members") } : undefined}>
      <Facts
        facts={[
          {
            label: t("figures.title"),
            value: quorum === null ? t("figures.noQuorum") : t(quorum ? "figures.quorum" : "figures.belowQuorum", { percent }),
          },
          {
            label: t("members.title"),
            value: [t("figures.present", { count: present }), t("figures.represented", { count: represented })].join(", "),
          },
          { label: t("figures.eligible"), value: t("figures.members", { count: members }) },
        ]}
      />
      {waiting > 0 && <p className="mt-3">{t("figures.waiting", { count: waiting })}</p>}
      <p className="muted mt-3">{t("figures.limit", { count: maxProxies })}</p>
      <p className="actions mt-4">
        {state !== "closed" && (
          <ButtonLink to={`${here}/members`}>
            <Icon of={Users} />
            {t("lead.members")}
          </ButtonLink>
        )}
        {state === "prepared" && (
          <ButtonLink variant="line" to={`${here}/edit`}>
            <Icon of={Pencil} />
            {t("form.change")}
          </ButtonLink>
        )}
        {state === "closed" ? (
          <a className="btn" href={pathIn(locale, `${here}/minutes.pdf`)} download>
            <Icon of={Download} />
            {t("lead.minutes")}
          </a>
        ) : (
          <a className="btn btn-line" href={`${pathIn(locale, `${list}.pdf`)}?day=${day}&assembly=${id}`} download>
            <Icon of={Download} />
            {t("lead.sheet")}
          </a>
        )}
      </p>
    </Panel>
  );
}

export const ErrorBoundary = OfficeError;
