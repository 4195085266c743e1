import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { peopleApi } from "#contract/accounts/people";
import { workQueuesApi } from "#contract/charity/work-queues";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { openPages } from "~/layouts/office/open-pages.server";
import { toolFamilies } from "~/layouts/office/tools";
import { pageMeta } from "~/layouts/page-meta";
import { EmptyState } from "~/ui/empty-state";
import { FoundPeople } from "./found-people";
import { ToolFamilySection } from "./tool-family";
import { openTools, toolsMatching } from "./tool-search";
import { ToolSearchForm } from "./tool-search-form";

const path = "/dashboard/tools";

export const handle = { i18n: ["dashboard", "people"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const { api, t } = args.context;
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, 200);
  const [{ queues }, people] = await Promise.all([
    api.call(workQueuesApi.mine),
    q ? api.call(peopleApi.find, { query: { q } }) : { items: [] },
  ]);
  return { q, queues, people: people.items, tools: openTools(openPages(user), t), title: t(`titles:${path}`) };
}

/** Every page that the navigation does not name, by what it is for; and a search among them, and among people, that works without script. */
export default function Tools() {
  const { q, queues, people, tools } = useLoaderData<typeof loader>();
  const { t } = useTranslation("dashboard");
  const [typed, setTyped] = useState(q);
  const found = toolsMatching(tools, typed);
  const results = people.length + toolsMatching(tools, q).length;
  return (
    <>
      <div>
        <h1 className="office-title">{t(q ? "search.title" : "tools.title")}</h1>
        <p className="muted mt-1">
          {q ? results > 0 && t("search.found", { count: results, q }) : t("tools.count", { count: tools.length })}
        </p>
      </div>
      <ToolSearchForm key={q} q={q} onType={setTyped} />
      {people.length > 0 && <FoundPeople people={people} q={q} />}
      {toolFamilies.map((family) => (
        <ToolFamilySection
          key={family}
          family={family}
          tools={found.filter((tool) => tool.family === family)}
          queues={queues}
          typed={typed}
        />
      ))}
      {found.length === 0 && people.length === 0 && <EmptyState drawing="hanger" text={t("tools.nothing", { q: typed })} />}
    </>
  );
}

export const ErrorBoundary = OfficeError;
