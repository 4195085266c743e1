import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { SectorProposal } from "#contract/accounts/account";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/accounts/account").then(({ OwnSectorChoice }) => OwnSectorChoice);

type Props = { proposal: SectorProposal; version: string; answer: FormAnswer | undefined; stay: string };

/** The team that a new address leads to: joining it is one's own choice, or, for a volunteer, up to the team. */
export function SectorProposalPanel({ proposal: { team, nearby, mayJoin }, version, answer, stay }: Props) {
  const { t } = useTranslation("account");
  const [form] = usePageForm(schema, { id: "team", answer });
  return (
    <Panel title={t("team.title")}>
      <p>{t("team.near", { name: nearby.name })}</p>
      <p>{team ? t("team.stays", { name: team.name }) : t("team.none")}</p>
      {mayJoin ? (
        <Form className="mt-4 grid gap-4" {...getFormProps(form)}>
          <ErrorSummary form={form} />
          <input type="hidden" name="intent" value="team" />
          <input type="hidden" name="sectorId" value={nearby.id} />
          <input type="hidden" name="version" value={version} />
          <p className="actions">
            <Submit>{t("team.join", { name: nearby.name })}</Submit>
            <ButtonLink variant="line" to={stay}>
              {t("team.stay")}
            </ButtonLink>
          </p>
        </Form>
      ) : (
        <>
          <p className="mt-2">{t("team.byStaff")}</p>
          <p className="actions mt-4">
            <ButtonLink to={`/contact?topic=volunteer&team=${nearby.id}`}>{t("team.write")}</ButtonLink>
            <ButtonLink variant="line" to={stay}>
              {t("team.close")}
            </ButtonLink>
          </p>
        </>
      )}
    </Panel>
  );
}
