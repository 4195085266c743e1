import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import type { SummaryTopic } from "#contract/accounts/notifications";
import type { Holder } from "#contract/accounts/permissions";
import type { Locale } from "#contract/formats/locale";

export type SummaryReader = Pick<Actor, "id" | "role" | "permissions"> & Pick<Holder, "extraData"> & { locale: Locale };

/** A record as a summary names it: without the names of people, who may have their data erased while the mail is under way. */
export type SummarisedRecord = { name: string; isDone: boolean };

/** Records that mails of a topic are about, as a module declares them for the summaries by mail. */
export type SummarySource = {
  topic: SummaryTopic;
  /** Those that still exist and that the reader may open, as they are now. */
  find(
    services: { db: Db } & Pick<Services, "translate">,
    reader: SummaryReader,
    ids: readonly string[],
  ): Promise<(readonly [id: string, record: SummarisedRecord])[]>;
};
