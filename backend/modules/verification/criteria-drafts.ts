import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { slugOf } from "#backend/modules/articles/slugs";
import type { CriteriaQuestion, QuestionKind } from "#contract/accounts/criteria";
import type { CriteriaDraft, QuestionDraft } from "#contract/accounts/criteria-editing";
import { getCriteria } from "./criteria-versions.ts";
import { publishCriteria } from "./publishing-criteria.ts";
import { criteriaVersions } from "./tables.ts";

/** Puts a draft in force as the next version. */
export async function publishDraft({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, { after, questions, rule }: CriteriaDraft) {
  return db.transaction(async (tx) => {
    const named = nameQuestions(questions, await kindsByKey(tx));
    const id = await publishCriteria(tx, actor, { questions: named, rule }, { after, now: clock() });
    return getCriteria(tx, id);
  });
}

/** The questions of all versions, by key: answers are stored under it, so that a question never gets the key of another one. */
async function kindsByKey(db: Db): Promise<Map<string, QuestionKind>> {
  const { rows } = await db.execute<{ key: string; kind: QuestionKind }>(
    sql`select distinct question->>'key' as key, question->>'kind' as kind
      from ${criteriaVersions}, jsonb_array_elements(${criteriaVersions.questions}) question`,
  );
  return new Map(rows.map(({ key, kind }) => [key, kind]));
}

/** One whose kind has changed is another question: what was answered to the old one does not answer it. */
function nameQuestions(drafts: QuestionDraft[], known: Map<string, QuestionKind>): CriteriaQuestion[] {
  const taken = new Set([...known.keys(), ...drafts.flatMap(({ key }) => key ?? [])]);
  return drafts.map(({ key, kind, label, why, choices }) => ({
    key: key && (known.get(key) ?? kind) === kind ? key : newKey(label.fr, taken),
    kind,
    label,
    ...(why.fr && { why }),
    ...(kind === "choice" && { choices: nameChoices(choices) }),
  }));
}

/** A key made from the text of the question. No other field of the forms with questions begins with `q`. */
function newKey(label: string, taken: Set<string>): string {
  const words = slugOf(label).replace(/\d/g, "").split("-").filter(Boolean);
  const own = `q${words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("")}`.slice(0, 20);
  let key = own.length > 1 ? own : "qOther";
  while (taken.has(key)) key = own.slice(0, 20) + randomLetters(8);
  taken.add(key);
  return key;
}

const randomLetters = (count: number) =>
  String.fromCharCode(...crypto.getRandomValues(new Uint8Array(count)).map((byte) => "a".charCodeAt(0) + (byte % 26)));

function nameChoices(choices: QuestionDraft["choices"]) {
  const taken = new Set(choices.flatMap(({ value }) => value ?? []));
  return choices.map(({ value, label }) => {
    if (value) return { value, label };
    const own = slugOf(label.fr).slice(0, 40);
    let free = own;
    for (let number = 2; taken.has(free); number += 1) free = `${own}-${number}`;
    taken.add(free);
    return { value: free, label };
  });
}
