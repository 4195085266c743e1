import { useTranslation } from "react-i18next";
import type { ProjectFollow as Data } from "#contract/charity/projects";
import type { FormAnswer } from "~/forms/submission.server";
import { Panel } from "~/ui/panel";
import { ProjectEvents } from "./project-dates";
import { ProjectFigures } from "./project-figures";
import { ProjectMoney } from "./project-money";
import { ProjectOwner } from "./project-owner";

/** The manager, money, figures and events of a project. Its forms post to `…/follow`, which also shows it. */
export function ProjectFollow({ data, answer }: { data: Data & { submission: string }; answer?: FormAnswer }) {
  const { t } = useTranslation("content");
  const aboutOwner = answer?.result.initialValue?.intent === "owner";
  const action = `/dashboard/admin/projects/${data.id}/follow`;
  return (
    <Panel title={t("projectFollow.title")}>
      <div className="grid gap-x-10 gap-y-7 lg:grid-cols-2">
        <ProjectMoney project={data} />
        <ProjectOwner owner={data.owner} action={action} answer={aboutOwner ? answer : undefined} />
        <ProjectFigures project={data} action={action} answer={aboutOwner ? undefined : answer} />
        <ProjectEvents events={data.events} />
      </div>
    </Panel>
  );
}
