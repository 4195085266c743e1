import { useTranslation } from "react-i18next";
import type { OwnAssembly } from "#contract/charity/assemblies";
import { writtenDay } from "#contract/formats/france-time";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** The general assemblies at which the reader may vote: when and where, what is voted, and which proxies are recorded. */
export function OwnAssemblies({ assemblies }: { assemblies: OwnAssembly[] }) {
  const { t } = useTranslation("assemblies");
  if (assemblies.length === 0) return null;
  return (
    <Panel title={t("own.title")}>
      <ul className="rows">
        {assemblies.map((assembly) => (
          <li key={assembly.id}>
            <Assembly of={assembly} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Assembly({ of: { title, day, place, maxProxies, state, resolutions, attendance, holder, proxies } }: { of: OwnAssembly }) {
  const { t } = useTranslation("assemblies");
  const { locale } = usePage();
  const isOver = state === "closed";
  const others = { count: proxies.length, names: proxies.join(", ") };
  return (
    <div className="min-w-0 flex-[1_1_16rem]">
      <strong>
        <LocalizedText of={title} mark />
      </strong>
      <p className="muted">{[writtenDay(locale, day), place, t(`state.${state}`)].join(", ")}</p>
      {attendance === "present" && <p className="mt-2">{t("own.present")}</p>}
      {holder && <p className="mt-2 font-semibold">{t(isOver ? "own.wasHeldBy" : "own.heldBy", { name: holder })}</p>}
      {proxies.length > 0 && <p className="mt-2 font-semibold">{t(isOver ? "own.held" : "own.holds", others)}</p>}
      {!isOver && holder && <p className="mt-2 max-w-prose">{t("own.takeBack")}</p>}
      {!isOver && !attendance && <p className="mt-2 max-w-prose">{t(maxProxies > 0 ? "own.mayVote" : "own.mayVoteThere")}</p>}
      {resolutions.length > 0 && (
        <>
          <p className="mt-4 font-semibold">{t("resolutions.title")}</p>
          <ol className="mt-1 grid list-decimal gap-2 pl-6">
            {resolutions.map(({ id, text, outcome }) => (
              <li key={id}>
                <span className="whitespace-pre-line">
                  <LocalizedText of={text} mark />
                </span>
                {outcome && <small className="muted block">{t(`votes.${outcome}`)}</small>}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
