import type { LoaderFunctionArgs } from "@remix-run/node";
import { projectsApi } from "#contract/charity/projects";
import { readIn } from "#contract/formats/localized-text";
import type { PledgeRecord } from "#contract/giving/pledges";

/** The projects that a pledge can be allocated to, including its current one, which may be archived. */
export async function projectsFor({ api, locale }: LoaderFunctionArgs["context"], current: PledgeRecord["project"] = null) {
  const { items } = await api.call(projectsApi.admin.choices);
  const projects = items.map(({ id, label }) => ({ id, label }));
  if (!current || projects.some(({ id }) => id === current.id)) return projects;
  return [...projects, { id: current.id, label: readIn(locale, current.name).text }];
}
