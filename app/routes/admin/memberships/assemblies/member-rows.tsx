import { Check, UserCheck, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { AssemblyMember, AssemblyState } from "#contract/charity/assemblies";
import { Form, Submit } from "~/forms/form";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";

type Props = {
  members: AssemblyMember[];
  assembly: { state: AssemblyState };
  /** The member whose proxy is being given: each other one can be chosen to hold it. */
  giver: AssemblyMember | null;
  submission: string;
  to: (more: Record<string, string>) => string;
};

/** Members, with what can be recorded of each. */
export function MemberRows({ members, assembly: { state }, giver, submission, to }: Props) {
  const { t } = useTranslation("assemblies");
  return (
    <ul className="rows mt-4">
      {members
        .filter(({ id }) => id !== giver?.id)
        .map((member) => (
          <li key={member.id}>
            <span className="min-w-0 flex-[1_1_14rem]">
              <strong>{member.name}</strong>
              <small className="muted block">
                {[member.number, member.held > 0 && t("members.held", { count: member.held })].filter(Boolean).join(", ")}
              </small>
            </span>
            <State of={member} />
            {!member.counts && (
              <Badge meaning="danger" icon={X} long>
                {t("members.lapsed")}
              </Badge>
            )}
            {state !== "closed" && giver && member.counts && member.attendance !== "proxy" && (
              <Form submission={`${submission}-${member.id.slice(0, 8)}`}>
                <input type="hidden" name="giver" value={giver.id} />
                <Submit variant="line" small name="member" value={member.id} aria-label={t("members.giveToOf", { name: member.name })}>
                  {t("members.giveTo")}
                </Submit>
              </Form>
            )}
            {state !== "closed" && !giver && <Actions of={member} isOpen={state === "open"} to={to} />}
          </li>
        ))}
    </ul>
  );
}

function State({ of: { attendance, holder } }: { of: AssemblyMember }) {
  const { t } = useTranslation("assemblies");
  if (attendance === "present")
    return (
      <Badge meaning="success" icon={Check}>
        {t("members.present")}
      </Badge>
    );
  if (attendance === "proxy")
    return (
      <Badge meaning="information" icon={UserCheck} long>
        {t("members.by", { name: holder ?? "–" })}
      </Badge>
    );
  return null;
}

type ActionProps = { of: AssemblyMember; isOpen: boolean; to: Props["to"] };

function Actions({ of: { id, name, attendance }, isOpen, to }: ActionProps) {
  const { t } = useTranslation("assemblies");
  if (attendance)
    return (
      <ButtonLink variant="line" small to={to({ withdraw: id })} aria-label={t("members.withdrawOf", { name })}>
        {t("members.withdraw")}
      </ButtonLink>
    );
  return (
    <Form className="flex flex-wrap gap-2">
      {isOpen && (
        <Submit variant="line" small name="member" value={id} aria-label={t("members.markOf", { name })}>
          {t("members.mark")}
        </Submit>
      )}
      <ButtonLink variant="line" small to={to({ giver: id, q: "" })} aria-label={t("members.proxyOf", { name })}>
        {t("members.proxy")}
      </ButtonLink>
    </Form>
  );
}
