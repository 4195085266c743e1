import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { peopleApi } from "#contract/accounts/people";
import { type FoundRecords, officeSearchApi } from "#contract/charity/office-search";
import { workQueuesApi } from "#contract/charity/work-queues";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { openPages } from "~/layouts/office/open-pages.server";
import { toolFamilies } from "~/layouts/office/tools";
import { pageMeta } from "~/layouts/page-meta";
import { EmptyState } from "~/ui/empty-state";
import { AtOnce } from "./at-once";
import { FoundLists } from "./found-lists";
import { FoundPeople } from "./found-people";
import { FoundRecordPanels } from "./found-records";
import { openTools } from "./open-tools.server";
import { ToolFamilySection } from "./tool-family";
import { listsMatching, openLists, toolsMatching } from "./tool-search";
import { ToolSearchForm } from "./tool-search-form";

const path = "/dashboard/tools";

export const handle = { i18n: ["dashboard", "people", "articles"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const { api, locale, t } = args.context;
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, 200);
  const open = openPages(user);
  const [{ queues }, people, records] = await Promise.all([
    api.call(workQueuesApi.mine),
    q ? api.call(peopleApi.find, { query: { q } }) : { items: [] },
    q ? api.call(officeSearchApi.find, { query: { q } }) : nothing,
  ]);
  const found = { people: people.items, records };
  return { q, queues, found, lists: openLists(open, t), tools: openTools(open, t, locale), title: t(`titles:${path}`) };
}

const nothing: FoundRecords = { events: [], articles: [], pledges: [], payments: [] };

/** Every page that the navigation does not name, by what it is for; and a search among all pages, people and records, that works without script. */
export default function Tools() {
  const { q, queues, found, lists, tools } = useLoaderData<typeof loader>();
  const { t } = useTranslation("dashboard");
  const [typed, setTyped] = useState(q);
  const { people, records } = found;
  const { events, articles, pledges, payments } = records;
  const foundTools = toolsMatching(tools, typed);
  const foundLists = listsMatching(lists, typed);
  const recordsFound = people.length + events.length + articles.length + pledges.length + payments.length;
  const results = recordsFound + toolsMatching(tools, q).length + listsMatching(lists, q).length;
  return (
    <>
      <div>
        <h1 className="office-title">{t(q ? "search.title" : "tools.title")}</h1>
        <p className="muted mt-1">
          {q ? results > 0 && t("search.found", { count: results, q }) : t("tools.count", { count: tools.length })}
        </p>
      </div>
      <ToolSearchForm key={q} q={q} onType={setTyped} />
      <div className="grid gap-5" data-hits="">
        {foundLists.length > 0 && <FoundLists lists={foundLists} typed={typed} />}
        {people.length > 0 && <FoundPeople people={people} q={q} />}
        {people[0] && <AtOnce person={people[0]} />}
        <FoundRecordPanels found={records} q={q} />
        {toolFamilies.map((family) => (
          <ToolFamilySection
            key={family}
            family={family}
            tools={foundTools.filter((tool) => tool.family === family)}
            queues={queues}
            typed={typed}
          />
        ))}
      </div>
      {foundTools.length + foundLists.length + recordsFound === 0 && (
        <EmptyState drawing="hanger" text={t("tools.nothing", { q: typed })} />
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;
