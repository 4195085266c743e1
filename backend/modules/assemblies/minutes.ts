import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { PrivateFile } from "#backend/http/private-file";
import type { Services } from "#backend/http/services";
import { taggedPdf } from "#backend/pdf/tagged-pdf";
import { hadQuorum, hasQuorum, outcomeOf } from "#contract/charity/assemblies";
import { hourText, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { attendeesOf, findAssembly, getAssembly } from "./queries.ts";

/** The minutes of a closed assembly: figures, votes and who was there or represented; null before it is closed. */
export async function minutesOf(
  { db, translate, settings }: Pick<Services, "db" | "translate" | "settings">,
  actor: Actor,
  id: string,
  locale: Locale,
): Promise<PrivateFile | null> {
  const row = await findAssembly(db, id);
  if (row.state !== "closed" || !row.openedAt || !row.closedAt) return null;
  const t = (key: string, values = {}) => translate(locale, `assemblies:${key}`, values);
  const paragraph = (text: string) => ({ tag: "P" as const, text });
  const heading = (text: string) => ({ tag: "H2" as const, text });
  const assembly = await getAssembly(db, id);
  const people = await attendeesOf(db, row);
  const { organisation } = settings;
  const { members, present, represented, quorumPercent: percent, resolutions } = assembly;
  const quorumText = (has: boolean | null) =>
    has === null ? t("figures.noQuorum") : t(has ? "figures.quorum" : "figures.belowQuorum", { percent });
  await recordChange(db, actor, { action: "assembly.minutes", entityType: "assembly", entityId: id, after: { rows: people.length } });
  const votes = resolutions.flatMap((one, at) => [
    heading(t("minutes.resolution", { number: at + 1, text: readIn(locale, one.text).text })),
    paragraph(
      [
        t("votes.line", { inFavour: one.inFavour, against: one.against, abstained: one.abstained }),
        t("votes.of", { present: one.present, represented: one.represented }),
        quorumText(hadQuorum(one, percent)),
        t(`majority.${one.majority}`),
        t(`votes.${outcomeOf(one, percent)}`),
      ].join("\n"),
    ),
  ]);
  const bytes = await taggedPdf({
    title: t("minutes.title", { title: readIn(locale, row.title).text }),
    author: organisation,
    locale,
    at: row.closedAt,
    blocks: [
      paragraph(
        [
          organisation,
          t("minutes.where", { day: writtenDay(locale, row.day), place: row.place }),
          t("minutes.opened", { at: hourText(locale, row.openedAt) }),
          t("minutes.closed", { at: hourText(locale, row.closedAt) }),
        ].join("\n"),
      ),
      heading(t("minutes.atClose")),
      paragraph(
        [
          t("figures.members", { count: members }),
          t("figures.present", { count: present }),
          t("figures.represented", { count: represented }),
          // It is that of each vote: people come and go.
          ...(resolutions.length === 0 ? [quorumText(hasQuorum(assembly))] : []),
        ].join("\n"),
      ),
      ...votes,
      { ...heading(t("minutes.sheet", { count: present + represented })), newPage: true },
      ...people.map(({ name, holder }) => paragraph(holder ? t("minutes.by", { name, holder }) : name)),
      ...(people.length < present + represented ? [paragraph(t("minutes.namesGone"))] : []),
      paragraph(t("minutes.signatures")),
    ],
  });
  return { bytes, mime: "application/pdf", name: `assembly-${row.day}-minutes.pdf` };
}
