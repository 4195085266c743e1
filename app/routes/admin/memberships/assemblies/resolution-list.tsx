import { Ban, Check, X } from "lucide";
import { useTranslation } from "react-i18next";
import { type AssemblyRecord, hadQuorum, type Outcome, outcomeOf, type Resolution } from "#contract/charity/assemblies";
import { Form, Submit } from "~/forms/form";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { LocalizedText } from "~/ui/localized-text";

/** What is voted, with the votes once they are counted. */
export function ResolutionList({ assembly, here }: { assembly: AssemblyRecord; here: string }) {
  const { t } = useTranslation("assemblies");
  const { resolutions, state } = assembly;
  if (resolutions.length === 0) return <p className="mb-4">{t("resolutions.none")}</p>;
  return (
    <ol className="rows mb-4">
      {resolutions.map((resolution, at) => (
        <li key={resolution.id}>
          <span className="min-w-0 flex-[1_1_16rem]">
            <strong>{t("resolutions.number", { number: at + 1 })}</strong>{" "}
            <span className="whitespace-pre-line">
              <LocalizedText of={resolution.text} mark />
            </span>
            <small className="muted block">{t(`majority.${resolution.majority}`)}</small>
            <Votes of={resolution} percent={assembly.quorumPercent} />
          </span>
          {state === "open" && (
            <ButtonLink variant="line" to={`${here}?resolution=${resolution.id}`} aria-label={t("votes.countOf", { number: at + 1 })}>
              {t(resolution.inFavour === null ? "votes.count" : "votes.recount")}
            </ButtonLink>
          )}
          {state !== "closed" && resolution.inFavour === null && (
            <Form>
              <input type="hidden" name="resolutionId" value={resolution.id} />
              <Submit variant="line" name="intent" value="remove" aria-label={t("resolutions.removeOf", { number: at + 1 })}>
                {t("resolutions.remove")}
              </Submit>
            </Form>
          )}
        </li>
      ))}
    </ol>
  );
}

const shown = {
  adopted: { meaning: "success", icon: Check },
  rejected: { meaning: "danger", icon: X },
  no_quorum: { meaning: "warning", icon: Ban },
} as const satisfies Record<Outcome, object>;

function Votes({ of, percent }: { of: Resolution; percent: number | null }) {
  const { t } = useTranslation("assemblies");
  const { inFavour, against, abstained, present, represented } = of;
  const outcome = outcomeOf(of, percent);
  if (outcome === null) return null;
  const quorum = hadQuorum(of, percent);
  return (
    <>
      <span className="my-1 block">
        <Badge {...shown[outcome]}>{t(`votes.${outcome}`)}</Badge> {t("votes.line", { inFavour, against, abstained })}
      </span>
      <small className="muted block">{t("votes.of", { present, represented })}</small>
      {quorum !== null && <small className="muted block">{t(quorum ? "figures.quorum" : "figures.belowQuorum", { percent })}</small>}
    </>
  );
}
