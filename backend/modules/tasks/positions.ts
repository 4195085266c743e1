import type { Services } from "#backend/http/services";
import { decryptToken, encryptToken } from "#backend/modules/mails/sealing";
import { Refusal } from "#backend/refusal";

const purpose = "maillon part of an export";

/** What opens the next part of what is read of a task. It is not to be guessed, so that nobody skips the first part, whose reading is logged. */
export const sealPosition = ({ settings }: Pick<Services, "settings">, task: string, at: number) =>
  encryptToken(settings.sessionSecrets, `${task} ${at}`, purpose);

export function openPosition({ settings }: Pick<Services, "settings">, task: string, sealed: string): number {
  const [owner, at] = decryptToken(settings.sessionSecrets, sealed, purpose)?.split(" ") ?? [];
  if (owner !== task) throw new Refusal("bad_request");
  return Number(at);
}
